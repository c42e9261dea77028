/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/** Watches what a machine does while something runs. Immutable. */
public final class MachineWatch {
  private static final Path TIMES = Path.of("/proc/stat");

  private static final int IDLE = 3;
  private static final int WAITING = 4;
  private static final int STOLEN = 7;
  private static final int FIELDS = 8;

  private final Optional<String> before;

  private MachineWatch(Optional<String> before) {
    this.before = before;
  }

  /**
   * Begins to watch.
   *
   * @return the watch
   */
  public static MachineWatch start() {
    return new MachineWatch(times());
  }

  /**
   * What the machine did since the start. May be asked again.
   *
   * @return the state
   */
  public MachineState state() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return state(Runtime.getRuntime().availableProcessors(), load, before, times());
  }

  /**
   * From two samples.
   *
   * @param load negative if unknown
   * @param before first line of {@code /proc/stat}, if there is one
   * @param after the same, later
   */
  static MachineState state(
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
}
