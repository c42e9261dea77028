/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.GenerationFigures;
import io.github.dflash4j.decode.GenerationStep;
import io.github.dflash4j.decode.SlotFigures;
import io.github.dflash4j.decode.SpeculationFigures;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What drafting did: an extension of the API. */
final class SpeculationJson {
  private SpeculationJson() {}

  /** Of all texts of a request together. */
  static ObjectNode sum(List<GenerationFigures> figures) {
    int emitted = figures.stream().mapToInt(GenerationFigures::emitted).sum();
    int passes = figures.stream().mapToInt(GenerationFigures::targetPasses).sum();
    ObjectNode node = Json.object();
    node.put("drafted", figures.stream().mapToInt(GenerationFigures::drafted).sum());
    node.put("accepted", figures.stream().mapToInt(GenerationFigures::accepted).sum());
    node.put("target_passes", passes);
    node.put("plain_steps", figures.stream().mapToInt(GenerationFigures::plainSteps).sum());
    int first = (int) figures.stream().filter(f -> f.emitted() > 0).count();
    node.put("tokens_per_pass", passes == 0 ? 0 : (double) (emitted - first) / passes);
    return node;
  }

  /** Of one text, with all that a page draws charts of. */
  static ObjectNode details(GenerationFigures figures) {
    ObjectNode node = sum(List.of(figures));
    node.put("acceptance", figures.acceptance());
    ArrayNode slots = node.putArray("slots");
    for (SlotFigures slot : figures.slots()) {
      slots
          .addObject()
          .put("slot", slot.slot())
          .put("verified", slot.verified())
          .put("reached", slot.reached())
          .put("accepted", slot.accepted());
    }
    SpeculationFigures how = figures.speculation();
    node.put("adaptive", how.adaptive());
    node.put("fallback_steps", how.fallbackSteps());
    node.put("reason", how.reason().orElse(null));
    if (how.plainStepNanos() > 0) {
      node.put("plain_step_ms", UsageJson.millis(how.plainStepNanos()));
      node.put("speed_up", figures.speedUp());
    } else {
      node.putNull("plain_step_ms").putNull("speed_up");
    }
    node.put("decode_ms", UsageJson.millis(figures.decodeNanos()));
    return node;
  }

  /** Of a piece of a text: its tokens and where they came from, and the steps behind them. */
  static ObjectNode of(List<ReplyToken> tokens, List<GenerationStep> steps) {
    ObjectNode node = Json.object();
    ArrayNode list = node.putArray("tokens");
    for (ReplyToken token : tokens) {
      list.addObject()
          .put("id", token.id())
          .put("text", token.text())
          .put("origin", token.origin().label());
    }
    ArrayNode passes = node.putArray("steps");
    for (GenerationStep step : steps) {
      if (!step.ofPrompt()) {
        passes
            .addObject()
            .put("drafted", step.drafted().size())
            .put("accepted", step.accepted())
            .put("tokens", step.kept());
      }
    }
    return node;
  }
}
