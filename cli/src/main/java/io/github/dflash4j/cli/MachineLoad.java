/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Optional;

/** Whether this machine was idle enough for its speeds to mean something. */
final class MachineLoad {
  private MachineLoad() {}

  /** A remark if more runs than there are processors, over the last minute. */
  static Optional<String> warning() {
    return warning(
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        Runtime.getRuntime().availableProcessors());
  }

  /** A negative load is an unknown one. This program is part of it, up to one per processor. */
  static Optional<String> warning(double load, int processors) {
    return load <= processors + 0.5
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the machine is busy (load %.1f on %s): these speeds say little",
                load,
                Quantity.count(processors, "processor", "processors")));
  }
}
