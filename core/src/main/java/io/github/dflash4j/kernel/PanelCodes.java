/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.lang.foreign.MemorySegment;

/**
 * Codes of a chunk to and from the orders of {@link PanelForm}. Unpacked, code c of row r of group
 * g is at {@code g * 1024 + c * 32 + r}.
 */
final class PanelCodes {
  private static final int ROWS = PanelForm.ROWS;
  private static final int UNPACKED = PanelForm.GROUP * ROWS;

  private PanelCodes() {}

  /** Writes codes in panel order. */
  static void pack(
      PanelForm.Codes form, byte[] codes, int groups, MemorySegment to, long at, int stride) {
    for (int g = 0; g < groups; g++) {
      long group = at + (long) g * stride;
      int from = g * UNPACKED;
      switch (form) {
        case NIBBLES, FLM_NIBBLES -> {
          for (int c = 0; c < 32; c += 4) {
            nibbles(codes, from + c * ROWS, to, group + c * 16);
          }
        }
        case SIX_BITS -> {
          for (int c = 0; c < 32; c += 8) {
            nibbles(codes, from + c * ROWS, to, group + c * 24);
            nibbles(codes, from + (c + 4) * ROWS, to, group + c * 24 + 64);
            upperBits(codes, from + c * ROWS, to, group + c * 24 + 128);
          }
        }
        case BYTES -> {
          for (int c = 0; c < 32; c += 4) {
            bytes(codes, from + c * ROWS, to, group + c * 32);
            bytes(codes, from + c * ROWS + 16, to, group + c * 32 + 64);
          }
        }
      }
    }
  }

  // Bits shared by four codes of a row are moved together; 16 rows make 16 independent ints.
  private static void nibbles(byte[] codes, int from, MemorySegment to, long at) {
    for (int i = 0; i < 16; i++) {
      int c = from + i;
      int low =
          codes[c] & 15
              | (codes[c + 16] & 15) << 4
              | (codes[c + 32] & 15) << 8
              | (codes[c + 48] & 15) << 12;
      int high =
          codes[c + 64] & 15
              | (codes[c + 80] & 15) << 4
              | (codes[c + 96] & 15) << 8
              | (codes[c + 112] & 15) << 12;
      to.set(PanelScales.INT, at + 4L * i, low | high << 16);
    }
  }

  private static void upperBits(byte[] codes, int from, MemorySegment to, long at) {
    for (int i = 0; i < 16; i++) {
      int bits = 0;
      for (int k = 0; k < 8; k++) {
        bits |= (codes[from + k * ROWS + i] >> 4 & 3) << upper(k, 0);
        bits |= (codes[from + k * ROWS + i + 16] >> 4 & 3) << upper(k, 1);
      }
      to.set(PanelScales.INT, at + 4L * i, bits);
    }
  }

  /** Where the upper bits of a column of eight lie, for the first or the second 16 rows. */
  private static int upper(int column, int half) {
    return 8 * (column / 4) + shift(column, half) % 16 / 2 + shift(column, half) / 16 * 16;
  }

  /** Where the nibble of a column lies in its int. */
  private static int shift(int column, int half) {
    return column % 4 / 2 * 16 + column % 2 * 8 + half * 4;
  }

  private static void bytes(byte[] codes, int from, MemorySegment to, long at) {
    for (int i = 0; i < 16; i++) {
      int c = from + i;
      to.set(
          PanelScales.INT,
          at + 4L * i,
          codes[c] & 255
              | (codes[c + 32] & 255) << 8
              | (codes[c + 64] & 255) << 16
              | codes[c + 96] << 24);
    }
  }

  /** Reads codes as numbers: six bits are signed, bytes are signed, nibbles are not. */
  static void unpack(
      PanelForm.Codes form, MemorySegment from, long at, int stride, int groups, byte[] codes) {
    for (int g = 0; g < groups; g++) {
      long group = at + (long) g * stride;
      for (int c = 0; c < PanelForm.GROUP; c++) {
        for (int i = 0; i < ROWS; i++) {
          codes[g * UNPACKED + c * ROWS + i] = (byte) code(form, from, group, c, i);
        }
      }
    }
  }

  private static int code(PanelForm.Codes form, MemorySegment from, long group, int c, int r) {
    int lane = r % 16 * 4;
    int half = r / 16;
    return switch (form) {
      case NIBBLES -> nibble(from, group + c / 4 * 64 + lane, shift(c, half));
      case FLM_NIBBLES -> from.get(RowDecoders.BYTE, group + c * 16 + r / 2) >> r % 2 * 4 & 15;
      case SIX_BITS -> {
        long eight = group + c / 8 * 192;
        int low = nibble(from, eight + c / 4 % 2 * 64 + lane, shift(c, half));
        int high = from.get(PanelScales.INT, eight + 128 + lane) >>> upper(c % 8, half) & 3;
        yield (low | high << 4) - 32;
      }
      case BYTES -> from.get(RowDecoders.BYTE, group + c / 4 * 128 + half * 64 + lane + c % 4);
    };
  }

  private static int nibble(MemorySegment from, long at, int shift) {
    return from.get(PanelScales.INT, at) >>> shift & 15;
  }
}
