/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.List;

/** The turns that most templates of Qwen and SmolLM share. */
final class ChatMl {
  static final String START = "<|im_start|>";
  static final String END = "<|im_end|>";
  static final String THINK_NOTHING = "<think>\n\n</think>\n\n";

  private ChatMl() {}

  static void turn(PartList parts, String role, String content) {
    parts.special(START).text(role + "\n" + content).special(END).text("\n");
  }

  static void open(PartList parts, String role) {
    parts.special(START).text(role + "\n");
  }

  /** The result of a tool; neighbouring results share a user turn. */
  static void toolTurn(PartList parts, List<ChatMessage> messages, int index, String content) {
    if (!Conversation.isRole(messages, index - 1, "tool")) {
      parts.special(START).text("user");
    }
    parts.text("\n<tool_response>\n" + content + "\n</tool_response>");
    if (!Conversation.isRole(messages, index + 1, "tool")) {
      parts.special(END).text("\n");
    }
  }

  /** The content is split where the templates split it: thoughts, then the answer. */
  static String thoughts(String content) {
    String before = PythonText.beforeFirst(content, "</think>");
    String opened = PythonText.afterLast(PythonText.stripTrailingNewlines(before), "<think>");
    return PythonText.stripLeadingNewlines(opened);
  }

  /** What is left of the content behind the thoughts. */
  static String answer(String content) {
    return PythonText.stripLeadingNewlines(PythonText.afterLast(content, "</think>"));
  }

  /**
   * The last message in which a user asks something; results of tools sent as user messages do not
   * count.
   *
   * @return its index, or -1
   */
  static int lastQuery(List<ChatMessage> messages, boolean trim) {
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (messages.get(i).role().equals("user")) {
        String content = messages.get(i).content();
        content = trim ? PythonText.strip(content) : content;
        if (!(content.startsWith("<tool_response>") && content.endsWith("</tool_response>"))) {
          return i;
        }
      }
    }
    return -1;
  }
}
