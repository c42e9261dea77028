/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

/** Entry point of the command line. */
final class Main {
  private Main() {}

  /**
   * Prints the version.
   *
   * @param args not used yet
   */
  static void main(String[] args) {
    System.out.println(
        "dflash4j " + Main.class.getModule().getDescriptor().rawVersion().orElse("unknown"));
  }
}
