/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import io.github.dflash4j.weights.StorageType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes a GGUF file from beginning to end: first the metadata and the list of tensors are given,
 * then the numbers are asked for tensor by tensor, in pieces that fit a small buffer.
 */
final class GgufWriter {
  private static final int ALIGNMENT = 32;
  private static final int U32 = 4;
  private static final int I32 = 5;
  private static final int F32 = 6;
  private static final int BOOL = 7;
  private static final int STRING = 8;
  private static final int ARRAY = 9;

  private static final Map<StorageType, Integer> TYPES =
      Map.of(
          StorageType.F32, 0,
          StorageType.Q8_0, 8,
          StorageType.Q4_K, 12,
          StorageType.Q5_K, 13,
          StorageType.Q6_K, 14,
          StorageType.BF16, 30);

  private final Bytes entries = new Bytes();
  private final Bytes infos = new Bytes();
  private final List<Planned> tensors = new ArrayList<>();
  private int entryCount;
  private long offset;

  /** A tensor to be written; without a filler its place is left empty. */
  private record Planned(StorageType type, long offset, long bytes, PieceFile.Filler filler) {}

  GgufWriter string(String key, String value) {
    entry(key, STRING).string(value);
    return this;
  }

  GgufWriter integer(String key, int value) {
    entry(key, U32).int32(value);
    return this;
  }

  GgufWriter number(String key, float value) {
    entry(key, F32).int32(Float.floatToRawIntBits(value));
    return this;
  }

  GgufWriter bool(String key, boolean value) {
    entry(key, BOOL).int8(value ? 1 : 0);
    return this;
  }

  GgufWriter strings(String key, List<String> values) {
    Bytes out = entry(key, ARRAY).int32(STRING).int64(values.size());
    values.forEach(out::string);
    return this;
  }

  GgufWriter integers(String key, int... values) {
    Bytes out = entry(key, ARRAY).int32(I32).int64(values.length);
    for (int value : values) {
      out.int32(value);
    }
    return this;
  }

  private Bytes entry(String key, int type) {
    entryCount++;
    return entries.string(key).int32(type);
  }

  /**
   * Adds a tensor behind the last one.
   *
   * @param name its name
   * @param type how it is stored
   * @param filler makes its numbers; null leaves a hole in the file
   * @param shape rows first, as in {@code [out, in]}
   * @throws IllegalArgumentException if a row is not a whole number of blocks
   */
  GgufWriter tensor(String name, StorageType type, PieceFile.Filler filler, long... shape) {
    long rows = 1;
    for (int i = 0; i < shape.length - 1; i++) {
      rows *= shape[i];
    }
    long bytes = rows * type.rowBytes(shape[shape.length - 1]);
    infos.string(name).int32(shape.length);
    for (int i = shape.length - 1; i >= 0; i--) {
      infos.int64(shape[i]);
    }
    infos.int32(TYPES.get(type)).int64(offset);
    tensors.add(new Planned(type, offset, bytes, filler));
    offset = Math.ceilDiv(offset + bytes, ALIGNMENT) * ALIGNMENT;
    return this;
  }

  /**
   * Writes the file.
   *
   * @param file replaced if it is there
   * @return its length in bytes
   * @throws IOException if it cannot be written
   */
  long write(Path file) throws IOException {
    Bytes head = new Bytes();
    head.raw("GGUF".getBytes(StandardCharsets.US_ASCII));
    head.int32(3).int64(tensors.size()).int64(entryCount);
    head.raw(entries.toBytes()).raw(infos.toBytes());
    long dataStart = Math.ceilDiv((long) head.size(), ALIGNMENT) * ALIGNMENT;
    try (PieceFile out = PieceFile.open(file)) {
      out.put(head.toBytes(), 0);
      for (Planned tensor : tensors) {
        if (tensor.filler() != null) {
          out.put(
              tensor.filler(),
              tensor.type().blockBytes(),
              tensor.bytes(),
              dataStart + tensor.offset());
        }
      }
      return out.end(dataStart + offset);
    }
  }

  /** Little endian bytes. */
  private static final class Bytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Bytes int8(int value) {
      out.write(value);
      return this;
    }

    Bytes int32(int value) {
      for (int shift = 0; shift < 32; shift += 8) {
        out.write(value >> shift);
      }
      return this;
    }

    Bytes int64(long value) {
      return int32((int) value).int32((int) (value >> 32));
    }

    Bytes string(String value) {
      byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
      return int64(bytes.length).raw(bytes);
    }

    Bytes raw(byte[] bytes) {
      out.writeBytes(bytes);
      return this;
    }

    int size() {
      return out.size();
    }

    byte[] toBytes() {
      return out.toByteArray();
    }
  }
}
