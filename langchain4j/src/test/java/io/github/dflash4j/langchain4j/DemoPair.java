/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.langchain4j;

import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.decode.PairOptions;
import io.github.dflash4j.demo.DemoModels;

/** The embedded pair. */
record DemoPair(DemoModels models, ModelPair pair) implements AutoCloseable {

  static DemoPair open() {
    DemoModels models = DemoModels.unpack();
    PairOptions options = PairOptions.defaults().withThreads(1).withContext(DemoModels.CONTEXT);
    return new DemoPair(models, ModelPair.open(models.target(), models.draft(2), options));
  }

  @Override
  public void close() {
    pair.close();
    models.close();
  }
}
