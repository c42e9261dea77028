/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.format.json.JsonFile;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The runs recorded beside the real drafts, made by a double-precision program. */
class RecordedRunsTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void everyStepDraftsAndEmitsWhatTheRecordedRunDid(int generation) {
    JsonFields recorded =
        JsonFile.open(StoriesPair.draft(generation).resolve("recorded-runs.json"), 1 << 20);
    Set<Integer> stops =
        Arrays.stream(recorded.requireIntegers("stop_ids"))
            .mapToObj(Math::toIntExact)
            .collect(Collectors.toSet());
    List<JsonFields> runs = recorded.requireObjects("runs");
    assertThat(runs).hasSize(6);
    try (ModelPair pair = StoriesPair.open(generation)) {
      for (JsonFields run : runs) {
        GenerationRequest request =
            pair.request(ids(run, "prompt_ids"))
                .withMaxTokens(recorded.requireInt("max_new_tokens", 1, 1000))
                .withStopIds(stops)
                .withBlock(8);
        GenerationResult result = pair.generate(request, GenerationListener.SILENT);
        assertThat(result.ids()).isEqualTo(ids(run, "generated_ids"));
        List<JsonFields> steps = run.requireObjects("steps");
        assertThat(result.steps()).hasSameSizeAs(steps);
        for (int i = 0; i < steps.size(); i++) {
          GenerationStep step = result.steps().get(i);
          assertThat(step.drafted().stream().mapToInt(id -> id).toArray())
              .as("generation %d step %d", generation, i)
              .isEqualTo(ids(steps.get(i), "drafted"));
          assertThat(step.kept()).isEqualTo(steps.get(i).requireInt("emitted", 1, 8));
        }
        assertThat(result.figures().tokensPerTargetPass())
            .isCloseTo(run.requireNumber("tokens_per_pass"), within(5e-5));
      }
    }
  }

  private static int[] ids(JsonFields fields, String key) {
    return Arrays.stream(fields.requireIntegers(key)).mapToInt(Math::toIntExact).toArray();
  }
}
