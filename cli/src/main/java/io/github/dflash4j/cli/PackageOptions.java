/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.draft.DraftOptions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What the package of a draft does not say about itself. */
final class PackageOptions {

  /** Reads a number of lanes. */
  static final class Lanes implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return switch (text) {
        case "16" -> 16;
        case "32" -> 32;
        default -> throw new TypeConversionException("there are 16 and 32, not '" + text + "'");
      };
    }
  }

  @Option(
      names = "--flm-lanes",
      paramLabel = "16|32",
      converter = Lanes.class,
      description = {
        "Order of the codes in the 5120- and 8704-byte chunks of a FastFlowLM package: 16 before"
            + " FastFlowLM 1.0.3, 32 since. Needed only where the package does not tell."
      })
  private Integer flmLanes;

  DraftOptions draft() {
    DraftOptions options = DraftOptions.defaults();
    return flmLanes == null ? options : options.withFlmLanes(flmLanes);
  }
}
