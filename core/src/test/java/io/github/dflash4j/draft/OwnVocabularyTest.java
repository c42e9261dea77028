/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.StorageType;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drafts with an embedding, a head and an id map of their own. */
class OwnVocabularyTest {
  private static final Compute COMPUTE = Compute.reference();
  private static final int HIDDEN = DraftPackage.HIDDEN;
  private static final int VOCABULARY = DraftPackage.VOCABULARY;
  private static final int ROWS = 40;

  @TempDir Path folder;
  private int written;

  private Path next() {
    return folder.resolve("draft" + written++);
  }

  /** Numbers that BF16 holds exactly. */
  private static float[] numbers(int count, long seed) {
    Random random = new Random(seed);
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = DraftPackage.bfloat16(random.nextGaussian());
    }
    return numbers;
  }

  private static DraftPackage with(
      DraftPackage p, String name, String dtype, float[] values, long... shape) {
    p.tensors.put(name, new DraftPackage.Values(dtype, shape, values));
    return p;
  }

  private static DraftPackage withEmbedding(DraftPackage p) {
    float[] rows = numbers(VOCABULARY * HIDDEN, 1);
    return with(p, "embed_tokens.weight", "BF16", rows, VOCABULARY, HIDDEN);
  }

  private static DraftPackage withHead(DraftPackage p, int rows) {
    return with(p, "lm_head.weight", "BF16", numbers(rows * HIDDEN, 2), rows, HIDDEN);
  }

  /** Row i of the head stands for target id 2i + 5. */
  private static float[] offsets() {
    float[] offsets = new float[ROWS];
    for (int i = 0; i < ROWS; i++) {
      offsets[i] = 2 * i + 5 - i;
    }
    return offsets;
  }

  private static DraftPackage reduced(int generation) {
    DraftPackage p = withHead(DraftPackage.random(generation, 90), ROWS);
    return with(p, "d2t", "I64", offsets(), ROWS);
  }

  private static int[] proposals(Path draft, ArrayTarget target) {
    try (DraftModel model = Drafts.open(draft, COMPUTE)) {
      return proposals(model, target);
    }
  }

  private static int[] proposals(DraftModel model, ArrayTarget target) {
    return proposals(model, target, target);
  }

  private static int[] proposals(DraftModel model, ArrayTarget target, OutputHead head) {
    int width = model.config().tapWidth();
    DraftSession session = model.bind(target, head, 4, VOCABULARY).newSession(12);
    int[] tokens = new int[12];
    for (int step = 0; step < 4; step++) {
      session.append(ArrayTarget.taps(3, width, 91 + step), 0, 3);
      session.propose(7 + step, 3, tokens, 3 * step);
    }
    return tokens;
  }

  private static ArrayTarget target() {
    return ArrayTarget.random(VOCABULARY, HIDDEN, 92);
  }

  private void assertRefused(DraftPackage p, String... parts) {
    Path draft = p.write(next());
    assertThatThrownBy(() -> Drafts.open(draft, COMPUTE))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContainingAll(parts);
  }

  private String line(DraftPackage p) {
    try (DraftModel model = Drafts.open(p.write(next()), COMPUTE)) {
      return model.summary().line();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void anOwnEmbeddingIsUsedInPlaceOfTheTargets(int generation) {
    // B023
    DraftPackage p = DraftPackage.random(generation, 90);
    ArrayTarget target = target();
    float[] own = numbers(VOCABULARY * HIDDEN, 1);
    ArrayTarget same = new ArrayTarget(VOCABULARY, HIDDEN, own, target.head());
    Path plain = p.write(next());
    int[] expected = proposals(plain, same);
    assertThat(expected).isNotEqualTo(proposals(plain, target));
    assertThat(proposals(withEmbedding(p).write(next()), target)).isEqualTo(expected);
    assertThat(line(p)).endsWith(", vocab 97, own embedding");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void anOwnHeadIsUsedInPlaceOfTheTargets(int generation) {
    DraftPackage p = DraftPackage.random(generation, 90);
    ArrayTarget target = target();
    float[] own = numbers(VOCABULARY * HIDDEN, 2);
    ArrayTarget same = new ArrayTarget(VOCABULARY, HIDDEN, target.embedding(), own);
    Path plain = p.write(next());
    int[] expected = proposals(plain, same);
    assertThat(expected).isNotEqualTo(proposals(plain, target));
    assertThat(proposals(withHead(p, VOCABULARY).write(next()), target)).isEqualTo(expected);
    assertThat(line(p)).endsWith(", vocab 97, own head");
    assertThat(line(withEmbedding(p))).endsWith(", own embedding, own head");
  }

  @Test
  void aTiedDraftUsesItsEmbeddingAsHead() {
    // B028
    DraftPackage p = DraftPackage.random(1, 90);
    ArrayTarget target = target();
    float[] own = numbers(VOCABULARY * HIDDEN, 1);
    int[] expected = proposals(p.write(next()), new ArrayTarget(VOCABULARY, HIDDEN, own, own));
    withEmbedding(p).with("tie_word_embeddings", true);
    assertThat(proposals(p.write(next()), target)).isEqualTo(expected);
    assertThat(line(p)).endsWith(", own embedding, which is its head too");
    p.with("tie_word_embeddings", false);
    assertThat(proposals(p.write(next()), target)).isNotEqualTo(expected);
  }

  @Test
  void aTiedDraftWithoutEmbeddingBorrowsBoth() {
    DraftPackage p = DraftPackage.random(1, 90);
    int[] expected = proposals(p.write(next()), target());
    assertThat(proposals(p.with("tie_word_embeddings", true).write(next()), target()))
        .isEqualTo(expected);
    assertThat(line(p)).endsWith("vocab 97");
  }

  @Test
  void aHeadThatIsStatedAndMissingIsRefused() {
    // B028
    assertRefused(
        DraftPackage.random(1, 90).with("has_own_lm_head", true),
        "lm_head.weight: missing, though has_own_lm_head is stated");
  }

  @Test
  void proposalsOfAReducedVocabularyAreTargetIds() {
    // B025, F6: against the hidden rows and the head by hand.
    DraftPackage p = reduced(1);
    ArrayTarget target = target();
    try (DraftModel model = Drafts.open(p.write(next()), COMPUTE)) {
      assertThat(model.summary().line())
          .endsWith(", vocab 97, own head of 40 rows mapped to target ids");
      float[] taps = ArrayTarget.taps(5, model.config().tapWidth(), 93);
      float[] hidden = new float[4 * HIDDEN];
      model.newForward().blockUncached(taps, 5, 0, target.embedded(9, 96, 4), 4, hidden);
      DraftSession session = model.bind(target, target, 4, VOCABULARY).newSession(5);
      session.append(taps, 0, 5);
      int[] tokens = new int[3];
      session.propose(9, 3, tokens, 0);
      for (int row = 1; row < 4; row++) {
        assertThat(tokens[row - 1])
            .isEqualTo(2 * best(p.values("lm_head.weight"), hidden, row) + 5);
      }
    }
  }

  private static int best(float[] head, float[] hidden, int row) {
    int best = 0;
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < ROWS; i++) {
      double sum = 0;
      for (int c = 0; c < HIDDEN; c++) {
        sum += (double) head[i * HIDDEN + c] * hidden[row * HIDDEN + c];
      }
      if (sum > largest) {
        largest = sum;
        best = i;
      }
    }
    return best;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aReducedHeadIsOneThatHatesAllOtherTargetIds(int generation) {
    DraftPackage p = reduced(generation);
    float[] rows = p.values("lm_head.weight");
    ArrayTarget target = target();
    int[] tokens = proposals(p.write(next()), target);
    assertThat(Arrays.stream(tokens).distinct().count()).isGreaterThan(2);
    p.tensors.remove("lm_head.weight");
    p.tensors.remove("d2t");
    try (DraftModel model = Drafts.open(p.write(next()), COMPUTE)) {
      assertThat(proposals(model, target, new HatingHead(rows))).isEqualTo(tokens);
    }
  }

  /** Logits of the 40 rows at target ids 2i + 5, and a very low one everywhere else. */
  private record HatingHead(float[] rows) implements OutputHead {

    @Override
    public int vocabulary() {
      return VOCABULARY;
    }

    @Override
    public int hidden() {
      return HIDDEN;
    }

    @Override
    public void logits(float[] hiddenRows, int count, float[] logits) {
      Arrays.fill(logits, 0, count * VOCABULARY, -1e30f);
      for (int r = 0; r < count; r++) {
        for (int i = 0; i < ROWS; i++) {
          double sum = 0;
          for (int c = 0; c < HIDDEN; c++) {
            sum += (double) rows[i * HIDDEN + c] * hiddenRows[r * HIDDEN + c];
          }
          logits[r * VOCABULARY + 2 * i + 5] = (float) sum;
        }
      }
    }
  }

  @Test
  void offsetsInAGgufFileAreRefusedWhereIdsFollowEachOther() {
    GgufTwin twin = GgufTwin.of(reduced(1).write(next()));
    float[] offsets = offsets();
    offsets[1] = offsets[0];
    twin.tensors.put("d2t", new GgufTwin.Values(new long[] {ROWS}, offsets));
    Path file = twin.write(folder.resolve("offsets.gguf"), StorageType.F32);
    assertThatThrownBy(() -> Drafts.open(file, COMPUTE))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("d2t: row 1 stands for target id 5, as a row before it does");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theMapOfAGgufFileHoldsTargetIdsAndMeansTheSame(int generation) {
    Path source = withEmbedding(reduced(generation)).write(next());
    Path file = GgufTwin.of(source).write(folder.resolve("own.gguf"), StorageType.BF16);
    int[] expected = proposals(source, target());
    try (DraftModel model = Drafts.open(file, COMPUTE)) {
      assertThat(model.summary().line())
          .endsWith(", own embedding, own head of 40 rows mapped to target ids");
      assertThat(proposals(model, target())).isEqualTo(expected);
    }
  }

  @Test
  void aMapOfThirtyTwoBitsAndAMaskThatAgreesAreRead() {
    DraftPackage p = reduced(1);
    int[] expected = proposals(p.write(next()), target());
    float[] mask = new float[VOCABULARY];
    for (int i = 0; i < ROWS; i++) {
      mask[2 * i + 5] = 1;
    }
    with(p.as("I32", "d2t"), "t2d", "BOOL", mask, VOCABULARY).with("draft_vocab_size", ROWS);
    assertThat(proposals(p.write(next()), target())).isEqualTo(expected);
    mask[6] = 1;
    assertRefused(p, "t2d: has target id 6, which d2t does not map to");
    mask[5] = 0;
    assertRefused(p, "t2d: leaves out target id 5, which d2t maps to");
    assertRefused(with(p, "t2d", "BOOL", Arrays.copyOf(mask, 96), 96), "t2d: expected shape [97]");
  }

  @Test
  void idsOutOfRangeAndRepeatedOnesAreRefusedAtLoad() {
    // B025
    DraftPackage p = reduced(1);
    float[] map = p.values("d2t");
    map[39] = 97 - 39;
    assertRefused(p, "d2t: row 39 stands for target id 97 (39 + 58), out of range 0..96");
    map[39] = -40;
    assertRefused(p, "d2t: row 39 stands for target id -1");
    map[39] = 5 - 39;
    assertRefused(p, "d2t: row 39 stands for target id 5", "as a row before it does");
  }

  @Test
  void whatTheMapCouldMeanIsNotGuessed() {
    DraftPackage noHead = DraftPackage.random(1, 90);
    assertRefused(with(noHead, "d2t", "I64", offsets(), ROWS), "d2t: no lm_head.weight whose rows");
    assertRefused(
        withHead(DraftPackage.random(1, 90), ROWS),
        "lm_head.weight: expected shape [97, 32], found BF16[40, 32]");
    assertRefused(
        with(reduced(1), "d2t", "BF16", offsets(), ROWS), "d2t: expected a vector of integers");
    assertRefused(
        with(reduced(1), "d2t", "I64", offsets(), ROWS, 1), "d2t: expected a vector of integers");
    assertRefused(
        with(reduced(1), "d2t", "BOOL", new float[ROWS], ROWS), "d2t: expected at most 97 ids");
    assertRefused(
        with(reduced(1), "d2t", "I64", new float[98], 98),
        "d2t: expected at most 97 ids, found I64[98]");
    assertRefused(reduced(1).with("draft_vocab_size", 41), "draft_vocab_size: 41 stated");
    assertRefused(
        DraftPackage.random(1, 90).with("draft_vocab_size", 41), "draft_vocab_size: 41 stated");
  }

  @Test
  void aHeadWithTooFewTokensOfTheTargetDoesNotFit() {
    try (DraftModel model = Drafts.open(reduced(2).write(next()), COMPUTE)) {
      ArrayTarget target = target();
      // Target ids 5, 7, 9 and 11 are the first; the selector takes 4 candidates.
      assertThat(model.bind(target, target, 4, 12).maxProposed()).isEqualTo(3);
      assertThatThrownBy(() -> model.bind(target, target, 4, 11))
          .isInstanceOf(ModelFileException.class)
          .hasMessageContaining("3 rows of its head stand for tokens of the target")
          .hasMessageContaining("needs 4");
    }
  }

  @Test
  void theHeadSpreadsEveryRow() {
    ArrayTarget rows = ArrayTarget.random(3, HIDDEN, 94);
    float[] hidden = numbers(2 * HIDDEN, 95);
    float[] stored = new float[6];
    rows.logits(hidden, 2, stored);
    float[] logits = new float[10];
    new ReducedHead(rows, new int[] {4, 0, 1}, 5).logits(hidden, 2, logits);
    float none = Float.NEGATIVE_INFINITY;
    assertThat(logits)
        .containsExactly(
            stored[1], stored[2], none, none, stored[0], stored[4], stored[5], none, none,
            stored[3]);
  }
}
