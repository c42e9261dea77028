/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.goldens.GoldenSet;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every golden run of the loop, step by step, and without a draft. */
class LoopGoldenTest {

  static Stream<GoldenCase> cases() {
    return GoldenSet.given().cases("loop");
  }

  @Test
  void theSetHasLoops() {
    GoldenSet.given().requireCases("loop");
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("cases")
  void everyStepDraftsAcceptsAndKeepsWhatTheGoldenRunDid(GoldenCase c) {
    try (ModelPair pair = open(c)) {
      GenerationResult result =
          pair.generator().withWholeBlocks().generate(request(pair, c), GenerationListener.SILENT);
      int[] rows = c.ints("step.rows");
      int[] drafted = c.ints("step.drafted");
      int width = drafted.length / rows.length;
      assertThat(result.steps()).hasSize(rows.length);
      for (int i = 0; i < rows.length; i++) {
        int[] proposals = Arrays.copyOfRange(drafted, i * width, i * width + rows[i] - 1);
        assertThat(result.steps().get(i))
            .as("%s step %d", c, i)
            .isEqualTo(
                new GenerationStep(
                    c.ints("step.start")[i],
                    rows[i],
                    Arrays.stream(proposals).boxed().toList(),
                    c.ints("step.accepted")[i],
                    c.ints("step.next")[i],
                    c.ints("step.kept")[i]));
      }
      assertThat(result.ids()).isEqualTo(c.ints("output_ids"));
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("cases")
  void theTextIsTheGoldenOneAtEveryWidthAndWithoutADraft(GoldenCase c) {
    try (ModelPair pair = open(c)) {
      GenerationRequest request = request(pair, c);
      int block = 1 + pair.draft().orElseThrow().maxProposed();
      for (int width = 1; width <= block; width++) {
        assertThat(pair.generate(request.withBlock(width), GenerationListener.SILENT).ids())
            .as("%s width %d", c, width)
            .isEqualTo(c.ints("output_ids"));
      }
    }
  }

  private static ModelPair open(GoldenCase c) {
    return ModelPair.open(
        c.folder().resolve("target"),
        c.folder().resolve("draft"),
        PairOptions.defaults().withThreads(1));
  }

  private static GenerationRequest request(ModelPair pair, GoldenCase c) {
    return pair.request(c.ints("prompt_ids"))
        .withMaxTokens(c.ints("output_ids").length)
        .withStopIds(Set.of());
  }
}
