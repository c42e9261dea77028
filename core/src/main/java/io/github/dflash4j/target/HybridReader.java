/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

/** Reads the recurrent part of a hybrid target in a folder. */
interface HybridReader {

  /** Sizes and layers, read from the configuration. */
  HybridSpec spec(int layers);

  /** How the numbers are stored. */
  HybridForm form(HybridSpec spec);

  /** Whether a tensor belongs to nothing that is loaded, and may be there. */
  boolean besideTheStack(String name);

  /** The head for multi-token prediction. */
  PredictionNames prediction();
}
