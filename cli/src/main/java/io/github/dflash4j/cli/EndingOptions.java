/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.GenerationRequest;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where a text begins and ends, and what is told of its tokens. */
final class EndingOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--stop",
      paramLabel = "TEXT",
      description = "End the text in front of this one. May be repeated.")
  private List<String> stops = new ArrayList<>();

  @Option(
      names = "--ignore-eos",
      description = "Go on behind tokens that end a text in this vocabulary.")
  private boolean ignoreEos;

  @Option(names = "--echo", description = "Write the prompt in front of the text.")
  private boolean echo;

  @Option(
      names = "--logprobs",
      paramLabel = "N",
      description = {
        "The log-probability of every token, and the N most likely tokens beside it; with --json."
      })
  private Integer logprobs;

  @Option(
      names = "--choices",
      paramLabel = "N",
      converter = Counts.class,
      description = {
        "Write N texts for the prompt, which is read once; with --json. Seeds count up from --seed."
      })
  private Integer choices;

  /** How many texts are wanted. */
  int choices() {
    return choices == null ? 1 : choices;
  }

  /** Checks what picocli cannot. */
  void check(boolean json) {
    if (stops.stream().anyMatch(String::isEmpty)) {
      throw new ParameterException(command.commandLine(), "A text for --stop is empty");
    }
    if (choices != null && !json) {
      throw new ParameterException(command.commandLine(), "--choices needs --json");
    }
    if (logprobs != null && !json) {
      throw new ParameterException(command.commandLine(), "--logprobs needs --json");
    }
    if (logprobs != null && logprobs < 0) {
      throw new ParameterException(
          command.commandLine(), "--logprobs needs 0 or more, not " + logprobs);
    }
  }

  /** The request with these options. */
  GenerationRequest apply(GenerationRequest request) {
    GenerationRequest changed =
        request.withStopStrings(stops).withIgnoredStops(ignoreEos).withEcho(echo);
    return logprobs == null ? changed : changed.withLogprobs(logprobs);
  }
}
