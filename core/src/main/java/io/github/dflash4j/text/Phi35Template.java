/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Phi-3.5: a marker and a line end for each role; empty system messages are left out.
 *
 * @param end the end token, which the template writes where no answer is to follow
 */
record Phi35Template(Optional<String> end) implements ChatTemplate {

  @Override
  public String name() {
    return "phi-3.5";
  }

  @Override
  public List<PromptPart> render(List<ChatMessage> messages, ChatOptions options) {
    Conversation.check(name(), messages, Set.of("system", "user", "assistant"));
    PartList parts = new PartList();
    for (ChatMessage message : messages) {
      if (message.role().equals("system") && message.content().isEmpty()) {
        continue;
      }
      parts
          .special("<|" + message.role() + "|>")
          .text("\n" + message.content())
          .special("<|end|>")
          .text("\n");
    }
    if (options.addGenerationPrompt()) {
      parts.special("<|assistant|>").text("\n");
    } else {
      end.ifPresent(parts::special);
    }
    return parts.toList();
  }
}
