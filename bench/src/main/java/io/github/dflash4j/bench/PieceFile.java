/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that is written in pieces which fit a small buffer; what is left out becomes a hole. */
final class PieceFile implements Closeable {
  private static final int PIECE = 1 << 20;

  private final FileChannel out;

  /** Makes numbers: fills a buffer with whole blocks. */
  @FunctionalInterface
  interface Filler {
    void fill(ByteBuffer piece);
  }

  private PieceFile(FileChannel out) {
    this.out = out;
  }

  /**
   * Opens a file.
   *
   * @param file replaced if it is there
   * @throws IOException if it cannot be written
   */
  static PieceFile open(Path file) throws IOException {
    return new PieceFile(
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE));
  }

  void put(byte[] bytes, long at) throws IOException {
    put(ByteBuffer.wrap(bytes), at);
  }

  /**
   * Writes what a filler makes.
   *
   * @param filler makes whole blocks
   * @param block bytes of a block
   * @param bytes how many there are
   * @param start where they begin
   * @throws IOException if they cannot be written
   */
  void put(Filler filler, int block, long bytes, long start) throws IOException {
    int most = PIECE / block * block;
    ByteBuffer piece = ByteBuffer.allocate((int) Math.min(most, bytes));
    piece.order(ByteOrder.LITTLE_ENDIAN);
    for (long at = 0; at < bytes; at += piece.limit()) {
      piece.clear().limit((int) Math.min(piece.capacity(), bytes - at));
      filler.fill(piece);
      put(piece.flip(), start + at);
    }
  }

  private void put(ByteBuffer bytes, long at) throws IOException {
    long next = at;
    while (bytes.hasRemaining()) {
      next += out.write(bytes, next);
    }
  }

  /** Gives a file that ends in a hole its length, by one byte at the end. */
  long end(long length) throws IOException {
    if (out.size() < length) {
      put(new byte[1], length - 1);
    }
    return out.size();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
