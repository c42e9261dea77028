/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Sampling, stops, echo and log-probabilities of {@code generate}. */
class GenerateSamplingTest {
  private static final String BEGINNING = "Once upon a time";

  @TempDir static Path folder;

  @BeforeAll
  static void copyModels() throws IOException {
    Models.copyTo(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"draft1", "draft2"})
  void aSeedRepeatsAText(String draft) {
    // B133
    Object[] command = {"--draft", folder.resolve(draft), "--temperature", 1, "--seed", 7};
    String first = generate(command).succeeded().out();
    assertThat(generate(command).succeeded().out()).isEqualTo(first);
    Set<String> others = new HashSet<>();
    for (int seed = 0; seed < 5; seed++) {
      others.add(generate("--temperature", 1, "--seed", seed).succeeded().out());
    }
    assertThat(others).hasSizeGreaterThan(3);
  }

  @Test
  void withDraft1ASeedGivesTheTextOfPlainDecoding() {
    Object[] sampling = {"--temperature", "0.8", "--top-p", "0.95", "--seed", -3};
    String plain = generate(sampling).succeeded().out();
    Object[] drafting = Arrays.copyOf(sampling, sampling.length + 2);
    drafting[sampling.length] = "--draft";
    drafting[sampling.length + 1] = folder.resolve("draft1");
    assertThat(generate(drafting).succeeded().out()).isEqualTo(plain);
  }

  @Test
  void oneCandidateIsTheGreedyText() {
    String greedy = generate().succeeded().out();
    assertThat(generate("--temperature", 2, "--top-k", 1).succeeded().out()).isEqualTo(greedy);
    assertThat(
            generate("--temperature", 2, "--min-p", 1, "--draft", folder.resolve("draft2"))
                .succeeded()
                .out())
        .isEqualTo(greedy);
  }

  @Test
  void penaltiesAndBiasChangeTheTextTheSameWayWithADraft() {
    Object[] penalties = {"--frequency-penalty", "1.5", "--repetition-penalty", "1.2"};
    String plain = generate(penalties).succeeded().out();
    assertThat(plain).isNotEqualTo(generate().succeeded().out());
    assertThat(
            generate(
                    "--frequency-penalty",
                    "1.5",
                    "--repetition-penalty",
                    "1.2",
                    "--draft",
                    folder.resolve("draft2"))
                .succeeded()
                .out())
        .isEqualTo(plain);
    JsonNode biased =
        generate("--logit-bias", "13=100", "--logit-bias", "14=-Infinity", "--json")
            .succeeded()
            .json();
    assertThat(biased.get("ids").valueStream().map(JsonNode::asInt)).hasSize(40).containsOnly(13);
    assertThat(biased.get("settings").get("logit_bias").get("14").asString())
        .isEqualTo("-Infinity");
  }

  @Test
  void theTextEndsInFrontOfAStopString() {
    Run run = generate("--draft", folder.resolve("draft2"), "--stop", "named", "--stats");
    assertThat(run.succeeded().out()).isEqualTo(", there was a little girl \n");
    assertThat(run.err()).contains("ended by a stop string");
    JsonNode json = generate("--stop", "zebra", "--stop", "named", "--json").succeeded().json();
    assertThat(json.get("stop_string").asString()).isEqualTo("named");
    assertThat(json.get("finish").asString()).isEqualTo("stop");
  }

  @Test
  void theEchoStandsInFrontInBothForms() {
    String text = generate().succeeded().out();
    assertThat(generate("--echo").succeeded().out()).isEqualTo(BEGINNING + text);
    JsonNode json = generate("--echo", "--logprobs", 0, "--json").succeeded().json();
    assertThat(json.get("text").asString()).startsWith(BEGINNING);
    assertThat(json.get("prompt_logprobs")).hasSize(json.get("prompt_ids").size() - 1);
  }

