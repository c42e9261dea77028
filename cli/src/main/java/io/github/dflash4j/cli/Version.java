/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.kernel.KernelSelection;
import java.lang.module.ModuleDescriptor;
import picocli.CommandLine.IVersionProvider;

/** What runs: a slow way of computing is seen here. */
final class Version implements IVersionProvider {

  /** The version of the program. */
  static String ofProgram() {
    ModuleDescriptor module = Version.class.getModule().getDescriptor();
    return module == null ? "unknown" : module.rawVersion().orElse("unknown");
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "dflash4j " + ofProgram(),
      "Java " + Runtime.version() + " (" + System.getProperty("java.vendor") + ")",
      "kernels "
          + KernelSelection.chosen().name()
          + ", "
          + Runtime.getRuntime().availableProcessors()
          + " processors"
    };
  }
}
