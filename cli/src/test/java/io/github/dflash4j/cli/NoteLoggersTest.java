/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

class NoteLoggersTest {

  @Test
  @ResourceLock(Resources.SYSTEM_ERR)
  void warningsOfTheLibraryAreNotesInOneLine() {
    PrintStream before = System.err;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
    try {
      System.Logger log = System.getLogger("io.github.dflash4j.anything");
      log.log(Level.WARNING, "slow\nkernels {0}");
      log.log(Level.WARNING, "{0} layers, not {1}", 5, 6);
      log.log(Level.WARNING, "with a cause", new IllegalStateException("hidden"));
      log.log(Level.ERROR, () -> "late");
      log.log(Level.INFO, "nobody asked");
      assertThat(log.isLoggable(Level.OFF)).isFalse();
    } finally {
      System.setErr(before);
    }
    assertThat(written.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "note: slow kernels {0}", "note: 5 layers, not 6", "note: with a cause", "note: late");
  }
}
