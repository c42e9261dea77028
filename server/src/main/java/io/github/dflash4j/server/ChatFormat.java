/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.text.ChatMessage;
import io.github.dflash4j.text.ChatOptions;
import io.github.dflash4j.text.ChatTemplate;
import io.github.dflash4j.text.ChatTemplates;
import io.github.dflash4j.text.PromptPart;
import io.github.dflash4j.text.Tokenizer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How conversations become prompts: by the built-in template that the target's files ask for; for a
 * target without any template, as a plain text of all messages, a line break between them, which it
 * goes on with. A template that is not known is refused, with every request.
 */
final class ChatFormat {
  private static final String PLAIN = "plain";
  private static final Set<String> ROLES = Set.of("system", "user", "assistant", "tool");

  private final Optional<ChatTemplate> template;
  private final Optional<String> refusal;

  private ChatFormat(Optional<ChatTemplate> template, Optional<String> refusal) {
    this.template = template;
    this.refusal = refusal;
  }

  static ChatFormat of(Tokenizer tokenizer) {
    if (tokenizer.chatTemplate().isBlank()) {
      return new ChatFormat(Optional.empty(), Optional.empty());
    }
    try {
      return new ChatFormat(Optional.of(ChatTemplates.forTokenizer(tokenizer)), Optional.empty());
    } catch (IllegalArgumentException e) {
      return new ChatFormat(Optional.empty(), Optional.of(e.getMessage()));
    }
  }

  /** Its name, {@code plain} without a template, {@code unknown} where chats are refused. */
  String name() {
    return refusal.isPresent() ? "unknown" : template.map(ChatTemplate::name).orElse(PLAIN);
  }

  /**
   * Renders a conversation.
   *
   * @throws ApiError if it cannot be rendered
   */
  List<PromptPart> render(List<ChatMessage> messages, ChatOptions options) {
    if (refusal.isPresent()) {
      throw ApiError.ofStatus(400, refusal.get());
    }
    try {
      return template.isPresent()
          ? template.get().render(messages, options)
          : List.of(PromptPart.text(plain(messages)));
    } catch (IllegalArgumentException e) {
      throw ApiError.invalid("messages", e.getMessage());
    }
  }

  private static String plain(List<ChatMessage> messages) {
    if (messages.isEmpty()) {
      throw new IllegalArgumentException("the conversation has no messages");
    }
    for (ChatMessage message : messages) {
      if (!ROLES.contains(message.role())) {
        throw new IllegalArgumentException(
            "there is no role '" + message.role() + "', but " + ROLES.stream().sorted().toList());
      }
    }
    return messages.stream().map(ChatMessage::content).collect(Collectors.joining("\n"));
  }
}
