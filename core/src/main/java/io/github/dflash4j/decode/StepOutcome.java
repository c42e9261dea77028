/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

/**
 * What one step of the loop did and took; what policies and costs learn from.
 *
 * @param verified drafted tokens that were verified; 0 for a plain step
 * @param accepted how many of them were accepted
 * @param kept tokens that became text, 1 or more
 * @param appended rows whose taps the draft's context took over in this step
 * @param appendNanos what that took
 * @param proposeNanos what drafting the block took; 0 for a plain step
 * @param passNanos what the target pass with its judging and its commit took
 */
record StepOutcome(
    int verified,
    int accepted,
    int kept,
    int appended,
    long appendNanos,
    long proposeNanos,
    long passNanos) {

  /** All of the time. */
  long nanos() {
    return appendNanos + proposeNanos + passNanos;
  }
}
