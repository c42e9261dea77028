/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static io.github.dflash4j.kernel.PanelSpecies.FLOATS;
import static io.github.dflash4j.kernel.PanelSpecies.INTS;
import static io.github.dflash4j.kernel.PanelSpecies.LANES;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Whole groups on vectors. Maxima and sums of integers have no order, so reducing lanes is safe.
 */
final class VectorInt8Quantizer extends Int8Quantizer {

  @Override
  void set(float[] x, int from, int in, Int8Rows to, int row) {
    int whole = in / PanelForm.GROUP;
    for (int g = 0; g < whole; g++) {
      int first = g * PanelForm.GROUP;
      group(x, from + first, to, to.record(row, g));
    }
    if (whole < to.groups) {
      int first = whole * PanelForm.GROUP;
      setGroup(x, from + first, in - first, to, to.record(row, whole));
    }
  }

  private static void group(float[] x, int first, Int8Rows to, int at) {
    FloatVector most = FloatVector.zero(FLOATS);
    for (int i = 0; i < PanelForm.GROUP; i += LANES) {
      most = FloatVector.fromArray(FLOATS, x, first + i).abs().max(most);
    }
    float largest = FloatVector.zero(FLOATS).max(most).reduceLanes(VectorOperators.MAX);
    if (!Int8Rows.isUsable(largest)) {
      setGroup(x, first, PanelForm.GROUP, to, at);
      return;
    }
    float inverse = (float) (127.0 / largest);
    IntVector sums = IntVector.zero(INTS);
    for (int i = 0; i < PanelForm.GROUP; i += LANES) {
      FloatVector rounded =
          FloatVector.fromArray(FLOATS, x, first + i)
              .mul(inverse)
              .add(Int8Rows.ROUND)
              .sub(Int8Rows.ROUND);
      IntVector q = (IntVector) rounded.convertShape(VectorOperators.F2I, INTS, 0);
      // As the twin has it: zeros of an int have no sign.
      ((FloatVector) q.convertShape(VectorOperators.I2F, FLOATS, 0)).intoArray(to.floats, at + i);
      q.and(0xFFFF).or(q.lanewise(VectorOperators.LSHL, 16)).intoArray(to.twice, at + i);
      sums = q.add(sums);
    }
    int sum = IntVector.zero(INTS).add(sums).reduceLanes(VectorOperators.ADD);
    to.finish(at, largest, sum);
  }
}
