/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.text.PromptPart;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Text to tokens and back. */
final class TokenEndpoints {
  private final ServedPair served;
  private final RequestBodies bodies;

  TokenEndpoints(ServedPair served, RequestBodies bodies) {
    this.served = served;
    this.bodies = bodies;
  }

  /** Tokens of a text in {@code prompt} (or {@code content}), or of a chat in {@code messages}. */
  void tokenize(ServerRequest request, ServerResponse response) {
    Fields fields = Fields.ofBody(bodies.read(request));
    int[] ids = ids(fields);
    ObjectNode node = Json.object();
    node.put("count", ids.length);
    node.put("max_model_len", served.context());
    ArrayNode tokens = node.putArray("tokens");
    ArrayNode texts = fields.flag("return_token_strs") ? node.putArray("token_strs") : null;
    for (int id : ids) {
      tokens.add(id);
      if (texts != null) {
        texts.add(served.tokenizer().tokenText(id));
      }
    }
    Answers.send(response, node);
  }

  private int[] ids(Fields fields) {
    if (fields.get("messages").isPresent()) {
      List<PromptPart> parts =
          served
              .chat()
              .render(ConversationFields.messages(fields), ConversationFields.options(fields));
      return served.tokenizer().encodePrompt(parts);
    }
    Optional<String> text = fields.text("prompt").or(() -> fields.text("content"));
    String given = text.orElseThrow(() -> fields.wrong("prompt", "is missing"));
    boolean specials = fields.flagIfGiven("add_special_tokens").orElse(true);
    return specials
        ? served.tokenizer().encodePrompt(List.of(PromptPart.text(given)))
        : served.tokenizer().encode(given);
  }

  /** The text of {@code tokens}. */
  void detokenize(ServerRequest request, ServerResponse response) {
    Fields fields = Fields.ofBody(bodies.read(request));
    int[] ids = fields.ids("tokens", served.generator().vocabulary());
    String text = served.tokenizer().decode(ids);
    Answers.send(response, Json.object().put("prompt", text).put("content", text));
  }
}
