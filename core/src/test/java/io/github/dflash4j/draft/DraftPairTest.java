/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A draft and a target that fit, or why they do not. */
class DraftPairTest {
  private static final int HIDDEN = DraftPackage.HIDDEN;

  @TempDir Path folder;
  private DraftModel model;

  @BeforeEach
  void open() {
    model = Drafts.open(DraftPackage.random(2, 50).write(folder), Compute.reference());
  }

  @AfterEach
  void close() {
    model.close();
  }

  private void assertRefused(ArrayTarget target, int layers, int vocabulary, String... parts) {
    assertThatThrownBy(() -> model.bind(target, target, layers, vocabulary))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContainingAll(parts)
        .hasMessageContaining("does not fit the target");
  }

  @Test
  void anotherHiddenSizeIsRefused() {
    // B011
    assertRefused(
        ArrayTarget.random(97, 48, 1), 4, 97, "64 numbers", "2 taps of hidden size 32", "is 48");
  }

  @Test
  void allReasonsAreInOneMessage() {
    assertRefused(ArrayTarget.random(120, 48, 1), 2, 98, "is 48", "98 tokens in 120 rows", "tap 2");
  }

  @Test
  void theLastLayerCanBeTappedAndNoneBehindIt() {
    // B016: taps 0 and 2.
    ArrayTarget target = ArrayTarget.random(97, HIDDEN, 1);
    assertThat(model.bind(target, target, 3, 97).taps()).containsExactly(0, 2);
    assertRefused(target, 2, 97, "tap 2", "2 layers");
  }

  @Test
  void aMaskTokenWithoutRowIsRefused() {
    // B017: mask token 96.
    assertRefused(ArrayTarget.random(96, HIDDEN, 1), 4, 90, "mask token 96", "has 96");
  }

  @Test
  void aTargetWithMoreTokensThanTheDraftKnowsIsRefused() {
    assertRefused(ArrayTarget.random(120, HIDDEN, 1), 4, 98, "vocabulary is 97", "98 tokens");
    ArrayTarget target = ArrayTarget.random(97, HIDDEN, 1);
    assertThatThrownBy(() -> model.bind(target, target, 4, 98))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> model.bind(target, target, 4, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aDraftForMoreTokensThanTheTargetHasIsRefused() {
    Path wide =
        DraftPackage.random(1, 51)
            .with("vocab_size", 200)
            .withNested("mask_token_id", 3)
            .fill(51)
            .write(folder.resolve("wide"));
    try (DraftModel draft = Drafts.open(wide, Compute.reference())) {
      ArrayTarget target = ArrayTarget.random(97, HIDDEN, 1);
      assertThatThrownBy(() -> draft.bind(target, target, 4, 97))
          .isInstanceOf(ModelFileException.class)
          .hasMessageContaining("vocabulary is 200");
    }
  }

  @Test
  void codebooksMustCoverTheTokensOfTheTarget() {
    DraftPackage p = DraftPackage.random(2, 52).withNested("selector_vocab_size", 90);
    for (String book : List.of("predecessor", "successor")) {
      String name = "candidate_selector." + book + "_codebook";
      float[] values = Arrays.copyOf(p.values(name), 90 * 8);
      p.tensors.put(name, new DraftPackage.Values("BF16", new long[] {90, 8}, values));
    }
    try (DraftModel draft = Drafts.open(p.write(folder.resolve("few")), Compute.reference())) {
      ArrayTarget target = ArrayTarget.random(97, HIDDEN, 1);
      assertThatThrownBy(() -> draft.bind(target, target, 4, 91))
          .isInstanceOf(ModelFileException.class)
          .hasMessageContaining("90 codebook rows");
      DraftSession session = draft.bind(target, target, 4, 90).newSession(4);
      session.append(ArrayTarget.taps(1, 64, 2), 0, 1);
      int[] out = new int[3];
      session.propose(89, 3, out, 0);
      assertThat(Arrays.stream(out).max().orElseThrow()).isLessThan(90);
    }
  }

  @Test
  void sizesRoundedUpDifferentlyFitAndPaddingIsNeverProposed() {
    // B026, F7: 80 tokens, draft 97, target 120 rows whose padding would always win.
    ArrayTarget target = ArrayTarget.random(120, HIDDEN, 1);
    for (int generation : new int[] {1, 2}) {
      Path written =
          DraftPackage.random(generation, 53).write(folder.resolve("padded" + generation));
      try (DraftModel draft = Drafts.open(written, Compute.reference())) {
        DraftSession session = draft.bind(target, target, 4, 80).newSession(40);
        float[] taps = ArrayTarget.taps(40, 64, 3);
        ArrayTarget loud = loudPadding(target, 80);
        DraftSession padded = draft.bind(loud, loud, 4, 80).newSession(40);
        for (int p = 0; p < 40; p++) {
          session.append(taps, p, 1);
          padded.append(taps, p, 1);
          int[] quiet = new int[3];
          int[] out = new int[3];
          session.propose(p, 3, quiet, 0);
          padded.propose(p, 3, out, 0);
          assertThat(out).isEqualTo(quiet);
          assertThat(Arrays.stream(out).max().orElseThrow()).isLessThan(80);
        }
      }
    }
  }

  /** Head rows of padding ids whose logits are huge whatever the sign of their product. */
  private static ArrayTarget loudPadding(ArrayTarget target, int tokens) {
    float[] head = target.head().clone();
    for (int i = tokens * HIDDEN; i < head.length; i++) {
      head[i] = (i / HIDDEN % 2 == 0 ? 1000 : -1000) * head[i % (tokens * HIDDEN)];
    }
    return new ArrayTarget(target.vocabulary(), HIDDEN, target.embedding(), head);
  }

  @Test
  void aZeroMaskRowAndAnotherDepthAreNoted() {
    // B017
    ArrayTarget target = ArrayTarget.random(97, HIDDEN, 1);
    DraftConfig c = model.config();
    assertThat(check(c, target, 4)).isEmpty();
    Arrays.fill(target.embedding(), 96 * HIDDEN, 97 * HIDDEN, 0f);
    assertThat(check(c, target, 5))
        .hasSize(2)
        .anyMatch(note -> note.contains("mask token 96") && note.contains("zero"))
        .anyMatch(note -> note.contains("4 layers") && note.contains("5"));
    assertThat(model.bind(target, target, 4, 97).maxProposed()).isEqualTo(3);
  }

  private List<String> check(DraftConfig c, ArrayTarget target, int layers) {
    return new PairCheck(c, OwnVocabulary.NONE, target, target, layers, 97).check(folder);
  }
}
