/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.flm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes matrices as chunks, by the tables of flm-packages 2 and on its own: a value is kept beside
 * the bytes it was made into, so that a reader can be held against it.
 *
 * @param bytes all chunks in raster order
 * @param values the numbers the chunks stand for, without padding, rows one after the other
 * @param down lines of chunks
 * @param across chunks in a line
 */
public record Chunks(byte[] bytes, float[] values, int down, int across) {
  private static final int ROWS = 32;
  private static final int COLUMNS = 256;
  private static final int GROUP = 32;

  /** Bytes of a chunk. */
  public int size() {
    return bytes.length / (down * across);
  }

  /** Chunks of 4736 bytes. */
  public static Chunks q4k(float[] weights, int rows, int columns) {
    return of(weights, rows, columns, 4736, Chunks::q4k);
  }

  /** Chunks of 5120 bytes with minima. */
  public static Chunks q41(float[] weights, int rows, int columns, int lanes) {
    return of(weights, rows, columns, 5120, (in, out, v) -> q41(in, out, v, lanes));
  }

  /** Chunks of 5120 bytes without minima: numbers from -8 to 7. */
  public static Chunks q40(float[] weights, int rows, int columns, int lanes) {
    return of(weights, rows, columns, 5120, (in, out, v) -> q40(in, out, v, lanes));
  }

  /** Chunks of 8704 bytes. */
  public static Chunks q80(float[] weights, int rows, int columns, int lanes) {
    return of(weights, rows, columns, 8704, (in, out, v) -> q80(in, out, v, lanes));
  }

  /** Writes one chunk. */
  private interface Encoder {
    /** Reads a padded tile, writes its bytes and the values they stand for. */
    void encode(float[][] in, ByteBuffer out, float[][] values);
  }

  private static Chunks of(float[] weights, int rows, int columns, int size, Encoder encoder) {
    int down = rows / ROWS;
    int across = Math.ceilDiv(columns, COLUMNS);
    byte[] bytes = new byte[down * across * size];
    float[] values = new float[rows * columns];
    for (int chunk = 0; chunk < down * across; chunk++) {
      int top = chunk / across * ROWS;
      int left = chunk % across * COLUMNS;
      int width = Math.min(COLUMNS, columns - left);
      float[][] in = new float[ROWS][COLUMNS];
      float[][] out = new float[ROWS][COLUMNS];
      for (int r = 0; r < ROWS; r++) {
        System.arraycopy(weights, (top + r) * columns + left, in[r], 0, width);
      }
      ByteBuffer place = ByteBuffer.wrap(bytes, chunk * size, size).slice();
      encoder.encode(in, place.order(ByteOrder.LITTLE_ENDIAN), out);
      for (int r = 0; r < ROWS; r++) {
        System.arraycopy(out[r], 0, values, (top + r) * columns + left, width);
      }
    }
    return new Chunks(bytes, values, down, across);
  }

  private static void q4k(float[][] in, ByteBuffer out, float[][] values) {
    for (int r = 0; r < ROWS; r++) {
      float[] step = new float[8];
      float[] depth = new float[8];
      for (int g = 0; g < 8; g++) {
        float[] group = group(in[r], g);
        float low = Math.min(0, least(group));
        step[g] = (most(group) - low) / 15;
        depth[g] = -low;
      }
      float rowScale = above(most(step) / 255);
      float rowMinimum = -above(most(depth) / 255);
      putBfloat(out, 4608 + 2 * r, rowScale);
      putBfloat(out, 4672 + 2 * r, rowMinimum);
      for (int g = 0; g < 8; g++) {
        int s8 = rowScale == 0 ? 0 : Math.round(step[g] / rowScale);
        int m8 = rowMinimum == 0 ? 0 : Math.round(depth[g] / -rowMinimum);
        out.put(g * 32 + r, (byte) s8);
        out.put(256 + g * 32 + r, (byte) m8);
        for (int c = g * GROUP; c < (g + 1) * GROUP; c++) {
          int q = code((in[r][c] - rowMinimum * m8) / (rowScale * s8), 0, 15);
          putNibble(out, 512, 32, r, c, q);
          values[r][c] = (float) ((double) rowScale * s8 * q + (double) rowMinimum * m8);
        }
      }
    }
  }

