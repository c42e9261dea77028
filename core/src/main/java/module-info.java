/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * DFlash for the JVM: model formats, kernels, target models, DFlash drafts and the lossless
 * speculative decode loop.
 */
module io.github.dflash4j.core {
  requires jdk.incubator.vector;
  requires jdk.management;
  requires tools.jackson.databind;

  exports io.github.dflash4j.decode;
  exports io.github.dflash4j.draft;
  exports io.github.dflash4j.format.flm;
  exports io.github.dflash4j.format.gguf;
  exports io.github.dflash4j.format.json;
  exports io.github.dflash4j.format.safetensors;
  exports io.github.dflash4j.kernel;
  exports io.github.dflash4j.measure;
  exports io.github.dflash4j.model;
  exports io.github.dflash4j.sampling;
  exports io.github.dflash4j.target;
  exports io.github.dflash4j.text;
  exports io.github.dflash4j.weights;
}
