/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.measure.TextEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PromptSetTest {
  private static final Path PROMPTS =
      Path.of("src/main/resources/io/github/dflash4j/bench/prompts");

  @ParameterizedTest
  @EnumSource
  void everyPromptOfASetHasItsKindAndIsThereOnce(PromptSet set, @TempDir Path folder)
      throws IOException {
    List<TextEntry> prompts = set.read(folder);
    assertThat(prompts).hasSizeGreaterThanOrEqualTo(100);
    Set<String> texts = new HashSet<>();
    for (TextEntry prompt : prompts) {
      assertThat(prompt.kind()).isEqualTo(set.kind());
      assertThat(prompt.text()).as("line %d", prompt.line()).isNotBlank();
      assertThat(texts.add(prompt.text())).as("line %d, again", prompt.line()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void theSourceOfEveryPromptIsNamedWithItsLicence(PromptSet set, @TempDir Path folder)
      throws IOException {
    String sources = Files.readString(PROMPTS.resolve("SOURCE.md"));
    for (String line : Files.readAllLines(set.copyTo(folder))) {
      String name = line.replaceFirst(".*?\"source\": \"([^ /\"]+).*", "$1");
      assertThat(sources).contains("| " + name + ", ");
    }
    assertThat(sources).contains("`" + set.kind() + ".jsonl`");
  }

  @Test
  void theSetsAreSmall() throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(PROMPTS)) {
      for (Path file : files.toList()) {
        bytes += Files.size(file);
      }
    }
    assertThat(bytes).isLessThan(200_000);
  }
}
