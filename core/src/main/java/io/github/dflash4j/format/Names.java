/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format;

import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;

/** Checks the names of tensors and keys, which end up in messages and tables. */
public final class Names {
  private Names() {}

  /**
   * Refuses a name that is empty, too long or not plain text: control characters and lone
   * surrogates have no business in it.
   *
   * @param file the file, for messages
   * @param what what is named, for messages
   * @param name the name
   * @param maxLength the largest length in characters
   * @throws ModelFileException if the name is not fit to be one
   */
  public static void check(Path file, String what, String name, int maxLength) {
    if (name.isEmpty()) {
      throw new ModelFileException(file, what, "some text", "an empty string");
    }
    if (name.length() > maxLength) {
      throw new ModelFileException(
          file, what, "at most " + maxLength + " characters", name.length() + " characters");
    }
    boolean plain =
        name.codePoints()
            .noneMatch(
                c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
    if (!plain) {
      throw new ModelFileException(
          file, what, "plain text", "control characters or broken Unicode in it");
    }
  }
}
