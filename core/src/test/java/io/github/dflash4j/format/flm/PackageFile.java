/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.flm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Writes a safetensors file of whatever entries a test wants, with the padding of FLM's writer. */
public final class PackageFile {
  private final Map<String, Object> header = new LinkedHashMap<>();
  private final Map<String, byte[]> data = new LinkedHashMap<>();
  private long at;

  /** A file without entries. */
  public PackageFile() {}

  /** An entry with any dtype and shape. */
  public PackageFile add(String name, String dtype, byte[] bytes, long... shape) {
    header.put(
        name,
        Map.of("dtype", dtype, "shape", shape, "data_offsets", new long[] {at, at + bytes.length}));
    data.put(name, bytes);
    at += bytes.length;
    return this;
  }

  /** A matrix in chunks, its shape in the newer form. */
  public PackageFile add(String name, Chunks chunks) {
    return add(name, "I8", chunks.bytes(), chunks.down(), chunks.across(), chunks.size());
  }

  /** A matrix in chunks, its shape in the flat form. */
  public PackageFile addFlat(String name, Chunks chunks) {
    return add(name, "I8", chunks.bytes(), (long) chunks.down() * chunks.across(), chunks.size());
  }

  /** Numbers as BF16; they have to be exact in it. */
  public PackageFile addBfloat(String name, float[] values, long... shape) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      bytes.putShort((short) (Float.floatToRawIntBits(value) >>> 16));
    }
    return add(name, "BF16", bytes.array(), shape);
  }

  /** The whole file. */
  public byte[] bytes() {
    String json = JsonMapper.shared().writeValueAsString(header);
    byte[] head = (json + " ".repeat(-json.length() & 7)).getBytes(StandardCharsets.UTF_8);
    ByteBuffer all =
        ByteBuffer.allocate((int) (8 + head.length + at)).order(ByteOrder.LITTLE_ENDIAN);
    all.putLong(head.length).put(head);
    data.values().forEach(all::put);
    return all.array();
  }

  /** Writes the file. */
  public Path write(Path file) {
    try {
      return Files.write(file, bytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
