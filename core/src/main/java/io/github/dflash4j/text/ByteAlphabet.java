/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The 256 printable characters that stand for bytes in byte-level vocabularies (target-models 7.1):
 * printable Latin-1 stands for itself, the other 68 bytes, ascending, for U+0100, U+0101, ...
 */
final class ByteAlphabet {
  private static final char[] CHARS = new char[256];
  private static final short[] BYTES = new short[256 + 68];

  static {
    Arrays.fill(BYTES, (short) -1);
    char next = 0x100;
    for (int value = 0; value < 256; value++) {
      boolean printable =
          (value >= 33 && value <= 126) || (value >= 161 && value <= 172) || value >= 174;
      CHARS[value] = printable ? (char) value : next++;
      BYTES[CHARS[value]] = (short) value;
    }
  }

  private ByteAlphabet() {}

  /** The character of a byte, 0..255. */
  static char charOf(int value) {
    return CHARS[value];
  }

  /** Text whose characters stand for the given bytes. */
  static String encode(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length);
    for (byte value : bytes) {
      text.append(CHARS[value & 0xFF]);
    }
    return text.toString();
  }

  /**
   * The bytes a token stands for; a token with characters outside the alphabet stands for itself.
   */
  static byte[] decode(String token) {
    byte[] bytes = new byte[token.length()];
    for (int i = 0; i < bytes.length; i++) {
      char c = token.charAt(i);
      if (c >= BYTES.length || BYTES[c] < 0) {
        return token.getBytes(StandardCharsets.UTF_8);
      }
      bytes[i] = (byte) BYTES[c];
    }
    return bytes;
  }
}
