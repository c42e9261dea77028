/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.weights.ModelFileException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FailuresTest {

  @Test
  void messagesOfModelFilesAreShownAsTheyAre() {
    assertThat(Failures.message(new ModelFileException(Path.of("m"), "cut off")))
        .isEqualTo("m: cut off");
  }

  @Test
  void errorsOfTheFileSystemSayWhatIsWrongWithWhichFile() {
    assertThat(
            Failures.message(
                new UncheckedIOException(
                    "the prompt cannot be read", new NoSuchFileException("p"))))
        .isEqualTo("the prompt cannot be read: p: no such file or folder");
    assertThat(Failures.message(new AccessDeniedException("p"))).isEqualTo("p: access denied");
    assertThat(Failures.message(new IOException())).isEqualTo("IOException");
  }

  @Test
  void tooLittleMemorySaysWhichOptionsHelp() {
    assertThat(Failures.message(new OutOfMemoryError("Java heap space")))
        .contains("not enough memory (Java heap space)", "--context", "-Xmx");
  }

  @Test
  void anErrorWhileAClassIsMadeReadyIsTheErrorBehindIt() {
    assertThat(
            Failures.message(
                new ExceptionInInitializerError(
                    new IllegalArgumentException("no kernels named x"))))
        .isEqualTo("no kernels named x");
  }

  @Test
  void whatNobodyThoughtOfPointsToTheWayToLearnMore() {
    assertThat(Failures.message(new NullPointerException("x")))
        .startsWith("internal error: ")
        .contains("--debug");
    assertThat(Failures.message(new IllegalStateException()))
        .startsWith("internal error: java.lang.IllegalStateException");
  }

  @Test
  void theLineIsOneLineAndHarmless() {
    String hostile = "name\u001b[2J\nwith\r\n\tmore \u0007";
    assertThat(SafeText.oneLine(hostile)).isEqualTo("name\\u001b[2J with more \\u0007");
    assertThat(report(new IllegalArgumentException(hostile), false)).hasSize(1);
  }

  @Test
  void stackTracesAreShownOnRequestOnly() {
    RuntimeException error = new IllegalStateException("outer", new IOException("inner"));
    assertThat(report(error, false)).containsExactly("dflash4j: outer");
    assertThat(report(error, true))
        .contains("java.io.IOException: inner")
        .anyMatch(line -> line.startsWith("    at "));
  }

  private static java.util.List<String> report(Throwable error, boolean debug) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    StandardStreams streams =
        new StandardStreams(
            new ByteArrayInputStream(new byte[0]),
            TextOutput.out(new ByteArrayOutputStream(), StandardCharsets.UTF_8, false, false),
            TextOutput.err(err, StandardCharsets.UTF_8, false, false));
    assertThat(Failures.report(error, streams, debug)).isEqualTo(1);
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
