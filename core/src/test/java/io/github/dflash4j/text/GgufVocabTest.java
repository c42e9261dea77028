/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.format.gguf.GgufFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Vocabularies of llama.cpp with the ids that llama.cpp gives. */
class GgufVocabTest {
  @TempDir private Path folder;

  private Tokenizer open(String name) throws IOException {
    Path file =
        TestFiles.unpack(
            "tokenizers/llama.cpp-vocabs/ggml-vocab-" + name + ".gguf.gz",
            folder.resolve(name + ".gguf"));
    try (GgufFile gguf = GgufFile.openMetadata(file)) {
      return Tokenizers.fromGguf(gguf);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpt-2", "mpt", "phi-3"})
  void everyVectorOfLlamaCppGivesItsIds(String name) throws IOException {
    Tokenizer tokenizer = open(name);
    List<TestFiles.Vector> vectors =
        TestFiles.vectors("tokenizers/llama.cpp-vocabs/ggml-vocab-" + name + ".gguf");
    assertThat(vectors).hasSize(46);
    for (TestFiles.Vector vector : vectors) {
      assertThat(tokenizer.encode(vector.text())).as(vector.text()).containsExactly(vector.ids());
      assertThat(tokenizer.decode(vector.ids())).isEqualTo(vector.text());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpt-2", "mpt", "phi-3"})
  void randomTextSurvivesEncodingAndDecoding(String name) throws IOException {
    Tokenizer tokenizer = open(name);
    long seed = 31;
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      String text = RandomText.next(random, 12);
      int[] ids = tokenizer.encode(text);
      assertThat(tokenizer.decode(ids)).as("seed %d, string %d", seed, i).isEqualTo(text);
      StreamDecoder decoder = tokenizer.streamDecoder();
      StringBuilder streamed = new StringBuilder();
      for (int id : ids) {
        streamed.append(decoder.next(id));
      }
      assertThat(streamed.append(decoder.finish())).asString().isEqualTo(text);
    }
  }

  @Test
  void phi3KnowsItsTokensAndAsksForABeginToken() throws IOException {
    Tokenizer tokenizer = open("phi-3");
    assertThat(tokenizer.beginId()).hasValue(1);
    assertThat(tokenizer.beginToken()).contains("<s>");
    assertThat(tokenizer.endToken()).contains("<|endoftext|>");
    assertThat(tokenizer.stopIds()).containsExactly(32000, 32007);
    assertThat(tokenizer.idOf("<|user|>")).hasValue(32010);
    assertThat(tokenizer.encode("<|user|>")).doesNotContain(32010);
    assertThat(tokenizer.encodeWithSpecials("<|user|>Hello")).containsExactly(32010, 15043);
    assertThat(
            tokenizer.encodePrompt(
                List.of(PromptPart.special("<|user|>"), PromptPart.text("Hello"))))
        .containsExactly(1, 32010, 15043);
    assertThat(tokenizer.decode(1, 32010, 15043)).isEqualTo("Hello");
  }

  @Test
  void gpt2StopsAtItsOnlyEndToken() throws IOException {
    Tokenizer tokenizer = open("gpt-2");
    assertThat(tokenizer.stopIds()).containsExactly(50256);
    assertThat(tokenizer.beginId()).isEmpty();
    assertThat(tokenizer.size()).isEqualTo(50257);
    assertThat(tokenizer.encode("<|endoftext|>")).doesNotContain(50256);
    assertThat(tokenizer.encodeWithSpecials("<|endoftext|>")).containsExactly(50256);
    assertThat(tokenizer.decode(50256)).isEmpty();
  }

  @Test
  void runsOfSpacesThatAreAddedTokensAreFoundInText() throws IOException {
    Tokenizer tokenizer = open("mpt");
    assertThat(tokenizer.encode("a" + " ".repeat(26) + "b")).containsExactly(66, 50254, 50276, 67);
  }
}
