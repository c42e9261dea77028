/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TextOutputTest {

  @Test
  void aCharacterWrittenInHalvesStaysWhole() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TextOutput out = TextOutput.out(bytes, StandardCharsets.UTF_8, false, false);
    String grin = "\uD83D\uDE00";
    out.print(grin.substring(0, 1));
    out.print(grin.substring(1));
    out.flush();
    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo(grin);
  }

  @Test
  void aLineIsEndedOnceAndOnlyIfItWasBegun() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TextOutput out = TextOutput.out(bytes, StandardCharsets.UTF_8, false, false);
    out.endLine();
    out.print("text");
    out.endLine();
    out.endLine();
    out.flush();
    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("text\n");
  }

  @Test
  void aReaderThatWentAwayEndsTheProgramQuietly() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    assertThat(help(new Failing("Broken pipe"), err)).isZero();
    assertThat(err.size()).isZero();
  }

  @Test
  void aFullDiskIsAFailure() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    assertThat(help(new Failing("No space left on device"), err)).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("dflash4j: standard output cannot be written: No space left on device\n");
  }

  @Test
  void writingToAClosedOutputIsReported() {
    TextOutput out =
        TextOutput.out(new Failing("Stream Closed"), StandardCharsets.UTF_8, false, false);
    out.print("x");
    assertThatThrownBy(out::flush)
        .isInstanceOfSatisfying(
            TextOutput.LostException.class, e -> assertThat(e.readerGone()).isFalse());
  }

  @Test
  void aLossIsReportedOnce() {
    TextOutput out = TextOutput.out(new Failing("full"), StandardCharsets.UTF_8, false, false);
    out.print("x");
    assertThatThrownBy(out::flush).isInstanceOf(TextOutput.LostException.class);
    out.print("y");
    out.flush();
    out.close();
  }

  @Test
  void standardErrorIsGivenUpInSilence() {
    TextOutput err = TextOutput.err(new Failing("closed"), StandardCharsets.UTF_8, false, false);
    err.line("x");
    err.flush();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(
            Main.run(
                new StandardStreams(
                    new ByteArrayInputStream(new byte[0]),
                    TextOutput.out(out, StandardCharsets.UTF_8, false, false),
                    err),
                "--version"))
        .isZero();
    assertThat(out.size()).isPositive();
  }

  private static int help(OutputStream out, OutputStream err) {
    return Main.run(
        new StandardStreams(
            new ByteArrayInputStream(new byte[0]),
            TextOutput.out(out, StandardCharsets.UTF_8, false, false),
            TextOutput.err(err, StandardCharsets.UTF_8, false, false)),
        "--help");
  }

  /** Fails as a file descriptor does. */
  private static final class Failing extends OutputStream {
    private final String reason;

    Failing(String reason) {
      this.reason = reason;
    }

    @Override
    public void write(int b) throws IOException {
      throw new IOException(reason);
    }
  }
}
