/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.GenerationFigures;
import java.util.ArrayList;
import java.util.List;

/** What the demo says about its runs. */
final class DemoTable {
  private final GenerationFigures plain;
  private final GenerationFigures speculative;
  private final SpeedTrial speeds;
  private final int threads;

  DemoTable(
      GenerationFigures plain, GenerationFigures speculative, SpeedTrial speeds, int threads) {
    this.plain = plain;
    this.speculative = speculative;
    this.speeds = speeds;
    this.threads = threads;
  }

  List<String> lines() {
    TextTable table = new TextTable("lrr");
    table.row("", "plain", "speculative");
    table.row("tokens/s", Quantity.ratio(speeds.plain()), Quantity.ratio(speeds.speculative()));
    table.row(
        "target passes",
        String.valueOf(plain.targetPasses()),
        String.valueOf(speculative.targetPasses()));
    table.row(
        "tokens per target pass",
        Quantity.ratio(plain.tokensPerTargetPass()),
        Quantity.ratio(speculative.tokensPerTargetPass()));
    List<String> lines = new ArrayList<>(table.lines());
    lines.add("");
    lines.add(
        "tokens/s: " + speeds.describe() + ", " + Quantity.count(threads, "thread", "threads"));
    MachineLoad.warning().ifPresent(lines::add);
    lines.add(
        "drafted: "
            + speculative.drafted()
            + " tokens verified, "
            + speculative.accepted()
            + " accepted, "
            + speculative.rejected()
            + " rejected");
    if (!speculative.slots().isEmpty()) {
      lines.add(
          "acceptance by slot, given the slots before: " + FigureTable.slots(speculative.slots()));
    }
    return lines;
  }

  /** What the figures show and what they do not. */
  static List<String> meaning() {
    return List.of(
        "This pair is tiny: it shows that the text stays the same and how much of it the draft",
        "gets right. It does not show speed: target and draft are about equally large here, and a",
        "draft pays where a pass of the target costs many times what a pass of the draft costs.");
  }
}
