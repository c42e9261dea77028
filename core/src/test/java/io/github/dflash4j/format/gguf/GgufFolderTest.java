/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GgufFolderTest {
  @TempDir Path folder;

  private Path file(String name) throws IOException {
    return Files.writeString(folder.resolve(name), "x");
  }

  @Test
  void theOnlyModelIsMeant() throws IOException {
    assertThat(GgufFolder.fileOf(folder)).isEqualTo(folder);
    Path only = file("m.gguf");
    file("m.gguf.part");
    file("._m.gguf");
    file("tokenizer.json");
    Files.createDirectory(folder.resolve("folder.gguf"));
    assertThat(GgufFolder.fileOf(folder)).isEqualTo(only);
    assertThat(GgufFolder.fileOf(only)).isEqualTo(only);
    assertThat(GgufFolder.fileOf(folder.resolve("none"))).isEqualTo(folder.resolve("none"));
  }

  @Test
  void aSplitModelIsOne() throws IOException {
    file("m-00002-of-00003.gguf");
    Path first = file("m-00001-of-00003.gguf");
    file("m-00003-of-00003.gguf");
    assertThat(GgufFolder.fileOf(folder)).isEqualTo(first);
  }

  @Test
  void severalAreNamed() throws IOException {
    file("q8.gguf");
    file("q4-00001-of-00002.gguf");
    file("q4-00002-of-00002.gguf");
    assertThatThrownBy(() -> GgufFolder.fileOf(folder))
        .isInstanceOf(ModelFileException.class)
        .hasMessage(
            folder
                + ": no config.json but 2 GGUF files in it, name one of them:"
                + " q4-00001-of-00002.gguf, q8.gguf");
  }

  /**
   * Also one that leads nowhere: the folder is of another kind, and opening it says what is amiss.
   */
  @Test
  void aConfigurationSaysThatTheFolderIsTheModel() throws IOException {
    file("m.gguf");
    Files.createSymbolicLink(folder.resolve("config.json"), folder.resolve("gone"));
    assertThat(GgufFolder.fileOf(folder)).isEqualTo(folder);
  }
}
