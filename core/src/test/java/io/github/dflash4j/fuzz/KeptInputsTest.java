/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The inputs kept for the fuzzed readers: those named {@code sound} are accepted, all others are
 * accepted or refused, with nothing else thrown.
 */
class KeptInputsTest {
  @TempDir private Path folder;

  static Stream<Arguments> inputs() {
    return Arrays.stream(FuzzedReader.values())
        .flatMap(reader -> files(reader).stream().map(file -> Arguments.of(reader, file)));
  }

  private static List<Path> files(FuzzedReader reader) {
    try (Stream<Path> files = Files.list(reader.inputs())) {
      return new ArrayList<>(files.sorted().toList());
    } catch (IOException e) {
      throw new AssertionError("no kept inputs of " + reader, e);
    }
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void aKeptInputIsAcceptedOrRefused(FuzzedReader reader, Path file) throws IOException {
    boolean accepted = reader.accepts(Files.readAllBytes(file), folder);
    if (file.getFileName().toString().startsWith("sound")) {
      assertThat(accepted).as("%s is sound", file).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(FuzzedReader.class)
  void everyPrefixOfASoundFileIsRefused(FuzzedReader reader) throws IOException {
    Path sound =
        files(reader).stream()
            .filter(f -> f.getFileName().toString().equals("sound"))
            .findFirst()
            .orElseThrow();
    byte[] bytes = Files.readAllBytes(sound);
    int step = Math.max(1, bytes.length / 500);
    for (int length = 0; length < bytes.length; length += step) {
      assertThat(reader.accepts(Arrays.copyOf(bytes, length), folder))
          .as("%s: %d of %d bytes", reader, length, bytes.length)
          .isFalse();
    }
  }

  @Test
  void everyReaderHasASoundInput() {
    for (FuzzedReader reader : FuzzedReader.values()) {
      assertThat(files(reader)).as("%s", reader).anyMatch(f -> f.endsWith("sound"));
    }
  }
}
