/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes safetensors files for tests: sound ones by {@link #add}, broken ones by {@link #raw}. */
public final class TestSafetensors {
  private final LittleEndian data = new LittleEndian();
  private final StringBuilder header = new StringBuilder();
  private final Map<String, String> metadata = new LinkedHashMap<>();
  private int padding;

  public TestSafetensors add(String name, String dtype, long[] shape, byte[] bytes) {
    int begin = data.size();
    data.raw(bytes);
    header
        .append(header.isEmpty() ? "" : ",")
        .append(entry(name, dtype, Arrays.toString(shape), begin, data.size()));
    return this;
  }

  public TestSafetensors f32(String name, long[] shape, float... values) {
    return add(name, "F32", shape, LittleEndian.floats(values));
  }

  public TestSafetensors f16(String name, long[] shape, float... values) {
    return add(name, "F16", shape, LittleEndian.halves(values));
  }

  public TestSafetensors bf16(String name, long[] shape, float... values) {
    return add(name, "BF16", shape, LittleEndian.brainFloats(values));
  }

  public TestSafetensors metadata(String key, String value) {
    metadata.put(key, value);
    return this;
  }

  /** Spaces behind the header. */
  public TestSafetensors padding(int spaces) {
    padding = spaces;
    return this;
  }

  public byte[] toBytes() {
    StringBuilder json = new StringBuilder("{");
    if (!metadata.isEmpty()) {
      json.append("\"__metadata__\":{");
      metadata.forEach((k, v) -> json.append("\"%s\":\"%s\",".formatted(k, v)));
      json.setCharAt(json.length() - 1, '}');
      json.append(header.isEmpty() ? "" : ",");
    }
    json.append(header).append('}').append(" ".repeat(padding));
    return raw(json.toString(), data.toBytes());
  }

  public Path write(Path file) {
    return write(file, toBytes());
  }

  /** One member of the header. */
  public static String entry(String name, String dtype, String shape, long begin, long end) {
    return "\"%s\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[%d,%d]}"
        .formatted(name, dtype, shape, begin, end);
  }

  /** Any header text with its true length, and any data. */
  public static byte[] raw(String header, byte[] data) {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    return new LittleEndian().u64(text.length).raw(text).raw(data).toBytes();
  }

  public static Path write(Path file, byte[] bytes) {
    try {
      return Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
