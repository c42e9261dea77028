/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * How many rows the kernels of this process take at once. The compiler sometimes leaves the code
 * for eight rows on boxed vectors for the life of the process (kernels 7, trap 5); two passes of
 * four are then many times faster. Rows are independent, so no result depends on this.
 */
final class PanelRowLimits {
  /** No limit but that of the kernel. */
  static final int NONE = Integer.MAX_VALUE;

  private static final AtomicIntegerArray MOST = unlimited();

  private PanelRowLimits() {}

  private static AtomicIntegerArray unlimited() {
    AtomicIntegerArray most = new AtomicIntegerArray(PanelForm.values().length);
    for (int i = 0; i < most.length(); i++) {
      most.set(i, NONE);
    }
    return most;
  }

  static int most(PanelForm form) {
    return MOST.getPlain(form.ordinal());
  }

  static void limit(PanelForm form, int rows) {
    MOST.set(form.ordinal(), rows);
  }
}
