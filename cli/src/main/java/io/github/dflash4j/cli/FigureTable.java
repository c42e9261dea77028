/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.FinishReason;
import io.github.dflash4j.decode.GenerationFigures;
import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.decode.SlotFigures;
import io.github.dflash4j.decode.SpeculationFigures;
import java.util.List;
import java.util.stream.Collectors;

/** The figures of a generation as a table for people. */
final class FigureTable {
  private FigureTable() {}

  /** All figures of one generation. */
  static List<String> lines(GenerationResult result) {
    GenerationFigures f = result.figures();
    TextTable table = new TextTable("ll");
    table.row(
        "prompt",
        Quantity.count(f.promptTokens(), "token", "tokens")
            + " in "
            + Quantity.seconds(f.prefillNanos())
            + ", "
            + Quantity.speed(f.promptTokensPerSecond()));
    table.row(
        "text",
        Quantity.count(f.emitted(), "token", "tokens")
            + " in "
            + Quantity.seconds(f.decodeNanos())
            + ", "
            + Quantity.speed(f.tokensPerSecond())
            + ", "
            + ending(result));
    table.row("target passes", f.targetPasses() + " after the prompt, one a step");
    table.row("tokens per target pass", Quantity.ratio(f.tokensPerTargetPass()));
    if (f.drafted() > 0) {
      table.row(
          "drafted",
          f.drafted()
              + " verified, "
              + f.accepted()
              + " accepted, "
              + f.rejected()
              + " rejected ("
              + Quantity.percent(f.acceptance())
              + ")");
      table.row("acceptance by slot", slots(f.slots()));
    }
    if (f.speculation().adaptive()) {
      table.row("plain steps", fallback(f));
    }
    if (f.drafted() > 0 && f.speedUp() > 0) {
      table.row(
          "speed-up",
          Quantity.ratio(f.speedUp())
              + " against plain steps, whose pass was measured to take "
              + Quantity.seconds(f.speculation().plainStepNanos()));
    }
    table.row(
        "time after the prompt",
        "draft "
            + share(f.draftNanos(), f)
            + ", verify "
            + share(f.verifyNanos(), f)
            + ", other "
            + share(f.otherNanos(), f));
    return table.lines();
  }

  private static String fallback(GenerationFigures f) {
    SpeculationFigures speculation = f.speculation();
    return speculation.fallbackSteps()
        + " where a draft was there; drafting was turned off "
        + Quantity.count(speculation.timesTurnedOff(), "time", "times")
        + (speculation.givenUp() ? " and given up in the end" : "");
  }

  /** Acceptance of every slot, given that the slots before were accepted. */
  static String slots(List<SlotFigures> slots) {
    return slots.stream()
        .map(slot -> slot.reached() == 0 ? "-" : Quantity.ratio(slot.acceptance()))
        .collect(Collectors.joining(" "));
  }

  /** Why a generation ended. */
  private static String ending(GenerationResult result) {
    return result.stopString().isPresent() ? "ended by a stop string" : ending(result.finish());
  }

  /** Why a generation without stop strings ended. */
  static String ending(FinishReason reason) {
    return switch (reason) {
      case STOP -> "ended by a stop token";
      case LENGTH -> "ended at the length asked for";
      case CONTEXT -> "ended because the context is full";
      case CANCELLED -> "cancelled";
    };
  }

  private static String share(long nanos, GenerationFigures f) {
    double all = Math.max(1, f.decodeNanos());
    return Quantity.seconds(nanos) + " (" + Quantity.percent(nanos / all) + ")";
  }
}
