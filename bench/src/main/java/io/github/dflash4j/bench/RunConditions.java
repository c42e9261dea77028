/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import io.github.dflash4j.measure.MachineState;
import io.github.dflash4j.measure.MachineWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/** What a number has to be read with: load, stolen time, JDK, commit. */
final class RunConditions {
  private final MachineState before = MachineState.now();
  private final MachineWatch watch = MachineWatch.start();

  /** One line for each fact; ask at the end of the run. */
  List<String> lines() {
    MachineState during = watch.state();
    return List.of(
        "load "
            + number(before.load(), "%.2f")
            + " before and "
            + number(during.load(), "%.2f")
            + " after the run, "
            + during.processors()
            + " processors, stolen "
            + number(during.stolen(), "%.4f")
            + " of the time",
        "JDK " + Runtime.version() + ", " + System.getProperty("java.vm.name"),
        "processor " + processor(),
        "commit " + commit());
  }

  private static String number(OptionalDouble value, String format) {
    return value.isPresent() ? String.format(Locale.ROOT, format, value.getAsDouble()) : "unknown";
  }

  /** Whether other work was running when this began. */
  boolean wasBusy() {
    return !before.isIdle();
  }

  private static String processor() {
    try {
      return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("not known");
    } catch (IOException e) {
      return "not known";
    }
  }

  private static String commit() {
    try {
      Process git = new ProcessBuilder("git", "rev-parse", "--short", "HEAD").start();
      String hash = new String(git.getInputStream().readAllBytes()).strip();
      return git.waitFor(5, TimeUnit.SECONDS) && git.exitValue() == 0 ? hash : "not known";
    } catch (IOException e) {
      return "not known";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "not known";
    }
  }
}
