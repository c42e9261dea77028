/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import io.github.dflash4j.measure.TextEntry;
import io.github.dflash4j.measure.TextFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The prompts that come with this module, by kind. SOURCE.md beside them names their origins and
 * licences.
 */
public enum PromptSet {
  /** Programs to write, most of them in Python and Java. */
  CODE,
  /** Stories, explanations and reasoning. */
  PROSE,
  /** Lists, sections, JSON and other forms that are asked for. */
  STRUCTURED;

  /**
   * The name of the set, which is also the kind of its prompts.
   *
   * @return for example {@code code}
   */
  public String kind() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Copies the set to a file, for those who want one.
   *
   * @param folder an existing folder
   * @return the new file
   * @throws IOException if it cannot be written
   */
  public Path copyTo(Path folder) throws IOException {
    Path file = folder.resolve(kind() + ".jsonl");
    try (InputStream in = PromptSet.class.getResourceAsStream("prompts/" + kind() + ".jsonl")) {
      Files.copy(in, file);
    }
    return file;
  }

  /**
   * Reads the set.
   *
   * @param folder an existing folder for a copy of it
   * @return all prompts
   * @throws IOException if the copy cannot be written
   */
  public List<TextEntry> read(Path folder) throws IOException {
    return TextFile.prompts(copyTo(folder));
  }
}
