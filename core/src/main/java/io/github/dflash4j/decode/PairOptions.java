/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.DraftOptions;
import io.github.dflash4j.kernel.Activations;
import io.github.dflash4j.kernel.FloatKernels;
import io.github.dflash4j.kernel.KernelSelection;
import io.github.dflash4j.target.FlmOptions;
import io.github.dflash4j.target.PanelUse;
import java.util.OptionalInt;

/**
 * How a {@link ModelPair} is loaded.
 *
 * @param threads threads the models compute with, at least 1
 * @param context context length in place of the one the target's files state, for files known to
 *     state it wrongly
 * @param kernels float operations
 * @param draft what the draft package does not say about itself
 * @param activations what the inputs of the target's projections are; a draft always uses single
 *     precision
 * @param panels where the panels of the target's quantised weights come from
 * @param target what a FastFlowLM package of the target does not say about itself
 * @param sharedRows rows of the largest pass of the target that generations share; 0 if each runs
 *     its own
 */
public record PairOptions(
    int threads,
    OptionalInt context,
    FloatKernels kernels,
    DraftOptions draft,
    Activations activations,
    PanelUse panels,
    FlmOptions target,
    int sharedRows) {

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if there is no thread, the context has no position or the
   *     number of shared rows is negative
   */
  public PairOptions {
    if (threads < 1) {
      throw new IllegalArgumentException("at least 1 thread is needed, not " + threads);
    }
    if (context.isPresent() && context.getAsInt() < 1) {
      throw new IllegalArgumentException(
          "the context must be at least 1 token, not " + context.getAsInt());
    }
    if (sharedRows < 0) {
      throw new IllegalArgumentException("there are no passes of " + sharedRows + " rows");
    }
  }

  /**
   * All processors, the context the files state, the fastest kernels of this machine.
   *
   * @return the options
   */
  public static PairOptions defaults() {
    return new PairOptions(
        Runtime.getRuntime().availableProcessors(),
        OptionalInt.empty(),
        KernelSelection.chosen(),
        DraftOptions.defaults(),
        Activations.ofTargets(),
        PanelUse.FILE,
        FlmOptions.defaults(),
        0);
  }

  /**
   * Another number of threads. The text does not depend on it.
   *
   * @param count at least 1
   * @return a changed copy
   */
  public PairOptions withThreads(int count) {
    return new PairOptions(count, context, kernels, draft, activations, panels, target, sharedRows);
  }

  /**
   * Another context length.
   *
   * @param tokens number of positions, at least 1
   * @return a changed copy
   */
  public PairOptions withContext(int tokens) {
    return new PairOptions(
        threads, OptionalInt.of(tokens), kernels, draft, activations, panels, target, sharedRows);
  }

  /**
   * Other float operations.
   *
   * @param operations the kernels
   * @return a changed copy
   */
  public PairOptions withKernels(FloatKernels operations) {
    return new PairOptions(
        threads, context, operations, draft, activations, panels, target, sharedRows);
  }

  /**
   * Declares what the draft package does not say about itself.
   *
   * @param options the options
   * @return a changed copy
   */
  public PairOptions withDraft(DraftOptions options) {
    return new PairOptions(
        threads, context, kernels, options, activations, panels, target, sharedRows);
  }

  /**
   * Declares what a FastFlowLM package of the target does not say about itself.
   *
   * @param options the options
   * @return a changed copy
   */
  public PairOptions withTarget(FlmOptions options) {
    return new PairOptions(
        threads, context, kernels, draft, activations, panels, options, sharedRows);
  }

  /**
   * Other activations of the target. Unlike threads and kernels they may change the text.
   *
   * @param choice the activations
   * @return a changed copy
   */
  public PairOptions withActivations(Activations choice) {
    return new PairOptions(threads, context, kernels, draft, choice, panels, target, sharedRows);
  }

  /**
   * Panels from elsewhere. The text does not depend on it.
   *
   * @param use where from
   * @return a changed copy
   */
  public PairOptions withPanels(PanelUse use) {
    return new PairOptions(threads, context, kernels, draft, activations, use, target, sharedRows);
  }

  /**
   * Passes of the target that generations share when several run at the same time; see {@link
   * BatchingTarget}. The text does not depend on it.
   *
   * @param rows rows of the largest shared pass, {@link BatchingTarget#DEFAULT_ROWS} unless there
   *     is a reason for another number; 0 if each generation runs its own passes
   * @return a changed copy
   */
  public PairOptions withSharedPasses(int rows) {
    return new PairOptions(threads, context, kernels, draft, activations, panels, target, rows);
  }
}
