/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Turns a conversation into a prompt as the template of a model family does. Implementations are
 * immutable and safe to share between threads.
 */
public interface ChatTemplate {

  /**
   * The family.
   *
   * @return a short name, for example {@code qwen3}
   */
  String name();

  /**
   * Renders a conversation. What the template writes around the messages becomes special parts,
   * what people and models wrote becomes text, so a turn marker typed by a user stays text.
   *
   * @param messages the conversation, oldest first
   * @param options switches
   * @return parts of the prompt in order
   * @throws IllegalArgumentException if the conversation is empty or one that the template cannot
   *     render, or an option has a value that the template refuses; the message says which and why
   */
  List<PromptPart> render(List<ChatMessage> messages, ChatOptions options);

  /**
   * Renders a conversation as one text, for people to look at. Never encode it: special tokens and
   * what a user typed cannot be told apart in it.
   *
   * @param messages the conversation, oldest first
   * @param options switches
   * @return the parts of {@link #render}, joined
   * @throws IllegalArgumentException as {@link #render}
   */
  default String renderText(List<ChatMessage> messages, ChatOptions options) {
    return render(messages, options).stream().map(PromptPart::value).collect(Collectors.joining());
  }
}
