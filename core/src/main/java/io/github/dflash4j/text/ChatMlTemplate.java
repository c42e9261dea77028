/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.List;
import java.util.Set;

/**
 * Plain ChatML with a default system message: Qwen2.5 and SmolLM2.
 *
 * @param name the family
 * @param defaultSystem system message of conversations that begin with another one
 * @param roles the roles the template renders
 */
record ChatMlTemplate(String name, String defaultSystem, Set<String> roles)
    implements ChatTemplate {

  @Override
  public List<PromptPart> render(List<ChatMessage> messages, ChatOptions options) {
    Conversation.check(name, messages, roles);
    PartList parts = new PartList();
    if (!Conversation.isRole(messages, 0, "system")) {
      ChatMl.turn(parts, "system", defaultSystem);
    }
    for (int i = 0; i < messages.size(); i++) {
      ChatMessage message = messages.get(i);
      if (message.role().equals("tool")) {
        ChatMl.toolTurn(parts, messages, i, message.content());
      } else {
        ChatMl.turn(parts, message.role(), message.content());
      }
    }
    if (options.addGenerationPrompt()) {
      ChatMl.open(parts, "assistant");
    }
    return parts.toList();
  }
}
