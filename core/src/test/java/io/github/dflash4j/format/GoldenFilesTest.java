/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.format.json.JsonFile;
import io.github.dflash4j.format.safetensors.SafetensorsHeader;
import io.github.dflash4j.format.safetensors.SafetensorsStore;
import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.goldens.GoldenSet;
import io.github.dflash4j.weights.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every file of the golden models opens, and the same weights are the same in both formats. */
class GoldenFilesTest {
  @Test
  void everySafetensorsFileOpens() throws IOException {
    List<Path> files = files(path -> path.toString().endsWith(".safetensors"));
    for (Path file : files) {
      try (SafetensorsStore store = SafetensorsStore.open(file)) {
        assertThat(store.bytesMapped()).isEqualTo(Files.size(file));
        assertThat(store.tensors().size() + store.unsupported().size()).isPositive();
      }
    }
    assertThat(files).isNotEmpty();
  }

  @Test
  void everyPackageOpensWithItsChunksListedButNotReadable() throws IOException {
    for (Path file : files(path -> path.toString().endsWith(".q4nx"))) {
      SafetensorsHeader header = SafetensorsHeader.read(file);
      assertThat(header.entries()).isNotEmpty();
      assertThat(header.entries().values()).anyMatch(entry -> entry.dtype().equals("I8"));
      try (SafetensorsStore store = SafetensorsStore.open(file)) {
        assertThat(store.unsupported()).isNotEmpty().containsValue("I8");
      }
    }
  }

  @Test
  void everyConfigurationAndTokenizerOpens() throws IOException {
    List<Path> files = files(path -> path.toString().endsWith(".json"));
    for (Path file : files) {
      assertThat(JsonFile.open(file, 1 << 22).keys()).isNotEmpty();
    }
    assertThat(files).isNotEmpty();
  }

  @Test
  void aGgufFileHoldsTheMatricesOfItsTwin() throws IOException {
    GoldenSet.given().requireCases("gguf");
    for (GoldenCase c : GoldenSet.given().cases("gguf").toList()) {
      try (GgufFile gguf = GgufFile.open(c.file(".gguf"));
          SafetensorsStore safetensors = SafetensorsStore.open(c.withArrays().folder())) {
        assertThat(gguf.metadata().requireString("general.architecture")).isNotEmpty();
        Tensor embedding =
            safetensors
                .find("model.embed_tokens.weight")
                .or(() -> safetensors.find("model.language_model.embed_tokens.weight"))
                .orElseThrow();
        Tensor same = gguf.require("token_embd.weight", embedding.shape());
        assertThat(same.data().mismatch(embedding.data())).isEqualTo(-1);
        assertThat(gguf.metadata().requireStrings("tokenizer.ggml.tokens"))
            .hasSize((int) embedding.rows());
      }
    }
  }

  private static List<Path> files(Predicate<Path> wanted) throws IOException {
    try (Stream<Path> paths = Files.walk(GoldenCase.root())) {
      return new ArrayList<>(paths.filter(Files::isRegularFile).filter(wanted).sorted().toList());
    }
  }
}
