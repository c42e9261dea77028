/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Mistral Nemo: user and assistant in turn; the system message goes in front of the last user
 * message, if that is the last one of all.
 *
 * @param begin the begin token, which the template writes
 * @param end the end token, which the template writes behind answers
 */
record MistralNemoTemplate(Optional<String> begin, Optional<String> end) implements ChatTemplate {

  @Override
  public String name() {
    return "mistral-nemo";
  }

  @Override
  public List<PromptPart> render(List<ChatMessage> messages, ChatOptions options) {
    Conversation.check(name(), messages, Set.of("system", "user", "assistant"));
    int first = Conversation.isRole(messages, 0, "system") ? 1 : 0;
    PartList parts = new PartList();
    begin.ifPresent(parts::special);
    for (int i = first; i < messages.size(); i++) {
      boolean user = (i - first) % 2 == 0;
      if (!Conversation.isRole(messages, i, user ? "user" : "assistant")) {
        throw new IllegalArgumentException(
            "message "
                + i
                + " has role '"
                + messages.get(i).role()
                + "'; behind an optional system message, user and assistant have to alternate");
      }
      String content = messages.get(i).content();
      if (user) {
        boolean withSystem = first == 1 && i == messages.size() - 1;
        parts
            .special("[INST]")
            .text(withSystem ? messages.getFirst().content() + "\n\n" : "")
            .text(content)
            .special("[/INST]");
      } else {
        parts.text(content);
        end.ifPresent(parts::special);
      }
    }
    return parts.toList();
  }
}
