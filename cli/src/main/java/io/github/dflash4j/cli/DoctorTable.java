/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.measure.BlockCosts;
import io.github.dflash4j.measure.MemoryBandwidth;
import io.github.dflash4j.measure.WeightSpeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The findings of {@code doctor} for people. */
final class DoctorTable {
  private final DoctorFindings findings;

  DoctorTable(DoctorFindings findings) {
    this.findings = findings;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.addAll(
        new TextTable("ll")
            .row("machine", MachineText.describe(findings.machine()))
            .row("java", java())
            .row(
                "module",
                "jdk.incubator.vector is " + (findings.vectorModule() ? "there" : "not there"))
            .row("kernels", findings.kernels() + ": " + findings.reason())
            .row("threads", String.valueOf(findings.threads()))
            .lines());
    lines.add("");
    lines.addAll(memory());
    lines.add("");
    lines.addAll(weights());
    findings.pair().ifPresent(pair -> addPair(pair, lines));
    if (!findings.remarks().isEmpty()) {
      lines.add("");
      lines.addAll(findings.remarks());
    }
    return lines;
  }

  static String java() {
    return Runtime.version()
        + " ("
        + System.getProperty("java.vendor")
        + "), "
        + System.getProperty("java.vm.name")
        + ", "
        + System.getProperty("java.vm.info");
  }

  private List<String> memory() {
    TextTable table = new TextTable("lrl");
    table.row("memory read by", "", "");
    for (MemoryBandwidth memory : findings.memory()) {
      table.row(
          Quantity.count(memory.threads(), "thread", "threads"),
          speed(memory.bytesPerSecond()),
          "over " + Quantity.bytes(memory.bytes()));
    }
    return table.lines();
  }

  private List<String> weights() {
    TextTable table = new TextTable("lrr");
    table.row("weights", "1 row", WeightSpeed.ROWS + " rows / 1 row");
    for (WeightSpeed weight : findings.weights()) {
      table.row(
          weight.type().toString(),
          speed(weight.bytesPerSecond()),
          Quantity.ratio(weight.eightRows()));
    }
    return table.lines();
  }

  private static void addPair(DoctorFindings.Pair pair, List<String> lines) {
    lines.add("");
    lines.add("target: " + SafeText.oneLine(pair.targetLine()));
    pair.draftLine().ifPresent(draft -> lines.add("draft: " + SafeText.oneLine(draft)));
    lines.add("");
    BlockCosts costs = pair.costs();
    TextTable table = new TextTable("lrr");
    table.row("target pass of", "time", "in passes of 1 row");
    for (BlockCosts.Pass pass : costs.passes()) {
      table.row(
          Quantity.count(pass.rows(), "row", "rows"),
          millis(pass.nanos()),
          Quantity.ratio(pass.ofOneRow()));
    }
    if (costs.draftNanos().isPresent()) {
      double nanos = costs.draftNanos().getAsDouble();
      table.row(
          "draft of " + Quantity.count(costs.proposed(), "token", "tokens"),
          millis(nanos),
          Quantity.ratio(nanos / costs.passes().getFirst().nanos()));
    }
    lines.addAll(table.lines());
    lines.add("medians of " + Quantity.count(costs.rounds(), "round", "rounds"));
  }

  private static String speed(double bytesPerSecond) {
    return String.format(Locale.ROOT, "%.2f GB/s", bytesPerSecond / 1e9);
  }

  private static String millis(double nanos) {
    return String.format(Locale.ROOT, "%.3f ms", nanos / 1e6);
  }
}
