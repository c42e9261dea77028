/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;

/**
 * How a strip of 32 rows lies so that a kernel reads it strictly forward with rows in lanes
 * (kernels 5). A strip is a line of chunks of up to 256 columns; a chunk is its scales followed by
 * the codes of its groups of 32 columns. In every form {@code w = S s q + M m}: S and M belong to a
 * row of the chunk, s and m to a row and group, q is an integer. What a form does not have is 1 (S,
 * M) or 0 (m).
 *
 * <p>Scales of groups lie before all codes of the chunk, or each before the codes of its group: as
 * the kernel reads them.
 *
 * <p>Codes of a group, by kernel:
 *
 * <ul>
 *   <li>nibbles, 512 bytes: of 4 columns 16 ints. The lower short of int i has columns c and c + 1,
 *       the upper one c + 2 and c + 3: in nibbles 0 and 2 those of row i, in 1 and 3 of row i + 16;
 *   <li>six bits, 768 bytes: for each 8 columns the nibbles of both quads, then 16 ints with the
 *       upper two bits: of nibble k of the first quad at bit 2k, of the second at 8 + 2k, of either
 *       short; the code is the number plus 32;
 *   <li>bytes, 1024 bytes: for each 4 columns and half of the rows 16 ints of 4 signed columns.
 * </ul>
 *
 * <p>Scales lie in 16 ints as well: halves of row i below those of row i + 16; four bytes s of row
 * i, s of row i + 16, m of row i, m of row i + 16 (for {@link #Q6_K} the s of the second 16 columns
 * in place of m).
 */
enum PanelForm {
  /** Halves S, -M; then bytes s, m. */
  Q4_K(StorageType.Q4_K, Codes.NIBBLES, 128, 64, true),
  /** Halves s. */
  Q4_0(StorageType.Q4_0, Codes.NIBBLES, 0, 64, false),
  /** Halves s, then halves m. */
  Q4_1(StorageType.Q4_1, Codes.NIBBLES, 0, 128, false),
  /** Halves S, -M; then bytes s, m. */
  Q5_K(StorageType.Q5_K, Codes.SIX_BITS, 128, 64, true),
  /** Halves S; then signed bytes s, two for each group. */
  Q6_K(StorageType.Q6_K, Codes.SIX_BITS, 64, 64, true),
  /** Halves s. */
  Q8_0(StorageType.Q8_0, Codes.BYTES, 0, 64, false),
  /** The chunk of a FastFlowLM package as it lies: bytes s, m, nibbles, then BF16 S, M. */
  FLM_Q4_K(StorageType.FLM_Q4_K, Codes.FLM_NIBBLES, 0, 64, false);

  /** Rows of a strip. */
  static final int ROWS = 32;

  /** Columns of a group: what shares a scale of the activations. */
  static final int GROUP = 32;

  /** Groups of a whole chunk. */
  static final int GROUPS = 8;

  /** Which kernel multiplies the codes. */
  enum Codes {
    NIBBLES(512),
    SIX_BITS(768),
    BYTES(1024),
    FLM_NIBBLES(512);

    final int groupBytes;

    Codes(int groupBytes) {
      this.groupBytes = groupBytes;
    }

    /** What these become where they are brought into panel form. */
    Codes inPanels() {
      return this == FLM_NIBBLES ? NIBBLES : this;
    }
  }

  private static final int FLM_CHUNK = 4736;

  private final StorageType type;
  private final Codes codes;
  private final int chunkHead;
  private final int groupHead;
  private final boolean together;

  PanelForm(StorageType type, Codes codes, int chunkHead, int groupHead, boolean together) {
    this.type = type;
    this.codes = codes;
    this.chunkHead = chunkHead;
    this.groupHead = groupHead;
    this.together = together;
  }

  /** The form of a stored type, or null if it has none. */
  static PanelForm of(StorageType type) {
    return switch (type) {
      case Q4_K -> Q4_K;
      case Q4_0 -> Q4_0;
      case Q4_1 -> Q4_1;
      case Q5_K -> Q5_K;
      case Q6_K -> Q6_K;
      case Q8_0 -> Q8_0;
      case FLM_Q4_K -> FLM_Q4_K;
      default -> null;
    };
  }

  /** The type whose numbers these are. */
  StorageType type() {
    return type;
  }

  Codes codes() {
    return codes;
  }

  /** Whether the file already has this form. */
  boolean asStored() {
    return this == FLM_Q4_K;
  }

  /** Where the scales of the first group of a chunk lie. */
  int scalesAt() {
    return chunkHead;
  }

  /** Bytes from the scales of a group to those of the next. */
  int scalesStride() {
    return together ? codesStride() : groupHead;
  }

  /** Where the codes of the first group of a chunk of so many groups lie. */
  int codesAt(int groups) {
    if (this == FLM_Q4_K) {
      return GROUPS * groupHead;
    }
    return chunkHead + (together ? 1 : groups) * groupHead;
  }

  /** Bytes from the codes of a group to those of the next. */
  int codesStride() {
    return together ? groupHead + codes.groupBytes : codes.groupBytes;
  }

  /** Bytes of a chunk of so many groups, 1 to 8. */
  int chunkBytes(int groups) {
    return this == FLM_Q4_K ? FLM_CHUNK : chunkHead + groups * (groupHead + codes.groupBytes);
  }

  /** Bytes of a strip of so many columns, a multiple of 32. */
  long stripBytes(int columns) {
    int groups = Math.ceilDiv(columns, GROUP);
    long whole = (long) (groups / GROUPS) * chunkBytes(GROUPS);
    return groups % GROUPS == 0 ? whole : whole + chunkBytes(groups % GROUPS);
  }

  /** Bytes of a matrix; rows beyond the last are filled up with zeros. */
  long bytes(int rows, int columns) {
    return Math.multiplyExact(Math.ceilDiv(rows, ROWS), stripBytes(columns));
  }
}
