/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.demo.DemoModels;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.stream.Stream;

/** Models for tests: the embedded ones, copies of them, and broken copies. */
final class Models {
  private Models() {}

  /** The target and both drafts, copied to {@code stories.gguf}, {@code draft1}, {@code draft2}. */
  static void copyTo(Path folder) throws IOException {
    try (DemoModels models = DemoModels.unpack()) {
      Files.createDirectories(folder);
      Files.copy(models.target(), folder.resolve("stories.gguf"));
      copyFolder(models.draft(1), folder.resolve("draft1"));
      copyFolder(models.draft(2), folder.resolve("draft2"));
    }
  }

  static Path copyFolder(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      files.forEach(file -> {
        try {
          Files.copy(file, to.resolve(file.getFileName().toString()));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      });
    }
    return to;
  }

  /** A golden model of the core module. */
  static Path golden(String name) {
    Path folder = Path.of("../core/src/test/resources/goldens").resolve(name);
    assertThat(folder).isDirectory();
    return folder;
  }

  /** Replaces text that has to be in a file. */
  static void edit(Path file, String what, String by) throws IOException {
    String before = Files.readString(file);
    assertThat(before).contains(what);
    Files.writeString(file, before.replace(what, by), StandardOpenOption.TRUNCATE_EXISTING);
  }

  /** Cuts a file. */
  static void cut(Path file, long bytes) throws IOException {
    assertThat(Files.size(file)).isGreaterThan(bytes);
    try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
      channel.truncate(bytes);
    }
  }

  /** Makes every number of a safetensors file zero. */
  static void clearTensors(Path file) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    int start = 8 + Math.toIntExact(bytes.getLong(0));
    Arrays.fill(bytes.array(), start, bytes.capacity(), (byte) 0);
    Files.write(file, bytes.array());
  }
}
