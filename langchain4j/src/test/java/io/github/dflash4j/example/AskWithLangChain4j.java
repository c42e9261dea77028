/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.example;

import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.decode.PairOptions;
import io.github.dflash4j.langchain4j.DFlashChatModel;
import io.github.dflash4j.langchain4j.DFlashResponseMetadata;
import java.nio.file.Path;

/** Asks a question through LangChain4j. The page about LangChain4j shows this file. */
public final class AskWithLangChain4j {
  private AskWithLangChain4j() {}

  /**
   * Asks.
   *
   * @param args the target, its draft, the question
   */
  public static void main(String... args) {
    PairOptions options = PairOptions.defaults();
    try (ModelPair pair = ModelPair.open(Path.of(args[0]), Path.of(args[1]), options)) {
      DFlashChatModel model =
          DFlashChatModel.builder(pair).temperature(0.7).maxOutputTokens(200).build();
      ChatResponse response = model.chat(UserMessage.from(args[2]));
      System.out.println(response.aiMessage().text());
      if (response.metadata() instanceof DFlashResponseMetadata metadata) {
        System.out.printf(
            "%.2f tokens per target pass%n", metadata.figures().tokensPerTargetPass());
      }
    }
  }
}
