/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;

/**
 * Decodes the bytes of tokens as UTF-8. The bytes of an incomplete character wait for the next
 * token; bytes that cannot belong to a character become U+FFFD at once.
 */
final class ByteStreamDecoder implements StreamDecoder {
  private final IntFunction<byte[]> bytesOf;
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);
  private byte[] waiting = new byte[0];
  private boolean dropSpace;

  /**
   * A decoder.
   *
   * @param bytesOf the bytes a token stands for; empty for control tokens and unknown ids
   * @param dropSpace whether a space at the very start is left out
   */
  ByteStreamDecoder(IntFunction<byte[]> bytesOf, boolean dropSpace) {
    this.bytesOf = bytesOf;
    this.dropSpace = dropSpace;
  }

  @Override
  public String next(int id) {
    byte[] bytes = bytesOf.apply(id);
    int skip = 0;
    if (dropSpace && bytes.length > 0) {
      dropSpace = false;
      skip = bytes[0] == ' ' ? 1 : 0;
    }
    return bytes.length == skip ? "" : decode(bytes, skip, false);
  }

  @Override
  public String finish() {
    String rest = decode(new byte[0], 0, true);
    decoder.reset();
    return rest;
  }

  private String decode(byte[] bytes, int from, boolean last) {
    ByteBuffer in = ByteBuffer.allocate(waiting.length + bytes.length - from);
    in.put(waiting).put(bytes, from, bytes.length - from).flip();
    CharBuffer out = CharBuffer.allocate(in.remaining() + 1);
    decoder.decode(in, out, last);
    waiting = new byte[in.remaining()];
    in.get(waiting);
    return out.flip().toString();
  }
}
