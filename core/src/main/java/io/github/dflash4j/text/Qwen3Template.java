/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.List;
import java.util.Set;

/** Qwen3: ChatML, contents as they are, thoughts only behind the last query of a user. */
final class Qwen3Template implements ChatTemplate {

  @Override
  public String name() {
    return "qwen3";
  }

  @Override
  public List<PromptPart> render(List<ChatMessage> messages, ChatOptions options) {
    Conversation.check(name(), messages, Set.of("system", "user", "assistant", "tool"));
    int lastQuery = ChatMl.lastQuery(messages, false);
    lastQuery = lastQuery < 0 ? messages.size() - 1 : lastQuery;
    PartList parts = new PartList();
    for (int i = 0; i < messages.size(); i++) {
      ChatMessage message = messages.get(i);
      switch (message.role()) {
        case "tool" -> ChatMl.toolTurn(parts, messages, i, message.content());
        case "assistant" ->
            ChatMl.turn(
                parts, "assistant", answer(message, i > lastQuery, i == messages.size() - 1));
        default -> ChatMl.turn(parts, message.role(), message.content());
      }
    }
    if (options.addGenerationPrompt()) {
      ChatMl.open(parts, "assistant");
      parts.text(options.enableThinking().orElse(true) ? "" : ChatMl.THINK_NOTHING);
    }
    return parts.toList();
  }

  private static String answer(ChatMessage message, boolean current, boolean last) {
    String content = message.content();
    String thoughts = "";
    if (message.reasoning().isPresent()) {
      thoughts = message.reasoning().get();
    } else if (content.contains("</think>")) {
      thoughts = ChatMl.thoughts(content);
      content = ChatMl.answer(content);
    }
    if (!current || (!last && thoughts.isEmpty())) {
      return content;
    }
    String trimmed = PythonText.stripTrailingNewlines(PythonText.stripLeadingNewlines(thoughts));
    return "<think>\n" + trimmed + "\n</think>\n\n" + PythonText.stripLeadingNewlines(content);
  }
}
