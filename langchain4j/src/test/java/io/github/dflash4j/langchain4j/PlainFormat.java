/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.langchain4j;

import io.github.dflash4j.text.ChatMessage;
import io.github.dflash4j.text.ChatOptions;
import io.github.dflash4j.text.ChatTemplate;
import io.github.dflash4j.text.PromptPart;
import java.util.List;
import java.util.stream.Collectors;

/** Messages one behind the other, for a target that knows no chat. */
final class PlainFormat implements ChatTemplate {
  private final String end;
  volatile List<ChatMessage> seen;
  volatile ChatOptions options;

  PlainFormat(String end) {
    this.end = end;
  }

  @Override
  public String name() {
    return "plain";
  }

  @Override
  public List<PromptPart> render(List<ChatMessage> messages, ChatOptions with) {
    seen = messages;
    options = with;
    return List.of(
        PromptPart.text(
            messages.stream().map(ChatMessage::content).collect(Collectors.joining("\n")) + end));
  }
}
