/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.target.Target;
import io.github.dflash4j.weights.ModelFileException;

/**
 * Whether a draft fits a target.
 *
 * @param draft path of the draft
 * @param target path of the target
 * @param refusal why not; empty if it does
 */
record PairFit(String draft, String target, String refusal) {

  static PairFit of(InspectedDraft draft, InspectedTarget inspected) {
    Target target = inspected.target();
    String refusal = "";
    try {
      draft
          .model()
          .bind(target.embedding(), target.head(), target.spec().layers(), inspected.vocabulary());
    } catch (ModelFileException e) {
      refusal = e.getMessage();
    }
    return new PairFit(draft.inspection().path(), inspected.inspection().path(), refusal);
  }

  boolean fits() {
    return refusal.isEmpty();
  }
}
