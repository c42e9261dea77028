/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static io.github.dflash4j.kernel.RowDecoders.BYTE;
import static io.github.dflash4j.kernel.RowDecoders.SHORT;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Brings stored rows into panel form. Numbers are moved, never computed with: scales keep their
 * bits and codes their values, so the panel stands for the same weights.
 */
final class PanelPacker {
  private static final int ROWS = PanelForm.ROWS;
  private static final int UNPACKED = PanelForm.GROUP * ROWS;

  private PanelPacker() {}

  /**
   * Writes the strips of a whole matrix.
   *
   * @param form the form of the type of the matrix
   * @param weights the matrix as it lies in its file
   * @param to receives {@link PanelForm#bytes}
   */
  static void pack(PanelForm form, WeightMatrix weights, MemorySegment to) {
    byte[] codes = new byte[PanelForm.GROUPS * UNPACKED];
    long at = 0;
    for (int row = 0; row < weights.out(); row += ROWS) {
      at = packStrip(form, weights, row, to, at, codes);
    }
  }

  /** Writes one strip and returns where it ends. */
  static long packStrip(
      PanelForm form, WeightMatrix weights, int row, MemorySegment to, long at, byte[] codes) {
    int groups = weights.in() / PanelForm.GROUP;
    for (int g = 0, chunk = 0; g < groups; g += PanelForm.GROUPS, chunk++) {
      int taken = Math.min(PanelForm.GROUPS, groups - g);
      pack(form, weights, row, chunk, taken, to, at, codes);
      at += form.chunkBytes(taken);
    }
    return at;
  }

  /**
   * Writes one chunk.
   *
   * @param form the form of the type of the matrix
   * @param weights the matrix as it lies in its file
   * @param firstRow a multiple of 32; rows beyond the last become zeros
   * @param chunk which chunk of the strip
   * @param groups how many groups it has
   * @param to receives the chunk
   * @param at where it goes
   * @param codes room for 8192 codes
   */
  static void pack(
      PanelForm form,
      WeightMatrix weights,
      int firstRow,
      int chunk,
      int groups,
      MemorySegment to,
      long at,
      byte[] codes) {
    MemorySegment from = weights.tensor().data();
    if (form == PanelForm.FLM_Q4_K) {
      packFlm(from, firstRow, chunk, weights.in(), groups, to, at, codes);
      return;
    }
    long rowBytes = form.type().rowBytes(weights.in());
    int rows = Math.min(ROWS, weights.out() - firstRow);
    if (rows < ROWS) {
      Arrays.fill(codes, 0, groups * UNPACKED, (byte) 0);
      to.asSlice(at, form.chunkBytes(groups)).fill((byte) 0);
    }
    int blockGroups = form.type().blockElements() / PanelForm.GROUP;
    long first = (long) chunk * PanelForm.GROUPS / blockGroups * form.type().blockBytes();
    for (int r = 0; r < rows; r++) {
      long block = (firstRow + r) * rowBytes + first;
      int lane = r % 16 * 4;
      int half = r / 16;
      switch (form) {
        case Q4_K -> {
          superScales(form, from, block, to, at, lane, half);
          fourBitsK(from, block, codes, r);
        }
        case Q5_K -> {
          superScales(form, from, block, to, at, lane, half);
          fiveBitsK(from, block, codes, r);
        }
        case Q6_K -> sixBitsK(from, block, to, at, lane, half, codes, r);
        default -> blocks(form, from, block, groups, to, at, lane, half, codes, r);
      }
    }
    PanelCodes.pack(form.codes(), codes, groups, to, at + form.codesAt(groups), form.codesStride());
  }

  private static void superScales(
      PanelForm form,
      MemorySegment from,
      long block,
      MemorySegment to,
      long at,
      int lane,
      int half) {
    to.set(SHORT, at + lane + 2L * half, from.get(SHORT, block));
    to.set(SHORT, at + 64 + lane + 2L * half, from.get(SHORT, block + 2));
    for (int g = 0; g < PanelForm.GROUPS; g++) {
      long slot = at + form.scalesAt() + (long) form.scalesStride() * g + lane + half;
      to.set(BYTE, slot, (byte) RowDecoderScales.scale(from, block + 4, g));
      to.set(BYTE, slot + 2, (byte) RowDecoderScales.minimum(from, block + 4, g));
    }
  }

