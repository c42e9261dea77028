/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.decode.PhaseClock.Phase;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The numbers of one generation. Counts are exact. The four times are measured by one clock without
 * gaps, so that their sum is the wall clock time of the generation.
 *
 * @param promptTokens tokens of the prompt
 * @param reusedTokens how many of them came from a {@link PromptCache} and were not read again
 * @param promptPasses target passes over prompt chunks
 * @param emitted tokens of the text, a stop token at its end included
 * @param committed rows in the target's state at the end, prompt included; the last emitted token
 *     is not among them, because nothing followed it
 * @param targetPasses target passes after the prompt, exactly one a step
 * @param plainSteps steps among them that verified no drafted token
 * @param drafted drafted tokens that were verified; the anchor is never counted
 * @param accepted drafted tokens that were the target's own choice, also where a stop token or the
 *     end of the budget cut them off
 * @param slots the slots that were verified at least once, from slot 1 on
 * @param speculation how widths were decided, and what plain decoding would have taken
 * @param prefillNanos time from the start to the first token: memory, prompt, its taps
 * @param draftNanos time the draft took after that: proposing, and keeping and taking over the taps
 *     of kept rows
 * @param verifyNanos time of target passes, judging their logits, commit and roll back
 * @param otherNanos the rest: decoding text, the listener
 */
public record GenerationFigures(
    int promptTokens,
    int reusedTokens,
    int promptPasses,
    int emitted,
    int committed,
    int targetPasses,
    int plainSteps,
    int drafted,
    int accepted,
    List<SlotFigures> slots,
    SpeculationFigures speculation,
    long prefillNanos,
    long draftNanos,
    long verifyNanos,
    long otherNanos) {

  /**
   * Copies the list.
   *
   * @throws NullPointerException if the list or an element is null
   */
  public GenerationFigures {
    slots = List.copyOf(slots);
  }

  static GenerationFigures of(
      int promptTokens,
      int reusedTokens,
      int promptPasses,
      int emitted,
      int committed,
      List<GenerationStep> steps,
      SpeculationFigures speculation,
      PhaseClock clock) {
    return new GenerationFigures(
        promptTokens,
        reusedTokens,
        promptPasses,
        emitted,
        committed,
        steps.size(),
        (int) steps.stream().filter(step -> step.drafted().isEmpty()).count(),
        steps.stream().mapToInt(step -> step.drafted().size()).sum(),
        steps.stream().mapToInt(GenerationStep::accepted).sum(),
        slots(steps),
        speculation,
        clock.nanos(Phase.PREFILL),
        clock.nanos(Phase.DRAFT),
        clock.nanos(Phase.VERIFY),
        clock.nanos(Phase.OTHER));
  }

  private static List<SlotFigures> slots(List<GenerationStep> steps) {
    int widest = steps.stream().mapToInt(step -> step.drafted().size()).max().orElse(0);
    return IntStream.rangeClosed(1, widest).mapToObj(slot -> slot(slot, steps)).toList();
  }

  private static SlotFigures slot(int slot, List<GenerationStep> steps) {
    int verified = 0;
    int reached = 0;
    int accepted = 0;
    for (GenerationStep step : steps) {
      if (step.drafted().size() >= slot) {
        verified++;
        reached += step.accepted() >= slot - 1 ? 1 : 0;
        accepted += step.accepted() >= slot ? 1 : 0;
      }
    }
    return new SlotFigures(slot, verified, reached, accepted);
  }

  /**
   * Tokens that a target pass gave on average. The first token of a text comes from the prompt and
   * is counted neither here nor there, so plain decoding gives exactly 1.
   *
   * @return (emitted - 1) / target passes, 0 if there was no pass
   */
  public double tokensPerTargetPass() {
    return targetPasses == 0 ? 0 : (double) (emitted - 1) / targetPasses;
  }

  /**
   * The share of drafted tokens that were accepted. It falls with wider blocks even where the
   * tokens per target pass rise.
   *
   * @return accepted / drafted, 0 if nothing was drafted
   */
  public double acceptance() {
    return drafted == 0 ? 0 : (double) accepted / drafted;
  }

  /**
   * Drafted tokens that were not accepted.
   *
   * @return drafted - accepted
   */
  public int rejected() {
    return drafted - accepted;
  }

  /**
   * Wall clock time of the whole generation.
   *
   * @return the sum of the four times, in nanoseconds
   */
  public long wallNanos() {
    return prefillNanos + draftNanos + verifyNanos + otherNanos;
  }

  /**
   * Wall clock time after the first token.
   *
   * @return the sum of the times but the prefill, in nanoseconds
   */
  public long decodeNanos() {
    return draftNanos + verifyNanos + otherNanos;
  }

  /**
   * Speed of writing: the tokens that came after the first one, over the wall clock time after the
   * first one. The prompt and the first token, which the prompt's passes give, count in neither.
   *
   * @return (emitted - 1) / {@link #decodeNanos()} in tokens a second, 0 if there was no pass
   */
  public double tokensPerSecond() {
    return targetPasses == 0 ? 0 : (emitted - 1) * 1e9 / Math.max(1, decodeNanos());
  }

  /**
   * How much faster this was than plain decoding would have been, by the plain steps that were
   * measured on the same models, and with the same time for all else. Below 1 it was slower.
   *
   * @return time of plain decoding over {@link #decodeNanos()}, 0 if no plain step was measured
   */
  public double speedUp() {
    long plain = speculation.plainPassNanos();
    return plain == 0 ? 0 : (double) (plain + otherNanos) / Math.max(1, decodeNanos());
  }

  /**
   * Speed of reading the prompt.
   *
   * @return prompt tokens that were read over {@link #prefillNanos()} in tokens a second, 0 if it
   *     was not run
   */
  public double promptTokensPerSecond() {
    return promptPasses == 0 ? 0 : (promptTokens - reusedTokens) * 1e9 / Math.max(1, prefillNanos);
  }
}
