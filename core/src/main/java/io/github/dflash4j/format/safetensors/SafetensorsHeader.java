/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.safetensors;

import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The header of one safetensors file, checked (target-models 6.3, 6.4): the entries lie back to back,
 * without holes, overlap or bytes behind the last one, and every range is as long as shape and dtype
 * need. Entries of a dtype this class does not know are kept, their length taken from the range.
 * Immutable and safe to share between threads; owns no memory of the file.
 */
public final class SafetensorsHeader {
  private SafetensorsHeader() {}

  /**
   * Reads and checks the header of a file. Nothing of the data section is touched.
   *
   * @param file a safetensors file, whatever its name ends with
   * @return the header
   * @throws ModelFileException if the file is missing or its header breaks a rule of the format
   */
  public static SafetensorsHeader read(Path file) {
    throw new UnsupportedOperationException();
  }

  /**
   * The file.
   *
   * @return the path as it was given
   */
  public Path file() {
    throw new UnsupportedOperationException();
  }

  /**
   * All tensors by name, in the order of their data.
   *
   * @return an unmodifiable map; may be empty
   */
  public Map<String, HeaderEntry> entries() {
    throw new UnsupportedOperationException();
  }

  /**
   * The strings of {@code __metadata__}.
   *
   * @return an unmodifiable map; empty if there is none
   */
  public Map<String, String> metadata() {
    throw new UnsupportedOperationException();
  }

  /**
   * Where the data section starts in the file.
   *
   * @return byte offset; not necessarily a multiple of anything
   */
  public long dataStart() {
    throw new UnsupportedOperationException();
  }

  /**
   * Size of the file.
   *
   * @return bytes
   */
  public long fileSize() {
    throw new UnsupportedOperationException();
  }
}
