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
 */
public record TargetOptions(OptionalInt context) {

  /**
   * Everything as the files say.
   *
   * @return the options
   */
  public static TargetOptions asStated() {
    return new TargetOptions(OptionalInt.empty());
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
    return new TargetOptions(OptionalInt.of(tokens));
  }
}
