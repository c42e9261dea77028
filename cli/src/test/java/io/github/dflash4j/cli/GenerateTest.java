/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dflash4j.text.Tokenizers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class GenerateTest {
  private static final String BEGINNING = "Once upon a time";

  /** What the target writes after that, as llama.cpp writes it. */
  private static final String STORY =
      ", there was a little girl named Lily. She loved to play outside in the park. One day, she"
          + " saw a big, red ball.";

  @TempDir static Path folder;
  private static Path target;

  @BeforeAll
  static void copyModels() throws IOException {
    Models.copyTo(folder);
    target = folder.resolve("stories.gguf");
  }

  @ParameterizedTest
  @ValueSource(strings = {"draft1", "draft2"})
  void standardOutputCarriesTheTextAndNothingElse(String draft) {
    Run run = generate("--draft", folder.resolve(draft), "--max-tokens", 50).succeeded();
    assertThat(run.out()).startsWith(STORY).endsWith("\n");
    assertThat(run.out().strip()).doesNotContain("\n", "\u001b");
  }

  @Test
  void theStartSaysWhatRuns() {
    // B034
    Run run = generate("--draft", folder.resolve("draft2"), "--max-tokens", 4).succeeded();
    assertThat(run.err().lines())
        .anySatisfy(line -> assertThat(line).startsWith("target: llama target, GGUF: 5 layers"))
        .anySatisfy(line ->
            assertThat(line)
                .contains("DFlash 2, block 8, proposing 7")
                .endsWith("of which as many are verified as pay"))
        .anySatisfy(line -> assertThat(line).startsWith("compute: "))
        .anySatisfy(line -> assertThat(line).startsWith("note: ").contains("rope", "10000"));
    assertThat(run.err()).doesNotContain("\u001b", "\r", "plain decoding");
  }

  @Test
  void aNarrowerBlockIsAnnounced() {
    Run run =
        generate("--draft", folder.resolve("draft2"), "--max-tokens", 4, "--block", 3).succeeded();
    assertThat(run.err()).contains("proposing 7 of which 2 are verified");
  }

  @Test
  void plainDecodingIsAnnounced() {
    assertThat(generate("--max-tokens", 4).succeeded().err())
        .contains("note: no --draft given: plain decoding");
    assertThat(
            generate("--max-tokens", 4, "--draft", folder.resolve("draft2"), "--no-draft")
                .succeeded()
                .err())
        .contains("note: --no-draft: plain decoding")
        .doesNotContain("draft: DFlash");
  }

  @Test
  void anotherContextAndOtherKernelsAreAnnounced() {
    Run run =
        generate("--max-tokens", 4, "--context", 512, "--kernels", "scalar", "--threads", 2)
            .succeeded();
    assertThat(run.err())
        .contains("compute: scalar, 2 threads", "note: context 512", "the file states 128");
  }

  @Test
  void jsonHasTheIdsOfPlainDecodingAndEveryStep() {
    JsonNode plain = generate("--max-tokens", 60, "--no-draft", "--json").succeeded().json();
    int rejected = 0;
    for (int block = 2; block <= 8; block++) {
      JsonNode run =
          generate(
                  "--draft",
                  folder.resolve("draft2"),
                  "--max-tokens",
                  60,
                  "--block",
                  block,
                  "--json")
              .succeeded()
              .json();
      assertThat(run.get("ids")).isEqualTo(plain.get("ids")).hasSize(60);
      assertThat(run.get("text")).isEqualTo(plain.get("text"));
      assertThat(run.get("settings").get("block").asInt()).isEqualTo(block);
      checkSteps(run, block);
      rejected += run.get("figures").get("rejected").asInt();
    }
    assertThat(rejected).isPositive();
    assertThat(plain.get("draft").isNull()).isTrue();
    assertThat(plain.get("text").asString()).startsWith(STORY.substring(0, 60));
    assertThat(plain.get("steps")).hasSize(59);
    assertThat(plain.get("figures").get("drafted").asInt()).isZero();
    assertThat(plain.get("figures").get("tokens_per_target_pass").asDouble()).isEqualTo(1);
  }

  @Test
  void aBlockOfOneIsPlainDecodingAlsoInJson() {
    JsonNode run =
        generate("--draft", folder.resolve("draft2"), "--max-tokens", 5, "--block", 1, "--json")
            .succeeded()
            .json();
    assertThat(run.get("draft").isNull()).isTrue();
    assertThat(run.get("settings").get("block").asInt()).isEqualTo(1);
    assertThat(run.get("figures").get("drafted").asInt()).isZero();
    JsonNode drafting =
        generate("--draft", folder.resolve("draft2"), "--max-tokens", 5, "--json")
            .succeeded()
            .json();
    assertThat(drafting.get("draft").asString()).isEqualTo(folder.resolve("draft2").toString());
  }

  private static void checkSteps(JsonNode run, int block) {
    JsonNode figures = run.get("figures");
    int emitted = 1;
    int drafted = 0;
    int accepted = 0;
    for (JsonNode step : run.get("steps")) {
      assertThat(step.get("start").asInt()).isEqualTo(run.get("prompt_ids").size() + emitted - 1);
      assertThat(step.get("rows").asInt()).isBetween(1, block);
      assertThat(step.get("drafted")).hasSize(step.get("rows").asInt() - 1);
      assertThat(step.get("kept").asInt()).isBetween(1, step.get("accepted").asInt() + 1);
      emitted += step.get("kept").asInt();
      drafted += step.get("drafted").size();
      accepted += step.get("accepted").asInt();
    }
    assertThat(run.get("steps")).hasSize(figures.get("target_passes").asInt());
    assertThat(emitted).isEqualTo(figures.get("emitted").asInt()).isEqualTo(60);
    assertThat(drafted).isEqualTo(figures.get("drafted").asInt()).isPositive();
    assertThat(accepted).isEqualTo(figures.get("accepted").asInt()).isPositive();
    assertThat(figures.get("rejected").asInt()).isEqualTo(drafted - accepted);
    assertThat(figures.get("slots")).hasSizeBetween(1, block - 1);
  }

  @Test
  void thePromptMayComeAsTextFileStandardInputOrIds() throws IOException {
    Path file = Files.writeString(folder.resolve("prompt.txt"), BEGINNING);
    JsonNode text = generate("--max-tokens", 8, "--json").succeeded().json();
    JsonNode read =
        Run.of("generate", "--target", target, "--prompt-file", file, "--max-tokens", 8, "--json")
            .succeeded()
            .json();
    JsonNode standard =
        Run.reading(
                BEGINNING,
                "generate",
                "--target",
                target,
                "--prompt-file",
                "-",
                "--max-tokens",
                8,
                "--json")
            .succeeded()
            .json();
    String list = text.get("prompt_ids").toString().replaceAll("[\\[\\]]", "");
    JsonNode ids =
        Run.of("generate", "--target", target, "--prompt-ids", list, "--max-tokens", 8, "--json")
            .succeeded()
            .json();
    assertThat(read.get("prompt_ids")).isEqualTo(text.get("prompt_ids"));
    assertThat(standard.get("prompt_ids")).isEqualTo(text.get("prompt_ids"));
    assertThat(ids.get("prompt_ids")).isEqualTo(text.get("prompt_ids"));
    assertThat(ids.get("ids")).isEqualTo(text.get("ids"));
  }

  @Test
  void statsShowCountsAndTimesOnStandardError() {
    // B035, B037, B245
    Run run =
        generate("--draft", folder.resolve("draft2"), "--max-tokens", 50, "--block", 8, "--stats")
            .succeeded();
    assertThat(run.out()).startsWith(STORY).doesNotContain("target pass");
    assertThat(run.err())
        .containsPattern("(?m)^prompt +5 tokens in ")
        .containsPattern("(?m)^text +50 tokens in .*, ended at the length asked for$")
        .containsPattern("(?m)^target passes +\\d+ after the prompt, one a step$")
        .containsPattern("(?m)^tokens per target pass +[2-7]\\.\\d\\d$")
        .containsPattern("(?m)^drafted +\\d+ verified, \\d+ accepted, \\d+ rejected \\(\\d+ %\\)$")
        .containsPattern("(?m)^acceptance by slot +(\\d\\.\\d\\d ?){7}")
        .containsPattern("(?m)^time after the prompt +draft .*, verify .*, other ");
  }

  @Test
  void statsAndJsonShowWhatTheMeasuredWidthsDid() {
    Object[] command = {"--draft", folder.resolve("draft2"), "--max-tokens", 60, "--stats"};
    Run run = generate(command).succeeded();
    assertThat(run.err())
        .containsPattern(
            "(?m)^plain steps +\\d+ where a draft was there; drafting was turned off \\d+ times?")
        .containsPattern(
            "(?m)^speed-up +\\d+\\.\\d\\d against plain steps, whose pass was measured");
    command[4] = "--json";
    JsonNode figures = generate(command).succeeded().json().get("figures");
    JsonNode speculation = figures.get("speculation");
    assertThat(speculation.get("adaptive").asBoolean()).isTrue();
    assertThat(speculation.get("fallback_steps").asInt())
        .isBetween(1, figures.get("plain_steps").asInt());
    assertThat(speculation.get("plain_step_seconds").asDouble()).isPositive();
    double decoding =
        figures.get("draft_seconds").asDouble()
            + figures.get("verify_seconds").asDouble()
            + figures.get("other_seconds").asDouble();
    double plain =
        speculation.get("plain_pass_seconds").asDouble() + figures.get("other_seconds").asDouble();
    assertThat(figures.get("speed_up").asDouble()).isCloseTo(plain / decoding, within(1e-6));
    JsonNode pinned = generate("--draft", folder.resolve("draft2"), "--block", 8, "--json").json();
    assertThat(pinned.get("figures").get("speculation").get("adaptive").asBoolean()).isFalse();
    assertThat(pinned.get("figures").get("speed_up").isNull()).isTrue();
  }

  @Test
  void theTextDoesNotDependOnThreadsOrKernels() {
    String expected = generate("--max-tokens", 40, "--no-draft").succeeded().out();
    for (String kernels : new String[] {"scalar", "vector-128", "vector-256", "vector-512"}) {
      Run run =
          generate(
                  "--draft",
                  folder.resolve("draft2"),
                  "--max-tokens",
                  40,
                  "--kernels",
                  kernels,
                  "--threads",
                  3)
              .succeeded();
      assertThat(run.out()).as(kernels).isEqualTo(expected);
    }
  }

  @Test
  void aDraftThatIsNeverRightCostsTimeAndNothingElse() throws IOException {
    // B032
    Path poor = Models.copyFolder(folder.resolve("draft1"), folder.resolve("poor"));
    Models.clearTensors(poor.resolve("model.safetensors"));
    String expected = generate("--max-tokens", 80).succeeded().out();
    Run run = generate("--draft", poor, "--max-tokens", 80, "--block", 8, "--stats").succeeded();
    assertThat(run.out()).isEqualTo(expected);
    assertThat(run.err())
        .containsPattern("(?m)^tokens per target pass +1\\.00$")
        .contains("note: low acceptance: 0 of ")
        .contains("note: losing run: 1.00 tokens per target pass")
        .contains("plain decoding (--no-draft) would have been faster, with the same text");
    Object[] measured = {"--draft", poor, "--max-tokens", 300, "--context", 512, "--ignore-eos"};
    run = generate(measured).succeeded();
    assertThat(run.out()).startsWith(expected.strip().substring(0, 60));
    assertThat(run.err())
        .containsPattern("note: nothing was drafted in \\d+ of 299 steps, since plain steps were")
        .contains("; 0 of ")
        .doesNotContain("losing run");
  }

  @Test
  void aGoodDraftIsPassedInSilence() {
    Run run = generate("--draft", folder.resolve("draft2"), "--max-tokens", 100).succeeded();
    assertThat(run.err()).doesNotContain("low acceptance");
  }

  @Test
  void anotherTokenizerInThePackageOfTheDraftIsRemarkedAndNotUsed() throws IOException {
    // B032
    Path odd = Models.copyFolder(folder.resolve("draft2"), folder.resolve("odd"));
    Files.copy(
        Models.golden("targets/qwen3_tiny_tied").resolve("tokenizer.json"),
        odd.resolve("tokenizer.json"));
    Run run = generate("--draft", odd, "--max-tokens", 40).succeeded();
    assertThat(run.out()).startsWith(STORY.substring(0, 40));
    assertThat(run.err())
        .contains("note: the tokenizer in the draft's package is another one (")
        .contains("the target's has 512")
        .contains("; the target's is used");
  }

  @Test
  void aTargetWithoutTokenizerWritesIds() throws IOException {
    Path mute = Models.copyFolder(Models.golden("targets/qwen3_tiny_tied"), folder.resolve("mute"));
    Files.delete(mute.resolve("tokenizer.json"));
    Run run =
        Run.of("generate", "--target", mute, "--prompt-ids", "1,2,3", "--max-tokens", 5)
            .succeeded();
    assertThat(run.out()).matches("\\d+(,\\d+){4}\n");
    assertThat(run.err())
        .contains("note: no tokenizer comes with the target: token ids are written");
    Run.of("generate", "--target", mute, "--prompt", "x")
        .refused(1, "mute: no tokenizer comes with this target; give the prompt as token ids");
    Run.of("generate", "--target", mute, "--prompt", "x", "--chat")
        .refused(1, "mute: no tokenizer");
  }

  @Test
  void aChatIsRenderedInTheFormatOfTheTarget() throws IOException {
    Path chatty =
        Models.copyFolder(Models.golden("targets/qwen3_tiny_tied"), folder.resolve("chatty"));
    Files.copy(
        Models.golden("../tokenizers/chat-templates").resolve("Qwen-Qwen3-0.6B.jinja"),
        chatty.resolve("chat_template.jinja"));
    JsonNode run =
        Run.of(
                "generate",
                "--target",
                chatty,
                "--prompt",
                "hi",
                "--chat",
                "--system",
                "be kind",
                "--max-tokens",
                3,
                "--json")
            .succeeded()
            .json();
    // <|im_start|>system ... <|im_end|> <|im_start|>user ... <|im_end|> <|im_start|>assistant
    List<Integer> turns =
        run.get("prompt_ids").valueStream().map(JsonNode::asInt).filter(id -> id >= 264).toList();
    assertThat(turns).containsExactly(265, 266, 265, 266, 265);
  }

  @Test
  void thinkingIsSwitchedOffOnRequest() throws IOException {
    Path chatty =
        Models.copyFolder(Models.golden("targets/qwen3_tiny_tied"), folder.resolve("thinking"));
    Files.copy(
        Models.golden("../tokenizers/chat-templates").resolve("Qwen-Qwen3-0.6B.jinja"),
        chatty.resolve("chat_template.jinja"));
    List<Object> command =
        List.of("generate", "--target", chatty, "--prompt", "hi", "--max-tokens", 1, "--json");
    int[] usual = promptIds(command, "--chat");
    int[] without = promptIds(command, "--chat", "--no-think");
    assertThat(Arrays.copyOf(without, usual.length)).isEqualTo(usual);
    int[] more = Arrays.copyOfRange(without, usual.length, without.length);
    assertThat(Tokenizers.fromFolder(chatty).decode(more)).isEqualTo("<think>\n\n</think>\n\n");
  }

  private static int[] promptIds(List<Object> command, String... more) {
    Object[] args = Stream.concat(command.stream(), Stream.of(more)).toArray();
    JsonNode ids = Run.of(args).succeeded().json().get("prompt_ids");
    return ids.valueStream().mapToInt(JsonNode::asInt).toArray();
  }

  @Test
  void aTextThatFillsTheContextSaysSo() {
    Run run = generate("--draft", folder.resolve("draft2"), "--context", 20).succeeded();
    assertThat(run.err())
        .contains("note: the text ends because the context of 20 tokens is full; --context sets");
    JsonNode json = generate("--context", 20, "--json").succeeded().json();
    assertThat(json.get("finish").asString()).isEqualTo("context");
    assertThat(json.get("ids")).hasSize(15);
  }

  @Test
  void aTerminalSeesProgressThatIsErasedAgain() {
    Run run =
        Run.onTerminal(
                "generate",
                "--target",
                target,
                "--draft",
                folder.resolve("draft2"),
                "--prompt",
                BEGINNING,
                "--max-tokens",
                20)
            .succeeded();
    assertThat(run.out()).startsWith(STORY.substring(0, 20)).doesNotContain("\u001b");
    assertThat(run.err())
        .contains("\r\u001b[Kopening the models ...\r\u001b[K")
        .contains("\r\u001b[Kreading the prompt ...\r\u001b[K");
  }

  @ParameterizedTest
  @ValueSource(strings = {"модель", "模型 a", "a b", "ü", "\uD83D\uDE00", "dot.", "-x"})
  void anyNameOfAFolderWillDo(String name) throws IOException {
    Path odd = folder.resolve("names").resolve(name);
    Models.copyTo(odd);
    Run run =
        Run.of(
                "generate",
                "--target",
                odd.resolve("stories.gguf"),
                "--draft",
                odd.resolve("draft2"),
                "--prompt",
                BEGINNING,
                "--max-tokens",
                40)
            .succeeded();
    assertThat(run.out()).startsWith(STORY.substring(0, 40));
  }

  @Test
  void linksAreFollowed() throws IOException {
    Path linked = Files.createSymbolicLink(folder.resolve("linked"), folder.resolve("draft2"));
    Path file = Files.createSymbolicLink(folder.resolve("linked.gguf"), target);
    Run run =
        Run.of(
                "generate",
                "--target",
                file,
                "--draft",
                linked,
                "--prompt",
                BEGINNING,
                "--max-tokens",
                40)
            .succeeded();
    assertThat(run.out()).startsWith(STORY.substring(0, 40));
  }

  @Test
  void aDraftInAGgufFileProposesWhatItsFolderDoes() throws IOException {
    Path file =
        GgufDraftFile.write(folder.resolve("draft2"), folder.resolve("draft2.gguf"), "dflash");
    JsonNode packed =
        generate("--draft", file, "--max-tokens", 30, "--block", 8, "--json").succeeded().json();
    JsonNode plain =
        generate("--draft", folder.resolve("draft2"), "--max-tokens", 30, "--block", 8, "--json")
            .succeeded()
            .json();
    assertThat(packed.get("steps").toString())
        .contains("[")
        .isEqualTo(plain.get("steps").toString());
    assertThat(packed.get("text")).isEqualTo(plain.get("text"));
    assertThat(generate("--draft", target, "--max-tokens", 3).err())
        .contains("llama, which is no DFlash draft");
  }

  private static Run generate(Object... more) {
    Object[] args = new Object[5 + more.length];
    args[0] = "generate";
    args[1] = "--target";
    args[2] = target;
    args[3] = "--prompt";
    args[4] = BEGINNING;
    System.arraycopy(more, 0, args, 5, more.length);
    return Run.of(args);
  }
}
