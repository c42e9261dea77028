/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.format.flm.Chunks;
import io.github.dflash4j.format.flm.PackageFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A small draft written as a FastFlowLM package. What it writes replaces the values of the draft,
 * so that the same draft can be written as plain floats afterwards.
 */
final class FlmPackage {
  private FlmPackage() {}

  /** A draft whose projections fit chunks; its 64 columns are mostly padding, its MLP has 288. */
  static DraftPackage draft(int generation, long seed) {
    DraftPackage p =
        DraftPackage.random(generation, seed)
            .with("hidden_size", 64)
            .with("intermediate_size", 288)
            .with("head_dim", 16);
    if (generation == 2) {
      p.withNested("selector_rank", 32);
    }
    return p.fill(seed);
  }

  /** Whether a tensor is a projection; norms, base kernels and codebooks are not. */
  static boolean projection(String name, long[] shape) {
    return shape.length == 2 && !name.endsWith("codebook");
  }

  /**
   * Writes config.json and model.q4nx.
   *
   * @param format for each projection {@code q4k}, {@code flat}, {@code q41}, {@code q40} or {@code
   *     q80} with 32 lanes, the same with {@code /16}, or a float dtype
   */
  static Path write(DraftPackage p, Path folder, Function<String, String> format) {
    p.writeConfig(folder);
    PackageFile file = new PackageFile();
    List<String> names = new ArrayList<>(p.tensors.keySet());
    for (String name : names) {
      DraftPackage.Values t = p.tensors.get(name);
      String how = projection(name, t.shape()) ? format.apply(name) : "BF16";
      float[] stored = add(file, name, t, how);
      p.tensors.put(name, new DraftPackage.Values("F32", t.shape(), stored));
    }
    file.write(folder.resolve("model.q4nx"));
    return folder;
  }

  private static float[] add(PackageFile file, String name, DraftPackage.Values t, String how) {
    float[] w = t.values();
    if (how.equals("BF16")) {
      file.addBfloat(name, w, t.shape());
      return w;
    }
    if (how.startsWith("F")) {
      return addFloats(file, name, t, how);
    }
    int rows = (int) t.shape()[0];
    int columns = (int) t.shape()[1];
    int lanes = how.endsWith("/16") ? 16 : 32;
    Chunks chunks =
        switch (how.substring(0, 3)) {
          case "q4k", "fla" -> Chunks.q4k(w, rows, columns);
          case "q41" -> Chunks.q41(w, rows, columns, lanes);
          case "q40" -> Chunks.q40(w, rows, columns, lanes);
          case "q80" -> Chunks.q80(w, rows, columns, lanes);
          default -> throw new IllegalArgumentException(how);
        };
    if (how.equals("flat")) {
      file.addFlat(name, chunks);
    } else {
      file.add(name, chunks);
    }
    return chunks.values();
  }

  private static float[] addFloats(
      PackageFile file, String name, DraftPackage.Values t, String dtype) {
    boolean half = dtype.equals("F16");
    float[] stored = t.values().clone();
    ByteBuffer bytes =
        ByteBuffer.allocate(stored.length * (half ? 2 : 4)).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < stored.length; i++) {
      if (half) {
        short bits = Float.floatToFloat16(stored[i]);
        stored[i] = Float.float16ToFloat(bits);
        bytes.putShort(bits);
      } else {
        bytes.putFloat(stored[i]);
      }
    }
    file.add(name, dtype, bytes.array(), t.shape());
    return stored;
  }

  static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
