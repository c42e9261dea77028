/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.flm;

import io.github.dflash4j.weights.StorageType;
import java.util.Arrays;
import java.util.Optional;

/**
 * The chunk sizes of FastFlowLM's formats (flm-packages 2.1). The size is the only mark of a format
 * in a file; all that are read hold tiles of 32 rows and 256 columns.
 */
enum ChunkSize {
  Q4_K(4736, "Q4_K", StorageType.FLM_Q4_K, StorageType.FLM_Q4_K),
  Q4_1(5120, "Q4_1", StorageType.FLM_Q4_1_P16, StorageType.FLM_Q4_1_P32),
  Q8_0(8704, "Q8_0", StorageType.FLM_Q8_0_P16, StorageType.FLM_Q8_0_P32),
  Q4_0(4608, "Q4_0", null, null),
  Q8_1(9216, "Q8_1 or Q8_0 with biases", null, null),
  Q4_1_BIASED(5632, "Q4_1 with biases", null, null),
  Q8_1_BIASED(9728, "Q8_1 with biases", null, null),
  NARROW(2560, "tiles of 128 columns", null, null);

  final int bytes;
  final String format;
  private final StorageType sixteen;
  private final StorageType thirtyTwo;

  ChunkSize(int bytes, String format, StorageType sixteen, StorageType thirtyTwo) {
    this.bytes = bytes;
    this.format = format;
    this.sixteen = sixteen;
    this.thirtyTwo = thirtyTwo;
  }

  static Optional<ChunkSize> of(long bytes) {
    return Arrays.stream(values()).filter(size -> size.bytes == bytes).findFirst();
  }

  /** Whether chunks of this size are read. */
  boolean supported() {
    return sixteen != null;
  }

  /** Whether the order of the numbers cannot be told from the size. */
  boolean needsLanes() {
    return sixteen != thirtyTwo;
  }

  StorageType type(int lanes) {
    return lanes == 16 ? sixteen : thirtyTwo;
  }
}
