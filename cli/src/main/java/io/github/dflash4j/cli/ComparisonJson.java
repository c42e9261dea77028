/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.measure.AcceptanceCounts;
import io.github.dflash4j.measure.ComparisonSummary;
import io.github.dflash4j.measure.Divergence;
import io.github.dflash4j.measure.PromptComparison;
import io.github.dflash4j.measure.Round;
import io.github.dflash4j.measure.SlotCounts;
import io.github.dflash4j.measure.Spread;
import io.github.dflash4j.measure.TextEntry;
import io.github.dflash4j.measure.TopTwo;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What {@code compare} found, as JSON; README describes the fields. */
final class ComparisonJson {
  private ComparisonJson() {}

  static void put(ObjectNode into, List<ComparedPrompt> prompts) {
    ArrayNode list = into.putArray("prompts");
    for (ComparedPrompt prompt : prompts) {
      ObjectNode node = list.addObject();
      entry(node, prompt.entry());
      PromptComparison c = prompt.comparison();
      node.put("prompt_tokens", c.promptTokens());
      node.put("tokens", c.tokens());
      node.put("finish", c.finish().name().toLowerCase(Locale.ROOT));
      node.put("identical", c.identical());
      difference(node, c.divergence());
      counts(node, c.counts());
      speeds(node, ComparisonTable.summary(List.of(prompt)));
      ArrayNode rounds = node.putArray("rounds");
      c.rounds().forEach(round -> round(rounds.addObject(), round));
    }
    ArrayNode kinds = into.putArray("kinds");
    EntryNames.byKind(prompts, ComparedPrompt::entry)
        .forEach((kind, some) ->
            summary(kinds.addObject().put("kind", kind), ComparisonTable.summary(some)));
    summary(into.putObject("all"), ComparisonTable.summary(prompts));
  }

  /** Where a prompt or text stands. */
  static void entry(ObjectNode into, TextEntry entry) {
    into.put("file", entry.file().toString());
    into.put("line", entry.line());
    into.put("kind", entry.kind());
  }

  private static void difference(ObjectNode into, Optional<Divergence> divergence) {
    if (divergence.isEmpty()) {
      into.putNull("difference");
      return;
    }
    Divergence d = divergence.get();
    ObjectNode node = into.putObject("difference");
    node.put("index", d.index());
    node.put("position", d.position());
    node.put("plain", d.plain());
    node.put("speculative", d.speculative());
    TopTwo choice = d.choice();
    ArrayNode top = node.putArray("top");
    top.addObject().put("id", choice.id()).put("logit", choice.logit());
    if (choice.secondId() >= 0) {
      top.addObject().put("id", choice.secondId()).put("logit", choice.secondLogit());
    }
    number(node, "gap", choice.gap());
    node.put("clear", choice.isClear());
  }

  private static void summary(ObjectNode into, ComparisonSummary sum) {
    into.put("prompts", sum.prompts());
    into.put("identical", sum.identical());
    into.put("tokens", sum.tokens());
    counts(into, sum.counts());
    speeds(into, sum);
  }

  private static void counts(ObjectNode into, AcceptanceCounts counts) {
    into.put("target_passes", counts.targetPasses());
    into.put("drafted", counts.drafted());
    into.put("accepted", counts.accepted());
    into.put("rejected", counts.drafted() - counts.accepted());
    into.put("tokens_per_target_pass", counts.tokensPerTargetPass());
    into.put("acceptance", counts.acceptance());
    slots(into.putArray("slots"), counts.slots());
  }

  /** Counts slot by slot. */
  static void slots(ArrayNode into, SlotCounts counts) {
    counts.slots().forEach(slot -> into.add(GenerationJson.slot(slot)));
  }

  private static void speeds(ObjectNode into, ComparisonSummary sum) {
    spread(into, "speed_ratio", sum.speedRatio());
    spread(into, "predicted_ratio", sum.predictedRatio());
  }

  private static void spread(ObjectNode into, String name, Optional<Spread> spread) {
    if (spread.isEmpty()) {
      into.putNull(name);
      return;
    }
    into.putObject(name)
        .put("median", spread.get().median())
        .put("least", spread.get().least())
        .put("most", spread.get().most());
  }

  private static void round(ObjectNode into, Round round) {
    into.put("plain_seconds", round.plainNanos() / 1e9);
    into.put("plain_pass_seconds", round.plainPassNanos() / 1e9);
    into.put("seconds", round.nanos() / 1e9);
    into.put("draft_seconds", round.draftNanos() / 1e9);
    into.put("verify_seconds", round.verifyNanos() / 1e9);
  }

  /** JSON has no infinity. */
  private static void number(ObjectNode into, String name, double value) {
    if (Double.isFinite(value)) {
      into.put(name, value);
    } else {
      into.putNull(name);
    }
  }
}
