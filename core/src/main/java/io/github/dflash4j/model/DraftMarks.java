/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

import io.github.dflash4j.format.json.JsonFields;
import java.util.List;
import java.util.Optional;

/**
 * By what a file says that it is of a draft, of whatever kind, and not of a target. Readers of both
 * go by it, so that one that is mistaken for the other is refused as what it is.
 */
public final class DraftMarks {
  private static final String SETTINGS = "dflash_config";

  private DraftMarks() {}

  /**
   * The mark of a draft in a {@code config.json}.
   *
   * @param config the configuration
   * @return the name of the architecture, or of the field where the name tells nothing; empty if
   *     nothing speaks of a draft
   */
  public static Optional<String> in(JsonFields config) {
    List<String> names = config.findStrings("architectures").orElse(List.of());
    return names.stream()
        .filter(DraftMarks::isDraft)
        .findFirst()
        .or(() -> config.has(SETTINGS) ? Optional.of(SETTINGS) : Optional.empty());
  }

  // The third container of DFlash 1 is an AssistantModel (dflash-algorithm 1.3).
  private static boolean isDraft(String name) {
    return name.contains("DFlash") || name.contains("Draft") || name.endsWith("AssistantModel");
  }

  /**
   * Whether the architecture of a GGUF file is one of a draft.
   *
   * @param name the value of {@code general.architecture}
   * @return whether it is
   */
  public static boolean inGguf(String name) {
    return name.contains("dflash");
  }
}
