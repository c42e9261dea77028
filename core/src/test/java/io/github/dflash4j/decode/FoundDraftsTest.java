/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.draft.RandomDrafts;
import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drafts that lie near a target. */
class FoundDraftsTest {
  private static final long SEED = 71;
  // Sizes of the embedded target.
  private static final int HIDDEN = 64;
  private static final int VOCABULARY = 512;
  private static final int LAYERS = 5;

  @TempDir Path root;
  private Path models;
  private Path target;

  @BeforeEach
  void copyTarget() throws IOException {
    System.out.println("seed " + SEED);
    models = Files.createDirectory(root.resolve("models"));
    target = Files.copy(StoriesPair.TARGET, models.resolve("stories.gguf"));
  }

  private Path draft(String name) {
    return RandomDrafts.write(models.resolve(name), 1, SEED, HIDDEN, VOCABULARY, LAYERS);
  }

  private static FoundDrafts near(Path target) {
    return ModelPair.findDrafts(target, StoriesPair.options());
  }

  @Test
  @DisplayName("B040: drafts of every packaging are paired with the targets they fit")
  void everyPackagingIsFoundAndTwoFitsAreAsked() throws IOException {
    Path first = draft("a-safetensors");
    Path second =
        RandomDrafts.writeGguf(
            models.resolve("b.gguf"), 2, SEED, HIDDEN, VOCABULARY, root.resolve("scratch"));
    Path third =
        RandomDrafts.writeFlm(models.resolve("c-flm"), 2, SEED, HIDDEN, VOCABULARY, LAYERS);
    Path other = models.resolve("other-target");
    copy(GoldenCase.root().resolve("targets/qwen3_tiny_tied"), other);
    FoundDrafts found = near(target);
    assertThat(found.fitting()).containsExactly(first, second, third);
    assertThat(found.refusals()).isEmpty();
    assertThatThrownBy(found::only)
        .isInstanceOf(ModelFileException.class)
        .hasMessageContainingAll(
            "stories.gguf: 3 drafts fit, name one", "a-safetensors", "b.gguf", "c-flm");

    FoundDrafts ofOther = near(other);
    assertThat(ofOther.only()).isEmpty();
    assertThat(ofOther.refusals())
        .hasSize(3)
        .allSatisfy(line -> assertThat(line).contains("hidden size is"));
  }

  @Test
  void theOnlyFitOpensAsAPair() {
    Path draft = draft("mine");
    FoundDrafts found = near(target);
    assertThat(found.only()).contains(draft);
    assertThat(found.target()).isEqualTo(target);
    try (ModelPair pair = ModelPair.open(target, draft, StoriesPair.options())) {
      assertThat(pair.draft()).isPresent();
    }
  }

  @Test
  void foldersNamedForDraftsAreLookedInto() throws IOException {
    Path inside = draft("draft/anything");
    assertThat(near(target).only()).contains(inside);
    Files.move(models.resolve("draft"), models.resolve("Stories-DFlash-GGUF"));
    assertThat(near(target).only()).contains(models.resolve("Stories-DFlash-GGUF/anything"));
    // Any other folder is not.
    Files.move(models.resolve("Stories-DFlash-GGUF"), models.resolve("others"));
    assertThat(near(target).fitting()).isEmpty();
    assertThat(near(target).refusals()).isEmpty();
  }

  @Test
  void theFolderOfATargetIsLookedInto() {
    Path folder = models.resolve("target");
    copy(GoldenCase.root().resolve("targets/qwen3_tiny_tied"), folder);
    draft("target/draft");
    assertThat(near(folder).refusals())
        .singleElement()
        .asString()
        .contains("draft", "does not fit the target");
  }

  /** As Hugging Face has them: Qwen3-8B, and Qwen3-8B-DFlash beside it. */
  @Test
  void whatLiesBesideTheFolderOfATargetIsFound() throws IOException {
    Path folder = models.resolve("Tiny");
    copy(GoldenCase.root().resolve("targets/qwen3_tiny_tied"), folder);
    draft("Tiny-DFlash");
    assertThat(near(folder).refusals())
        .singleElement()
        .asString()
        .contains("Tiny-DFlash", "hidden size is");
  }

