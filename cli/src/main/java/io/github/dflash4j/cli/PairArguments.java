/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.ModelPair;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** For commands that need a target and a draft. */
final class PairArguments extends ModelArguments {

  @Option(names = TARGET, required = true, paramLabel = TARGET_LABEL, description = TARGET_TEXT)
  void target(Path path) {
    setTarget(path);
  }

  @Option(names = DRAFT, required = true, paramLabel = DRAFT_LABEL, description = DRAFT_TEXT)
  void draft(Path path) {
    setDraft(path);
  }

  @Override
  ModelPair open() {
    if (draft().isEmpty()) {
      throw new IllegalArgumentException(whyNoDraft() + "; name one");
    }
    return super.open();
  }
}
