/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code --draft auto} of every command that has it. */
class DraftAutoTest {
  @TempDir Path folder;
  private Path target;
  private Path both;
  private Path prompts;

  @BeforeEach
  void copyModels() throws IOException {
    both = folder.resolve("both");
    Models.copyTo(both);
    target = Files.createDirectory(folder.resolve("models")).resolve("stories.gguf");
    Files.copy(both.resolve("stories.gguf"), target);
    prompts =
        Files.writeString(
            folder.resolve("prompt.txt"),
            "Once upon a time there was a little dog who liked to run in the park with his"
                + " friends.");
  }

  private Path withDraft() throws IOException {
    return Models.copyFolder(both.resolve("draft2"), folder.resolve("models/draft"));
  }

  private Run generate(Object... more) {
    Object[] args = new Object[9 + more.length];
    Object[] first = {
      "generate", "--target", target, "--prompt", "Once", "--max-tokens", 12, "--draft", "auto"
    };
    System.arraycopy(first, 0, args, 0, 9);
    System.arraycopy(more, 0, args, 9, more.length);
    return Run.of(args);
  }

  @Test
  void theOnlyDraftThatFitsIsUsedAndNamed() throws IOException {
    Path draft = withDraft();
    Run run = generate("--block", 8, "--json").succeeded();
    assertThat(run.err()).contains("note: --draft auto: using " + draft, "draft: DFlash 2");
    JsonNode json = run.json();
    assertThat(json.get("draft").asString()).isEqualTo(draft.toString());
    assertThat(json.get("figures").get("drafted").asInt()).isPositive();
    JsonNode plain = generate("--no-draft", "--json").succeeded().json();
    assertThat(json.get("ids")).isEqualTo(plain.get("ids"));
    assertThat(plain.get("draft").isNull()).isTrue();
  }

  /** As they are downloaded: a folder for the target, one for the draft. */
  @Test
  void theFolderOfAGgufFileIsATargetWithItsDraftBesideIt() throws IOException {
    Path own = Files.createDirectory(folder.resolve("models/Stories"));
    target = Files.move(target, own.resolve("stories.gguf"));
    Path draft = Models.copyFolder(both.resolve("draft2"), folder.resolve("models/Stories-DFlash"));
    JsonNode byFile = generate("--block", 8, "--json").succeeded().json();
    assertThat(byFile.get("draft").asString()).isEqualTo(draft.toString());
    target = own;
    Run run = generate("--block", 8, "--json").succeeded();
    assertThat(run.err()).contains("note: --draft auto: using " + draft);
    assertThat(run.json().get("ids")).isEqualTo(byFile.get("ids"));
    assertThat(Run.of("inspect", own).succeeded().out()).contains("llama target, GGUF", "path");
    Files.copy(own.resolve("stories.gguf"), own.resolve("other.gguf"));
    String ask = "Stories: no config.json but 2 GGUF files in it, name one of them: other.gguf";
    generate().refused(1, ask);
    Run.of("inspect", own).refused(1, ask);
  }

  @Test
  void othersAreNamedWithTheReason() throws IOException {
    withDraft();
    Path other =
        Models.copyFolder(Models.golden("drafts/gen1_old_layout"), folder.resolve("models/x"));
    assertThat(generate().succeeded().err())
        .contains("note: --draft auto: not used: " + other + ": the draft does not fit the target")
        .contains("draft: DFlash 2");
  }

  @Test
  @DisplayName("B040: two drafts that fit are named, none is guessed")
  void twoFitsAreAnError() {
    target = both.resolve("stories.gguf");
    generate()
        .refused(
            1,
            "stories.gguf: 2 drafts fit, name one of them: ",
            both + "/draft1",
            both + "/draft2");
  }

  @Test
  @DisplayName("B040: inspect lists every draft of a folder with the targets it fits")
  void inspectListsAllPackagings() throws IOException {
    Path gguf = GgufDraftFile.write(both.resolve("draft2"), both.resolve("draft2.gguf"), "dflash");
    Path flm = Models.golden("flm/gen2_q4k");
    Path stories = both.resolve("stories.gguf");
    Path small = Models.golden("targets/qwen3_tiny_tied");
    Run run = Run.of("inspect", both.resolve("draft1"), gguf, flm, stories, small).succeeded();
    assertThat(run.out())
        .contains("  " + both.resolve("draft1") + " with " + stories + ": fits\n")
        .contains("  " + gguf + " with " + stories + ": fits\n")
        .contains("  " + flm + " with " + stories + ": no, ")
        .contains("  " + both.resolve("draft1") + " with " + small + ": no, ")
        .contains("  " + gguf + " with " + small + ": no, ")
        .contains("  " + flm + " with " + small + ": no, ");
  }

  @Test
  void withNoneTheTextIsPlainAndOneLineSaysSo() {
    Run run = generate().succeeded();
    assertThat(run.err())
        .containsOnlyOnce("--draft auto")
        .contains("no draft that fits lies near " + target + ": plain decoding")
        .doesNotContain("draft: ");
    generate("--block", 4).refused(2, "--block 4 needs a draft");
  }

  @Test
  void withoutTheOptionNothingIsLookedFor() throws IOException {
    withDraft();
    Run run = Run.of("generate", "--target", target, "--prompt", "Once", "--max-tokens", 3);
    assertThat(run.succeeded().err())
        .contains("no --draft given: plain decoding")
        .doesNotContain("auto");
    assertThat(generate("--no-draft").succeeded().err()).doesNotContain("auto");
  }

  @Test
  void compareScoreAndDoctorTakeItToo() throws IOException {
    Run.of("compare", "--target", target, "--draft", "auto", "--prompts", prompts)
        .refused(1, "--draft auto: no draft that fits lies near", "name one");
    Path draft = withDraft();
    Object[] compare = {
      "compare",
      "--target",
      target,
      "--draft",
      "auto",
      "--prompts",
      prompts,
      "--max-tokens",
      8,
      "--repeat",
      1,
      "--warm-up",
      0,
      "--json"
    };
    assertThat(Run.of(compare).succeeded().json().get("draft").asString())
        .isEqualTo(draft.toString());
    Object[] score = {"score", "--target", target, "--draft", "auto", "--texts", prompts};
    assertThat(Run.of(score).succeeded().err()).contains("--draft auto: using " + draft);
    Object[] doctor = {
      "doctor", "--target", target, "--draft", "auto", "--time", 0, "--threads", 1
    };
    assertThat(Run.of(doctor).succeeded().out()).contains("draft: DFlash 2");
  }

  @Test
  void doctorMeasuresTheTargetAloneWhereThereIsNone() {
    Run run = Run.of("doctor", "--target", target, "--draft", "auto", "--time", 0, "--threads", 1);
    assertThat(run.succeeded().err()).contains("near " + target + ": the target alone is measured");
    Run.of("doctor", "--draft", "auto").refused(2, "--draft needs the --target");
  }
}
