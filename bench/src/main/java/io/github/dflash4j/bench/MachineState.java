/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** What a number has to be read with: load, stolen time, JDK, commit. */
final class MachineState {
  private static final Path CPU_TIMES = Path.of("/proc/stat");
  private static final int STEAL_FIELD = 8;

  private final long stolenBefore = stolenTicks();
  private final double loadBefore =
      ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();

  /** One line for each fact; ask at the end of the run. */
  List<String> lines() {
    long stolen = stolenTicks() - stolenBefore;
    return List.of(
        String.format(
            Locale.ROOT,
            "load %.2f before and %.2f after the run, %d processors, %s",
            loadBefore,
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
            Runtime.getRuntime().availableProcessors(),
            stolenBefore < 0 ? "stolen time not known" : stolen + " ticks of CPU time stolen"),
        "JDK " + Runtime.version() + ", " + System.getProperty("java.vm.name"),
        "processor " + processor(),
        "commit " + commit());
  }

  /** Whether other work was running when this began. */
  boolean wasBusy() {
    return loadBefore > 0.5;
  }

  /** Ticks that a hypervisor gave to others, or -1. */
  private static long stolenTicks() {
    try {
      String[] fields = Files.readAllLines(CPU_TIMES).getFirst().split("\\s+");
      return fields.length > STEAL_FIELD ? Long.parseLong(fields[STEAL_FIELD]) : -1;
    } catch (IOException | NumberFormatException e) {
      return -1;
    }
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
