/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

class DemoModelsTest {

  @Test
  void targetAndBothDraftsAreUnpacked() {
    try (DemoModels models = DemoModels.unpack()) {
      assertThat(models.target()).isRegularFile().hasSize(1_185_376);
      for (int generation = 1; generation <= 2; generation++) {
        Path draft = models.draft(generation);
        assertThat(draft.resolve("model.safetensors")).isNotEmptyFile();
        assertThat(draft.resolve("config.json"))
            .content()
            .contains(generation == 1 ? "\"DFlashDraftModel\"" : "\"DFlash2DraftModel\"");
      }
    }
  }

  @Test
  void theNoticeOfTheTargetTravelsWithIt() {
    try (DemoModels models = DemoModels.unpack()) {
      assertThat(models.target().resolveSibling("LICENSE.txt"))
          .content()
          .contains("MIT License", "Copyright (c) 2023 Andrej", "WITHOUT WARRANTY OF ANY KIND");
    }
  }

  @Test
  void closingRemovesTheFolderAndClosingAgainDoesNothing() {
    DemoModels models = DemoModels.unpack();
    Path folder = models.draft(1).getParent();
    assertThat(folder).isDirectory();

    models.close();
    models.close();

    assertThat(folder).doesNotExist();
  }

  @Test
  void nobodyElseMayReadTheFolder() throws Exception {
    try (DemoModels models = DemoModels.unpack()) {
      Path folder = models.draft(1).getParent();
      PosixFileAttributeView posix =
          Files.getFileAttributeView(folder, PosixFileAttributeView.class);
      if (posix != null) {
        assertThat(PosixFilePermissions.toString(posix.readAttributes().permissions()))
            .isEqualTo("rwx------");
      }
    }
  }

  @Test
  void twoCopiesDoNotMeet() {
    try (DemoModels one = DemoModels.unpack();
        DemoModels other = DemoModels.unpack()) {
      assertThat(one.target()).isNotEqualTo(other.target());
    }
  }

  @Test
  void anotherGenerationIsRefused() {
    try (DemoModels models = DemoModels.unpack()) {
      assertThatThrownBy(() -> models.draft(3))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("there are DFlash 1 and 2, not 3");
    }
  }
}
