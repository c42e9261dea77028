/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dflash4j.format.json.JsonFile;
import io.github.dflash4j.kernel.KernelSelection;
import io.github.dflash4j.model.Rope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RotaryConfigTest {
  @TempDir Path folder;

  private RotaryConfig read(String json) throws IOException {
    Path file = folder.resolve("config.json");
    Files.writeString(file, json);
    return RotaryReader.read(JsonFile.open(file, 1 << 16));
  }

  @Test
  void bothFormsGiveTheSameSettings() throws IOException {
    RotaryConfig plain = RotaryConfig.standard(1e6);
    assertThat(read("{\"rope_theta\": 1000000, \"rope_scaling\": null}")).isEqualTo(plain);
    assertThat(read("{\"rope_parameters\": {\"rope_theta\": 1e6, \"rope_type\": \"default\"}}"))
        .isEqualTo(plain);
    RotaryConfig newer =
        read(
            "{\"rope_parameters\": {\"rope_theta\": 1e4, \"rope_type\": \"yarn\", \"factor\": 16,"
                + " \"original_max_position_embeddings\": 4096}}");
    RotaryConfig older =
        read(
            "{\"rope_theta\": 1e4, \"rope_scaling\": {\"type\": \"yarn\", \"factor\": 16,"
                + " \"original_max_position_embeddings\": 4096}}");
    assertThat(newer).isEqualTo(older);
    RotaryConfig.Yarn yarn = newer.yarn().orElseThrow();
    assertThat(yarn.betaFast()).isEqualTo(32);
    assertThat(yarn.betaSlow()).isEqualTo(1);
    assertThat(yarn.attentionFactor()).isCloseTo(0.1 * Math.log(16) + 1, within(1e-12));
  }

  @Test
  void theFactorOfYarnFollowsItsKeys() throws IOException {
    String start =
        "{\"rope_parameters\": {\"rope_theta\": 1e4, \"rope_type\": \"yarn\", \"factor\": 4,"
            + " \"original_max_position_embeddings\": 64, ";
    assertThat(read(start + "\"attention_factor\": 1.5}}").yarn().orElseThrow().attentionFactor())
        .isEqualTo(1.5);
    double log = Math.log(4);
    assertThat(
            read(start + "\"mscale\": 1, \"mscale_all_dim\": 0.5}}")
                .yarn()
                .orElseThrow()
                .attentionFactor())
        .isCloseTo((0.1 * log + 1) / (0.05 * log + 1), within(1e-12));
    assertThat(read(start + "\"mscale\": 1}}").yarn().orElseThrow().attentionFactor())
        .isCloseTo(0.1 * log + 1, within(1e-12));
  }

  @Test
  void yarnKeepsTheFastestFrequencyAndDividesTheSlowest() {
    RotaryConfig config =
        new RotaryConfig(
            1e4, false, java.util.Optional.of(new RotaryConfig.Yarn(4, 64, 32, 1, 1.25)));
    Rope rope = config.rope(8);
    float[] cos = new float[4];
    float[] sin = new float[4];
    rope.fill(1, 1, cos, sin);
    assertThat(cos[0]).isCloseTo((float) (1.25 * Math.cos(1)), within(1e-6f));
    assertThat(sin[3]).isCloseTo((float) (1.25 * Math.sin(1e-3 / 4)), within(1e-8f));
  }

  @Test
  void pairsAreHalvesUnlessTheConfigurationSaysNeighbours() throws IOException {
    for (boolean halves : new boolean[] {true, false}) {
      RotaryConfig config = read("{\"rope_theta\": 100, \"is_neox_style\": " + halves + "}");
      float[] cos = new float[2];
      float[] sin = new float[2];
      config.rope(4).fill(1, 1, cos, sin);
      float[] head = {1, 0, 0, 0};
      config.rope(4).rotate(KernelSelection.named("scalar"), head, 0, 1, 4, cos, sin, 0);
      int partner = halves ? 2 : 1;
      assertThat(head[partner]).isCloseTo((float) Math.sin(1), within(1e-6f));
    }
  }
}
