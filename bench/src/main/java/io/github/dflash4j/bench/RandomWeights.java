/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import io.github.dflash4j.weights.StorageType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/**
 * Random stored weights of a wanted spread. Quantised blocks are random bytes under scales that
 * give the spread, so that what is computed with them stays finite.
 */
final class RandomWeights {
  /** Spread of what a block holds under a scale of 1: scales and codes are random bytes. */
  private static final double Q4_K_SPREAD = 258;

  private static final double Q5_K_SPREAD = 527;
  private static final double Q6_K_SPREAD = 1366;
  private static final double Q8_0_SPREAD = 73.9;

  /** As the others, for bytes as {@link #chunk} makes them. */
  private static final double FLM_Q4_K_SPREAD = 1031;

  private static final int CHUNK_ROWS = 32;
  private static final int CHUNK_GROUPS = 8;
  private static final int CHUNK_MINIMA = 256;
  private static final int CHUNK_NIBBLES = 512;
  private static final int CHUNK_ROW_SCALES = 4608;
  private static final int CHUNK_ROW_MINIMA = 4672;

  private final SplittableRandom random;

  RandomWeights(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /**
   * Fills whole blocks.
   *
   * @param type how numbers are stored
   * @param spread standard deviation of the numbers
   * @param out receives the blocks, little endian; a whole number of them remains in it
   */
  void fill(StorageType type, double spread, ByteBuffer out) {
    out.order(ByteOrder.LITTLE_ENDIAN);
    if (type == StorageType.BF16) {
      fillBfloat16(spread, out);
      return;
    }
    int from = out.position();
    while (out.remaining() >= Long.BYTES) {
      out.putLong(random.nextLong());
    }
    while (out.hasRemaining()) {
      out.put((byte) random.nextInt());
    }
    for (int at = from; at < out.limit(); at += type.blockBytes()) {
      scale(type, spread, out, at);
    }
  }

  private void scale(StorageType type, double spread, ByteBuffer out, int at) {
    switch (type) {
      case Q8_0 -> half(out, at, spread / Q8_0_SPREAD);
      // The minima are as large as the mean of what they are taken from.
      case Q4_K -> {
        half(out, at, spread / Q4_K_SPREAD);
        half(out, at + 2, 7.5 * spread / Q4_K_SPREAD);
      }
      case Q5_K -> {
        half(out, at, spread / Q5_K_SPREAD);
        half(out, at + 2, 15.5 * spread / Q5_K_SPREAD);
      }
      case Q6_K -> half(out, at + type.blockBytes() - 2, spread / Q6_K_SPREAD);
      case FLM_Q4_K -> chunk(out, at, spread / FLM_Q4_K_SPREAD);
      default -> throw new IllegalArgumentException("no random " + type + " weights");
    }
  }

  private static void half(ByteBuffer out, int at, double scale) {
    out.putShort(at, Float.floatToFloat16((float) scale));
  }

  // As FastFlowLM's converter fits them: 8-bit scales and minima are large, and the largest of each
  // row is 255. The row's minimum is negated, and again as large as the mean.
  private void chunk(ByteBuffer out, int at, double scale) {
    for (int slot = 0; slot < CHUNK_NIBBLES; slot += Long.BYTES) {
      out.putLong(at + slot, out.getLong(at + slot) | 0x8080808080808080L);
    }
    for (int row = 0; row < CHUNK_ROWS; row++) {
      out.put(at + random.nextInt(CHUNK_GROUPS) * CHUNK_ROWS + row, (byte) 255);
      out.put(at + CHUNK_MINIMA + random.nextInt(CHUNK_GROUPS) * CHUNK_ROWS + row, (byte) 255);
      float ofRow = (float) (scale * random.nextDouble(0.8, 1.2));
      out.putShort(at + CHUNK_ROW_SCALES + Short.BYTES * row, bfloat16(ofRow));
      out.putShort(at + CHUNK_ROW_MINIMA + Short.BYTES * row, bfloat16(-7.5f * ofRow));
    }
  }

  private static short bfloat16(float number) {
    return (short) (Float.floatToRawIntBits(number) + 0x8000 >> 16);
  }

  private void fillBfloat16(double spread, ByteBuffer out) {
    float width = (float) (spread * Math.sqrt(3));
    while (out.hasRemaining()) {
      long bits = random.nextLong();
      for (int part = 0; part < 4 && out.hasRemaining(); part++) {
        float number = (short) (bits >> 16 * part) * (width / 32768f);
        out.putShort((short) (Float.floatToRawIntBits(number) >> 16));
      }
    }
  }

  /** Numbers spread evenly over a range. */
  float[] between(double low, double high, int count) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (float) random.nextDouble(low, high);
    }
    return numbers;
  }
}
