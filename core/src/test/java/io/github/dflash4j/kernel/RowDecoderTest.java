/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.dflash4j.weights.StorageType;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RowDecoderTest {

  @ParameterizedTest
  @CsvSource({
    "F16,f16",
    "BF16,bf16",
    "Q4_0,q4_0",
    "Q4_1,q4_1",
    "Q8_0,q8_0",
    "Q4_K,q4_K",
    "Q5_K,q5_K",
    "Q6_K,q6_K"
  })
  void packedWeightsDecodeToTheBitsOfGgml(StorageType type, String name) throws IOException {
    byte[] packed = resource(name + ".bin");
    float[] expected = floats(resource(name + ".f32"));
    assertThat(expected).hasSize(4096);
    assertThat(type.rowBytes(expected.length)).isEqualTo(packed.length);

    float[] decoded = new float[expected.length];
    RowDecoder.of(type).decode(MemorySegment.ofArray(packed), 0, decoded.length, decoded, 0);

    assertBitsEqual(decoded, expected);
  }

  // The six blocks of target-models 6.2: byte i = 73 i + 41, then d, dmin and m at their places.

  @Test
  void handVectorOfQ80() {
    float[] y = handVector(StorageType.Q8_0, 0, -1, -1);
    assertThat(y[0]).isEqualTo(-6.8983154296875f);
    assertThat(y[1]).isEqualTo(.39990234375f);
    assertThat(y[16]).isEqualTo(7.4981689453125f);
    assertThat(y[31]).isEqualTo(-10.997314453125f);
    assertSums(y, -4.798828125, -68.783203125);
  }

  @Test
  void handVectorOfQ40() {
    float[] y = handVector(StorageType.Q4_0, 0, -1, -1);
    assertThat(y[0]).isEqualTo(.2999267578125f);
    assertThat(y[1]).isEqualTo(-.39990234375f);
    assertThat(y[15]).isEqualTo(-.599853515625f);
    assertThat(y[31]).isEqualTo(-.7998046875f);
    assertSums(y, -3.2991943359375, -79.8804931640625);
  }

  @Test
  void handVectorOfQ41() {
    float[] y = handVector(StorageType.Q4_1, 0, -1, 2);
    assertThat(y[0]).isEqualTo(1.0496826171875f);
    assertThat(y[1]).isEqualTo(.349853515625f);
    assertThat(y[15]).isEqualTo(.14990234375f);
    assertThat(y[31]).isEqualTo(.6497802734375f);
    assertSums(y, 14.4945068359375, 214.515380859375);
  }

  @Test
  void handVectorOfQ4K() {
    float[] y = handVector(StorageType.Q4_K, 0, 2, -1);
    assertThat(y[0]).isEqualTo(8.6346435546875f);
    assertThat(y[1]).isEqualTo(-.463134765625f);
    assertThat(y[32]).isEqualTo(20.569091796875f);
    assertThat(y[127]).isEqualTo(43.2392578125f);
    assertThat(y[128]).isEqualTo(17.3328857421875f);
    assertThat(y[255]).isEqualTo(-1.4375f);
    assertSums(y, 5247.0126953125, 727661.41015625);
  }

  @Test
  void handVectorOfQ5K() {
    float[] y = handVector(StorageType.Q5_K, 0, 2, -1);
    assertThat(y[0]).isEqualTo(29.4295654296875f);
    assertThat(y[1]).isEqualTo(-.463134765625f);
    assertThat(y[32]).isEqualTo(24.968017578125f);
    assertThat(y[127]).isEqualTo(51.2373046875f);
    assertThat(y[128]).isEqualTo(50.9246826171875f);
    assertThat(y[255]).isEqualTo(-1.4375f);
    assertSums(y, 10917.6279296875, 1480991.046875);
  }

  @Test
  void handVectorOfQ6K() {
    float[] y = handVector(StorageType.Q6_K, 208, -1, -1);
    assertThat(y[0]).isEqualTo(16.0960693359375f);
    assertThat(y[1]).isEqualTo(-4.598876953125f);
    assertThat(y[32]).isEqualTo(110.6729736328125f);
    assertThat(y[127]).isEqualTo(-4.798828125f);
    assertThat(y[128]).isEqualTo(-34.2916259765625f);
    assertThat(y[255]).isEqualTo(28.79296875f);
    assertSums(y, -1484.03759765625, -162773.05078125);
  }

  @Test
  void everyHalfPrecisionNumberKeepsItsValue() {
    ByteBuffer packed = ByteBuffer.allocate(1 << 17).order(ByteOrder.LITTLE_ENDIAN);
    for (int bits = 0; bits < 1 << 16; bits++) {
      packed.putShort((short) bits);
    }
    float[] decoded = new float[1 << 16];
    RowDecoder.of(StorageType.F16)
        .decode(MemorySegment.ofArray(packed.array()), 0, decoded.length, decoded, 0);
    for (int bits = 0; bits < 1 << 16; bits++) {
      int exponent = bits >> 10 & 31;
      int fraction = bits & 1023;
      double magnitude =
          exponent == 0
              ? fraction * 0x1p-24
              : exponent < 31
                  ? (1024 + fraction) * Math.pow(2, exponent - 25)
                  : fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
      float expected = (float) (bits >> 15 == 0 ? magnitude : -magnitude);
      if (Float.isNaN(expected)) {
        assertThat(decoded[bits]).isNaN();
      } else {
        assertThat(Float.floatToRawIntBits(decoded[bits]))
            .as("half 0x%04x", bits)
            .isEqualTo(Float.floatToRawIntBits(expected));
      }
    }
  }

  @Test
  void theEdgesOfHalfPrecision() {
    short[] bits = {0x0001, 0x03FF, 0x0400, 0x7BFF, 0x7C00, (short) 0xFC00, (short) 0x8000, 0x7E00};
    float[] expected = {
      0x1p-24f,
      0x1.ff8p-15f,
      0x1p-14f,
      65504f,
      Float.POSITIVE_INFINITY,
      Float.NEGATIVE_INFINITY,
      -0f,
      Float.NaN
    };
    float[] decoded = new float[bits.length];
    RowDecoder.of(StorageType.F16).decode(MemorySegment.ofArray(bits), 0, bits.length, decoded, 0);
    assertBitsEqual(decoded, expected);
  }

  @Test
  void everyBrainFloatKeepsItsBits() {
    short[] bits = new short[1 << 16];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = (short) i;
    }
    float[] decoded = new float[bits.length];
    RowDecoder.of(StorageType.BF16).decode(MemorySegment.ofArray(bits), 0, bits.length, decoded, 0);
    for (int i = 0; i < bits.length; i++) {
      assertThat(Float.floatToRawIntBits(decoded[i])).isEqualTo(i << 16);
    }
  }

  @Test
  void singlePrecisionIsCopiedWithItsBits() {
    float[] values = {1.5f, -0f, Float.NaN, Float.MIN_VALUE, Float.NEGATIVE_INFINITY};
    float[] decoded = new float[values.length];
    RowDecoder.of(StorageType.F32)
        .decode(MemorySegment.ofArray(values), 0, values.length, decoded, 0);
    assertBitsEqual(decoded, values);
  }

  /** B214: a header of odd length leaves the data at an odd address. */
  @ParameterizedTest
  @EnumSource(value = StorageType.class, names = "FLM_.*", mode = EnumSource.Mode.MATCH_NONE)
  void anyAlignmentAndAnyCutGiveTheSameNumbers(StorageType type) {
    long seed = 20261129L + type.ordinal();
    Random random = new Random(seed);
    int block = type.blockElements();
    int blocks = block == 1 ? 321 : 11;
    byte[] packed = new byte[(int) type.rowBytes((long) block * blocks)];
    random.nextBytes(packed);
    float[] expected = new float[block * blocks];
    RowDecoder decoder = RowDecoder.of(type);
    decoder.decode(MemorySegment.ofArray(packed), 0, expected.length, expected, 0);

    try (Arena arena = Arena.ofConfined()) {
      for (int shift = 0; shift < 9; shift++) {
        MemorySegment moved = arena.allocate(packed.length + 16L, 16);
        MemorySegment.copy(packed, 0, moved, ValueLayout.JAVA_BYTE, shift, packed.length);
        int from = random.nextInt(blocks);
        int count = random.nextInt(blocks - from + 1);
        int outOffset = random.nextInt(5);
        float[] out = new float[count * block + outOffset + 3];
        Arrays.fill(out, 42f);
        decoder.decode(
            moved.asReadOnly(),
            shift + type.rowBytes((long) from * block),
            count * block,
            out,
            outOffset);

        String what = "seed %d, shift %d, blocks %d+%d".formatted(seed, shift, from, count);
        for (int i = 0; i < out.length; i++) {
          boolean inside = i >= outOffset && i < outOffset + count * block;
          float value = inside ? expected[from * block + i - outOffset] : 42f;
          assertThat(Float.floatToIntBits(out[i])).as(what).isEqualTo(Float.floatToIntBits(value));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(value = StorageType.class, names = "FLM_.*", mode = EnumSource.Mode.MATCH_NONE)
  void everyTypeHasADecoderOfItsOwn(StorageType type) {
    assertThat(RowDecoder.of(type).type()).isEqualTo(type);
    assertThat(RowDecoder.of(type)).isSameAs(RowDecoder.of(type));
  }

  @ParameterizedTest
  @EnumSource(value = StorageType.class, names = "FLM_.*", mode = EnumSource.Mode.MATCH_NONE)
  void rangesThatDoNotFitAreRefusedBeforeAnythingIsWritten(StorageType type) {
    int block = type.blockElements();
    MemorySegment data = MemorySegment.ofArray(new byte[2 * type.blockBytes()]);
    RowDecoder decoder = RowDecoder.of(type);
    float[] out = new float[2 * block];
    Arrays.fill(out, 7f);
    assertThatThrownBy(() -> decoder.decode(data, 0, 3 * block, new float[3 * block], 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> decoder.decode(data, 1, 2 * block, out, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> decoder.decode(data, -1, block, out, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> decoder.decode(data, 0, 2 * block, out, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> decoder.decode(data, 0, -block, out, 0))
        .isInstanceOf(IllegalArgumentException.class);
    if (block > 1) {
      assertThatThrownBy(() -> decoder.decode(data, 0, block - 1, out, 0))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(out).containsOnly(7f);
  }

  private static float[] handVector(StorageType type, int d, int dmin, int m) {
    byte[] bytes = new byte[type.blockBytes()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (73 * i + 41);
    }
    ByteBuffer block = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    block.putShort(d, (short) 0x2E66);
    if (dmin >= 0) {
      block.putShort(dmin, (short) 0x2C00);
    }
    if (m >= 0) {
      block.putShort(m, (short) 0xB400);
    }
    float[] y = new float[type.blockElements()];
    RowDecoder.of(type).decode(MemorySegment.ofArray(bytes), 0, y.length, y, 0);
    return y;
  }

  private static void assertSums(float[] y, double sum, double weighted) {
    double actual = 0;
    double actualWeighted = 0;
    for (int e = 0; e < y.length; e++) {
      actual += y[e];
      actualWeighted += (e + 1) * (double) y[e];
    }
    assertThat(actual).isCloseTo(sum, within(0.0));
    assertThat(actualWeighted).isCloseTo(weighted, within(0.0));
  }

  private static void assertBitsEqual(float[] actual, float[] expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < expected.length; i++) {
      assertThat(Float.floatToRawIntBits(actual[i]))
          .as("number %d: %s, expected %s", i, actual[i], expected[i])
          .isEqualTo(Float.floatToRawIntBits(expected[i]));
    }
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = RowDecoderTest.class.getResourceAsStream("/ggml-quant-vectors/" + name)) {
      return in.readAllBytes();
    }
  }

  private static float[] floats(byte[] bytes) {
    float[] floats = new float[bytes.length / 4];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(floats);
    return floats;
  }
}
