/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.GenerationRequest;
import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.decode.Generator;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decodes prompts plainly and speculatively in turn, in one process, and says whether the texts are
 * the same and how the speeds compare. Whatever else the machine does meets both kinds of runs.
 *
 * <p>Immutable and thread-safe; the generator's models belong to the caller.
 */
public final class PairComparison {
  private static final int CHUNK = 64;

  private final Generator generator;
  private final int rounds;

  private PairComparison(Generator generator, int rounds) {
    this.generator = generator;
    this.rounds = rounds;
  }

  /**
   * A comparison with one round a prompt.
   *
   * @param generator a generator with a draft
   * @return the comparison
   * @throws IllegalArgumentException if there is no draft
   */
  public static PairComparison of(Generator generator) {
    if (generator.draft().isEmpty()) {
      throw new IllegalArgumentException("a comparison needs a draft");
    }
    return new PairComparison(generator, 1);
  }

  /**
   * Sets how often each prompt is decoded in each of the two ways.
   *
   * @param count at least 1
   * @return a changed copy
   * @throws IllegalArgumentException if it is less than 1
   */
  public PairComparison withRounds(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("at least 1 round is needed, not " + count);
    }
    return new PairComparison(generator, count);
  }

  /**
   * Decodes a prompt in both ways until the time is over, at least once, for the JVM to compile
   * what runs. Nothing is measured.
   *
   * @param request a prompt, with whatever block is to be used
   * @param time no round begins after it
   * @return how many rounds there were
   * @throws IllegalArgumentException if the request does not fit the models
   */
  public int warmUp(GenerationRequest request, Duration time) {
    long start = System.nanoTime();
    int count = 0;
    do {
      run(request.withoutDraft());
      run(request);
      count++;
    } while (System.nanoTime() - start < time.toNanos());
    return count;
  }

  /**
   * Decodes a prompt plainly, speculatively, plainly and so on. Every run is held against the first
   * plain one, the later plain ones too.
   *
   * @param request a prompt, with whatever block is to be used
   * @return what came out
   * @throws IllegalArgumentException if the request does not fit the models, or does not ask for
   *     the most likely token of the logits as they are
   * @throws ArithmeticException if the target's logits are not numbers
   */
  public PromptComparison compare(GenerationRequest request) {
    if (!request.sampling().isGreedy() || request.sampling().changesLogits()) {
      throw new IllegalArgumentException(
          "a comparison needs greedy decoding of unchanged logits: sampled texts may differ");
    }
    GenerationResult reference = null;
    AcceptanceCounts counts = AcceptanceCounts.NONE;
    Optional<Divergence> divergence = Optional.empty();
    boolean sameEnd = true;
    List<Round> times = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      GenerationResult plain = run(request.withoutDraft());
      GenerationResult speculative = run(request);
      if (reference == null) {
        reference = plain;
        counts = AcceptanceCounts.of(speculative.figures());
      }
      times.add(Round.of(plain.figures(), speculative.figures()));
      for (GenerationResult other : List.of(plain, speculative)) {
        if (divergence.isEmpty()) {
          divergence = divergence(request.prompt(), reference.ids(), other.ids());
        }
        sameEnd &= other.finish() == reference.finish() && other.text().equals(reference.text());
      }
    }
    return new PromptComparison(
        request.prompt().length,
        reference.ids().length,
        reference.finish(),
        divergence,
        sameEnd,
        counts,
        times);
  }

  private GenerationResult run(GenerationRequest request) {
    return generator.generate(request, GenerationListener.SILENT);
  }

  private Optional<Divergence> divergence(int[] prompt, int[] plain, int[] other) {
    int index = Divergence.firstDifference(plain, other);
    if (index < 0) {
      return Optional.empty();
    }
    int[] before = new int[prompt.length + index];
    System.arraycopy(prompt, 0, before, 0, prompt.length);
    System.arraycopy(plain, 0, before, prompt.length, index);
    return Optional.of(
        new Divergence(
            index,
            before.length,
            Divergence.at(plain, index),
            Divergence.at(other, index),
            choiceBehind(before)));
  }

  /** Reads the tokens once more as a prompt. */
  private TopTwo choiceBehind(int[] tokens) {
    Target target = generator.target();
    TargetState state = target.newState(tokens.length, Math.min(CHUNK, tokens.length));
    for (int row = 0; row < tokens.length; ) {
      int rows = Math.min(CHUNK, tokens.length - row);
      row += rows;
      target.forward(state, tokens, row - rows, rows, row == tokens.length ? 1 : 0);
      state.commit(rows);
    }
    return TopTwo.of(state.logits(), 0, generator.vocabulary(), tokens.length - 1);
  }
}
