/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import java.nio.file.Path;
import java.util.List;

/** The real stories260K target with its drafts of both generations. */
final class StoriesPair {
  static final Path TARGET = Path.of("src/test/resources/stories260K/stories260K-f32.gguf");

  /** The file says 128, the model was trained with 512. */
  static final int CONTEXT = 512;

  static final List<String> PROMPTS =
      List.of(
          "Once upon a time",
          "Lily and Tom went to the park",
          "The little dog was very",
          "One day, a big bear",
          "\"Can I play with you?\" asked",
          "Tim had a red ball. He",
          "The sun was hot and the",
          "Mom said to",
          "There was a cat named",
          "In the garden, Sue saw a",
          "The bird flew up to the",
          "Ben was sad because",
          "They ran to the house and",
          "A small fish lived in",
          "\"No!\" said",
          "It was a rainy day. The children",
          "Anna loved her doll. She",
          "The boy found a box. In the box",
          "At night, the moon",
          "The old man had a");

  private StoriesPair() {}

  static Path draft(int generation) {
    return Path.of("src/test/resources/stories260K-dflash" + generation);
  }

  static ModelPair open(int generation) {
    return ModelPair.open(TARGET, draft(generation), options());
  }

  static PairOptions options() {
    return PairOptions.defaults().withThreads(1).withContext(CONTEXT);
  }
}
