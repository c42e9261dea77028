/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.decode.GenerationStep;
import io.github.dflash4j.demo.DemoModels;
import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.text.Tokenizer;
import io.github.dflash4j.text.Tokenizers;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MarkedTextTest {
  private static Tokenizer tokenizer;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final TextOutput out = TextOutput.out(bytes, StandardCharsets.UTF_8, false, false);

  @BeforeAll
  static void openTokenizer() {
    try (DemoModels models = DemoModels.unpack();
        GgufFile gguf = GgufFile.open(models.target())) {
      tokenizer = Tokenizers.fromGguf(gguf);
    }
  }

  @Test
  void aCharacterCutByTheBudgetIsShownAsBroken() {
    MarkedText marked = new MarkedText(out, tokenizer, tokenizer.encode("Tom"));
    // Two of the three bytes of the euro sign.
    marked.tokens(step(ids("<0xE2>"), ids("<0x82>")[0]));
    assertThat(written()).isEmpty();
    marked.finish(null);
    assertThat(written()).isEqualTo("\uFFFD");
  }

  @Test
  void aCharacterBelongsToTheTokenThatCompletesIt() {
    MarkedText marked = new MarkedText(out, tokenizer, tokenizer.encode("Tom"));
    marked.tokens(step(ids("<0xE2>", "<0x82>"), ids("<0xAC>")[0]));
    marked.tokens(step(ids("<0xE2>", "<0x82>", "<0xAC>"), ids("<0xE2>")[0]));
    marked.tokens(step(ids("<0x82>", "<0xAC>"), ids("b")[0]));
    marked.finish(null);
    assertThat(written()).isEqualTo("\u20AC[\u20AC][\u20AC]b");
  }

  @Test
  void theSpaceOfTheFirstTokenIsPartOfTheText() {
    MarkedText marked = new MarkedText(out, tokenizer, new int[0]);
    int[] there = tokenizer.encode("there");
    there = Arrays.stream(there).filter(id -> !tokenizer.isControl(id)).toArray();
    marked.tokens(step(there, ids(".")[0]));
    marked.finish(null);
    assertThat(written()).isEqualTo("[ there].");
  }

  private static int[] ids(String... tokens) {
    return Arrays.stream(tokens).mapToInt(t -> tokenizer.idOf(t).orElseThrow()).toArray();
  }

  private static GenerationStep step(int[] drafted, int next) {
    List<Integer> list = IntStream.of(drafted).boxed().toList();
    return new GenerationStep(0, list.size() + 1, list, list.size(), next, list.size() + 1);
  }

  private String written() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