  @Test
  void logprobsAreThoseOfPlainDecoding() {
    JsonNode plain = generate("--logprobs", 2, "--json").succeeded().json();
    JsonNode drafting =
        generate("--logprobs", 2, "--json", "--draft", folder.resolve("draft2")).succeeded().json();
    assertThat(drafting.get("logprobs")).isEqualTo(plain.get("logprobs")).hasSize(40);
    for (JsonNode position : plain.get("logprobs")) {
      assertThat(position.get("logprob").asDouble()).isLessThan(0);
      assertThat(position.get("top")).hasSize(2);
      assertThat(position.get("top").get(0).get("id")).isEqualTo(position.get("id"));
      assertThat(position.get("top").get(1).get("logprob").asDouble())
          .isLessThanOrEqualTo(position.get("logprob").asDouble() + 1e-9);
    }
    assertThat(plain.get("settings").get("temperature").asDouble()).isCloseTo(0, within(0.0));
  }

  @Test
  void severalTextsHaveTheirOwnSeedsAndReadThePromptOnce() {
    JsonNode json =
        generate(
                "--choices",
                3,
                "--temperature",
                1,
                "--seed",
                40,
                "--json",
                "--draft",
                folder.resolve("draft2"))
            .succeeded()
            .json();
    assertThat(json.get("choices")).hasSize(3);
    for (int i = 0; i < 3; i++) {
      JsonNode alone =
          generate(
                  "--temperature",
                  1,
                  "--seed",
                  40 + i,
                  "--json",
                  "--draft",
                  folder.resolve("draft2"))
              .succeeded()
              .json();
      JsonNode choice = json.get("choices").get(i);
      assertThat(choice.get("text")).isEqualTo(alone.get("text"));
      assertThat(choice.get("figures").get("reused_tokens").asInt())
          .isEqualTo(i == 0 ? 0 : json.get("prompt_ids").size() - 1);
    }
    assertThat(json.get("choices").get(0).get("ids"))
        .isNotEqualTo(json.get("choices").get(1).get("ids"));
  }

  @Test
  void endsOfTextsAreOrdinaryTokensIfAskedFor() {
    // Id 2 ends a text of this vocabulary.
    JsonNode ending = generate("--logit-bias", "2=100", "--json").succeeded().json();
    JsonNode going = generate("--logit-bias", "2=100", "--ignore-eos", "--json").succeeded().json();
    assertThat(ending.get("finish").asString()).isEqualTo("stop");
    assertThat(ending.get("ids")).hasSize(1);
    assertThat(going.get("finish").asString()).isEqualTo("length");
    assertThat(going.get("ids")).hasSize(40);
  }

  @ParameterizedTest
  @CsvSource({
    "--temperature, -1, temperature",
    "--temperature, NaN, temperature",
    "--top-k, -1, top-k",
    "--top-p, 0, top-p",
    "--min-p, 2, min-p",
    "--repetition-penalty, 0, repetition penalty",
    "--presence-penalty, Infinity, presence penalty",
    "--frequency-penalty, NaN, frequency penalty",
    "--logit-bias, -1=3, logit bias",
    "--logit-bias, 3, logit-bias",
    "--seed, x, seed",
    "--stop, '', --stop",
    "--logprobs, 3, --json",
    "--choices, 3, --json",
  })
  void whatCannotBeIsRefusedWithTheUsage(String option, String value, String named) {
    Run run = generate(option, value);
    run.refused(2, named);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void aBiasOfAnIdWithoutATokenIsRefused() {
    generate("--logit-bias", "512=1").refused(1, "id 512 has a logit bias", "0 to 511");
  }

  private static Run generate(Object... more) {
    Object[] args = new Object[7 + more.length];
    args[0] = "generate";
    args[1] = "--target";
    args[2] = folder.resolve("stories.gguf");
    args[3] = "--prompt";
    args[4] = BEGINNING;
    args[5] = "--max-tokens";
    args[6] = 40;
    int given = 7;
    for (Object arg : more) {
      args[given++] = arg;
    }
    return Run.of(args);
  }
}
