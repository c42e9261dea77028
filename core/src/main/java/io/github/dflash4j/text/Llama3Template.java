/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Llama 3.1 and 3.2: a system turn with dates in every prompt, trimmed contents.
 *
 * @param begin the begin token, which the template writes
 */
record Llama3Template(Optional<String> begin) implements ChatTemplate {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("dd MMM yyyy", Locale.ENGLISH);
  private static final String FIXED_DATE = "26 Jul 2024";

  @Override
  public String name() {
    return "llama-3";
  }

  @Override
  public List<PromptPart> render(List<ChatMessage> messages, ChatOptions options) {
    Conversation.check(name(), messages, Set.of("system", "user", "assistant"));
    PartList parts = new PartList();
    begin.ifPresent(parts::special);
    boolean given = Conversation.isRole(messages, 0, "system");
    header(parts, "system");
    parts
        .text("Cutting Knowledge Date: December 2023\nToday Date: ")
        .text(options.date().map(DATE::format).orElse(FIXED_DATE) + "\n\n")
        .text(given ? PythonText.strip(messages.getFirst().content()) : "")
        .special("<|eot_id|>");
    for (ChatMessage message : messages.subList(given ? 1 : 0, messages.size())) {
      header(parts, message.role());
      parts.text(PythonText.strip(message.content())).special("<|eot_id|>");
    }
    if (options.addGenerationPrompt()) {
      header(parts, "assistant");
    }
    return parts.toList();
  }

  private static void header(PartList parts, String role) {
    parts.special("<|start_header_id|>").text(role).special("<|end_header_id|>").text("\n\n");
  }
}
