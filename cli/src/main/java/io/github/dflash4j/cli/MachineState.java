/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What else the machine does, looked at before this program begins to compute.
 *
 * @param processors processors that the JVM may use
 * @param load mean number of running threads over the last minute; empty where unknown
 * @param busy share of the time of all processors that was used, this program included; empty where
 *     unknown
 * @param stolen share that the host of a virtual machine gave to others; empty where unknown
 */
record MachineState(
    int processors, OptionalDouble load, OptionalDouble busy, OptionalDouble stolen) {
  private static final Path TIMES = Path.of("/proc/stat");
  private static final int SAMPLE_MILLIS = 400;

  private static final int IDLE = 3;
  private static final int WAITING = 4;
  private static final int STOLEN = 7;
  private static final int FIELDS = 8;

  private static final double BUSY_LOAD = 0.5;
  private static final double BUSY_SHARE = 0.5;
  private static final double STOLEN_SHARE = 0.02;

  /** Watches for less than half a second. */
  static MachineState now() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    Optional<String> before = times();
    try {
      Thread.sleep(SAMPLE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return of(Runtime.getRuntime().availableProcessors(), load, before, times());
  }

  /**
   * From two samples.
   *
   * @param load negative if unknown
   * @param before first line of {@code /proc/stat}, if there is one
   * @param after the same, later
   */
  static MachineState of(
      int processors, double load, Optional<String> before, Optional<String> after) {
    OptionalDouble busy = OptionalDouble.empty();
    OptionalDouble stolen = OptionalDouble.empty();
    long[] spent =
        before.isPresent() && after.isPresent() ? spent(before.get(), after.get()) : null;
    if (spent != null) {
      long all = 0;
      for (long time : spent) {
        all += time;
      }
      if (all > 0) {
        stolen = OptionalDouble.of((double) spent[STOLEN] / all);
        busy =
            OptionalDouble.of((double) (all - spent[IDLE] - spent[WAITING] - spent[STOLEN]) / all);
      }
    }
    return new MachineState(
        processors, load < 0 ? OptionalDouble.empty() : OptionalDouble.of(load), busy, stolen);
  }

  private static Optional<String> times() {
    try (var lines = Files.lines(TIMES)) {
      return lines.findFirst();
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** Guest time, behind the first eight fields, is part of user time. */
  private static long[] spent(String before, String after) {
    String[] from = before.trim().split("\\s+");
    String[] to = after.trim().split("\\s+");
    if (from.length <= FIELDS || to.length <= FIELDS || !from[0].equals("cpu")) {
      return null;
    }
    try {
      long[] spent = new long[FIELDS];
      for (int i = 0; i < FIELDS; i++) {
        spent[i] = Math.max(0, Long.parseLong(to[i + 1]) - Long.parseLong(from[i + 1]));
      }
      return spent;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** For example {@code load 0.12 on 2 processors, 3 % busy, 0 % stolen by the host}. */
  String describe() {
    List<String> parts = new ArrayList<>();
    load.ifPresent(l -> parts.add(String.format(Locale.ROOT, "load %.2f", l)));
    busy.ifPresent(share -> parts.add(Quantity.percent(share) + " busy"));
    stolen.ifPresent(share -> parts.add(Quantity.percent(share) + " stolen by the host"));
    return Quantity.count(processors, "processor", "processors")
        + (parts.isEmpty() ? ", load unknown" : ", " + String.join(", ", parts));
  }

  /** Whether measured times tell something about this program alone. */
  boolean isIdle() {
    return load.orElse(0) <= BUSY_LOAD * processors
        && busy.orElse(0) <= BUSY_SHARE
        && stolen.orElse(0) <= STOLEN_SHARE;
  }
}
