/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.GenerationRequest;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/**
 * How a request wants to be drafted for: the field {@code speculation}, an extension of the API.
 *
 * @param width drafted tokens verified in a step, 0 for none; empty to leave that to the policy
 * @param details whether chunks tell which tokens were drafted
 */
record SpeculationChoice(OptionalInt width, boolean details) {

  private static final List<String> MEMBERS = List.of("mode", "width", "details");

  static final SpeculationChoice DEFAULT = new SpeculationChoice(OptionalInt.empty(), false);

  /**
   * Reads the field.
   *
   * @param widest drafted tokens in a whole block, 0 if there is no draft
   * @throws ApiError if it cannot be used
   */
  static SpeculationChoice read(Fields fields, int widest) {
    Optional<JsonNode> given = fields.get("speculation");
    if (given.isEmpty()) {
      return DEFAULT;
    }
    if (given.get().isBoolean()) {
      return given.get().booleanValue() ? DEFAULT : new SpeculationChoice(OptionalInt.of(0), false);
    }
    Fields inner = fields.object("speculation").orElseThrow();
    // No other server has this field, so that an unknown member can only be a mistake.
    inner.allowOnly(MEMBERS);
    boolean details = inner.flag("details");
    OptionalInt asked = inner.integer("width", 0, Integer.MAX_VALUE);
    if (asked.isPresent() && asked.getAsInt() > widest) {
      throw inner.wrong(
          "width",
          widest == 0
              ? "must be 0, there is no draft"
              : "must be at most " + widest + ", the tokens of a drafted block");
    }
    String mode = inner.text("mode").orElse(asked.isPresent() ? "fixed" : "adaptive");
    return new SpeculationChoice(width(inner, mode, asked, widest), details);
  }

  private static OptionalInt width(Fields inner, String mode, OptionalInt asked, int widest) {
    return switch (mode) {
      case "adaptive" -> {
        if (asked.isPresent()) {
          throw inner.wrong("width", "goes with the mode \"fixed\"");
        }
        yield OptionalInt.empty();
      }
      case "fixed" -> asked.isPresent() ? asked : OptionalInt.of(widest);
      case "off" -> OptionalInt.of(0);
      default -> throw inner.wrong("mode", "must be \"adaptive\", \"fixed\" or \"off\"");
    };
  }

  GenerationRequest apply(GenerationRequest request) {
    return width.isPresent() ? request.withBlock(1 + width.getAsInt()) : request;
  }
}
