/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * DeepSeek-R1 distilled into Qwen or Llama: markers without line ends, the last system message in
 * front, answers without their thoughts.
 *
 * @param begin the begin token, which the template writes
 * @param closesThinking whether the template ends the thoughts at once unless thinking is enabled,
 *     as the form that llama.cpp ships does
 */
record DeepSeekTemplate(Optional<String> begin, boolean closesThinking) implements ChatTemplate {
  private static final String USER = "<\uFF5CUser\uFF5C>";
  private static final String ASSISTANT = "<\uFF5CAssistant\uFF5C>";
  private static final String END = "<\uFF5Cend\u2581of\u2581sentence\uFF5C>";

  @Override
  public String name() {
    return "deepseek-r1-distill";
  }

  @Override
  public List<PromptPart> render(List<ChatMessage> messages, ChatOptions options) {
    Conversation.check(name(), messages, Set.of("system", "user", "assistant"));
    PartList parts = new PartList();
    begin.ifPresent(parts::special);
    parts.text(
        messages.stream()
            .filter(message -> message.role().equals("system"))
            .reduce((first, second) -> second)
            .map(ChatMessage::content)
            .orElse(""));
    for (ChatMessage message : messages) {
      if (message.role().equals("user")) {
        parts.special(USER).text(message.content());
      } else if (message.role().equals("assistant")) {
        parts
            .special(ASSISTANT)
            .text(PythonText.afterLast(message.content(), "</think>"))
            .special(END);
      }
    }
    if (options.addGenerationPrompt()) {
      boolean closed = closesThinking && !options.enableThinking().orElse(false);
      parts.special(ASSISTANT).text(closed ? "<think>\n</think>" : "<think>\n");
    }
    return parts.toList();
  }
}
