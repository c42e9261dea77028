/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.safetensors;

import io.github.dflash4j.format.MappedFile;
import io.github.dflash4j.weights.ModelFileException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;

/**
 * The header of one safetensors file, checked (target-models 6.3, 6.4): the entries lie back to
 * back, without holes, overlap or bytes behind the last one, and every range is as long as shape
 * and dtype need. Entries of a dtype this class does not know are kept, their length taken from the
 * range. Immutable and safe to share between threads; owns no memory of the file.
 */
public final class SafetensorsHeader {
  private final Path file;
  private final long fileSize;
  private final long dataStart;
  private final Map<String, HeaderEntry> entries;
  private final Map<String, String> metadata;

  SafetensorsHeader(
      Path file,
      long fileSize,
      long dataStart,
      Map<String, HeaderEntry> entries,
      Map<String, String> metadata) {
    this.file = file;
    this.fileSize = fileSize;
    this.dataStart = dataStart;
    this.entries = Collections.unmodifiableMap(entries);
    this.metadata = Collections.unmodifiableMap(metadata);
  }

  /**
   * Reads and checks the header of a file. Nothing of the data section is touched.
   *
   * @param file a safetensors file, whatever its name ends with
   * @return the header
   * @throws ModelFileException if the file is missing or its header breaks a rule of the format
   */
  public static SafetensorsHeader read(Path file) {
    try (Arena arena = Arena.ofConfined()) {
      return HeaderReader.read(file, MappedFile.map(file, arena));
    }
  }

  /**
   * The file.
   *
   * @return the path as it was given
   */
  public Path file() {
    return file;
  }

  /**
   * All tensors by name, in the order of their data.
   *
   * @return an unmodifiable map; may be empty
   */
  public Map<String, HeaderEntry> entries() {
    return entries;
  }

  /**
   * The strings of {@code __metadata__}.
   *
   * @return an unmodifiable map; empty if there is none
   */
  public Map<String, String> metadata() {
    return metadata;
  }

  /**
   * Where the data section starts in the file.
   *
   * @return byte offset; not necessarily a multiple of anything
   */
  public long dataStart() {
    return dataStart;
  }

  /**
   * Size of the file.
   *
   * @return bytes
   */
  public long fileSize() {
    return fileSize;
  }
}
