/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * The one vector width of the panel kernels of a process, fixed when this class is loaded: only
 * species in static finals compile to vector instructions, and two of one element type in a process
 * make calls virtual (kernels 7, traps 4 and 5).
 */
final class PanelSpecies {
  static final int BITS = KernelSelection.vectorBits();
  static final VectorSpecies<Float> FLOATS =
      VectorSpecies.of(float.class, VectorShape.forBitSize(BITS));
  static final VectorSpecies<Integer> INTS =
      VectorSpecies.of(int.class, VectorShape.forBitSize(BITS));
  static final int LANES = BITS / 32;

  private PanelSpecies() {}
}
