/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.List;
import java.util.Set;

/**
 * QwQ: ChatML without a default system message; earlier answers lose their thoughts, a new one
 * always begins with thinking.
 *
 * @param closesThinking whether the template ends the thoughts at once unless thinking is enabled,
 *     as the form that llama.cpp ships does
 */
record QwqTemplate(boolean closesThinking) implements ChatTemplate {

  @Override
  public String name() {
    return "qwq";
  }

  @Override
  public List<PromptPart> render(List<ChatMessage> messages, ChatOptions options) {
    Conversation.check(name(), messages, Set.of("system", "user", "assistant", "tool"));
    PartList parts = new PartList();
    for (int i = 0; i < messages.size(); i++) {
      ChatMessage message = messages.get(i);
      boolean earlierAnswer = message.role().equals("assistant") && i + 1 < messages.size();
      if (message.role().equals("tool")) {
        ChatMl.toolTurn(parts, messages, i, message.content());
      } else {
        ChatMl.turn(
            parts,
            message.role(),
            earlierAnswer ? ChatMl.answer(message.content()) : message.content());
      }
    }
    if (options.addGenerationPrompt()) {
      ChatMl.open(parts, "assistant");
      boolean closed = closesThinking && !options.enableThinking().orElse(false);
      parts.text(closed ? "<think>\n</think>" : "<think>\n");
    }
    return parts.toList();
  }
}
