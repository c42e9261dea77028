/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * A projection matrix {@code [out, in]} as it lies in its file, and perhaps in panel form as well.
 * Immutable; valid as long as the store of its tensor is open.
 *
 * @param tensor the stored matrix
 * @param out rows: outputs of the projection
 * @param in columns: inputs of the projection
 * @param panel the same numbers in the order in which the kernels read them, or null; valid as long
 *     as the store of the tensor is open
 */
public record WeightMatrix(Tensor tensor, int out, int in, MemorySegment panel) {

  /**
   * A matrix over a tensor of two dimensions (a vector is a matrix of one row).
   *
   * @param tensor the stored matrix
   * @return the matrix
   * @throws ArithmeticException if a dimension does not fit an {@code int}
   */
  public static WeightMatrix of(Tensor tensor) {
    return new WeightMatrix(
        tensor, Math.toIntExact(tensor.rows()), Math.toIntExact(tensor.columns()), null);
  }

  /**
   * The same matrix with its panel.
   *
   * @param bytes what {@link Panels#pack} wrote for the tensor
   * @return the matrix
   * @throws IllegalArgumentException if the size is not that of the panel
   */
  public WeightMatrix withPanel(MemorySegment bytes) {
    if (bytes.byteSize() != Panels.bytes(tensor)) {
      throw new IllegalArgumentException(
          "the panel of "
              + tensor
              + " takes "
              + Panels.bytes(tensor)
              + " bytes, not "
              + bytes.byteSize());
    }
    return new WeightMatrix(tensor, out, in, bytes.asReadOnly());
  }

  /**
   * The name of the tensor.
   *
   * @return as in the file
   */
  public String name() {
    return tensor.name();
  }

  /**
   * How the numbers are stored.
   *
   * @return the type
   */
  public StorageType type() {
    return tensor.type();
  }

  /**
   * Decodes rows, whatever the storage type: for backends that compute on floats.
   *
   * @param firstRow the first row
   * @param rows how many
   * @param out receives rows of {@link #in()} numbers, one after the other
   * @param offset index of the first number in {@code out}
   * @throws IndexOutOfBoundsException if there are no such rows or they do not fit
   * @throws IllegalStateException if the store of the tensor was closed
   */
  public void decode(int firstRow, int rows, float[] out, int offset) {
    Objects.checkFromIndexSize(firstRow, rows, this.out);
    Objects.checkFromIndexSize(offset, Math.multiplyExact(rows, in), out.length);
    StripDecoder decoder = StripDecoders.of(type());
    float[] strip = new float[Math.multiplyExact(decoder.rows(), in)];
    for (int done = 0; done < rows; ) {
      int inStrip = (firstRow + done) % decoder.rows();
      int taken = Math.min(rows - done, decoder.rows() - inStrip);
      decoder.decode(this, firstRow + done - inStrip, strip);
      System.arraycopy(strip, inStrip * in, out, offset + done * in, taken * in);
      done += taken;
    }
  }
}
