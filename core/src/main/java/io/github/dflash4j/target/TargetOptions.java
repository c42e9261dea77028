/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import java.util.OptionalInt;

/**
 * What a user may decide about a target that its files would decide otherwise.
 *
 * @param context overrides the context length the files state, for files known to state it wrongly;
 *     announced when used
 * @param predictionHead whether the head for multi-token prediction is loaded, which the target
 *     must then have; else its tensors are counted only
 * @param panels where the panels of quantised weights come from
 * @param flm what a FastFlowLM package does not say about itself
 */
public record TargetOptions(
    OptionalInt context, boolean predictionHead, PanelUse panels, FlmOptions flm) {

  /**
   * Everything as the files say.
   *
   * @return the options
   */
  public static TargetOptions asStated() {
    return new TargetOptions(OptionalInt.empty(), false, PanelUse.FILE, FlmOptions.defaults());
  }

  /**
   * Another context length.
   *
   * @param tokens number of positions, at least 1
   * @return options with it
   */
  public TargetOptions withContext(int tokens) {
    if (tokens < 1) {
      throw new IllegalArgumentException("the context must be at least 1 token, not " + tokens);
    }
    return new TargetOptions(OptionalInt.of(tokens), predictionHead, panels, flm);
  }

  /**
   * With the head for multi-token prediction.
   *
   * @return options that ask for it
   */
  public TargetOptions withPredictionHead() {
    return new TargetOptions(context, true, panels, flm);
  }

  /**
   * Declares what a FastFlowLM package does not say about itself.
   *
   * @param options the options
   * @return a changed copy
   */
  public TargetOptions withFlm(FlmOptions options) {
    return new TargetOptions(context, predictionHead, panels, options);
  }

  /**
   * Panels from elsewhere.
   *
   * @param use where from
   * @return options with it
   */
  public TargetOptions withPanels(PanelUse use) {
    return new TargetOptions(context, predictionHead, use, flm);
  }
}
