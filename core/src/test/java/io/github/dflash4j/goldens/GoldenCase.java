/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.goldens;

import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.format.json.JsonFile;
import io.github.dflash4j.format.safetensors.HeaderEntry;
import io.github.dflash4j.format.safetensors.SafetensorsHeader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One golden case: a folder with a model, {@code golden.json} and the arrays of {@code
 * golden.safetensors}. The root comes from the system property {@code dflash4j.goldens}, so another
 * set of the same layout can be run.
 */
public final class GoldenCase {
  private static final long LIMIT = 1 << 26;

  private final Path folder;
  private final JsonFields golden;
  private final Path arraysFile;
  private final SafetensorsHeader header;
  private final ByteBuffer data;

  private GoldenCase(Path folder) {
    this.folder = folder;
    this.golden = JsonFile.open(folder.resolve("golden.json"), LIMIT);
    Path own = folder.resolve("golden.safetensors");
    this.arraysFile =
        Files.exists(own)
            ? own
            : folder.resolve(golden.requireString("expected").split(",")[0]).normalize();
    this.header = SafetensorsHeader.read(arraysFile);
    try {
      this.data = ByteBuffer.wrap(Files.readAllBytes(arraysFile)).order(ByteOrder.LITTLE_ENDIAN);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The root folder of the goldens. */
  public static Path root() {
    return Path.of(System.getProperty("dflash4j.goldens"));
  }

  /** The case of a folder. */
  public static GoldenCase at(Path folder) {
    return new GoldenCase(folder);
  }

  /**
   * The case that holds the arrays of this one: itself, or for a GGUF twin the safetensors case.
   */
  public GoldenCase withArrays() {
    return new GoldenCase(arraysFile.getParent());
  }

  /** The folder of the case. */
  public Path folder() {
    return folder;
  }

  /** The file of the case with this ending. */
  public Path file(String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).findFirst().orElseThrow();
    }
  }

  /** golden.json. */
  public JsonFields golden() {
    return golden;
  }

  /** Names of all arrays. */
  public Set<String> names() {
    return header.entries().keySet();
  }

  /** Whether there is an array of this name. */
  public boolean has(String name) {
    return header.entries().containsKey(name);
  }

  /** The shape of an array. */
  public long[] shape(String name) {
    return entry(name).shape();
  }

  /** Where an array begins in its file. */
  public long position(String name) {
    return header.dataStart() + entry(name).begin();
  }

  /** An F32 array, row-major. */
  public float[] floats(String name) {
    HeaderEntry entry = require(name, "F32");
    float[] out = new float[(int) (entry.bytes() / Float.BYTES)];
    data.slice((int) (header.dataStart() + entry.begin()), (int) entry.bytes())
        .order(ByteOrder.LITTLE_ENDIAN)
        .asFloatBuffer()
        .get(out);
    return out;
  }

  /** An I32 array, row-major. */
  public int[] ints(String name) {
    HeaderEntry entry = require(name, "I32");
    int[] out = new int[(int) (entry.bytes() / Integer.BYTES)];
    data.slice((int) (header.dataStart() + entry.begin()), (int) entry.bytes())
        .order(ByteOrder.LITTLE_ENDIAN)
        .asIntBuffer()
        .get(out);
    return out;
  }

  /** The limit that golden.json sets for an array. */
  public double limit(String array) {
    for (JsonFields check : golden.requireObjects("checks")) {
      if (check.findStrings("expected").orElse(List.of()).contains(array)) {
        return check.requireNumber("max_abs_difference");
      }
    }
    throw new IllegalStateException(folder + ": no check covers " + array);
  }

  private HeaderEntry entry(String name) {
    HeaderEntry entry = header.entries().get(name);
    if (entry == null) {
      throw new IllegalStateException(folder + ": no array " + name);
    }
    return entry;
  }

  private HeaderEntry require(String name, String dtype) {
    HeaderEntry entry = entry(name);
    if (!entry.dtype().equals(dtype)) {
      throw new IllegalStateException(folder + ": " + name + " is " + entry.dtype());
    }
    return entry;
  }

  @Override
  public String toString() {
    return root().relativize(folder).toString();
  }
}
