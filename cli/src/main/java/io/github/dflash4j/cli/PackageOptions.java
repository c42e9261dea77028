/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.draft.DraftOptions;
import io.github.dflash4j.target.FlmOptions;
import io.github.dflash4j.target.FlmOptions.ValueHeads;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What FastFlowLM packages do not say about themselves. */
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

  /** Reads an order of value heads. */
  static final class Order implements ITypeConverter<ValueHeads> {
    @Override
    public ValueHeads convert(String text) {
      return switch (text) {
        case "grouped" -> ValueHeads.GROUPED;
        case "tiled" -> ValueHeads.TILED;
        default ->
            throw new TypeConversionException("there are grouped and tiled, not '" + text + "'");
      };
    }
  }

  @Option(
      names = "--flm-value-heads",
      paramLabel = "grouped|tiled",
      converter = Order.class,
      description = {
        "Order of the value heads of recurrent layers in a FastFlowLM package of a target. Needed"
            + " only where it is not known."
      })
  private ValueHeads valueHeads;

  FlmOptions target() {
    FlmOptions options = FlmOptions.defaults();
    options = flmLanes == null ? options : options.withLanes(flmLanes);
    return valueHeads == null ? options : options.withValueHeads(valueHeads);
  }

  DraftOptions draft() {
    DraftOptions options = DraftOptions.defaults();
    return flmLanes == null ? options : options.withFlmLanes(flmLanes);
  }
}
