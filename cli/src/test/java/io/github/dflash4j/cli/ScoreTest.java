/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ScoreTest {
  @TempDir static Path folder;
  private static Path texts;

  @BeforeAll
  static void writeFiles() throws IOException {
    Models.copyTo(folder);
    texts =
        Files.writeString(
            folder.resolve("texts.jsonl"),
            "{\"text\": \"Once upon a time, there was a little girl named Lily.\", \"kind\":"
                + " \"story\"}\n"
                + "{\"text\": \"The quick brown fox jumps.\", \"kind\": \"other\"}\n");
  }

  @Test
  void tablesSayForEveryTextAndSlotHowMuchIsRight() {
    Run run = score("--texts", texts).succeeded();
    assertThat(run.out())
        .containsPattern("(?m)^text +kind +tokens +blocks +target's choice +text's tokens$")
        .containsPattern("(?m)^line 1 +story +\\d+ +\\d+ +\\d\\.\\d\\d +\\d\\.\\d\\d$")
        .containsPattern("(?m)^all of kind +other ")
        .containsPattern("(?m)^all +\\d+ +\\d+ ")
        .containsPattern("(?m)^1 +\\d\\.\\d\\d +\\d+ of \\d+ +\\d\\.\\d\\d +\\d+ of \\d+$")
        .containsPattern("(?m)^7 ");
    assertThat(run.err()).contains("draft: DFlash 2, block 8");
  }

  /** What the target wrote itself is scored as the decode loop accepted it. */
  @Test
  void onTheTargetsOwnTextBothSidesAgree() throws IOException {
    JsonNode written =
        Run.of(
                "generate",
                "--target",
                folder.resolve("stories.gguf"),
                "--draft",
                folder.resolve("draft2"),
                "--prompt-ids",
                "1,403,407",
                "--max-tokens",
                60,
                "--json")
            .succeeded()
            .json();
    List<String> ids = new ArrayList<>(List.of("1", "403", "407"));
    written.get("ids").forEach(id -> ids.add(id.asString()));
    Path own =
        Files.writeString(
            folder.resolve("own.jsonl"), "{\"ids\": [" + String.join(",", ids) + "]}");
    JsonNode all = score("--texts", own, "--json").succeeded().json().get("all");
    assertThat(all.get("tokens").asInt()).isEqualTo(63);
    assertThat(all.get("blocks").asInt()).isEqualTo(61);
    assertThat(all.get("target").get("mean_acceptance_length").asDouble()).isGreaterThan(1);
    // But for the prompt, what the text says is what the target chooses.
    assertThat(all.get("text").get("mean_acceptance_length").asDouble())
        .isGreaterThan(0.9 * all.get("target").get("mean_acceptance_length").asDouble());
    assertThat(all.get("target").get("slots")).hasSize(7);
    JsonNode slot = all.get("target").get("slots").get(0);
    assertThat(slot.get("slot").asInt()).isEqualTo(1);
    assertThat(slot.get("verified").asInt()).isEqualTo(61);
    assertThat(slot.get("reached").asInt()).isEqualTo(61);
  }

  @Test
  void jsonHasTextsKindsAndAll() {
    JsonNode json = score("--texts", texts, "--stride", 3, "--json").succeeded().json();
    assertThat(json.get("settings").get("stride").asInt()).isEqualTo(3);
    assertThat(json.get("settings").get("max_tokens").isNull()).isTrue();
    assertThat(json.get("texts")).hasSize(2);
    assertThat(json.get("kinds")).hasSize(2);
    JsonNode text = json.get("texts").get(0);
    assertThat(text.get("blocks").asInt()).isEqualTo((text.get("tokens").asInt() - 2 + 2) / 3);
    assertThat(text.get("line").asInt()).isEqualTo(1);
    assertThat(json.get("all").get("tokens").asInt())
        .isEqualTo(text.get("tokens").asInt() + json.get("texts").get(1).get("tokens").asInt());
  }

  @Test
  void aLongTextCanBeCut() throws IOException {
    Path file = Files.writeString(folder.resolve("long.txt"), "word ".repeat(400));
    score("--texts", file)
        .refused(1, "long.txt: the text has ", " tokens, the context of the target 128");
    JsonNode all =
        score("--texts", file, "--max-tokens", 50, "--json").succeeded().json().get("all");
    assertThat(all.get("tokens").asInt()).isEqualTo(50);
    assertThat(all.get("blocks").asInt()).isEqualTo(48);
  }

  @Test
  void textsThatCannotBeUsedAreNamed() throws IOException {
    refused("none.jsonl", null, "none.jsonl", "no such file");
    refused("empty.jsonl", "\n\n", "empty.jsonl: there is no text in this file");
    refused("bad.jsonl", "{\"text\": \"a b c\"}\nnonsense", "bad.jsonl: line 2 is not valid JSON");
    refused(
        "prompt.jsonl", "{\"prompt\": \"a\"}", "line 1: expected one of \"text\"", "found none");
    refused("short.jsonl", "{\"ids\": [1, 2]}", "short.jsonl: line 1: the text has 2 tokens");
    refused("id.jsonl", "{\"ids\": [1, 2, 700]}", "line 1: token 2 of the text is id 700");
  }

  private static void refused(String name, String content, String... words) throws IOException {
    Path file = folder.resolve(name);
    if (content != null) {
      Files.writeString(file, content);
    }
    score("--texts", file).refused(1, words);
  }

  @Test
  void aWrongCommandLineIsRefused() {
    Run.of("score", "--target", "t", "--draft", "d").refused(2, "--texts");
    Run.of("score", "--target", "t", "--texts", texts).refused(2, "--draft");
    score("--texts", texts, "--stride", "0").refused(2, "--stride", "at least 1");
    score("--texts", texts, "--no-think").refused(2, "--no-think needs --chat");
  }

  private static Run score(Object... more) {
    List<Object> args =
        new ArrayList<>(
            List.of(
                "score",
                "--target",
                folder.resolve("stories.gguf"),
                "--draft",
                folder.resolve("draft2"),
                "--threads",
                1));
    args.addAll(List.of(more));
    return Run.of(args.toArray());
  }
}
