/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static io.github.dflash4j.kernel.RowDecoders.LANES;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;

/** The upper half of a single precision number. */
final class Bf16Decoder implements RowDecoder {
  @Override
  public StorageType type() {
    return StorageType.BF16;
  }

  @Override
  public void decode(
      MemorySegment data, long byteOffset, int elements, float[] out, int outOffset) {
    RowDecoders.check(StorageType.BF16, data, byteOffset, elements, out, outOffset);
    LANES.brainFloats(data, byteOffset, elements, out, outOffset);
  }
}