  /** The folder and its only file are the same target. */
  @Test
  void whatLiesBesideTheFolderOfAGgufTargetIsFound() throws IOException {
    Path folder = Files.createDirectory(models.resolve("Stories-GGUF"));
    Path file = Files.move(target, folder.resolve("stories.gguf"));
    Path draft = draft("Stories-DFlash");
    RandomDrafts.write(models.resolve("narrow-dflash"), 1, SEED, 32, VOCABULARY, LAYERS);
    for (Path named :
        new Path[] {folder, file, folder.resolve("."), folder.resolve("./stories.gguf")}) {
      FoundDrafts found = near(named);
      assertThat(found.only()).as("%s", named).contains(draft);
      assertThat(found.refusals()).singleElement().asString().contains("narrow-dflash", "hidden");
    }
    Path gguf = Files.createDirectory(models.resolve("DFlash-of-stories")).resolve("b.gguf");
    RandomDrafts.writeGguf(gguf, 2, SEED, HIDDEN, VOCABULARY, root.resolve("scratch"));
    for (Path named : new Path[] {folder, file}) {
      assertThatThrownBy(() -> near(named).only())
          .isInstanceOf(ModelFileException.class)
          .hasMessageContainingAll("2 drafts fit, name one", "Stories-DFlash", "b.gguf");
    }
  }

  /** Folders above the own one are full of other things. */
  @Test
  void aboveTheFolderOfAGgufTargetOnlyNamesCount() throws IOException {
    Path folder = Files.createDirectory(models.resolve("Stories-GGUF"));
    Path file = Files.move(target, folder.resolve("stories.gguf"));
    draft("unnamed");
    draft("draft/inside");
    draft("dflash-collection/one");
    Files.createDirectory(models.resolve("dflash4j"));
    Files.writeString(models.resolve("dflash-notes.txt"), "none");
    assertThat(near(file).fitting()).isEmpty();
    assertThat(near(file).refusals()).isEmpty();
    Path other = draft("Stories-DFlash");
    assertThat(near(file).only()).contains(other);
    // Among other models a file does not speak for its folder.
    Files.copy(file, folder.resolve("another.gguf"));
    assertThat(near(file).fitting()).isEmpty();
  }

  @Test
  void whatIsNotUsedIsNamedWithTheReason() throws IOException {
    RandomDrafts.write(models.resolve("deep"), 1, SEED, HIDDEN, VOCABULARY, 7);
    RandomDrafts.write(models.resolve("narrow"), 1, SEED, 32, VOCABULARY, LAYERS);
    RandomDrafts.write(models.resolve("wordy"), 1, SEED, HIDDEN, 700, LAYERS);
    Files.createDirectories(models.resolve("empty-dflash"));
    Files.writeString(models.resolve("cut-dflash.gguf"), "GGUF");
    Path broken = Files.createDirectories(models.resolve("broken"));
    Files.writeString(broken.resolve("config.json"), "{");
    Path fits = draft("fits");
    FoundDrafts found = near(target);
    assertThat(found.only()).contains(fits);
    assertThat(found.refusals())
        .hasSize(6)
        .anySatisfy(line ->
            assertThat(line).contains("deep: made for a target with 7 layers, this one has 5"))
        .anySatisfy(line -> assertThat(line).contains("narrow", "hidden size"))
        .anySatisfy(line -> assertThat(line).contains("wordy", "vocabulary is 700"))
        .anySatisfy(line -> assertThat(line).contains("empty-dflash", "config.json"))
        .anySatisfy(line -> assertThat(line).contains("cut-dflash.gguf"))
        .anySatisfy(line -> assertThat(line).contains("broken"));
  }

  @Test
  void twoNamesOfOneDraftAreOne() throws IOException {
    Path draft = draft("mine");
    Files.createSymbolicLink(models.resolve("z-dflash"), draft);
    assertThat(near(target).fitting()).hasSize(1);
  }

  @Test
  void laterPartsOfASplitFileAreNotDrafts() throws IOException {
    Files.writeString(models.resolve("x-dflash-00002-of-00002.gguf"), "GGUF");
    assertThat(near(target).refusals()).isEmpty();
    Files.writeString(models.resolve("x-dflash-00001-of-00002.gguf"), "GGUF");
    assertThat(near(target).refusals()).hasSize(1);
  }

  @Test
  void anEmptyPlaceHasNone() throws IOException {
    assertThat(near(target).only()).isEmpty();
    assertThat(near(target).refusals()).isEmpty();
    assertThatThrownBy(() -> near(models.resolve("none.gguf")))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("no such file");
  }

  private static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.list(from)) {
      Files.createDirectories(to);
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, to.resolve(file.getFileName().toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
