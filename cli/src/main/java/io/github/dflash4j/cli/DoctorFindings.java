/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.WarmUp;
import io.github.dflash4j.measure.BlockCosts;
import io.github.dflash4j.measure.MachineState;
import io.github.dflash4j.measure.MemoryBandwidth;
import io.github.dflash4j.measure.WeightSpeed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What {@code doctor} found out.
 *
 * @param machine what else the machine did before
 * @param vectorModule whether the JVM has the module of the Vector API
 * @param kernels name of what computes
 * @param reason why that
 * @param threads threads of the projections
 * @param memory with one thread, and with all of them if those are several
 * @param weights for each storage type
 * @param pair what was measured on models; empty if none were given
 */
record DoctorFindings(
    MachineState machine,
    boolean vectorModule,
    String kernels,
    String reason,
    int threads,
    List<MemoryBandwidth> memory,
    List<WeightSpeed> weights,
    Optional<Pair> pair) {

  /**
   * Measured on models.
   *
   * @param target where the target lies
   * @param targetLine what it is
   * @param draft where its draft lies, if one was given
   * @param draftLine what that is
   * @param warmUp how their warm-up went
   * @param costs what passes take
   */
  record Pair(
      Path target,
      String targetLine,
      Optional<Path> draft,
      Optional<String> draftLine,
      WarmUp warmUp,
      BlockCosts costs) {}

  /** What to keep in mind with these numbers, and what is wrong. */
  List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    if (!machine.isIdle()) {
      remarks.add("the machine is not idle: these numbers say little; measure again when it rests");
    }
    if (!kernels.startsWith("vector-")) {
      remarks.add("no vector code: speed is many times lower than it could be");
    }
    if (threads > machine.processors()) {
      remarks.add(
          threads
              + " threads on "
              + Quantity.count(machine.processors(), "processor", "processors")
              + " wait for each other; fewer are faster");
    }
    pair.filter(p -> p.warmUp().boxed())
        .ifPresent(p ->
            remarks.add("some kernel runs on boxed vectors: start again, or choose other kernels"));
    return List.copyOf(remarks);
  }
}
