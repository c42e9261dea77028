/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

/** A model opened for inspection. */
sealed interface InspectedModel extends AutoCloseable permits InspectedDraft, InspectedTarget {

  /** What was found out about it. */
  Inspection inspection();

  @Override
  void close();
}
