/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.GenerationRequest;
import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.measure.TextEntry;
import io.github.dflash4j.text.ChatMessage;
import io.github.dflash4j.text.ChatOptions;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The prompt as a message of a chat. */
final class ChatArguments {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--chat",
      description = "Put the prompt into the chat format of the target, as the user's message.")
  private boolean chat;

  @Option(
      names = "--system",
      paramLabel = "TEXT",
      description = "A system message in front of it; with --chat.")
  private String system;

  @Option(
      names = "--no-think",
      description = "Ask the chat format for an answer without thinking; with --chat.")
  private boolean noThink;

  boolean isAsked() {
    return chat;
  }

  /** Checks what picocli cannot. */
  void check(PromptOptions prompt) {
    check(prompt.isIds());
  }

  /** Checks what picocli cannot. */
  void check(boolean ids) {
    if (system != null && !chat) {
      throw new ParameterException(command.commandLine(), "--system needs --chat");
    }
    if (noThink && !chat) {
      throw new ParameterException(command.commandLine(), "--no-think needs --chat");
    }
    if (chat && ids) {
      throw new ParameterException(
          command.commandLine(), "--chat needs text, --prompt-ids are taken as they are");
    }
  }

  /** How it is rendered. */
  ChatOptions options() {
    ChatOptions options = ChatOptions.defaults();
    return noThink ? options.withThinking(false) : options;
  }

  /**
   * Tokens of an entry of a file. Messages and ids there are what they are; characters are put into
   * a chat if that is asked for.
   */
  GenerationRequest request(ModelPair pair, TextEntry entry, ChatOptions rendering) {
    if (!entry.ids().isEmpty()) {
      return pair.request(entry.ids().stream().mapToInt(id -> id).toArray());
    }
    if (!entry.messages().isEmpty()) {
      return pair.request(entry.messages(), rendering);
    }
    return chat ? pair.request(messages(entry.text()), rendering) : pair.request(entry.text());
  }

  /** The conversation so far. */
  List<ChatMessage> messages(String text) {
    List<ChatMessage> messages = new ArrayList<>();
    if (system != null) {
      messages.add(ChatMessage.of("system", system));
    }
    messages.add(ChatMessage.of("user", text));
    return messages;
  }
}
