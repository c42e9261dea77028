/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Answers of {@code /v1/chat/completions}. */
final class ChatReply implements ReplyFormat {
  private static final String CHUNK = "chat.completion.chunk";

  private final TextRequest request;
  private final ReplyHead head;
  private final LogprobsJson logprobs;

  ChatReply(TextRequest request, ServedPair served) {
    this.request = request;
    head = ReplyHead.of("chatcmpl-", served.name());
    logprobs = new LogprobsJson(served.tokenizer());
  }

  @Override
  public boolean splitsThoughts() {
    return true;
  }

  @Override
  public Optional<ObjectNode> opening(int choice) {
    ObjectNode chunk = head.object(CHUNK);
    ObjectNode opened = ReplyHead.addChoice(chunk, choice);
    opened.putObject("delta").put("role", "assistant").put("content", "");
    opened.putNull("finish_reason");
    return Optional.of(chunk);
  }

  @Override
  public ObjectNode piece(ReplyDelta delta) {
    ObjectNode chunk = head.object(CHUNK);
    ObjectNode choice = ReplyHead.addChoice(chunk, delta.choice());
    ObjectNode text = choice.putObject("delta");
    if (!delta.reasoning().isEmpty()) {
      text.put("reasoning_content", delta.reasoning());
    }
    if (!delta.content().isEmpty()) {
      text.put("content", delta.content());
    }
    if (request.logprobs().isPresent() && !delta.tokens().isEmpty()) {
      choice.set("logprobs", logprobs.chat(delta.tokens()));
    }
    choice.putNull("finish_reason");
    if (request.speculation().details()) {
      choice.set("speculation", SpeculationJson.of(delta.tokens(), delta.steps()));
    }
    return chunk;
  }

  @Override
  public ObjectNode end(ReplyEnd end) {
    ObjectNode chunk = head.object(CHUNK);
    ObjectNode choice = ReplyHead.addChoice(chunk, end.choice());
    choice.putObject("delta");
    choice.put("finish_reason", end.finishReason());
    if (request.speculation().details()) {
      choice.set("speculation", SpeculationJson.details(end.result().figures()));
    }
    return chunk;
  }

  @Override
  public ObjectNode usage(ObjectNode usage) {
    return head.object(CHUNK).set("usage", usage);
  }

  @Override
  public ObjectNode whole(List<WholeChoice> choices, ObjectNode usage) {
    ObjectNode answer = head.object("chat.completion");
    for (WholeChoice text : choices) {
      ObjectNode choice = ReplyHead.addChoice(answer, text.number());
      ObjectNode message = choice.putObject("message").put("role", "assistant");
      message.put("content", text.content());
      if (!text.reasoning().isEmpty()) {
        message.put("reasoning_content", text.reasoning());
      }
      message.putNull("refusal");
      if (request.logprobs().isPresent()) {
        choice.set("logprobs", logprobs.chat(text.tokens()));
      } else {
        choice.putNull("logprobs");
      }
      choice.put("finish_reason", text.ended().finishReason());
      if (request.speculation().details()) {
        ObjectNode details = SpeculationJson.details(text.ended().result().figures());
        details.setAll(SpeculationJson.of(text.tokens(), text.steps()));
        choice.set("speculation", details);
      }
    }
    return answer.set("usage", usage);
  }
}
