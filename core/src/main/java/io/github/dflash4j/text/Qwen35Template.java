/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Qwen3.5, 3.6 and 3.8: ChatML with trimmed contents, a system message only at the beginning, and
 * an answer that begins inside or behind a block of thoughts (target-models 7.5).
 */
final class Qwen35Template implements ChatTemplate {

  /**
   * What differs between the releases.
   *
   * @param name the family
   * @param thinksByDefault whether a new answer begins with thinking if the caller does not say
   * @param preservesByDefault whether earlier thoughts stay if the caller does not say
   * @param canPreserve whether the template knows that switch at all
   * @param effort the instructions on effort in front of the system message, where there are any
   */
  record Variant(
      String name,
      boolean thinksByDefault,
      boolean preservesByDefault,
      boolean canPreserve,
      Optional<ReasoningEffort> effort) {}

  private final Variant variant;

  Qwen35Template(Variant variant) {
    this.variant = variant;
  }

  @Override
  public String name() {
    return variant.name();
  }

  @Override
  public List<PromptPart> render(List<ChatMessage> messages, ChatOptions options) {
    Conversation.check(name(), messages, Set.of("system", "user", "assistant", "tool"));
    int lastQuery = ChatMl.lastQuery(messages, true);
    if (lastQuery < 0) {
      throw new IllegalArgumentException("the conversation has no message of a user");
    }
    boolean thinks = options.enableThinking().orElse(variant.thinksByDefault());
    boolean preserves =
        variant.canPreserve() && options.preserveThinking().orElse(variant.preservesByDefault());
    PartList parts = new PartList();
    system(parts, messages, thinks, options);
    for (int i = 0; i < messages.size(); i++) {
      ChatMessage message = messages.get(i);
      String content = PythonText.strip(message.content());
      switch (message.role()) {
        case "tool" -> ChatMl.toolTurn(parts, messages, i, content);
        case "assistant" ->
            ChatMl.turn(parts, "assistant", answer(message, content, preserves || i > lastQuery));
        case "user" -> ChatMl.turn(parts, "user", content);
        default -> {
          if (i > 0) {
            throw new IllegalArgumentException(
                "message " + i + " is a system message; only the first one may be");
          }
        }
      }
    }
    if (options.addGenerationPrompt()) {
      ChatMl.open(parts, "assistant");
      parts.text(thinks ? "<think>\n" : ChatMl.THINK_NOTHING);
    }
    return parts.toList();
  }

  private void system(
      PartList parts, List<ChatMessage> messages, boolean thinks, ChatOptions options) {
    boolean given = Conversation.isRole(messages, 0, "system");
    String content = given ? PythonText.strip(messages.getFirst().content()) : "";
    if (variant.effort().isEmpty()) {
      if (given) {
        ChatMl.turn(parts, "system", content);
      }
      return;
    }
    String instruction =
        thinks ? variant.effort().get().instruction(options.reasoningEffort()) : "";
    String both =
        instruction.isEmpty() || content.isEmpty()
            ? instruction + content
            : instruction + "\n\n" + content;
    if (!both.isEmpty()) {
      ChatMl.turn(parts, "system", both);
    }
  }

  private String answer(ChatMessage message, String content, boolean withThoughts) {
    String thoughts = message.reasoning().orElse("");
    String answer = content;
    boolean cutOut = message.reasoning().isEmpty() && variant.effort().isEmpty();
    if (cutOut && content.contains("</think>")) {
      thoughts = ChatMl.thoughts(content);
      answer = ChatMl.answer(content);
    }
    return withThoughts
        ? "<think>\n" + PythonText.strip(thoughts) + "\n</think>\n\n" + answer
        : answer;
  }
}
