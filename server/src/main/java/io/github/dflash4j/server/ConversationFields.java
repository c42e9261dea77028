/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.text.ChatMessage;
import io.github.dflash4j.text.ChatOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads messages and the switches of a chat format. */
final class ConversationFields {
  private ConversationFields() {}

  /**
   * Reads {@code messages}.
   *
   * @throws ApiError if one of them cannot be used
   */
  static List<ChatMessage> messages(Fields fields) {
    List<JsonNode> elements = fields.elements("messages");
    if (elements.isEmpty()) {
      throw fields.wrong("messages", "has no message");
    }
    List<ChatMessage> messages = new ArrayList<>();
    for (int i = 0; i < elements.size(); i++) {
      messages.add(message(Fields.of("messages[" + i + "]", elements.get(i))));
    }
    return messages;
  }

  private static ChatMessage message(Fields message) {
    for (String name : List.of("tool_calls", "function_call", "audio")) {
      if (message.get(name).filter(value -> !value.isEmpty()).isPresent()) {
        throw ApiError.unsupported(message.name(name), message.name(name) + " is not supported");
      }
    }
    String role = message.text("role").orElseThrow(() -> message.wrong("role", "is missing"));
    Optional<String> reasoning =
        message.text("reasoning_content").filter(thoughts -> role.equals("assistant"));
    // A developer's message is what a system message was.
    return new ChatMessage(role.equals("developer") ? "system" : role, content(message), reasoning);
  }

  private static String content(Fields message) {
    JsonNode content =
        message.get("content").orElseThrow(() -> message.wrong("content", "is missing"));
    if (content.isString()) {
      return content.stringValue();
    }
    if (!content.isArray()) {
      throw message.wrong("content", "must be a string or an array of parts");
    }
    StringBuilder text = new StringBuilder();
    List<JsonNode> parts = message.elements("content");
    for (int i = 0; i < parts.size(); i++) {
      Fields part = Fields.of(message.name("content[" + i + "]"), parts.get(i));
      String type = part.text("type").orElseThrow(() -> part.wrong("type", "is missing"));
      if (!type.equals("text")) {
        throw ApiError.unsupported(
            part.name("type"), part.name("type") + ": there is \"text\" alone, not " + type);
      }
      text.append(part.text("text").orElseThrow(() -> part.wrong("text", "is missing")));
    }
    return text.toString();
  }

  /**
   * Reads the switches: {@code enable_thinking}, {@code reasoning_effort}, also in {@code
   * chat_template_kwargs}.
   *
   * @throws ApiError if one of them cannot be used
   */
  static ChatOptions options(Fields fields) {
    ChatOptions options = switches(ChatOptions.defaults(), fields);
    Optional<Fields> inner = fields.object("chat_template_kwargs");
    return inner.isPresent() ? switches(options, inner.get()) : options;
  }

  private static ChatOptions switches(ChatOptions before, Fields fields) {
    ChatOptions options = before;
    Optional<Boolean> think = fields.flagIfGiven("enable_thinking");
    if (think.isPresent()) {
      options = options.withThinking(think.get());
    }
    Optional<Boolean> preserve = fields.flagIfGiven("preserve_thinking");
    if (preserve.isPresent()) {
      options = options.withPreservedThinking(preserve.get());
    }
    Optional<String> effort = fields.text("reasoning_effort");
    if (effort.isPresent()) {
      options =
          effort.get().equals("none")
              ? options.withThinking(false)
              : options.withReasoningEffort(effort.get());
    }
    return options;
  }
}
