/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.weights.ModelFileException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** Which models a server opens. */
class ServedModelsTest {

  /** A command that has nothing else. */
  @Command(name = "serve")
  static final class Serving {
    @Mixin private ServedModels models;
  }

  @TempDir Path folder;
  private Path target;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void copyModels() throws IOException {
    Models.copyTo(folder.resolve("both"));
    target = Files.createDirectory(folder.resolve("models")).resolve("stories.gguf");
    Files.copy(folder.resolve("both/stories.gguf"), target);
  }

  private ServedModels.Opened open(Object... args) {
    Serving serving = new Serving();
    new CommandLine(serving)
        .parseArgs(Arrays.stream(args).map(Object::toString).toArray(String[]::new));
    serving.models.checkServed();
    serving.models.findServed(
        new StandardStreams(
            new ByteArrayInputStream(new byte[0]),
            TextOutput.out(new ByteArrayOutputStream(), StandardCharsets.UTF_8, false, false),
            TextOutput.err(err, StandardCharsets.UTF_8, false, false)));
    return serving.models.openServed();
  }

  @Test
  void theDraftBesideTheTargetIsUsedWithoutBeingNamed() throws IOException {
    Path draft = Models.copyFolder(folder.resolve("both/draft2"), folder.resolve("models/draft"));
    try (ServedModels.Opened opened = open("--target", target)) {
      assertThat(opened.pair().draft()).isPresent();
      assertThat(opened.note()).isEmpty();
      assertThat(opened.name()).isEqualTo("stories");
      assertThat(err.toString(StandardCharsets.UTF_8)).contains("--draft auto: using " + draft);
    }
    try (ServedModels.Opened opened = open("--target", target, "--draft", "none")) {
      assertThat(opened.pair().draft()).isEmpty();
      assertThat(opened.note()).contains("asked for by --draft none");
    }
  }

  @Test
  void withNoneItIsSaidWithoutPaths() {
    try (ServedModels.Opened opened = open("--target", target)) {
      assertThat(opened.pair().draft()).isEmpty();
      assertThat(opened.note().orElseThrow())
          .isEqualTo("--draft auto found none that fits beside the target");
    }
  }

  @Test
  void twoThatFitAreNotGuessedFrom() {
    assertThatThrownBy(() -> open("--target", folder.resolve("both/stories.gguf")))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContainingAll("2 drafts fit", "draft1", "draft2");
  }

  @Test
  void withoutATargetTheEmbeddedPairIsServed() {
    try (ServedModels.Opened opened = open()) {
      assertThat(opened.name()).isEqualTo("stories260K");
      assertThat(opened.pair().draft()).isPresent();
      assertThat(opened.pair().target().spec().contextLength()).isEqualTo(512);
    }
    try (ServedModels.Opened opened = open("--context", 200, "--draft", "none")) {
      assertThat(opened.pair().draft()).isEmpty();
      assertThat(opened.pair().target().spec().contextLength()).isEqualTo(200);
    }
    assertThatThrownBy(() -> open("--draft", target))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("needs the --target");
  }
}
