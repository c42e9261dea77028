/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.cli.Inspection.Detail;
import io.github.dflash4j.cli.Inspection.MemoryLine;
import io.github.dflash4j.cli.Inspection.TensorLine;
import java.util.ArrayList;
import java.util.List;

/** What {@code inspect} writes for people. */
final class InspectionText {
  private InspectionText() {}

  /** All about one model; the line that says what it is comes first. */
  static List<String> lines(Inspection model) {
    List<String> lines = new ArrayList<>();
    lines.add(SafeText.oneLine(model.line()));
    TextTable details = new TextTable("ll");
    details.row("  path", SafeText.oneLine(model.path()));
    for (Detail detail : model.details()) {
      details.row("  " + detail.name(), SafeText.oneLine(detail.value()));
    }
    lines.addAll(details.lines());
    model.notes().forEach(note -> lines.add("  note: " + SafeText.oneLine(note)));
    lines.add("");
    TextTable tensors = new TextTable("lllr").row("  tensor", "type", "shape", "bytes");
    for (TensorLine t : model.tensors()) {
      tensors.row(
          "  " + SafeText.oneLine(t.name()),
          SafeText.oneLine(t.type()) + (t.bytes() < 0 ? " (not readable)" : ""),
          t.shape(),
          t.bytes() < 0 ? "-" : String.valueOf(t.bytes()));
    }
    lines.addAll(tensors.lines());
    lines.add("");
    TextTable memory = new TextTable("lr").row("  memory", "");
    for (MemoryLine m : model.memory()) {
      memory.row("  " + m.name(), Quantity.bytes(m.bytes()));
    }
    lines.addAll(memory.lines());
    return lines;
  }

  /** Which draft fits which target. */
  static List<String> lines(List<PairFit> pairs) {
    List<String> lines = new ArrayList<>();
    lines.add("pairs");
    for (PairFit pair : pairs) {
      lines.add(
          "  "
              + SafeText.oneLine(pair.draft())
              + " with "
              + SafeText.oneLine(pair.target())
              + (pair.fits() ? ": fits" : ": no, " + SafeText.oneLine(pair.refusal())));
    }
    return lines;
  }
}
