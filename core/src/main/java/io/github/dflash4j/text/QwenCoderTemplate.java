/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.List;
import java.util.Set;

/** Qwen3-Coder: ChatML without a default system message and without thinking. */
final class QwenCoderTemplate implements ChatTemplate {

  @Override
  public String name() {
    return "qwen3-coder";
  }

  @Override
  public List<PromptPart> render(List<ChatMessage> messages, ChatOptions options) {
    Conversation.check(name(), messages, Set.of("system", "user", "assistant", "tool"));
    PartList parts = new PartList();
    for (int i = 0; i < messages.size(); i++) {
      ChatMessage message = messages.get(i);
      if (message.role().equals("tool")) {
        toolTurn(parts, messages, i);
      } else {
        ChatMl.turn(parts, message.role(), message.content());
      }
    }
    if (options.addGenerationPrompt()) {
      ChatMl.open(parts, "assistant");
    }
    return parts.toList();
  }

  /** Line ends stand behind the results here, not in front of them. */
  private static void toolTurn(PartList parts, List<ChatMessage> messages, int index) {
    // The template looks for a predecessor among the messages behind the system message.
    boolean afterSystem = index == 1 && Conversation.isRole(messages, 0, "system");
    if (!afterSystem && !Conversation.isRole(messages, index - 1, "tool")) {
      ChatMl.open(parts, "user");
    }
    parts.text("<tool_response>\n" + messages.get(index).content() + "\n</tool_response>\n");
    if (!Conversation.isRole(messages, index + 1, "tool")) {
      parts.special(ChatMl.END).text("\n");
    }
  }
}
