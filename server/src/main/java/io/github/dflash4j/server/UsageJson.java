/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.GenerationFigures;
import io.github.dflash4j.decode.GenerationResult;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Counts of a request, in the form of OpenAI with what drafting did beside them. */
final class UsageJson {
  private UsageJson() {}

  /**
   * @param ends one for each text, at least one
   */
  static ObjectNode of(TextRequest request, List<ReplyEnd> ends) {
    List<GenerationFigures> figures =
        ends.stream().map(ReplyEnd::result).map(GenerationResult::figures).toList();
    int prompt = figures.getFirst().promptTokens();
    int completion = figures.stream().mapToInt(GenerationFigures::emitted).sum();
    ObjectNode usage = Json.object();
    usage.put("prompt_tokens", prompt);
    usage.put("completion_tokens", completion);
    usage.put("total_tokens", prompt + completion);
    usage
        .putObject("prompt_tokens_details")
        .put("cached_tokens", figures.getFirst().reusedTokens());
    usage
        .putObject("completion_tokens_details")
        .put("reasoning_tokens", ends.stream().mapToInt(ReplyEnd::reasoningTokens).sum());
    usage.set("speculation", SpeculationJson.sum(figures));
    if (request.timings()) {
      usage.set("timings", timings(figures));
    }
    return usage;
  }

  private static ObjectNode timings(List<GenerationFigures> figures) {
    ObjectNode node = Json.object();
    double decode = figures.stream().mapToDouble(GenerationFigures::decodeNanos).sum();
    int behindFirst = figures.stream().mapToInt(f -> Math.max(0, f.emitted() - 1)).sum();
    node.put(
        "prompt_ms", millis(figures.stream().mapToDouble(GenerationFigures::prefillNanos).sum()));
    node.put("draft_ms", millis(figures.stream().mapToDouble(GenerationFigures::draftNanos).sum()));
    node.put(
        "verify_ms", millis(figures.stream().mapToDouble(GenerationFigures::verifyNanos).sum()));
    node.put("other_ms", millis(figures.stream().mapToDouble(GenerationFigures::otherNanos).sum()));
    node.put("tokens_per_second", decode == 0 ? 0 : behindFirst * 1e9 / decode);
    return node;
  }

  static double millis(double nanos) {
    return nanos / 1e6;
  }
}
