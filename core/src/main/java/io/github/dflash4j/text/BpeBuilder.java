/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Puts a byte-level BPE encoder together from what both file formats hold: tokens and merges. */
final class BpeBuilder {
  private final Path file;
  private final Map<String, Integer> ids;

  /**
   * A builder.
   *
   * @param file the vocabulary file, for messages
   * @param ids the ids of the tokens that merges make, in the byte alphabet
   */
  BpeBuilder(Path file, Map<String, Integer> ids) {
    this.file = file;
    this.ids = ids;
  }

  /**
   * The encoder.
   *
   * @param pattern how text is cut
   * @param merges left and right part of each merge, earliest first
   * @param wholePieces tokens that are taken at once where a piece equals one; may be empty
   * @param missingByte the id for bytes without a token, or -1 to leave them out
   * @throws ModelFileException if a merge names a token that does not exist
   */
  BpeEncoder encoder(
      SplitPattern pattern,
      List<String[]> merges,
      Map<String, Integer> wholePieces,
      int missingByte) {
    MergeTable table = new MergeTable(merges.size());
    for (int rank = 0; rank < merges.size(); rank++) {
      String left = merges.get(rank)[0];
      String right = merges.get(rank)[1];
      table.add(id(left, rank), id(right, rank), rank, id(left + right, rank));
    }
    int[] byteIds = new int[256];
    for (int value = 0; value < 256; value++) {
      byteIds[value] = ids.getOrDefault(String.valueOf(ByteAlphabet.charOf(value)), missingByte);
    }
    return new BpeEncoder(pattern.scanner(), table, byteIds, wholePieces);
  }

  /** Whether every byte has a token of its own. */
  boolean coversAllBytes() {
    for (int value = 0; value < 256; value++) {
      if (!ids.containsKey(String.valueOf(ByteAlphabet.charOf(value)))) {
        return false;
      }
    }
    return true;
  }

  private int id(String token, int rank) {
    Integer id = ids.get(token);
    if (id == null) {
      throw new ModelFileException(
          file, "merge " + rank, "tokens of the vocabulary", "\"" + token + "\"");
    }
    return id;
  }
}
