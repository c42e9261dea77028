/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

/** Run in a process of its own by {@link MissingVectorsTest}: what was chosen, and why. */
final class KernelChoice {
  private KernelChoice() {}

  public static void main(String[] args) {
    System.out.println(KernelSelection.chosen().name());
    System.out.println(KernelSelection.reason());
    System.out.println(RowDecoders.LANES.getClass().getSimpleName());
  }
}
