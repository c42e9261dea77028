/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The byte pair encoding of SentencePiece as GGUF files with {@code tokenizer.ggml.model = llama}
 * use it: U+2581 for a space and one in front of the text, characters joined pair by pair where the
 * joined piece exists, highest score first and leftmost on ties, unknown characters byte by byte.
 */
final class SpmEncoder implements TextEncoder {
  /** Stands for a space in pieces. */
  static final char SPACE_MARK = '\u2581';

  private final Map<Integer, Integer> characterIds;
  private final MergeTable merges;
  private final int pieceLimit;
  private final int[] byteIds;
  private final boolean spaceInFront;

  /**
   * An encoder.
   *
   * @param pieces the text of each id that merges may produce; null for all others
   * @param scores the score of each id
   * @param byteIds the id of each of the 256 bytes
   * @param spaceInFront whether a space is put in front of the text
   */
  SpmEncoder(List<String> pieces, float[] scores, int[] byteIds, boolean spaceInFront) {
    this.byteIds = byteIds;
    this.spaceInFront = spaceInFront;
    this.pieceLimit = pieces.size();
    this.characterIds = new HashMap<>();
    Map<String, Integer> ids = new HashMap<>();
    for (int id = 0; id < pieces.size(); id++) {
      if (pieces.get(id) != null) {
        ids.put(pieces.get(id), id);
      }
    }
    this.merges = merges(ids, scores);
  }

  /**
   * All ways to split a piece in two symbols. A symbol is a piece or a single character; characters
   * that are no piece get ids above all pieces here, so that pairs with them can be looked up.
   */
  private MergeTable merges(Map<String, Integer> ids, float[] scores) {
    int[] ranks = ranks(scores);
    List<int[]> found = new ArrayList<>();
    ids.forEach((piece, id) -> {
      for (int cut = piece.offsetByCodePoints(0, 1); cut < piece.length(); ) {
        int left = symbol(piece.substring(0, cut), ids);
        int right = symbol(piece.substring(cut), ids);
        if (left >= 0 && right >= 0) {
          found.add(new int[] {left, right, ranks[id], id});
        }
        cut = piece.offsetByCodePoints(cut, 1);
      }
      symbol(piece, ids);
    });
    MergeTable table = new MergeTable(found.size());
    for (int[] merge : found) {
      table.add(merge[0], merge[1], merge[2], merge[3]);
    }
    return table;
  }

  private int symbol(String text, Map<String, Integer> ids) {
    Integer id = ids.get(text);
    boolean single = text.codePointCount(0, text.length()) == 1;
    if (!single) {
      return id == null ? -1 : id;
    }
    return characterIds.computeIfAbsent(
        text.codePointAt(0), c -> id == null ? pieceLimit + characterIds.size() : id);
  }

  /** Scores as ranks: the highest score is 0, equal scores share a rank. */
  private static int[] ranks(float[] scores) {
    float[] sorted = scores.clone();
    Arrays.sort(sorted);
    int[] ranks = new int[scores.length];
    for (int id = 0; id < scores.length; id++) {
      ranks[id] = sorted.length - upperBound(sorted, scores[id]);
    }
    return ranks;
  }

  /** How many of the sorted scores are at most the given one. */
  private static int upperBound(float[] sorted, float score) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] <= score) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public void encode(String text, boolean atStart, IdList ids) {
    String spaced = (spaceInFront && atStart ? " " : "") + text;
    int[] characters = spaced.replace(' ', SPACE_MARK).codePoints().toArray();
    PieceMerger merger = new PieceMerger(merges);
    int[] symbols = merger.symbols(characters.length);
    for (int i = 0; i < characters.length; i++) {
      symbols[i] = characterIds.getOrDefault(characters[i], Integer.MAX_VALUE);
    }
    merger.merge(characters.length);
    for (int symbol = 0; symbol >= 0; symbol = merger.next(symbol)) {
      if (merger.id(symbol) < pieceLimit) {
        ids.add(merger.id(symbol));
      } else {
        addBytes(characters[symbol], ids);
      }
    }
  }

  private void addBytes(int character, IdList ids) {
    for (byte value : Character.toString(character).getBytes(StandardCharsets.UTF_8)) {
      ids.add(byteIds[value & 0xFF]);
    }
  }
}
