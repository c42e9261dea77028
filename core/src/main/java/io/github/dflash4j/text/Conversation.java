/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.List;
import java.util.Set;

/** Checks what no template can render, so that bad requests get a clear answer (B233). */
final class Conversation {
  private Conversation() {}

  /**
   * Checks a conversation.
   *
   * @param template name of the template, for messages
   * @param messages the conversation
   * @param roles the roles the template knows
   * @throws IllegalArgumentException if there is no message, one is null or its role unknown, or
   *     the first one is the result of a tool
   */
  static void check(String template, List<ChatMessage> messages, Set<String> roles) {
    if (messages == null || messages.isEmpty()) {
      throw new IllegalArgumentException("the conversation has no messages");
    }
    for (int i = 0; i < messages.size(); i++) {
      ChatMessage message = messages.get(i);
      if (message == null) {
        throw new IllegalArgumentException("message " + i + " is missing");
      }
      if (!roles.contains(message.role())) {
        throw new IllegalArgumentException(
            "message "
                + i
                + " has role '"
                + message.role()
                + "'; the "
                + template
                + " template knows "
                + roles.stream().sorted().toList());
      }
    }
    if (messages.getFirst().role().equals("tool")) {
      throw new IllegalArgumentException("the conversation begins with a tool result");
    }
  }

  static boolean isRole(List<ChatMessage> messages, int index, String role) {
    return index >= 0 && index < messages.size() && messages.get(index).role().equals(role);
  }
}
