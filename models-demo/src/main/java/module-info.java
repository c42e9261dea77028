/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/** The models that travel with the program, for the demo, as resources. */
module io.github.dflash4j.demo {
  exports io.github.dflash4j.demo;
}
