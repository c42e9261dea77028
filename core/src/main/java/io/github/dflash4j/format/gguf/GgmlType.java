/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.gguf;

import io.github.dflash4j.weights.StorageType;

/**
 * The storage types of ggml: the number a GGUF file gives them and the size of their blocks. Sizes
 * are known also for types that cannot be read, since without them the layout of a file cannot be
 * checked. Numbers above 40 are left out: forks use them for types of their own.
 */
enum GgmlType {
  F32(0, 1, 4, StorageType.F32),
  F16(1, 1, 2, StorageType.F16),
  Q4_0(2, 32, 18, StorageType.Q4_0),
  Q4_1(3, 32, 20, StorageType.Q4_1),
  Q5_0(6, 32, 22, null),
  Q5_1(7, 32, 24, null),
  Q8_0(8, 32, 34, StorageType.Q8_0),
  Q8_1(9, 32, 36, null),
  Q2_K(10, 256, 84, null),
  Q3_K(11, 256, 110, null),
  Q4_K(12, 256, 144, StorageType.Q4_K),
  Q5_K(13, 256, 176, StorageType.Q5_K),
  Q6_K(14, 256, 210, StorageType.Q6_K),
  Q8_K(15, 256, 292, null),
  IQ2_XXS(16, 256, 66, null),
  IQ2_XS(17, 256, 74, null),
  IQ3_XXS(18, 256, 98, null),
  IQ1_S(19, 256, 50, null),
  IQ4_NL(20, 32, 18, null),
  IQ3_S(21, 256, 110, null),
  IQ2_S(22, 256, 82, null),
  IQ4_XS(23, 256, 136, null),
  I8(24, 1, 1, null),
  I16(25, 1, 2, null),
  I32(26, 1, 4, null),
  I64(27, 1, 8, null),
  F64(28, 1, 8, null),
  IQ1_M(29, 256, 56, null),
  BF16(30, 1, 2, StorageType.BF16),
  TQ1_0(34, 256, 54, null),
  TQ2_0(35, 256, 66, null),
  MXFP4(39, 32, 17, null),
  NVFP4(40, 64, 36, null);

  private static final GgmlType[] BY_ID = new GgmlType[41];

  static {
    for (GgmlType type : values()) {
      BY_ID[type.id] = type;
    }
  }

  private final int id;
  private final int blockElements;
  private final int blockBytes;
  private final StorageType storage;

  GgmlType(int id, int blockElements, int blockBytes, StorageType storage) {
    this.id = id;
    this.blockElements = blockElements;
    this.blockBytes = blockBytes;
    this.storage = storage;
  }

  /** The type with a number, or null if there is none. */
  static GgmlType of(int id) {
    return id >= 0 && id < BY_ID.length ? BY_ID[id] : null;
  }

  int id() {
    return id;
  }

  int blockElements() {
    return blockElements;
  }

  int blockBytes() {
    return blockBytes;
  }

  /** The type to read it as, or null if it cannot be read. */
  StorageType storage() {
    return storage;
  }
}
