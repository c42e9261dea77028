/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;

/** The decoder of each storage type, and what they all need. */
final class RowDecoders {
  static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Property that forces kernels; the decoders follow it. */
  static final String KERNELS = KernelSelection.PROPERTY;

  /** The loops all decoders share; in a static final, so that the compiler sees which they are. */
  static final RowDecoderLanes LANES = lanes(System.getProperty(KERNELS, ""));

  private static final RowDecoder F32 = new F32Decoder();
  private static final RowDecoder F16 = new F16Decoder();
  private static final RowDecoder BF16 = new Bf16Decoder();
  private static final RowDecoder Q4_0 = new Q40Decoder();
  private static final RowDecoder Q4_1 = new Q41Decoder();
  private static final RowDecoder Q8_0 = new Q80Decoder();
  private static final RowDecoder Q4_K = new Q4KDecoder();
  private static final RowDecoder Q5_K = new Q5KDecoder();
  private static final RowDecoder Q6_K = new Q6KDecoder();

  private RowDecoders() {}

  static RowDecoder of(StorageType type) {
    return switch (type) {
      case F32 -> F32;
      case F16 -> F16;
      case BF16 -> BF16;
      case Q4_0 -> Q4_0;
      case Q4_1 -> Q4_1;
      case Q8_0 -> Q8_0;
      case Q4_K -> Q4_K;
      case Q5_K -> Q5_K;
      case Q6_K -> Q6_K;
      case FLM_Q4_K, FLM_Q4_1_P16, FLM_Q4_1_P32, FLM_Q8_0_P16, FLM_Q8_0_P32 ->
          throw new IllegalArgumentException(
              type + " is stored in tiles, which have no rows in one piece");
    };
  }

  private static RowDecoderLanes lanes(String kernels) {
    boolean slowVectors = kernels.isEmpty() && OptimisingCompiler.missing().isPresent();
    if (slowVectors || kernels.equals("scalar") || kernels.equals("reference")) {
      return new RowDecoderScalarLanes();
    }
    try {
      return new RowDecoderVectorLanes();
    } catch (NoClassDefFoundError e) {
      // Without the vector module; the float kernels say so.
      return new RowDecoderScalarLanes();
    }
  }

  /** Checks both ranges once, so that a call that is wrong writes nothing. */
  static void check(
      StorageType type, MemorySegment data, long byteOffset, int elements, float[] out, int at) {
    long bytes = type.rowBytes(elements);
    Objects.checkFromIndexSize(byteOffset, bytes, data.byteSize());
    Objects.checkFromIndexSize(at, elements, out.length);
  }

  static float bfloat(MemorySegment data, long byteOffset) {
    return Float.intBitsToFloat(data.get(SHORT, byteOffset) << 16);
  }

  static float half(MemorySegment data, long byteOffset) {
    return Float.float16ToFloat(data.get(SHORT, byteOffset));
  }
}
