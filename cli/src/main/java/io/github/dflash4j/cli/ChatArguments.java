/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.text.ChatMessage;
import io.github.dflash4j.text.ChatOptions;
import io.github.dflash4j.text.ChatTemplate;
import io.github.dflash4j.text.ChatTemplates;
import io.github.dflash4j.text.PromptPart;
import io.github.dflash4j.text.Tokenizer;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;
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

  boolean isAsked() {
    return chat;
  }

  /** Checks what picocli cannot. */
  void check(PromptOptions prompt) {
    if (system != null && !chat) {
      throw new ParameterException(command.commandLine(), "--system needs --chat");
    }
    if (chat && prompt.isIds()) {
      throw new ParameterException(
          command.commandLine(), "--chat needs text, --prompt-ids are taken as they are");
    }
  }

  /**
   * The prompt in the chat format of the target.
   *
   * @throws ModelFileException if the format is not known
   */
  List<PromptPart> render(ModelPair pair, Path target, String text) {
    List<ChatMessage> messages = new ArrayList<>();
    if (system != null) {
      messages.add(ChatMessage.of("system", system));
    }
    messages.add(ChatMessage.of("user", text));
    return template(pair, target).render(messages, ChatOptions.defaults());
  }

  private static ChatTemplate template(ModelPair pair, Path target) {
    Tokenizer tokenizer =
        pair.tokenizer()
            .orElseThrow(() ->
                new ModelFileException(target, "no tokenizer, so no chat: give --prompt-ids"));
    try {
      return ChatTemplates.forTokenizer(tokenizer);
    } catch (IllegalArgumentException e) {
      throw new ModelFileException(target, e.getMessage(), e);
    }
  }
}
