/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.example;

import io.github.dflash4j.decode.GenerationFigures;
import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.GenerationRequest;
import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.decode.PairOptions;
import java.nio.file.Path;

/** Loads a target and its draft, streams text, reads the figures. The README shows this file. */
public final class WriteAStory {
  private WriteAStory() {}

  /**
   * Writes a story.
   *
   * @param args the target, its draft, the beginning of the text
   */
  public static void main(String... args) {
    PairOptions options = PairOptions.defaults();
    try (ModelPair pair = ModelPair.open(Path.of(args[0]), Path.of(args[1]), options)) {
      GenerationRequest request = pair.request(args[2]).withMaxTokens(80);
      System.out.print(args[2]);
      GenerationResult result =
          pair.generate(request, GenerationListener.ofText(System.out::print));
      GenerationFigures figures = result.figures();
      System.out.printf("%n%.2f tokens per target pass, ", figures.tokensPerTargetPass());
      System.out.printf("%d of %d drafts accepted%n", figures.accepted(), figures.drafted());
      figures.speculation().reason().ifPresent(why -> System.out.println("drafting off: " + why));
    }
  }
}
