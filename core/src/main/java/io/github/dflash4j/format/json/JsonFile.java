/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.json;

import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;

/**
 * Opens the JSON files of a model. Strict about the form (UTF-8, no duplicate keys, limited depth and
 * size), tolerant about content: unknown fields are fine and numbers keep their value whatever their
 * notation.
 */
public final class JsonFile {
  private JsonFile() {}

  /**
   * Reads a file whose root is an object.
   *
   * @param file the file
   * @param maxBytes the largest size that is read; a larger file is refused unread
   * @return the fields of the root object
   * @throws ModelFileException if the file is missing, too large, not JSON or not an object
   */
  public static JsonFields open(Path file, long maxBytes) {
    throw new UnsupportedOperationException();
  }
}
