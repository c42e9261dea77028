/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.ToIntBiFunction;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** One run of the command line in this process. */
record Run(int exit, String out, String err) {

  static Run of(Object... args) {
    return reading("", args);
  }

  /** With coloured terminals for both outputs. */
  static Run onTerminal(Object... args) {
    return run("", true, args);
  }

  static Run reading(String standardInput, Object... args) {
    return run(standardInput, false, args);
  }

  /** One command alone, as tests make it. */
  static Run command(Function<StandardStreams, Callable<Integer>> command, Object... args) {
    return run(
        "",
        false,
        (streams, words) -> {
          CommandLine line = new CommandLine(command.apply(streams));
          return line.execute(words);
        },
        args);
  }

  private static Run run(String standardInput, boolean terminal, Object... args) {
    return run(standardInput, terminal, Main::run, args);
  }

  private static Run run(
      String standardInput,
      boolean terminal,
      ToIntBiFunction<StandardStreams, String[]> program,
      Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    StandardStreams streams =
        new StandardStreams(
            new ByteArrayInputStream(standardInput.getBytes(StandardCharsets.UTF_8)),
            TextOutput.out(out, StandardCharsets.UTF_8, terminal, terminal),
            TextOutput.err(err, StandardCharsets.UTF_8, terminal, terminal));
    String[] words = Arrays.stream(args).map(Object::toString).toArray(String[]::new);
    int exit = program.applyAsInt(streams, words);
    return new Run(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Checks that nothing failed. */
  Run succeeded() {
    assertThat(exit).as("exit code, standard error is:%n%s", err).isZero();
    return this;
  }

  /** Checks that it ended with this exit code, one line on standard error and nothing else. */
  Run refused(int code, String... words) {
    assertThat(exit).as("exit code, standard error is:%n%s", err).isEqualTo(code);
    assertThat(out).as("standard output").isEmpty();
    assertThat(err).startsWith("dflash4j: ").endsWith("\n");
    assertThat(err.lines()).as("standard error").hasSize(1);
    assertThat(err).contains(words).doesNotContain("Exception", "\tat ");
    return this;
  }

  List<String> outLines() {
    return out.lines().toList();
  }

  JsonNode json() {
    return new ObjectMapper().readTree(out);
  }
}
