/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.BatchingTarget;
import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.decode.PairOptions;
import io.github.dflash4j.demo.DemoModels;

/** The embedded pair, opened once for all tests of this JVM. */
final class DemoPair {
  private static final DemoModels MODELS = DemoModels.unpack();
  private static final ModelPair PAIR =
      ModelPair.open(
          MODELS.target(),
          MODELS.draft(2),
          PairOptions.defaults().withContext(DemoModels.CONTEXT).withThreads(1));

  private DemoPair() {}

  static ModelPair get() {
    return PAIR;
  }

  /** The same pair with shared passes, as the command line opens it. */
  static ModelPair openShared() {
    return ModelPair.open(
        MODELS.target(),
        MODELS.draft(2),
        PairOptions.defaults()
            .withContext(DemoModels.CONTEXT)
            .withThreads(2)
            .withSharedPasses(BatchingTarget.DEFAULT_ROWS));
  }

  /** The target alone. */
  static ModelPair openPlain() {
    return ModelPair.open(
        MODELS.target(), PairOptions.defaults().withContext(DemoModels.CONTEXT).withThreads(1));
  }
}
