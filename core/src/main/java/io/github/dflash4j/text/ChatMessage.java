/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.Optional;

/**
 * One message of a conversation.
 *
 * @param role who says it: {@code system}, {@code user}, {@code assistant} or {@code tool}; which
 *     of them a template knows is checked when it renders
 * @param content the text
 * @param reasoning what an assistant thought before the answer, where that is kept apart from it
 */
public record ChatMessage(String role, String content, Optional<String> reasoning) {

  /**
   * A message.
   *
   * @param role who says it
   * @param content the text; may be empty
   * @param reasoning thoughts kept apart from the answer
   * @throws IllegalArgumentException if one of them is null
   */
  public ChatMessage {
    if (role == null) {
      throw new IllegalArgumentException("a message has no role");
    }
    if (content == null) {
      throw new IllegalArgumentException("a message of role '" + role + "' has no content");
    }
    if (reasoning == null) {
      throw new IllegalArgumentException("reasoning is absent or a text, not null");
    }
  }

  /**
   * A message without separate reasoning.
   *
   * @param role who says it
   * @param content the text; may be empty
   * @return the message
   * @throws IllegalArgumentException if one of them is null
   */
  public static ChatMessage of(String role, String content) {
    return new ChatMessage(role, content, Optional.empty());
  }
}
