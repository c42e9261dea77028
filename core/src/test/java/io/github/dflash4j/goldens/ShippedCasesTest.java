/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.goldens;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetOptions;
import io.github.dflash4j.target.Targets;
import io.github.dflash4j.text.Tokenizer;
import io.github.dflash4j.text.Tokenizers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the set in the test resources must contain, so that the golden tests cover every family. */
class ShippedCasesTest {
  private static final GoldenSet SET = GoldenSet.given();

  @Test
  void noCaseWasLost() {
    assertThat(SET.kinds())
        .isEqualTo(
            Map.of("draft", 7, "flm", 2, "flm chunks", 1, "target", 6, "gguf", 6, "loop", 2));
  }

  @Test
  void everyTargetFamilyIsThereInBothPackagings() {
    for (String kind : new String[] {"target", "gguf"}) {
      assertThat(SET.cases(kind).map(ShippedCasesTest::name))
          .contains("llama_tiny", "qwen3_tiny_tied", "qwen35_tiny", "qwen35_tiny_tied");
      assertThat(SET.cases(kind).filter(c -> states(c) > 0)).hasSize(2);
    }
  }

  @Test
  void everyHybridStatesTheMemoryOfTwoLayers() {
    assertThat(SET.cases("target", "gguf").map(ShippedCasesTest::states).filter(n -> n > 0))
        .containsOnly(2L);
  }

  @Test
  void oneHybridHasAMultiTokenPredictionHeadOfFifteenTensors() throws IOException {
    GoldenCase folder = named("target", "qwen35_tiny");
    GoldenCase gguf = named("gguf", "qwen35_tiny");
    for (Path path : new Path[] {folder.folder(), gguf.file(".gguf")}) {
      try (Compute compute = Compute.host(1);
          Target target = Targets.open(path, TargetOptions.asStated(), compute)) {
        assertThat(target.spec().hybrid().orElseThrow().mtpTensors()).isEqualTo(15);
      }
    }
  }

  @Test
  void everyDraftChecksAtLeastFifteenArrays() {
    assertThat(SET.cases("draft", "flm"))
        .allSatisfy(c -> assertThat(checkedArrays(c)).isGreaterThanOrEqualTo(15));
  }

  @Test
  void aDenseAndAHybridTargetAreInTheLoop() {
    assertThat(SET.cases("loop").map(ShippedCasesTest::name)).contains("dense_gen2", "hybrid_gen2");
  }

  @Test
  void theVocabularyHasSpecialTokensAndUnusedRows() throws IOException {
    for (GoldenCase c : SET.cases("gguf").toList()) {
      try (GgufFile file = GgufFile.open(c.file(".gguf"))) {
        Tokenizer tokenizer = Tokenizers.fromGguf(file);
        assertThat(c.withArrays().shape("logits")[1]).isEqualTo(272);
        assertThat(tokenizer.encodeWithSpecials("<|im_end|> <|eot_id|>")).contains(266);
        assertThat(tokenizer.size()).isEqualTo(267);
      }
    }
  }

  private static GoldenCase named(String kind, String name) {
    return SET.cases(kind).filter(c -> name(c).equals(name)).findFirst().orElseThrow();
  }

  private static String name(GoldenCase c) {
    return c.folder().getFileName().toString();
  }

  private static long states(GoldenCase c) {
    Stream<String> names = c.withArrays().names().stream();
    return names.filter(name -> name.startsWith("state.S.")).count();
  }

  private static int checkedArrays(GoldenCase c) {
    return c.golden().requireObjects("checks").stream()
        .map((JsonFields check) -> check.requireStrings("expected").size())
        .reduce(0, Integer::sum);
  }
}
