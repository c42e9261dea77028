/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.format.LittleEndian;
import io.github.dflash4j.kernel.RowDecoder;
import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;

/** Packs floats into GGUF's types for tests; plain rounding, no search for better scales. */
public final class Packed {
  private Packed() {}

  /** The number of a type in GGUF files. */
  public static int id(StorageType type) {
    return switch (type) {
      case F32 -> 0;
      case F16 -> 1;
      case Q4_0 -> 2;
      case Q4_1 -> 3;
      case Q8_0 -> 8;
      case Q4_K -> 12;
      case BF16 -> 30;
      default -> throw new IllegalArgumentException(type + " is not written by tests");
    };
  }

  /** Floats as whole blocks of a type. */
  public static byte[] bytes(StorageType type, float[] x) {
    LittleEndian out = new LittleEndian();
    int block = type.blockElements();
    for (int at = 0; at < x.length; at += block) {
      switch (type) {
        case F32 -> out.f32(x[at]);
        case F16 -> out.u16(Float.floatToFloat16(x[at]));
        case BF16 -> out.u16(Float.floatToRawIntBits(x[at]) >>> 16);
        case Q8_0 -> eightBits(x, at, out);
        case Q4_0 -> fourBits(x, at, out);
        case Q4_1 -> fourBitsAndMinimum(x, at, out);
        case Q4_K -> superBlock(x, at, out);
        default -> throw new IllegalArgumentException(type + " is not written by tests");
      }
    }
    return out.toBytes();
  }

  /** What a reader makes of the bytes. */
  static float[] floats(StorageType type, byte[] bytes, int count) {
    float[] out = new float[count];
    RowDecoder.of(type).decode(MemorySegment.ofArray(bytes), 0, count, out, 0);
    return out;
  }

  private static float half(LittleEndian out, float value) {
    short half = Float.floatToFloat16(value);
    out.u16(half);
    return Float.float16ToFloat(half);
  }

  private static int code(float x, float scale, int low, int high) {
    return scale == 0 ? Math.max(0, low) : Math.clamp(Math.round(x / scale), low, high);
  }

  private static void eightBits(float[] x, int at, LittleEndian out) {
    float most = 0;
    for (int i = 0; i < 32; i++) {
      most = Math.max(most, Math.abs(x[at + i]));
    }
    float d = half(out, most / 127);
    for (int i = 0; i < 32; i++) {
      out.u8(code(x[at + i], d, -127, 127));
    }
  }

  private static void fourBits(float[] x, int at, LittleEndian out) {
    float most = 0;
    for (int i = 0; i < 32; i++) {
      most = Math.abs(x[at + i]) > Math.abs(most) ? x[at + i] : most;
    }
    float d = half(out, most / -8);
    for (int i = 0; i < 16; i++) {
      int low = code(x[at + i], d, -8, 7) + 8;
      int high = code(x[at + i + 16], d, -8, 7) + 8;
      out.u8(low | high << 4);
    }
  }

  private static float[] range(float[] x, int at) {
    float low = 0;
    float high = 0;
    for (int i = 0; i < 32; i++) {
      low = Math.min(low, x[at + i]);
      high = Math.max(high, x[at + i]);
    }
    return new float[] {low, high};
  }

  private static void fourBitsAndMinimum(float[] x, int at, LittleEndian out) {
    float[] range = range(x, at);
    float d = half(out, (range[1] - range[0]) / 15);
    float m = half(out, range[0]);
    for (int i = 0; i < 16; i++) {
      out.u8(code(x[at + i] - m, d, 0, 15) | code(x[at + i + 16] - m, d, 0, 15) << 4);
    }
  }

  private static void superBlock(float[] x, int at, LittleEndian out) {
    float[] scales = new float[8];
    float[] minima = new float[8];
    float largestScale = 0;
    float largestMinimum = 0;
    for (int j = 0; j < 8; j++) {
      float[] range = range(x, at + 32 * j);
      scales[j] = (range[1] - range[0]) / 15;
      minima[j] = -range[0];
      largestScale = Math.max(largestScale, scales[j]);
      largestMinimum = Math.max(largestMinimum, minima[j]);
    }
    float d = half(out, largestScale / 63);
    float dmin = half(out, largestMinimum / 63);
    int[] s = new int[8];
    int[] m = new int[8];
    for (int j = 0; j < 8; j++) {
      s[j] = code(scales[j], d, 0, 63);
      m[j] = code(minima[j], dmin, 0, 63);
    }
    for (int j = 0; j < 4; j++) {
      out.u8(s[j] | s[j + 4] >> 4 << 6);
    }
    for (int j = 0; j < 4; j++) {
      out.u8(m[j] | m[j + 4] >> 4 << 6);
    }
    for (int j = 4; j < 8; j++) {
      out.u8(s[j] & 15 | (m[j] & 15) << 4);
    }
    for (int j = 0; j < 8; j += 2) {
      for (int i = 0; i < 32; i++) {
        int low = code(x[at + 32 * j + i] + dmin * m[j], d * s[j], 0, 15);
        int high = code(x[at + 32 * j + 32 + i] + dmin * m[j + 1], d * s[j + 1], 0, 15);
        out.u8(low | high << 4);
      }
    }
  }
}
