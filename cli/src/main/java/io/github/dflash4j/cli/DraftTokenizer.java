/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.text.Tokenizer;
import io.github.dflash4j.text.Tokenizers;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A tokenizer that lies in the package of a draft. It is never used, but where it differs from the
 * target's the two may not belong together.
 */
final class DraftTokenizer {
  private DraftTokenizer() {}

  /** What differs, if the package has a tokenizer. */
  static Optional<String> difference(Path draft, Tokenizer target) {
    if (!Files.isRegularFile(draft.resolve("tokenizer.json"))) {
      return Optional.empty();
    }
    Tokenizer own;
    try {
      own = Tokenizers.fromFolder(draft);
    } catch (ModelFileException e) {
      return Optional.empty(); // nobody needs it
    }
    List<String> differences = new ArrayList<>();
    if (own.size() != target.size()) {
      differences.add(own.size() + " tokens, the target's has " + target.size());
    }
    if (!own.beginId().equals(target.beginId())) {
      differences.add(begin(own) + ", the target's " + begin(target));
    }
    return differences.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the tokenizer in the draft's package is another one ("
                + String.join("; ", differences)
                + "); the target's is used");
  }

  private static String begin(Tokenizer tokenizer) {
    return tokenizer.beginId().isPresent()
        ? "puts " + tokenizer.beginId().getAsInt() + " in front of a text"
        : "puts nothing in front of a text";
  }
}
