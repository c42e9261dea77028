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
 */
public record TargetOptions(OptionalInt context, boolean predictionHead) {

  /**
   * Everything as the files say.
   *
   * @return the options
   */
  public static TargetOptions asStated() {
    return new TargetOptions(OptionalInt.empty(), false);
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
    return new TargetOptions(OptionalInt.of(tokens), predictionHead);
  }

  /**
   * With the head for multi-token prediction.
   *
   * @return options that ask for it
   */
  public TargetOptions withPredictionHead() {
    return new TargetOptions(context, true);
  }
}
