/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

/**
 * Where the panels of quantised weights come from: the same numbers in the order that the kernels
 * for signed bytes read. Only speed depends on it, never a bit of a result.
 */
public enum PanelUse {
  /**
   * From a file beside the model or in the cache folder, which is written when it is not there.
   * Panels of up to 16 MB are made in memory. Where no file can be written, as {@link #AS_STORED},
   * with a warning.
   */
  FILE,

  /** Weights are computed with as they lie in the file of the model. */
  AS_STORED,

  /** Made in memory, which takes as much of it as the model has weights. */
  MEMORY
}
