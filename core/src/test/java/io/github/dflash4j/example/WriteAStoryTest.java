/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

class WriteAStoryTest {

  @Test
  @ResourceLock(Resources.SYSTEM_OUT)
  void theExampleOfTheReadmeWritesTextAndFigures() {
    PrintStream before = System.out;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
    try {
      WriteAStory.main(
          "src/test/resources/stories260K/stories260K-f32.gguf",
          "src/test/resources/stories260K-dflash2",
          "Once upon a time");
    } finally {
      System.setOut(before);
    }
    String text = written.toString(StandardCharsets.UTF_8);
    assertThat(text).startsWith("Once upon a time, there was a little girl named Lily.");
    // Whether drafting pays is measured, and why it does not is said in one line more.
    assertThat(text)
        .matches(
            "(?s).*\\R\\d\\.\\d\\d tokens per target pass, \\d+ of \\d+ drafts accepted\\R"
                + "(drafting off: [^\\r\\n]+\\R)?");
  }
}