  private static void q41(float[][] in, ByteBuffer out, float[][] values, int lanes) {
    for (int r = 0; r < ROWS; r++) {
      for (int g = 0; g < 8; g++) {
        float[] group = group(in[r], g);
        float m = bfloat(least(group));
        float d = bfloat((most(group) - least(group)) / 15);
        putBfloat(out, 2 * (g * 32 + r), d);
        putBfloat(out, 512 + 2 * (g * 32 + r), m);
        for (int c = g * GROUP; c < (g + 1) * GROUP; c++) {
          int q = code((in[r][c] - m) / d, 0, 15);
          putNibble(out, 1024, lanes, r, c, q);
          values[r][c] = (float) ((double) d * q + m);
        }
      }
    }
  }

  private static void q40(float[][] in, ByteBuffer out, float[][] values, int lanes) {
    for (int r = 0; r < ROWS; r++) {
      for (int g = 0; g < 8; g++) {
        float d = bfloat(largest(group(in[r], g)) / 7);
        putBfloat(out, 2 * (g * 32 + r), d);
        for (int c = g * GROUP; c < (g + 1) * GROUP; c++) {
          int q = code(in[r][c] / d, -8, 7);
          putNibble(out, 1024, lanes, r, c, q & 15);
          values[r][c] = d * q;
        }
      }
    }
  }

  private static void q80(float[][] in, ByteBuffer out, float[][] values, int lanes) {
    for (int r = 0; r < ROWS; r++) {
      for (int g = 0; g < 8; g++) {
        float d = bfloat(largest(group(in[r], g)) / 127);
        putBfloat(out, 2 * (g * 32 + r), d);
        for (int c = g * GROUP; c < (g + 1) * GROUP; c++) {
          int q = code(in[r][c] / d, -127, 127);
          // Planes of lanes rows, each column after column.
          out.put(512 + r / lanes * 256 * lanes + c * lanes + r % lanes, (byte) q);
          values[r][c] = d * q;
        }
      }
    }
  }

  private static void putNibble(ByteBuffer out, int codes, int lanes, int r, int c, int q) {
    int at = codes + r / lanes * (256 * lanes / 2) + c * (lanes / 2) + r % lanes / 2;
    int other = out.get(at) & 255;
    out.put(at, (byte) (r % 2 == 0 ? other & 0xF0 | q : other & 0x0F | q << 4));
  }

  private static int code(float exact, int least, int most) {
    return Float.isNaN(exact) ? 0 : Math.clamp(Math.round(exact), least, most);
  }

  private static float[] group(float[] row, int g) {
    return Arrays.copyOfRange(row, g * GROUP, (g + 1) * GROUP);
  }

  private static float least(float[] values) {
    float least = values[0];
    for (float value : values) {
      least = Math.min(least, value);
    }
    return least;
  }

  private static float most(float[] values) {
    float most = values[0];
    for (float value : values) {
      most = Math.max(most, value);
    }
    return most;
  }

  private static float largest(float[] values) {
    return Math.max(most(values), -least(values));
  }

  /** The nearest BF16 number, in the middle the even one. */
  private static float bfloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    return Float.intBitsToFloat((bits + 0x7FFF + (bits >>> 16 & 1)) & 0xFFFF0000);
  }

  /** The smallest BF16 number that is not below a positive one. */
  private static float above(float value) {
    return Float.intBitsToFloat((Float.floatToRawIntBits(value) + 0xFFFF) & 0xFFFF0000);
  }

  private static void putBfloat(ByteBuffer out, int at, float value) {
    out.putShort(at, (short) (Float.floatToRawIntBits(value) >>> 16));
  }
}
