/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.goldens;

import io.github.dflash4j.format.TestSafetensors;
import io.github.dflash4j.format.safetensors.SafetensorsHeader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A folder of F32 safetensors with all its numbers in memory, to be changed and written again. */
public final class EditableFolder {
  /** A tensor with its numbers, which may be changed in place. */
  public record Numbers(long[] shape, float[] values) {}

  private final Map<String, Numbers> tensors = new LinkedHashMap<>();
  private String config;

  private EditableFolder() {}

  /** Reads config.json and model.safetensors. */
  public static EditableFolder read(Path folder) {
    EditableFolder read = new EditableFolder();
    try {
      read.config = Files.readString(folder.resolve("config.json"));
      Path file = folder.resolve("model.safetensors");
      SafetensorsHeader header = SafetensorsHeader.read(file);
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
      header
          .entries()
          .forEach((name, entry) -> {
            if (!entry.dtype().equals("F32")) {
              throw new IllegalArgumentException(name + " is " + entry.dtype());
            }
            float[] values = new float[(int) (entry.bytes() / Float.BYTES)];
            bytes
                .slice((int) (header.dataStart() + entry.begin()), (int) entry.bytes())
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer()
                .get(values);
            read.tensors.put(name, new Numbers(entry.shape(), values));
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return read;
  }

  public String config() {
    return config;
  }

  public EditableFolder config(UnaryOperator<String> change) {
    config = change.apply(config);
    return this;
  }

  public Map<String, Numbers> tensors() {
    return tensors;
  }

  public Numbers tensor(String name) {
    Numbers found = tensors.get(name);
    if (found == null) {
      throw new IllegalArgumentException(name);
    }
    return found;
  }

  public EditableFolder put(String name, long[] shape, float... values) {
    tensors.put(name, new Numbers(shape, values));
    return this;
  }

  public EditableFolder remove(Predicate<String> names) {
    tensors.keySet().removeIf(names);
    return this;
  }

  /** Changes every number of the tensors; there has to be one. */
  public EditableFolder each(Predicate<String> names, UnaryOperator<Float> change) {
    boolean found = false;
    for (var entry : tensors.entrySet()) {
      if (names.test(entry.getKey())) {
        found = true;
        float[] values = entry.getValue().values();
        for (int i = 0; i < values.length; i++) {
          values[i] = change.apply(values[i]);
        }
      }
    }
    if (!found) {
      throw new IllegalArgumentException("no such tensor");
    }
    return this;
  }

  /** Writes both files into a folder, which is made. */
  public Path write(Path folder) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("config.json"), config);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    TestSafetensors file = new TestSafetensors();
    tensors.forEach((name, t) -> file.f32(name, t.shape(), t.values()));
    file.write(folder.resolve("model.safetensors"));
    return folder;
  }
}
