/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.json;

import io.github.dflash4j.format.JsonTree;
import io.github.dflash4j.format.MappedFile;
import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Opens the JSON files of a model. Strict about the form (UTF-8, no duplicate keys, limited depth
 * and size), tolerant about content: unknown fields are fine and numbers keep their value whatever
 * their notation.
 */
public final class JsonFile {
  private static final int MAX_DEPTH = 64;

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
    MappedFile.requireRegular(file);
    Map<String, Object> members = new LinkedHashMap<>();
    try (InputStream bytes = Files.newInputStream(file)) {
      long size = Files.size(file);
      if (size > maxBytes) {
        throw new ModelFileException(
            file, "size", "at most " + maxBytes + " bytes", size + " bytes");
      }
      JsonTree.read(
          file,
          "the file",
          bytes,
          MAX_DEPTH,
          (key, value) -> {
            if (members.containsKey(key)) {
              throw new ModelFileException(
                  file, key, "each key once in an object", "the key twice");
            }
            members.put(key, value);
          });
    } catch (IOException e) {
      throw MappedFile.unreadable(file, e);
    }
    return JsonFields.root(file, members);
  }
}
