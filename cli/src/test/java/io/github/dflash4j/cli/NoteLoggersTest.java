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
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

class NoteLoggersTest {

  private static List<String> written(Runnable task) {
    PrintStream before = System.err;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
    try {
      task.run();
    } finally {
      System.setErr(before);
      NoteLoggers.startCommand();
    }
    return written.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  @ResourceLock(Resources.SYSTEM_ERR)
  void warningsOfTheLibraryAreNotesInOneLine() {
    List<String> notes =
        written(() -> {
          System.Logger log = System.getLogger("io.github.dflash4j.anything");
          log.log(Level.WARNING, "slow\nkernels {0}");
          log.log(Level.WARNING, "{0} layers, not {1}", 5, 6);
          log.log(Level.WARNING, "with a cause", new IllegalStateException("hidden"));
          log.log(Level.ERROR, () -> "late");
          log.log(Level.INFO, "nobody asked");
          assertThat(log.isLoggable(Level.OFF)).isFalse();
        });

    assertThat(notes)
        .containsExactly(
            "note: slow kernels {0}", "note: 5 layers, not 6", "note: with a cause", "note: late");
  }

  @Test
  @ResourceLock(Resources.SYSTEM_ERR)
  void newsThatAreFollowedAreWrittenOnceOfAKindForAWhile() {
    List<String> notes =
        written(() -> {
          System.Logger policy = System.getLogger("io.github.dflash4j.decode.Policy");
          NoteLoggers.follow("io.github.dflash4j.decode.", Duration.ofDays(1));
          policy.log(Level.INFO, "off at step {0}", 5);
          policy.log(Level.INFO, "off at step {0}", 9);
          policy.log(Level.INFO, "on again at step {0}", 30);
          policy.log(Level.DEBUG, "nobody asked");
          System.getLogger("io.github.dflash4j.kernel.Any").log(Level.INFO, "nor for this");
          NoteLoggers.follow("io.github.dflash4j.decode.", Duration.ZERO);
          policy.log(Level.INFO, "off at step {0}", 9);
          policy.log(Level.INFO, "off at step {0}", 9);
          NoteLoggers.startCommand();
          policy.log(Level.INFO, "off at step {0}", 70);
        });

    assertThat(notes)
        .containsExactly(
            "note: off at step 5",
            "note: on again at step 30",
            "note: off at step 9",
            "note: off at step 9");
  }
}
