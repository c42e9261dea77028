/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Random;

/** Matrices of random bytes with sane scales. */
final class RandomWeights {
  private RandomWeights() {}

  /** A matrix as it would lie in a file. */
  static WeightMatrix stored(StorageType type, int out, int columns, Random random) {
    byte[] raw = new byte[(int) type.bytes(out, columns)];
    random.nextBytes(raw);
    return stored(type, out, columns, random, raw);
  }

  /** A matrix whose bytes but for the scales are all the same. */
  static WeightMatrix uniform(StorageType type, int out, int columns, int value) {
    byte[] raw = new byte[(int) type.bytes(out, columns)];
    java.util.Arrays.fill(raw, (byte) value);
    return stored(type, out, columns, new Random(1), raw);
  }

  private static WeightMatrix stored(
      StorageType type, int out, int columns, Random random, byte[] raw) {
    MemorySegment data = Arena.ofAuto().allocate(raw.length + 1).asSlice(1);
    MemorySegment.copy(raw, 0, data, ValueLayout.JAVA_BYTE, 0, raw.length);
    for (long at = 0; at < raw.length; at += type.blockBytes()) {
      scales(type, data, at, random);
    }
    return WeightMatrix.of(new Tensor(Path.of("test"), "w", type, new long[] {out, columns}, data));
  }

  private static void scales(StorageType type, MemorySegment data, long at, Random random) {
    switch (type) {
      case F32 -> data.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, (float) random.nextGaussian());
      case F16 -> half(data, at, (float) random.nextGaussian());
      case BF16 ->
          data.set(
              ValueLayout.JAVA_SHORT_UNALIGNED,
              at,
              (short) (Float.floatToRawIntBits((float) random.nextGaussian()) >>> 16));
      case Q4_0, Q8_0 -> half(data, at, random.nextFloat() / 16);
      case Q4_1, Q4_K, Q5_K -> {
        half(data, at, random.nextFloat() / 64);
        half(data, at + 2, -random.nextFloat() / 64);
      }
      case Q6_K -> half(data, at + 208, random.nextFloat() / 256);
      case FLM_Q4_K -> {
        bfloats(data, at + 4608, 32, random, 1f / 4096);
        bfloats(data, at + 4672, 32, random, -1f / 1024);
      }
      case FLM_Q4_1_P16, FLM_Q4_1_P32 -> {
        bfloats(data, at, 256, random, 1f / 64);
        bfloats(data, at + 512, 256, random, -1f / 8);
      }
      case FLM_Q8_0_P16, FLM_Q8_0_P32 -> bfloats(data, at, 256, random, 1f / 256);
    }
  }

  /** The same matrix with its panel beside it. */
  static WeightMatrix withPanel(WeightMatrix weights) {
    PanelForm form = PanelForm.of(weights.type());
    if (form == null || form.asStored()) {
      return weights;
    }
    MemorySegment panel =
        Arena.ofAuto().allocate(form.bytes(weights.out(), weights.in()), 64).fill((byte) 0x5A);
    PanelPacker.pack(form, weights, panel);
    return new WeightMatrix(weights.tensor(), weights.out(), weights.in(), panel.asReadOnly());
  }

  static float[] gaussians(Random random, int n) {
    float[] out = new float[n];
    for (int i = 0; i < n; i++) {
      out[i] = (float) random.nextGaussian();
    }
    return out;
  }

  private static void bfloats(
      MemorySegment data, long at, int count, Random random, float largest) {
    for (int i = 0; i < count; i++) {
      int bits = Float.floatToRawIntBits(random.nextFloat() * largest);
      data.set(ValueLayout.JAVA_SHORT_UNALIGNED, at + 2L * i, (short) (bits >>> 16));
    }
  }

  private static void half(MemorySegment data, long at, float value) {
    data.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, Float.floatToFloat16(value));
  }
}