  private static void fourBitsK(MemorySegment from, long block, byte[] codes, int r) {
    for (int pair = 0; pair < 4; pair++) {
      int low = 2 * pair * UNPACKED + r;
      nibblePair(from, block + 16 + 32 * pair, 32, codes, low, low + UNPACKED);
    }
  }

  /** Bytes whose lower halves are consecutive codes from one place, upper halves from another. */
  private static void nibblePair(
      MemorySegment from, long at, int count, byte[] codes, int low, int high) {
    for (int c = 0; c < count; c++) {
      int b = from.get(BYTE, at + c);
      codes[low + c * ROWS] = (byte) (b & 15);
      codes[high + c * ROWS] = (byte) (b >> 4 & 15);
    }
  }

  private static void fiveBitsK(MemorySegment from, long block, byte[] codes, int r) {
    for (int g = 0; g < PanelForm.GROUPS; g++) {
      for (int c = 0; c < PanelForm.GROUP; c++) {
        int low = from.get(BYTE, block + 48 + 32 * (g >> 1) + c) >> 4 * (g & 1) & 15;
        int fifth = from.get(BYTE, block + 16 + c) >> g & 1;
        codes[g * UNPACKED + c * ROWS + r] = (byte) ((low | fifth << 4) + 32);
      }
    }
  }

  private static void sixBitsK(
      MemorySegment from,
      long block,
      MemorySegment to,
      long at,
      int lane,
      int half,
      byte[] codes,
      int r) {
    to.set(SHORT, at + lane + 2L * half, from.get(SHORT, block + 208));
    for (int g = 0; g < PanelForm.GROUPS; g++) {
      long slot =
          at + PanelForm.Q6_K.scalesAt() + (long) PanelForm.Q6_K.scalesStride() * g + lane + half;
      to.set(BYTE, slot, from.get(BYTE, block + 192 + 2 * g));
      to.set(BYTE, slot + 2, from.get(BYTE, block + 193 + 2 * g));
      // Group g % 4 of half g / 4, as in Q6KDecoder.
      long ql = block + 64 * (g >> 2) + 32 * (g & 1);
      long qh = block + 128 + 32 * (g >> 2);
      for (int c = 0; c < PanelForm.GROUP; c++) {
        int low = from.get(BYTE, ql + c) >> 4 * (g >> 1 & 1) & 15;
        int high = from.get(BYTE, qh + c) >> 2 * (g & 3) & 3;
        codes[g * UNPACKED + c * ROWS + r] = (byte) (low | high << 4);
      }
    }
  }

  private static void blocks(
      PanelForm form,
      MemorySegment from,
      long first,
      int groups,
      MemorySegment to,
      long at,
      int lane,
      int half,
      byte[] codes,
      int r) {
    for (int g = 0; g < groups; g++) {
      long block = first + (long) g * form.type().blockBytes();
      long slot = at + (long) form.scalesStride() * g + lane + 2L * half;
      to.set(SHORT, slot, from.get(SHORT, block));
      int code = g * UNPACKED + r;
      switch (form) {
        case Q4_0 -> nibblePair(from, block + 2, 16, codes, code, code + 16 * ROWS);
        case Q4_1 -> {
          to.set(SHORT, slot + 64, from.get(SHORT, block + 2));
          nibblePair(from, block + 4, 16, codes, code, code + 16 * ROWS);
        }
        default -> {
          for (int c = 0; c < PanelForm.GROUP; c++) {
            codes[code + c * ROWS] = from.get(BYTE, block + 2 + c);
          }
        }
      }
    }
  }

  private static void packFlm(
      MemorySegment from,
      int firstRow,
      int chunk,
      int in,
      int groups,
      MemorySegment to,
      long at,
      byte[] codes) {
    long tile = flmTile(firstRow, chunk, in);
    int stride = PanelForm.FLM_Q4_K.codesStride();
    PanelCodes.unpack(PanelForm.Codes.FLM_NIBBLES, from, tile + 512, stride, groups, codes);
    PanelCodes.pack(PanelForm.Codes.NIBBLES, codes, groups, to, at, stride);
  }

  /** Where a chunk of a FastFlowLM matrix lies in its tensor. */
  static long flmTile(int firstRow, int chunk, int in) {
    long line = PanelForm.FLM_Q4_K.type().bytes(ROWS, in);
    return firstRow / ROWS * line + (long) chunk * PanelForm.FLM_Q4_K.type().blockBytes();
  }
}
