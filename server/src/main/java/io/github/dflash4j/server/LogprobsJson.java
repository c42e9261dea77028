/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.PositionLogprobs;
import io.github.dflash4j.decode.TokenLogprob;
import io.github.dflash4j.text.StreamDecoder;
import io.github.dflash4j.text.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Log-probabilities in the two forms of OpenAI. */
final class LogprobsJson {
  private static final String REPLACEMENT = "\uFFFD";

  private final Tokenizer tokenizer;

  LogprobsJson(Tokenizer tokenizer) {
    this.tokenizer = tokenizer;
  }

  /** As chats have them. */
  ObjectNode chat(List<ReplyToken> tokens) {
    ObjectNode node = Json.object();
    ArrayNode content = node.putArray("content");
    for (ReplyToken token : tokens) {
      PositionLogprobs position = token.logprobs().orElseThrow();
      ObjectNode entry = content.addObject();
      put(entry, position.token());
      ArrayNode top = entry.putArray("top_logprobs");
      position.top().forEach(each -> put(top.addObject(), each));
    }
    node.putNull("refusal");
    return node;
  }

  private void put(ObjectNode node, TokenLogprob token) {
    String text = text(token.id());
    node.put("token", text);
    node.put("logprob", token.logprob());
    if (text.contains(REPLACEMENT)) {
      node.putNull("bytes");
      return;
    }
    ArrayNode bytes = node.putArray("bytes");
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      bytes.add(b & 0xff);
    }
  }

  /** As completions have them. */
  ObjectNode completion(List<ReplyToken> tokens, boolean withTop) {
    ObjectNode node = Json.object();
    ArrayNode texts = node.putArray("tokens");
    ArrayNode values = node.putArray("token_logprobs");
    ArrayNode tops = node.putArray("top_logprobs");
    ArrayNode offsets = node.putArray("text_offset");
    for (ReplyToken token : tokens) {
      texts.add(text(token.id()));
      offsets.add(token.start());
      if (token.logprobs().isEmpty()) {
        // Nothing predicts the first token of a prompt.
        values.addNull();
        tops.addNull();
        continue;
      }
      PositionLogprobs position = token.logprobs().get();
      values.add(position.token().logprob());
      ObjectNode top = tops.addObject();
      position.top().forEach(each -> top.put(text(each.id()), each.logprob()));
    }
    if (!withTop) {
      node.putNull("top_logprobs");
    }
    return node;
  }

  private String text(int id) {
    StreamDecoder decoder = tokenizer.continuationDecoder();
    return decoder.next(id) + decoder.finish();
  }
}
