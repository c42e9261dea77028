/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import java.util.List;

/**
 * How a packaging stores the numbers of a hybrid target; the builder makes one form of all
 * (target-models 2.3). No weight is re-ordered: a map says which key head a value head uses.
 *
 * @param parts names of the parts of a recurrent layer with their suffixes: mixed projection, gate,
 *     beta, alpha, convolution, rates, rate biases, norm, output
 * @param zeroCentredNorms whether norms are stored without the 1 that is added to them; the output
 *     norm of recurrent layers never is
 * @param logarithmicRates whether rates are stored as A_log, to be turned into {@code -exp(A_log)}
 * @param tiledHeads whether value head h uses key head {@code h mod keyHeads} and not {@code h /
 *     (valueHeads / keyHeads)}
 * @param convolution the stored shape of the convolution
 * @param tapsFirst whether the convolution has the channels of a tap together
 * @param gatesBehind whether the query projection holds all queries and then all gates, and not
 *     query and gate of each head in turn
 * @param headsLast whether alpha and beta are stored transposed, {@code [hidden, valueHeads]}
 */
record HybridForm(
    List<String> parts,
    boolean zeroCentredNorms,
    boolean logarithmicRates,
    boolean tiledHeads,
    long[] convolution,
    boolean tapsFirst,
    boolean gatesBehind,
    boolean headsLast) {

  /** A form with convolutions by channels, and query and gate of each head in turn. */
  HybridForm(
      List<String> parts,
      boolean zeroCentredNorms,
      boolean logarithmicRates,
      boolean tiledHeads,
      long[] convolution) {
    this(parts, zeroCentredNorms, logarithmicRates, tiledHeads, convolution, false, false, false);
  }

  int[] keyHeads(int keyHeads, int valueHeads) {
    int[] map = new int[valueHeads];
    for (int h = 0; h < valueHeads; h++) {
      map[h] = tiledHeads ? h % keyHeads : h / (valueHeads / keyHeads);
    }
    return map;
  }
}
