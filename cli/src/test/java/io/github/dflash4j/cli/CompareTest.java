/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.decode.FinishReason;
import io.github.dflash4j.measure.AcceptanceCounts;
import io.github.dflash4j.measure.Divergence;
import io.github.dflash4j.measure.PromptComparison;
import io.github.dflash4j.measure.Round;
import io.github.dflash4j.measure.SlotCounts;
import io.github.dflash4j.measure.Spread;
import io.github.dflash4j.measure.TextEntry;
import io.github.dflash4j.measure.TopTwo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class CompareTest {
  @TempDir static Path folder;
  private static Path prompts;

  @BeforeAll
  static void writeFiles() throws IOException {
    Models.copyTo(folder);
    prompts =
        Files.writeString(
            folder.resolve("prompts.jsonl"),
            "{\"prompt\": \"Once upon a time\", \"kind\": \"story\"}\n\n"
                + "{\"prompt\": \"\\\"Can I play with you?\\\" asked\", \"kind\": \"speech\"}\n"
                + "{\"prompt\": \"The little dog was very\", \"kind\": \"story\"}\n");
  }

  @Test
  void tablesSayForEveryPromptAndKindWhatTheDraftBrought() {
    Run run = compare("--prompts", prompts, "--max-tokens", 40, "--repeat", 2).succeeded();
    assertThat(run.outLines().getFirst())
        .matches("prompt +kind +tokens +identical +tokens/pass +drafted +accepted +acceptance .*");
    assertThat(run.out())
        .containsPattern("(?m)^line 1 +story +40  yes +\\d\\.\\d\\d ")
        .containsPattern("(?m)^line 3 +speech +40  yes ")
        .containsPattern("(?m)^all of kind  story +80  2 of 2 ")
        .containsPattern("(?m)^all of kind  speech +40  1 of 1 ")
        .containsPattern("(?m)^all +120  3 of 3 ")
        .containsPattern("(?m)^line 4 +story +\\d\\.\\d\\d x plain +\\S+ to \\S+  predicted \\d")
        .contains("median of 2 rounds, plain and speculative in turn, after ")
        .endsWith("identical to plain decoding: 3 of 3 prompts, 120 tokens in all\n")
        .doesNotContain("difference", "\u001b");
    assertThat(run.err()).contains("target: llama target", "draft: DFlash 2, block 8");
  }

  @Test
  void jsonHasTheSameAndTheTimesOfEveryRound() {
    JsonNode json =
        compare("--prompts", prompts, "--max-tokens", 40, "--block", 4, "--json")
            .succeeded()
            .json();
    assertThat(json.get("settings").get("block").asInt()).isEqualTo(4);
    assertThat(json.get("settings").get("repeat").asInt()).isEqualTo(3);
    assertThat(json.get("settings").get("warm_up_rounds").asInt()).isZero();
    assertThat(json.get("prompts")).hasSize(3);
    JsonNode first = json.get("prompts").get(0);
    assertThat(first.get("file").asString()).endsWith("prompts.jsonl");
    assertThat(first.get("line").asInt()).isEqualTo(1);
    assertThat(first.get("kind").asString()).isEqualTo("story");
    assertThat(first.get("tokens").asInt()).isEqualTo(40);
    assertThat(first.get("finish").asString()).isEqualTo("length");
    assertThat(first.get("identical").asBoolean()).isTrue();
    assertThat(first.get("difference").isNull()).isTrue();
    assertThat(first.get("slots")).hasSize(3);
    assertThat(first.get("rounds")).hasSize(3);
    JsonNode round = first.get("rounds").get(0);
    assertThat(round.get("draft_seconds").asDouble() + round.get("verify_seconds").asDouble())
        .isPositive()
        .isLessThanOrEqualTo(round.get("seconds").asDouble() + 1e-9);
    JsonNode ratio = first.get("speed_ratio");
    assertThat(ratio.get("median").asDouble())
        .isBetween(ratio.get("least").asDouble(), ratio.get("most").asDouble());
    JsonNode all = json.get("all");
    assertThat(all.get("prompts").asInt()).isEqualTo(3);
    assertThat(all.get("identical").asInt()).isEqualTo(3);
    for (String count : new String[] {"drafted", "accepted", "rejected", "target_passes"}) {
      int sum = 0;
      int sumOfKinds = 0;
      for (JsonNode prompt : json.get("prompts")) {
        sum += prompt.get(count).asInt();
      }
      for (JsonNode kind : json.get("kinds")) {
        sumOfKinds += kind.get(count).asInt();
      }
      assertThat(all.get(count).asInt()).isPositive().isEqualTo(sum).isEqualTo(sumOfKinds);
    }
    assertThat(json.get("kinds").get(0).get("kind").asString()).isEqualTo("story");
  }

  @Test
  void thePolicyMayDecide() {
    Object[] settings = {"--prompts", prompts, "--max-tokens", 40, "--repeat", 1, "--adaptive"};
    JsonNode json = compare(with(settings, "--json")).succeeded().json();
    assertThat(json.get("settings").get("adaptive").asBoolean()).isTrue();
    assertThat(json.get("settings").get("block").isNull()).isTrue();
    assertThat(json.get("all").get("identical").asInt()).isEqualTo(3);
    compare(with(settings, "--block", 4)).refused(2, "--adaptive decides");
  }

  private static Object[] with(Object[] settings, Object... more) {
    return Stream.concat(Stream.of(settings), Stream.of(more)).toArray();
  }

  @Test
  void theCountsAreThoseOfGenerate() {
    Path text = prompts.resolveSibling("one.txt");
    JsonNode compared = compareText(text, "Once upon a time").get("prompts").get(0);
    JsonNode figures =
        Run.of(
                "generate",
                "--target",
                folder.resolve("stories.gguf"),
                "--draft",
                folder.resolve("draft2"),
                "--prompt",
                "Once upon a time",
                "--max-tokens",
                40,
                "--block",
                8,
                "--json")
            .succeeded()
            .json()
            .get("figures");
    assertThat(compared.get("line").asInt()).isZero();
    for (String count : new String[] {"drafted", "accepted", "target_passes", "slots"}) {
      assertThat(compared.get(count)).as(count).isEqualTo(figures.get(count));
    }
  }

  private static JsonNode compareText(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return compare("--prompts", file, "--max-tokens", 40, "--repeat", 1, "--json")
        .succeeded()
        .json();
  }

  @Test
  void severalFilesAndHybridTargetsAndIds() throws IOException {
    Path loop = Models.golden("loop/hybrid_gen2");
    Path ids = Files.writeString(folder.resolve("ids.jsonl"), "{\"ids\": [5, 9, 2]}\n");
    Path more = Files.writeString(folder.resolve("more.jsonl"), "{\"ids\": [7, 7, 30]}\n");
    Run run =
        Run.of(
                "compare",
                "--target",
                loop.resolve("target"),
                "--draft",
                loop.resolve("draft"),
                "--prompts",
                ids,
                "--prompts",
                more,
                "--max-tokens",
                30,
                "--repeat",
                1,
                "--warm-up",
                1)
            .succeeded();
    assertThat(run.out())
        .containsPattern("(?m)^ids.jsonl line 1 +- +30  yes ")
        .containsPattern("(?m)^more.jsonl line 1 +- +30  yes ")
        .doesNotContain("all of kind")
        .contains("2 of 2 prompts, 60 tokens in all");
  }

  @Test
  void thePredictionHeadOfATargetIsADraftToo() throws IOException {
    Path target = Models.golden("gguf/qwen35_tiny").resolve("qwen35_tiny-F32.gguf");
    Path ids = Files.writeString(folder.resolve("mtp.jsonl"), "{\"ids\": [5, 9, 2]}\n");
    Run run =
        Run.of(
                "compare",
                "--target",
                target,
                "--draft",
                "mtp",
                "--prompts",
                ids,
                "--max-tokens",
                30,
                "--warm-up",
                0)
            .succeeded();
    assertThat(run.out()).contains("1 of 1 prompt, 30 tokens in all");
  }

  @Test
  void aDifferenceIsShownWithItsGapAndFailsTheCommand() {
    // B085
    Divergence clear = new Divergence(3, 8, 403, -1, new TopTwo(403, 12.5f, 407, 12));
    Run run = comparingWith(new TopTwo(403, 12.5f, 407, 12), 407);
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out())
        .containsPattern("(?m)^line 1 +story +9  NO ")
        .contains("line 1: first difference at token 3 (position 8): plain 403 '")
        .contains("speculative 407 '")
        .contains(
            "The target's choice is 403 '", " at 12.5 before 407 '", " at 12.0, too far apart")
        .contains("a defect of dflash4j")
        .endsWith("identical to plain decoding: 0 of 3 prompts, 27 tokens in all\n");
    assertThat(run.err())
        .endsWith("dflash4j: 3 of 3 prompts got another text than plain decoding writes\n");
    assertThat(comparingWith(new TopTwo(403, 12.5f, 407, 12.499f), -1).out())
        .contains("speculative nothing")
        .contains("so near that another order of summation can turn them over")
        .doesNotContain("defect");
    assertThat(clear.speculative()).isEqualTo(-1);
  }

  @Test
  void aDifferenceIsInTheJsonToo() {
    Run run = comparingWith(new TopTwo(403, 12.5f, 407, 12), 407, "--json");
    assertThat(run.exit()).isEqualTo(1);
    JsonNode difference = run.json().get("prompts").get(0).get("difference");
    assertThat(difference.get("index").asInt()).isEqualTo(3);
    assertThat(difference.get("position").asInt()).isEqualTo(8);
    assertThat(difference.get("plain").asInt()).isEqualTo(403);
    assertThat(difference.get("speculative").asInt()).isEqualTo(407);
    assertThat(difference.get("top").get(1).get("id").asInt()).isEqualTo(407);
    assertThat(difference.get("gap").asDouble()).isEqualTo(0.5);
    assertThat(difference.get("clear").asBoolean()).isTrue();
    assertThat(run.json().get("all").get("identical").asInt()).isZero();
  }

  /** The real command, whose results are replaced: no pair at hand makes a difference. */
  private static Run comparingWith(TopTwo choice, int speculative, Object... more) {
    PromptComparison different =
        new PromptComparison(
            5,
            9,
            FinishReason.LENGTH,
            Optional.of(new Divergence(3, 8, 403, speculative, choice)),
            true,
            AcceptanceCounts.NONE,
            List.of(Round.NONE));
    List<Object> args = new ArrayList<>(arguments("--prompts", prompts, "--max-tokens", 2));
    args.add("--repeat");
    args.add(1);
    args.addAll(List.of(more));
    args.removeFirst();
    return Run.command(
        streams -> new CompareCommand(streams, c -> new ComparedPrompt(c.entry(), different)),
        args.toArray());
  }

  @Test
  void anotherEndIsADifference() {
    PromptComparison c =
        new PromptComparison(
            5, 9, FinishReason.STOP, Optional.empty(), false, AcceptanceCounts.NONE, List.of());
    TextEntry entry = new TextEntry(Path.of("p.txt"), 0, "", "x", List.of(), List.of());
    assertThat(
            new ComparisonTable(Optional.empty(), List.of(new ComparedPrompt(entry, c))).lines(1))
        .contains("p.txt: the same tokens, but the text ends in another way")
        .contains("p.txt  -  -");
  }

  @Test
  void lossAndGainAreCalledSo() {
    // B247
    assertThat(ComparisonTable.verdict(new Spread(0.9, 0.8, 0.95))).isEqualTo("a loss");
    assertThat(ComparisonTable.verdict(new Spread(0.9, 0.8, 1.1)))
        .isEqualTo("a loss, but not in every round");
    assertThat(ComparisonTable.verdict(new Spread(2, 1.5, 2.2))).isEqualTo("a gain");
    assertThat(ComparisonTable.verdict(new Spread(1, 1, 1))).isEqualTo("no change");
    assertThat(SlotCounts.NONE.slots()).isEmpty();
  }

  @Test
  void promptsThatCannotBeUsedAreNamedBeforeAnythingRuns() throws IOException {
    refused("none.jsonl", null, "none.jsonl", "no such file");
    refused("empty.jsonl", "", "empty.jsonl: there is no prompt in this file");
    refused("empty.txt", "", "empty.txt: the prompt is empty");
    refused(
        "bad.jsonl", "{\"prompt\": \"a\"}\n{\"prompt\": ", "bad.jsonl: line 2 is not valid JSON");
    refused("list.json", "[]", "list.json", ".jsonl");
    refused("two.jsonl", "{\"prompt\": \"a\", \"ids\": [1]}", "line 1", "found prompt and ids");
    refused("id.jsonl", "\n{\"ids\": [600]}", "id.jsonl: line 2: token 0 of the prompt is id 600");
    refused(
        "long.jsonl",
        "{\"prompt\": \"a\"}\n{\"prompt\": \"" + "word ".repeat(400) + "\"}",
        "long.jsonl: line 2: the prompt has ",
        " tokens, the context of the target 128");
    refused(
        "chat.jsonl", "{\"messages\": [{\"role\": \"user\", \"content\": \"a\"}]}", "stories.gguf");
  }

  private static void refused(String name, String content, String... words) throws IOException {
    Path file = folder.resolve(name);
    if (content != null) {
      Files.writeString(file, content);
    }
    compare("--prompts", file).refused(1, words);
  }

  @Test
  void aWrongCommandLineIsRefused() {
    Run.of("compare", "--target", "t", "--draft", "d").refused(2, "--prompts");
    Run.of("compare", "--target", "t", "--prompts", prompts).refused(2, "--draft");
    Run.of("compare", "--draft", "d", "--prompts", prompts).refused(2, "--target");
    for (String option : new String[] {"--max-tokens", "--block", "--repeat", "--context"}) {
      compare("--prompts", prompts, option, "0").refused(2, option, "at least 1");
    }
    for (String seconds : new String[] {"-1", "x", "1.5", "99999999999"}) {
      compare("--prompts", prompts, "--warm-up", seconds).refused(2, "--warm-up", seconds);
    }
    compare("--prompts", prompts, "--mtp-steps", "2").refused(2, "--mtp-steps needs --draft mtp");
    compare("--prompts", prompts, "--block", "1").refused(2, "--block", "at least 2");
    compare("--prompts", prompts, "--system", "s").refused(2, "--system needs --chat");
    compare("--prompts", prompts, "--fast").refused(2, "--fast");
    compare("--prompts", prompts, "--block", "9")
        .refused(1, "line 1: a block of 9 rows was asked for, the draft has 8");
  }

  private static Run compare(Object... more) {
    return Run.of(arguments(more).toArray());
  }

  private static List<Object> arguments(Object... more) {
    List<Object> args =
        new ArrayList<>(
            List.of(
                "compare",
                "--target",
                folder.resolve("stories.gguf"),
                "--draft",
                folder.resolve("draft2"),
                "--threads",
                1,
                "--warm-up",
                0));
    args.addAll(List.of(more));
    return args;
  }
}
