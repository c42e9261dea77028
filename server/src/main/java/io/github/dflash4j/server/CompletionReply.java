/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.PositionLogprobs;
import io.github.dflash4j.server.ReplyToken.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Answers of {@code /v1/completions}. */
final class CompletionReply implements ReplyFormat {
  private static final String KIND = "text_completion";

  private final TextRequest request;
  private final ReplyHead head;
  private final LogprobsJson logprobs;

  CompletionReply(TextRequest request, ServedPair served) {
    this.request = request;
    head = ReplyHead.of("cmpl-", served.name());
    logprobs = new LogprobsJson(served.tokenizer());
  }

  @Override
  public boolean splitsThoughts() {
    return false;
  }

  @Override
  public Optional<ObjectNode> opening(int choice) {
    return Optional.empty();
  }

  @Override
  public ObjectNode piece(ReplyDelta delta) {
    ObjectNode chunk = head.object(KIND);
    ObjectNode choice = ReplyHead.addChoice(chunk, delta.choice());
    choice.put("text", delta.content());
    putLogprobs(choice, delta.tokens());
    choice.putNull("finish_reason");
    if (request.speculation().details()) {
      choice.set("speculation", SpeculationJson.of(delta.tokens(), delta.steps()));
    }
    return chunk;
  }

  @Override
  public ObjectNode end(ReplyEnd end) {
    ObjectNode chunk = head.object(KIND);
    ObjectNode choice = ReplyHead.addChoice(chunk, end.choice());
    choice.put("text", "");
    choice.putNull("logprobs");
    choice.put("finish_reason", end.finishReason());
    if (request.speculation().details()) {
      choice.set("speculation", SpeculationJson.details(end.result().figures()));
    }
    return chunk;
  }

  @Override
  public ObjectNode usage(ObjectNode usage) {
    return head.object(KIND).set("usage", usage);
  }

  @Override
  public ObjectNode whole(List<WholeChoice> choices, ObjectNode usage) {
    ObjectNode answer = head.object(KIND);
    for (WholeChoice text : choices) {
      ObjectNode choice = ReplyHead.addChoice(answer, text.number());
      choice.put("text", text.content());
      putLogprobs(choice, withPromptLogprobs(text));
      choice.put("finish_reason", text.ended().finishReason());
      if (request.speculation().details()) {
        ObjectNode details = SpeculationJson.details(text.ended().result().figures());
        details.setAll(SpeculationJson.of(text.tokens(), text.steps()));
        choice.set("speculation", details);
      }
    }
    return answer.set("usage", usage);
  }

  private void putLogprobs(ObjectNode choice, List<ReplyToken> tokens) {
    if (request.logprobs().isPresent()) {
      boolean withTop = request.logprobs().getAsInt() > 0;
      choice.set("logprobs", logprobs.completion(tokens, withTop));
    } else {
      choice.putNull("logprobs");
    }
  }

  /** Those of the prompt are known at the end only; the first token has none. */
  private static List<ReplyToken> withPromptLogprobs(WholeChoice text) {
    List<PositionLogprobs> known = text.ended().result().promptLogprobs();
    List<ReplyToken> tokens = new ArrayList<>();
    int prompt = 0;
    for (ReplyToken token : text.tokens()) {
      if (token.origin() == Origin.PROMPT && prompt > 0 && prompt <= known.size()) {
        Optional<PositionLogprobs> own = Optional.of(known.get(prompt - 1));
        tokens.add(new ReplyToken(token.id(), token.text(), token.origin(), token.start(), own));
      } else {
        tokens.add(token);
      }
      prompt += token.origin() == Origin.PROMPT ? 1 : 0;
    }
    return tokens;
  }
}
