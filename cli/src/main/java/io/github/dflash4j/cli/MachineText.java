/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.measure.MachineState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What else a machine does, for people. */
final class MachineText {
  private MachineText() {}

  /** For example {@code 2 processors, load 0.12, 3 % busy, 0 % stolen by the host}. */
  static String describe(MachineState state) {
    List<String> parts = new ArrayList<>();
    state.load().ifPresent(l -> parts.add(String.format(Locale.ROOT, "load %.2f", l)));
    state.busy().ifPresent(share -> parts.add(Quantity.percent(share) + " busy"));
    state.stolen().ifPresent(share -> parts.add(Quantity.percent(share) + " stolen by the host"));
    return Quantity.count(state.processors(), "processor", "processors")
        + (parts.isEmpty() ? ", load unknown" : ", " + String.join(", ", parts));
  }
}
