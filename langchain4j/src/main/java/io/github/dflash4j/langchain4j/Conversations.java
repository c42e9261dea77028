/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.UnsupportedFeatureException;
import io.github.dflash4j.text.ChatMessage;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Messages of LangChain4j. */
final class Conversations {
  private Conversations() {}

  static List<ChatMessage> of(List<dev.langchain4j.data.message.ChatMessage> messages) {
    return messages.stream().map(Conversations::of).toList();
  }

  private static ChatMessage of(dev.langchain4j.data.message.ChatMessage message) {
    return switch (message) {
      case SystemMessage system -> ChatMessage.of("system", system.text());
      case UserMessage user -> ChatMessage.of("user", text(user));
      case AiMessage answer -> of(answer);
      case ToolExecutionResultMessage result ->
          ChatMessage.of("tool", text(result.contents(), "a tool result"));
      default ->
          throw new UnsupportedFeatureException(
              "messages of type " + message.type() + " are not supported");
    };
  }

  private static String text(UserMessage user) {
    if (user.name() != null) {
      throw new UnsupportedFeatureException(
          "names of users are not supported, and '" + user.name() + "' is one");
    }
    return text(user.contents(), "a user message");
  }

  private static String text(List<Content> contents, String where) {
    return contents.stream().map(content -> text(content, where)).collect(Collectors.joining("\n"));
  }

  private static String text(Content content, String where) {
    if (content instanceof TextContent text) {
      return text.text();
    }
    throw new UnsupportedFeatureException(
        content.type().name().toLowerCase(Locale.ROOT)
            + " content is not supported, and "
            + where
            + " has it");
  }

  private static ChatMessage of(AiMessage answer) {
    if (answer.hasToolExecutionRequests()) {
      throw new UnsupportedFeatureException(
          "tools are not supported, and an answer calls '"
              + answer.toolExecutionRequests().getFirst().name()
              + "'");
    }
    if (!answer.images().isEmpty()) {
      throw new UnsupportedFeatureException("image content is not supported, and an answer has it");
    }
    return new ChatMessage(
        "assistant",
        answer.text() == null ? "" : answer.text(),
        Optional.ofNullable(answer.thinking()));
  }
}
