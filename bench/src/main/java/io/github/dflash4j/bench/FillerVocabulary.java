/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A byte-level vocabulary without meaning: the 256 bytes, one merge, fillers and one control token
 * at the end, as much as readers of GGUF files ask for.
 */
final class FillerVocabulary {
  private static final String PREFIX = "tokenizer.ggml.";
  private static final int NORMAL = 1;
  private static final int CONTROL = 3;
  private static final int BYTES = 256;

  /** Fewest tokens: bytes, the merged one, the control token. */
  static final int SMALLEST = BYTES + 2;

  private FillerVocabulary() {}

  /**
   * Adds the vocabulary.
   *
   * @param out the file
   * @param pattern how text is cut, for example {@code qwen2}
   * @param size tokens, at least {@link #SMALLEST}
   */
  static void write(GgufWriter out, String pattern, int size) {
    List<String> tokens = new ArrayList<>(size);
    int spare = BYTES;
    for (int value = 0; value < BYTES; value++) {
      tokens.add(String.valueOf(printable(value) ? (char) value : (char) spare++));
    }
    String left = tokens.get(' ');
    String right = tokens.get('e');
    tokens.add(left + right);
    while (tokens.size() < size - 1) {
      tokens.add("_" + Integer.toString(tokens.size(), Character.MAX_RADIX));
    }
    tokens.add("<|endoftext|>");
    int[] types = new int[size];
    Arrays.fill(types, NORMAL);
    types[size - 1] = CONTROL;
    out.string(PREFIX + "model", "gpt2")
        .string(PREFIX + "pre", pattern)
        .strings(PREFIX + "tokens", tokens)
        .integers(PREFIX + "token_type", types)
        .strings(PREFIX + "merges", List.of(left + " " + right))
        .integer(PREFIX + "eos_token_id", size - 1)
        .bool(PREFIX + "add_bos_token", false);
  }

  // Bytes that stand for themselves in the byte alphabet (target-models 7.1).
  private static boolean printable(int value) {
    return value >= 33 && value <= 126
        || value >= 161 && value <= 172
        || value >= 174 && value <= 255;
  }
}
