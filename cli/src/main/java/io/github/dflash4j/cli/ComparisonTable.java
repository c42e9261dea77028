/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.measure.AcceptanceCounts;
import io.github.dflash4j.measure.ComparisonSummary;
import io.github.dflash4j.measure.Divergence;
import io.github.dflash4j.measure.Spread;
import io.github.dflash4j.measure.TopTwo;
import io.github.dflash4j.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What {@code compare} found, for people. */
final class ComparisonTable {
  private final Optional<Tokenizer> tokenizer;
  private final List<ComparedPrompt> prompts;
  private final EntryNames names;
  private final Map<String, List<ComparedPrompt>> kinds;

  ComparisonTable(Optional<Tokenizer> tokenizer, List<ComparedPrompt> prompts) {
    this.tokenizer = tokenizer;
    this.prompts = prompts;
    names = new EntryNames(prompts.stream().map(ComparedPrompt::entry).toList());
    kinds = EntryNames.byKind(prompts, ComparedPrompt::entry);
  }

  List<String> lines(int warmUpRounds) {
    ComparisonSummary all = summary(prompts);
    List<String> lines = new ArrayList<>(acceptance(all));
    lines.add("");
    lines.add("speed of speculative over plain decoding");
    lines.addAll(speeds(all));
    lines.add(
        "median of "
            + Quantity.count(all.rounds().size(), "round", "rounds")
            + ", plain and speculative in turn, after "
            + Quantity.count(warmUpRounds, "round", "rounds")
            + " of warm-up");
    MachineLoad.warning().ifPresent(lines::add);
    lines.add("");
    for (ComparedPrompt prompt : prompts) {
      difference(prompt).ifPresent(lines::add);
    }
    lines.add(
        "identical to plain decoding: "
            + all.identical()
            + " of "
            + Quantity.count(all.prompts(), "prompt", "prompts")
            + ", "
            + Quantity.count(all.tokens(), "token", "tokens")
            + " in all");
    return lines;
  }

  static ComparisonSummary summary(List<ComparedPrompt> prompts) {
    return ComparisonSummary.of(prompts.stream().map(ComparedPrompt::comparison).toList());
  }

  private List<String> acceptance(ComparisonSummary all) {
    TextTable table = new TextTable("llrlrrrl");
    table.row(
        "prompt",
        "kind",
        "tokens",
        "identical",
        "tokens/pass",
        "drafted",
        "accepted",
        "acceptance by slot, given the slots before");
    for (ComparedPrompt prompt : prompts) {
      row(
          table,
          names.of(prompt.entry()),
          prompt.entry().kind(),
          prompt.comparison().identical() ? "yes" : "NO",
          summary(List.of(prompt)));
    }
    kinds.forEach((kind, some) -> {
      if (kinds.size() > 1) {
        ComparisonSummary sum = summary(some);
        row(table, "all of kind", kind, sum.identical() + " of " + sum.prompts(), sum);
      }
    });
    row(table, "all", "", all.identical() + " of " + all.prompts(), all);
    return table.lines();
  }

  private static void row(
      TextTable table, String name, String kind, String identical, ComparisonSummary sum) {
    AcceptanceCounts counts = sum.counts();
    table.row(
        name,
        name.equals("all") ? "" : EntryNames.kind(kind),
        String.valueOf(sum.tokens()),
        identical,
        Quantity.ratio(counts.tokensPerTargetPass()),
        String.valueOf(counts.drafted()),
        String.valueOf(counts.accepted()),
        FigureTable.slots(counts.slots().slots()));
  }

  private List<String> speeds(ComparisonSummary all) {
    TextTable table = new TextTable("llrrrl");
    for (ComparedPrompt prompt : prompts) {
      speed(
          table,
          names.of(prompt.entry()),
          EntryNames.kind(prompt.entry().kind()),
          summary(List.of(prompt)));
    }
    if (kinds.size() > 1) {
      kinds.forEach(
          (kind, some) -> speed(table, "all of kind", EntryNames.kind(kind), summary(some)));
    }
    speed(table, "all", "", all);
    return table.lines();
  }

  private static void speed(TextTable table, String name, String kind, ComparisonSummary sum) {
    if (sum.speedRatio().isEmpty()) {
      table.row(name, kind, "-", "", "", "");
      return;
    }
    Spread ratio = sum.speedRatio().get();
    table.row(
        name,
        kind,
        Quantity.ratio(ratio.median()) + " x plain",
        Quantity.ratio(ratio.least()) + " to " + Quantity.ratio(ratio.most()),
        "predicted " + Quantity.ratio(sum.predictedRatio().orElseThrow().median()),
        verdict(ratio));
  }

  /** A loss is called one (B247). */
  static String verdict(Spread ratio) {
    String verdict = ratio.median() < 1 ? "a loss" : ratio.median() > 1 ? "a gain" : "no change";
    boolean crosses = ratio.least() < 1 && ratio.most() > 1;
    return crosses ? verdict + ", but not in every round" : verdict;
  }

  private Optional<String> difference(ComparedPrompt prompt) {
    if (prompt.comparison().identical()) {
      return Optional.empty();
    }
    String name = names.of(prompt.entry()) + ": ";
    if (prompt.comparison().divergence().isEmpty()) {
      return Optional.of(name + "the same tokens, but the text ends in another way");
    }
    Divergence d = prompt.comparison().divergence().get();
    TopTwo choice = d.choice();
    return Optional.of(
        name
            + "first difference at token "
            + d.index()
            + " (position "
            + d.position()
            + "): plain "
            + token(d.plain())
            + ", speculative "
            + token(d.speculative())
            + ". The target's choice is "
            + token(choice.id())
            + " at "
            + choice.logit()
            + " before "
            + token(choice.secondId())
            + " at "
            + choice.secondLogit()
            + (choice.isClear()
                ? ", too far apart for rounding: a defect of dflash4j, please report it"
                : ", so near that another order of summation can turn them over"));
  }

  private String token(int id) {
    return id < 0
        ? "nothing"
        : tokenizer.map(t -> id + " '" + SafeText.oneLine(t.tokenText(id)) + "'").orElse("" + id);
  }
}
