/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.measure.SlotCounts;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What {@code score} found, as JSON; README describes the fields. */
final class ScoreJson {
  private ScoreJson() {}

  static void put(ObjectNode into, List<ScoredText> scored) {
    ArrayNode texts = into.putArray("texts");
    for (ScoredText text : scored) {
      ObjectNode node = texts.addObject();
      ComparisonJson.entry(node, text.entry());
      sum(node, ScoreSum.of(List.of(text)));
    }
    ArrayNode kinds = into.putArray("kinds");
    EntryNames.byKind(scored, ScoredText::entry)
        .forEach((kind, some) -> {
          ObjectNode node = kinds.addObject().put("kind", kind).put("texts", some.size());
          sum(node, ScoreSum.of(some));
        });
    sum(into.putObject("all").put("texts", scored.size()), ScoreSum.of(scored));
  }

  private static void sum(ObjectNode into, ScoreSum sum) {
    into.put("tokens", sum.tokens());
    into.put("blocks", sum.blocks());
    side(into.putObject("target"), sum.byTarget());
    side(into.putObject("text"), sum.inText());
  }

  private static void side(ObjectNode into, SlotCounts counts) {
    into.put("mean_acceptance_length", counts.meanAccepted());
    ComparisonJson.slots(into.putArray("slots"), counts);
  }
}
