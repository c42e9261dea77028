/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/** Projections by OpenBLAS, called through the Foreign Function API. */
module io.github.dflash4j.openblas {
  requires transitive io.github.dflash4j.core;

  exports io.github.dflash4j.openblas;
}
