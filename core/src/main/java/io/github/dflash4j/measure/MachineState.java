/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import java.util.OptionalDouble;

/**
 * What a machine did for a while: whether times measured on it mean something.
 *
 * @param processors processors that the JVM may use
 * @param load mean number of running threads over the last minute; empty where unknown
 * @param busy share of the time of all processors that was used, this program included; empty where
 *     unknown
 * @param stolen share that the host of a virtual machine gave to others; empty where unknown
 */
public record MachineState(
    int processors, OptionalDouble load, OptionalDouble busy, OptionalDouble stolen) {
  private static final int SAMPLE_MILLIS = 400;

  private static final double BUSY_LOAD = 0.5;
  private static final double BUSY_SHARE = 0.5;
  private static final double STOLEN_SHARE = 0.02;

  /**
   * Watches for less than half a second, best before this program begins to compute. An interrupted
   * thread watches for less and stays interrupted.
   *
   * @return the state in that time
   */
  public static MachineState now() {
    MachineWatch watch = MachineWatch.start();
    try {
      Thread.sleep(SAMPLE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return watch.state();
  }

  /**
   * Whether measured times tell something about this program alone.
   *
   * @return whether little else ran; what is unknown counts as nothing
   */
  public boolean isIdle() {
    return load.orElse(0) <= BUSY_LOAD * processors
        && busy.orElse(0) <= BUSY_SHARE
        && stolen.orElse(0) <= STOLEN_SHARE;
  }
}
