/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import io.github.dflash4j.weights.StorageType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Writes the tensors of a FastFlowLM package, {@code model.q4nx}: safetensors in the order of
 * FastFlowLM's writer, with matrices in chunks in the flat form of its Qwen3 packages (flm-packages
 * 1, 2.1). Numbers are asked for tensor by tensor, in pieces that fit a small buffer.
 */
final class FlmWriter {
  private static final int HEADER_ALIGNMENT = 8;

  // Types of wider numbers first, then by name.
  private static final Comparator<Planned> ORDER =
      Comparator.comparingInt((Planned tensor) -> -tensor.width()).thenComparing(Planned::name);

  private final List<Planned> tensors = new ArrayList<>();

  /** A tensor to be written; without a filler its place is left empty. */
  private record Planned(
      String name, StorageType type, long[] stored, long bytes, PieceFile.Filler filler) {

    int width() {
      return type.tiled() ? 1 : type.blockBytes();
    }

    String entry(long from) {
      return "\"%s\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[%d,%d]}"
          .formatted(
              name,
              type.tiled() ? "I8" : type.name(),
              Arrays.toString(stored).replace(" ", ""),
              from,
              from + bytes);
    }
  }

  /**
   * Adds a matrix in chunks.
   *
   * @param name its name
   * @param type one of the tile types
   * @param filler makes its chunks; null leaves a hole in the file
   * @param rows a multiple of the rows of a chunk
   * @param columns a multiple of the columns of a chunk
   * @throws IllegalArgumentException if rows or columns do not fill their chunks
   */
  void chunks(String name, StorageType type, PieceFile.Filler filler, long rows, long columns) {
    if (rows % type.blockRows() != 0 || columns % type.blockElements() != 0) {
      throw new IllegalArgumentException(
          name
              + " has "
              + rows
              + " rows of "
              + columns
              + " numbers, which chunks of "
              + type.blockRows()
              + " x "
              + type.blockElements()
              + " do not divide");
    }
    long count = rows / type.blockRows() * (columns / type.blockElements());
    long[] stored = {count, type.blockBytes()};
    tensors.add(new Planned(name, type, stored, count * type.blockBytes(), filler));
  }

  /**
   * Adds a tensor of plain BF16 numbers.
   *
   * @param name its name
   * @param filler makes its numbers; null leaves a hole in the file
   * @param shape rows first, as in {@code [out, in]}
   */
  void bfloats(String name, PieceFile.Filler filler, long... shape) {
    long bytes = StorageType.BF16.blockBytes();
    for (long size : shape) {
      bytes *= size;
    }
    tensors.add(new Planned(name, StorageType.BF16, shape, bytes, filler));
  }

  /**
   * Writes the file.
   *
   * @param file replaced if it is there
   * @return its length in bytes
   * @throws IOException if it cannot be written
   */
  long write(Path file) throws IOException {
    tensors.sort(ORDER);
    byte[] header = header().getBytes(StandardCharsets.UTF_8);
    try (PieceFile out = PieceFile.open(file)) {
      out.put(length(header), 0);
      out.put(header, Long.BYTES);
      long at = Long.BYTES + header.length;
      for (Planned tensor : tensors) {
        if (tensor.filler() != null) {
          out.put(tensor.filler(), tensor.type().blockBytes(), tensor.bytes(), at);
        }
        at += tensor.bytes();
      }
      return out.end(at);
    }
  }

  private String header() {
    List<String> entries = new ArrayList<>();
    long at = 0;
    for (Planned tensor : tensors) {
      entries.add(tensor.entry(at));
      at += tensor.bytes();
    }
    String json = "{" + String.join(",", entries) + "}";
    return json + " ".repeat(-json.length() & HEADER_ALIGNMENT - 1);
  }

  private static byte[] length(byte[] header) {
    byte[] bytes = new byte[Long.BYTES];
    for (int i = 0; i < Integer.BYTES; i++) {
      bytes[i] = (byte) (header.length >> 8 * i);
    }
    return bytes;
  }
}
