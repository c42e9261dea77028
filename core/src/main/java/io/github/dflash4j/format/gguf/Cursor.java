/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.gguf;

import io.github.dflash4j.weights.ModelFileException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Reads a mapped file from front to back; every read is checked against the end of the file. */
final class Cursor {
  /** Longest string of the format's own readers. */
  private static final long MAX_STRING = 1L << 30;

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Path file;
  private final MemorySegment bytes;
  private long position;

  Cursor(Path file, MemorySegment bytes, long position) {
    this.file = file;
    this.bytes = bytes;
    this.position = position;
  }

  Path file() {
    return file;
  }

  long position() {
    return position;
  }

  long remaining() {
    return bytes.byteSize() - position;
  }

  /** Moves on; {@code count} is any 64-bit number from the file. */
  void skip(long count, String what) {
    position += checked(count, what);
  }

  int u8(String what) {
    checked(1, what);
    return bytes.get(ValueLayout.JAVA_BYTE, position++) & 0xFF;
  }

  short i16(String what) {
    checked(2, what);
    short value = bytes.get(SHORT, position);
    position += 2;
    return value;
  }

  int i32(String what) {
    checked(4, what);
    int value = bytes.get(INT, position);
    position += 4;
    return value;
  }

  long i64(String what) {
    checked(8, what);
    long value = bytes.get(LONG, position);
    position += 8;
    return value;
  }

  /** A count of things that take at least {@code minBytes} each, so the file bounds it. */
  long count(int minBytes, String what) {
    long count = i64(what);
    if (count < 0 || count > remaining() / minBytes) {
      throw new ModelFileException(
          file,
          what,
          "at most " + remaining() / minBytes + ", which is what the file has room for",
          Long.toUnsignedString(count));
    }
    return count;
  }

  void skipString(long maxBytes, String what) {
    skip(stringLength(maxBytes, what), what);
  }

  String string(String what) {
    return string(MAX_STRING, what);
  }

  String string(long maxBytes, String what) {
    int length = (int) stringLength(maxBytes, what);
    ByteBuffer text = bytes.asSlice(position, length).asByteBuffer();
    position += length;
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(text).toString();
    } catch (CharacterCodingException e) {
      throw new ModelFileException(file, what + " is not valid UTF-8", e);
    }
  }

  private long stringLength(long maxBytes, String what) {
    long length = i64(what);
    long limit = Math.min(Math.min(maxBytes, MAX_STRING), remaining());
    if (length < 0 || length > limit) {
      throw new ModelFileException(
          file,
          what,
          "a string of at most " + limit + " bytes",
          Long.toUnsignedString(length) + " bytes");
    }
    return length;
  }

  private long checked(long count, String what) {
    if (count < 0 || count > remaining()) {
      throw new ModelFileException(
          file,
          what,
          Long.toUnsignedString(count) + " bytes at byte " + position,
          "only " + remaining() + "; the file is cut or damaged");
    }
    return count;
  }
}
