/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * The same loops on vectors: 5 to 10 times faster than what the compiler makes of loops this short.
 * The width is chosen once, when the class is loaded, since only species in static finals compile
 * to vector instructions.
 */
final class RowDecoderVectorLanes implements RowDecoderLanes {
  private static final int BITS = bits(System.getProperty(RowDecoders.KERNELS, ""));
  private static final VectorSpecies<Float> FLOATS = species(float.class, BITS);
  private static final VectorSpecies<Integer> INTS = species(int.class, BITS);
  private static final VectorSpecies<Short> SHORTS = species(short.class, BITS / 2);

  /** As many bytes as floats; four do not make a vector. */
  private static final VectorSpecies<Byte> BYTES = species(byte.class, Math.max(64, BITS / 4));

  private static final ValueLayout.OfInt WORD =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final IntVector TO_TOP =
      (IntVector) INTS.fromArray(new int[] {24, 16, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0);

  private static int bits(String kernels) {
    return kernels.startsWith("vector-")
        ? Integer.parseInt(kernels.substring("vector-".length()))
        : Math.clamp(FloatVector.SPECIES_PREFERRED.vectorBitSize(), 128, 512);
  }

  private static <E> VectorSpecies<E> species(Class<E> type, int bits) {
    return VectorSpecies.of(type, VectorShape.forBitSize(bits));
  }

  @Override
  public void brainFloats(MemorySegment data, long from, int count, float[] out, int at) {
    int lanes = FLOATS.length();
    int i = 0;
    for (; i <= count - lanes; i += lanes) {
      ShortVector packed =
          ShortVector.fromMemorySegment(SHORTS, data, from + 2L * i, ByteOrder.LITTLE_ENDIAN);
      IntVector bits = (IntVector) packed.convertShape(VectorOperators.S2I, INTS, 0);
      bits.lanewise(VectorOperators.LSHL, 16).reinterpretAsFloats().intoArray(out, at + i);
    }
    for (; i < count; i++) {
      out[at + i] = Float.intBitsToFloat(data.get(RowDecoders.SHORT, from + 2L * i) << 16);
    }
  }

  @Override
  public void bytes(MemorySegment data, long from, float d, float[] out, int at) {
    for (int l = 0; l < 32; l += FLOATS.length()) {
      toFloats(load(data, from, l)).mul(d).intoArray(out, at + l);
    }
  }

  @Override
  public void nibbles(
      MemorySegment data,
      long from,
      int count,
      int shift,
      int bias,
      float d,
      float m,
      float[] out,
      int at) {
    for (int l = 0; l < count; l += FLOATS.length()) {
      IntVector q = load(data, from, l).lanewise(VectorOperators.LSHR, shift).and(15);
      toFloats(q.sub(bias)).mul(d).add(m).intoArray(out, at + l);
    }
  }

  @Override
  public void fiveBits(
      MemorySegment data,
      long qs,
      int shift,
      long qh,
      int fifth,
      float d,
      float m,
      float[] out,
      int at) {
    for (int l = 0; l < 32; l += FLOATS.length()) {
      IntVector low = load(data, qs, l).lanewise(VectorOperators.LSHR, shift).and(15);
      IntVector high = load(data, qh, l).lanewise(VectorOperators.LSHR, fifth).and(1);
      IntVector q = low.or(high.lanewise(VectorOperators.LSHL, 4));
      toFloats(q).mul(d).add(m).intoArray(out, at + l);
    }
  }

  @Override
  public void sixBits(
      MemorySegment data, long ql, int shift, long qh, int upper, float d, float[] out, int at) {
    for (int l = 0; l < 16; l += FLOATS.length()) {
      IntVector low = load(data, ql, l).lanewise(VectorOperators.LSHR, shift).and(15);
      IntVector high = load(data, qh, l).lanewise(VectorOperators.LSHR, upper).and(3);
      IntVector q = low.or(high.lanewise(VectorOperators.LSHL, 4)).sub(32);
      toFloats(q).mul(d).intoArray(out, at + l);
    }
  }

  /** Bytes {@code from + l} and following, one an int. */
  private static IntVector load(MemorySegment data, long from, int l) {
    if (BYTES.length() == INTS.length()) {
      ByteVector packed =
          ByteVector.fromMemorySegment(BYTES, data, from + l, ByteOrder.LITTLE_ENDIAN);
      return (IntVector) packed.convertShape(VectorOperators.B2I, INTS, 0);
    }
    // Four bytes are no vector: every lane gets all of them and shifts its own one out.
    return IntVector.broadcast(INTS, data.get(WORD, from + l))
        .lanewise(VectorOperators.LSHL, TO_TOP)
        .lanewise(VectorOperators.ASHR, 24);
  }

  private static FloatVector toFloats(IntVector values) {
    return (FloatVector) values.convertShape(VectorOperators.I2F, FLOATS, 0);
  }
}
