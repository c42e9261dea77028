/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.GenerationFigures;
import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.decode.GenerationStep;
import io.github.dflash4j.decode.PositionLogprobs;
import io.github.dflash4j.decode.SlotFigures;
import io.github.dflash4j.decode.SpeculationFigures;
import io.github.dflash4j.decode.TokenLogprob;
import io.github.dflash4j.sampling.Sampling;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A generation as JSON; README describes the fields. */
final class GenerationJson {
  private GenerationJson() {}

  /** The prompt with one text, or with an array of several. */
  static void put(ObjectNode into, int[] prompt, List<GenerationResult> results) {
    into.set("prompt_ids", ids(prompt));
    if (results.size() == 1) {
      put(into, results.getFirst());
    } else {
      ArrayNode choices = into.putArray("choices");
      results.forEach(result -> put(choices.addObject(), result));
    }
  }

  /** Ids, text, steps and figures. */
  private static void put(ObjectNode into, GenerationResult result) {
    into.set("ids", ids(result.ids()));
    into.put("text", result.text());
    into.put("finish", result.finish().name().toLowerCase(Locale.ROOT));
    result.stopString().ifPresent(stop -> into.put("stop_string", stop));
    if (!result.promptLogprobs().isEmpty()) {
      into.set("prompt_logprobs", logprobs(result.promptLogprobs()));
    }
    if (!result.logprobs().isEmpty()) {
      into.set("logprobs", logprobs(result.logprobs()));
    }
    ArrayNode steps = into.putArray("steps");
    result.steps().forEach(step -> steps.add(step(step)));
    into.set("figures", figures(result.figures()));
  }

  /** How tokens were chosen. */
  static void putSampling(ObjectNode into, Sampling sampling) {
    into.put("temperature", sampling.temperature());
    if (!sampling.isGreedy()) {
      into.put("top_k", sampling.topK());
      into.put("top_p", sampling.topP());
      into.put("min_p", sampling.minP());
      into.put("seed", sampling.seed().isPresent() ? sampling.seed().getAsLong() : null);
    }
    if (sampling.changesLogits()) {
      into.put("repetition_penalty", sampling.repetitionPenalty());
      into.put("presence_penalty", sampling.presencePenalty());
      into.put("frequency_penalty", sampling.frequencyPenalty());
      ObjectNode bias = into.putObject("logit_bias");
      // JSON has no infinities; as text they can be read back.
      sampling.logitBias().forEach((id, value) -> bias.put(id.toString(), value.toString()));
    }
  }

  private static ArrayNode logprobs(List<PositionLogprobs> positions) {
    ArrayNode all = JsonNodeFactory.instance.arrayNode(positions.size());
    for (PositionLogprobs position : positions) {
      ObjectNode node = all.addObject();
      put(node, position.token());
      if (!position.top().isEmpty()) {
        ArrayNode top = node.putArray("top");
        position.top().forEach(token -> put(top.addObject(), token));
      }
    }
    return all;
  }

  private static void put(ObjectNode node, TokenLogprob token) {
    node.put("id", token.id());
    node.put("logprob", token.logprob());
  }

  private static ObjectNode step(GenerationStep step) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("start", step.start());
    node.put("rows", step.rows());
    ArrayNode drafted = node.putArray("drafted");
    step.drafted().forEach(drafted::add);
    node.put("accepted", step.accepted());
    node.put("next", step.next());
    node.put("kept", step.kept());
    return node;
  }

  private static ObjectNode figures(GenerationFigures f) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("prompt_tokens", f.promptTokens());
    node.put("reused_tokens", f.reusedTokens());
    node.put("prompt_passes", f.promptPasses());
    node.put("emitted", f.emitted());
    node.put("committed", f.committed());
    node.put("target_passes", f.targetPasses());
    node.put("plain_steps", f.plainSteps());
    node.put("drafted", f.drafted());
    node.put("accepted", f.accepted());
    node.put("rejected", f.rejected());
    node.put("tokens_per_target_pass", f.tokensPerTargetPass());
    node.put("acceptance", f.acceptance());
    ArrayNode slots = node.putArray("slots");
    f.slots().forEach(slot -> slots.add(slot(slot)));
    node.put("prefill_seconds", f.prefillNanos() / 1e9);
    node.put("draft_seconds", f.draftNanos() / 1e9);
    node.put("verify_seconds", f.verifyNanos() / 1e9);
    node.put("other_seconds", f.otherNanos() / 1e9);
    node.put("tokens_per_second", f.tokensPerSecond());
    node.put("speed_up", f.speedUp() > 0 ? f.speedUp() : null);
    node.set("speculation", speculation(f.speculation()));
    return node;
  }

  private static ObjectNode speculation(SpeculationFigures s) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("adaptive", s.adaptive());
    node.put("fallback_steps", s.fallbackSteps());
    node.put("turned_off", s.timesTurnedOff());
    node.put("given_up", s.givenUp());
    node.put("reason", s.reason().orElse(null));
    node.put("plain_step_seconds", s.plainStepNanos() > 0 ? s.plainStepNanos() / 1e9 : null);
    node.put("plain_pass_seconds", s.plainPassNanos() > 0 ? s.plainPassNanos() / 1e9 : null);
    return node;
  }

  /** One slot. */
  static ObjectNode slot(SlotFigures slot) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("slot", slot.slot());
    node.put("verified", slot.verified());
    node.put("reached", slot.reached());
    node.put("accepted", slot.accepted());
    return node;
  }

  private static ArrayNode ids(int[] ids) {
    ArrayNode node = JsonNodeFactory.instance.arrayNode(ids.length);
    for (int id : ids) {
      node.add(id);
    }
    return node;
  }
}
