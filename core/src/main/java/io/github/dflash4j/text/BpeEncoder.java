/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Byte-level byte pair encoding (target-models 7.1). */
final class BpeEncoder implements TextEncoder {
  private final PreTokenizer preTokenizer;
  private final MergeTable merges;
  private final int[] byteIds;
  private final Map<String, Integer> wholePieces;
  private final int longestToken;

  /**
   * An encoder.
   *
   * @param preTokenizer cuts the text
   * @param merges the merges, by ids
   * @param byteIds the id of each of the 256 bytes, or -1 where the vocabulary lacks it: such a
   *     byte is left out, as the reference implementation does
   * @param wholePieces tokens, in the byte alphabet, taken at once when a piece equals one ({@code
   *     ignore_merges}); empty for none
   */
  BpeEncoder(
      PreTokenizer preTokenizer,
      MergeTable merges,
      int[] byteIds,
      Map<String, Integer> wholePieces) {
    this.preTokenizer = preTokenizer;
    this.merges = merges;
    this.byteIds = byteIds;
    this.wholePieces = wholePieces;
    this.longestToken = wholePieces.keySet().stream().mapToInt(String::length).max().orElse(0);
  }

  @Override
  public void encode(String text, boolean atStart, IdList ids) {
    int[] codePoints = text.codePoints().toArray();
    PieceMerger merger = new PieceMerger(merges);
    preTokenizer.split(
        codePoints,
        (from, to) ->
            encodePiece(
                new String(codePoints, from, to - from).getBytes(StandardCharsets.UTF_8),
                merger,
                ids));
  }

  private void encodePiece(byte[] piece, PieceMerger merger, IdList ids) {
    if (piece.length <= longestToken) {
      Integer whole = wholePieces.get(ByteAlphabet.encode(piece));
      if (whole != null) {
        ids.add(whole);
        return;
      }
    }
    int[] symbols = merger.symbols(piece.length);
    int count = 0;
    for (byte value : piece) {
      int id = byteIds[value & 0xFF];
      if (id >= 0) {
        symbols[count++] = id;
      }
    }
    if (count == 0) {
      return;
    }
    merger.merge(count);
    for (int symbol = 0; symbol >= 0; symbol = merger.next(symbol)) {
      ids.add(merger.id(symbol));
    }
  }
}
