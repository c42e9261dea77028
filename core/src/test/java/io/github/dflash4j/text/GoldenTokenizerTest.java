/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.goldens.GoldenSet;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tokenizers of the golden models: the prompt ids of each case from its prompt text. */
class GoldenTokenizerTest {

  @Test
  void tokenizerJsonGivesThePromptIdsOfEveryTarget() {
    GoldenSet.given().requireCases("target");
    for (GoldenCase target : GoldenSet.given().cases("target").toList()) {
      Tokenizer tokenizer = Tokenizers.fromFolder(target.folder());
      String text = target.golden().requireString("prompt_text");
      int[] ids = tokenizer.encodePrompt(List.of(PromptPart.text(text)));
      assertThat(ids).as(target.toString()).containsExactly(target.ints("prompt_ids"));
    }
  }

  @Test
  void ggufMetadataGivesTheSameTokenizer() throws IOException {
    GoldenSet.given().requireCases("gguf");
    for (GoldenCase twin : GoldenSet.given().cases("gguf").toList()) {
      Tokenizer expected = Tokenizers.fromFolder(twin.withArrays().folder());
      Tokenizer tokenizer;
      try (GgufFile file = GgufFile.open(twin.file(".gguf"))) {
        tokenizer = Tokenizers.fromGguf(file);
      }
      String text = "the rain, 1234 cafe\u0301\n\n and <|im_end|> <|eot_id|>\uD83D\uDE42";
      List<PromptPart> prompt = List.of(PromptPart.text(text));
      assertThat(tokenizer.encodePrompt(prompt))
          .as(twin.toString())
          .containsExactly(expected.encodePrompt(prompt));
      assertThat(tokenizer.encodeWithSpecials(text))
          .as(twin.toString())
          .containsExactly(expected.encodeWithSpecials(text));
      assertThat(tokenizer.beginId()).isEqualTo(expected.beginId());
      assertThat(tokenizer.stopIds()).isEqualTo(expected.stopIds());
      assertThat(tokenizer.endToken()).isEqualTo(expected.endToken());
      assertThat(tokenizer.size()).isEqualTo(expected.size());
      long rows = twin.withArrays().shape("logits")[1];
      for (int id = 0; id < rows; id++) {
        assertThat(tokenizer.decode(id)).isEqualTo(expected.decode(id));
        assertThat(tokenizer.tokenText(id)).isEqualTo(expected.tokenText(id));
      }
    }
  }
}
