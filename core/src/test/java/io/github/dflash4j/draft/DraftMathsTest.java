/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dflash4j.kernel.Compute;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random drafts against {@link PlainDraft}: what went wrong in other programs without an error,
 * since the target corrects a bad draft.
 */
class DraftMathsTest {
  private static final int ANCHOR = 11;
  private static final int[] SLIDING_THEN_FULL = {4, 0};
  private static final boolean[] NONE_CAUSAL = {false, false};

  @TempDir Path folder;
  private Compute compute;
  private int written;

  @BeforeEach
  void open() {
    compute = Compute.host(1);
  }

  @AfterEach
  void close() {
    compute.close();
  }

  private DraftModel model(DraftPackage p) {
    return Drafts.open(p.write(folder.resolve("draft" + written++)), compute);
  }

  private static ArrayTarget target(DraftPackage p) {
    return ArrayTarget.random(p.number("vocab_size"), p.number("hidden_size"), 77);
  }

  private static float[] taps(DraftPackage p, int rows) {
    return ArrayTarget.taps(rows, p.tapCount() * p.number("hidden_size"), 5);
  }

  private float[] blockHidden(DraftPackage p, float[] taps) {
    try (DraftModel model = model(p)) {
      int rows = p.number("block_size");
      float[] hidden = new float[rows * p.number("hidden_size")];
      float[] embedded = target(p).embedded(ANCHOR, p.number("mask_token_id"), rows);
      int contextRows = taps.length / model.config().tapWidth();
      model.newForward().blockUncached(taps, contextRows, 0, embedded, rows, hidden);
      return hidden;
    }
  }

  private float[] plainHidden(DraftPackage p, float[] taps, int[] windows, boolean[] causal) {
    int rows = p.number("block_size");
    return new PlainDraft(p, windows, causal)
        .block(taps, target(p).embedded(ANCHOR, p.number("mask_token_id"), rows));
  }

  private void assertEqualsPlain(DraftPackage p, float[] taps, int[] windows, boolean... causal) {
    near(blockHidden(p, taps), plainHidden(p, taps, windows, causal), "hidden rows");
    try (DraftModel model = model(p)) {
      int count = p.number("block_size") - 1;
      assertThat(propose(model, p, taps, count))
          .isEqualTo(
              new PlainDraft(p, windows, causal)
                  .propose(plainHidden(p, taps, windows, causal), target(p), ANCHOR));
    }
  }

  private static int[] propose(DraftModel model, DraftPackage p, float[] taps, int count) {
    ArrayTarget target = target(p);
    int rows = taps.length / model.config().tapWidth();
    DraftSession session =
        model
            .bind(target, target, p.number("num_target_layers"), target.vocabulary())
            .newSession(rows + 1);
    session.append(taps, 0, rows);
    int[] out = new int[count];
    session.propose(ANCHOR, count, out, 0);
    return out;
  }

  private static void near(float[] found, float[] expected, String what) {
    assertThat(found).as(what).hasSameSizeAs(expected);
    for (int i = 0; i < found.length; i++) {
      assertThat((double) found[i]).as("%s[%d]", what, i).isCloseTo(expected[i], within(1e-4));
    }
  }

  @Test
  void everyPlaceOfBlockSizeAndRotaryBaseGivesTheSameProposals() {
    // B001
    float[] taps = null;
    int[] first = null;
    for (int layout = 0; layout < 4; layout++) {
      DraftPackage p = DraftPackage.random(2, 1);
      if ((layout & 1) != 0) {
        p.without("rope_parameters").with("rope_theta", 10000).with("rope_scaling", null);
      }
      if ((layout & 2) != 0) {
        p.without("block_size").with("block_size", 4);
        p.without("mask_token_id").with("mask_token_id", 96);
        p.without("target_layer_ids");
        p.with("target_layer_ids", List.of(0, 2));
        p.nested.put("target_layer_ids", null);
      }
      taps = taps(DraftPackage.random(2, 1), 20);
      try (DraftModel model = model(p)) {
        int[] proposed = propose(model, p, taps, 3);
        first = first == null ? proposed : first;
        assertThat(proposed).as("layout %d", layout).isEqualTo(first);
      }
    }
    assertEqualsPlain(DraftPackage.random(2, 1), taps, SLIDING_THEN_FULL, NONE_CAUSAL);
  }

  @Test
  void withoutACausalityKeySlidingLayersAreCausalAndFullOnesAreNot() {
    // B008
    float[] absent = causality(Optional.empty(), true, false);
    float[] no = causality(Optional.of(false), false, false);
    float[] yes = causality(Optional.of(true), true, true);
    assertThat(distance(absent, no)).isGreaterThan(1e-3);
    assertThat(distance(absent, yes)).isGreaterThan(1e-3);
    assertThat(distance(no, yes)).isGreaterThan(1e-3);
  }

  private float[] causality(Optional<Boolean> stated, boolean... expected) {
    DraftPackage p = DraftPackage.random(1, 2);
    stated.ifPresent(value -> p.with("is_causal", value));
    float[] taps = taps(p, 9);
    assertEqualsPlain(p, taps, SLIDING_THEN_FULL, expected);
    return blockHidden(p, taps);
  }

  @Test
  void theNestedCausalityKeyCountsAfterTheOtherOne() {
    DraftPackage p = DraftPackage.random(1, 2).withNested("causal", true);
    assertEqualsPlain(p, taps(p, 9), SLIDING_THEN_FULL, true, true);
    p.with("is_causal", false);
    assertEqualsPlain(p, taps(p, 9), SLIDING_THEN_FULL, NONE_CAUSAL);
  }

  private static double distance(float[] a, float[] b) {
    double worst = 0;
    for (int i = 0; i < a.length; i++) {
      worst = Math.max(worst, Math.abs(a[i] - b[i]));
    }
    return worst;
  }

  @Test
  void aLaterRowOfTheBlockIsSeenUnlessTheLayersAreCausal() {
    // B010, B080
    for (boolean causal : new boolean[] {false, true}) {
      DraftPackage p =
          DraftPackage.random(1, 3)
              .layers("full_attention", "full_attention")
              .with("is_causal", causal);
      try (DraftModel model = model(p)) {
        float[] embedded = target(p).embedded(ANCHOR, 96, 4);
        float[] before = new float[4 * DraftPackage.HIDDEN];
        float[] after = before.clone();
        DraftForward forward = model.newForward();
        forward.blockUncached(taps(p, 5), 5, 0, embedded, 4, before);
        embedded[3 * DraftPackage.HIDDEN] += 1;
        forward.blockUncached(taps(p, 5), 5, 0, embedded, 4, after);
        int row = DraftPackage.HIDDEN;
        boolean moved =
            !Arrays.equals(
                Arrays.copyOfRange(before, row, 2 * row), Arrays.copyOfRange(after, row, 2 * row));
        assertThat(moved).as("causal %s", causal).isEqualTo(!causal);
      }
    }
  }

  @Test
  void layersTypedSlidingHaveNoWindowWhenItIsSwitchedOff() {
    // B019
    DraftPackage with = DraftPackage.random(2, 4);
    DraftPackage without = DraftPackage.random(2, 4).with("use_sliding_window", false);
    float[] taps = taps(with, 12);
    assertEqualsPlain(with, taps, SLIDING_THEN_FULL, NONE_CAUSAL);
    assertEqualsPlain(without, taps, new int[] {0, 0}, NONE_CAUSAL);
    assertThat(distance(blockHidden(with, taps), blockHidden(without, taps))).isGreaterThan(1e-3);
    try (DraftModel model = model(without)) {
      assertThat(model.summary().notes()).anyMatch(note -> note.contains("use_sliding_window"));
    }
  }

  @Test
  void theDraftHasItsOwnRotaryBaseAndHeadSize() {
    // B004, B046, B047: a draft borrows rows of the target, never its rotary settings.
    DraftPackage p =
        DraftPackage.random(2, 5)
            .with("head_dim", 16)
            .with("rope_parameters", new LinkedHashMap<>(Map.of("rope_theta", 1e6)))
            .fill(5);
    assertEqualsPlain(p, taps(p, 9), SLIDING_THEN_FULL, NONE_CAUSAL);
  }

  @Test
  void contextsOfEveryLengthAroundTheWindowEqualMaskedOnes() {
    // B049, B050, B167
    for (int generation : new int[] {1, 2}) {
      for (int rows : new int[] {0, 1, 2, 3, 4, 5, 12, 40}) {
        DraftPackage mixed = DraftPackage.random(generation, 6);
        boolean byRule = generation == 1;
        assertEqualsPlain(mixed, taps(mixed, rows), SLIDING_THEN_FULL, byRule, false);
        DraftPackage sliding =
            DraftPackage.random(generation, 7).layers("sliding_attention", "sliding_attention");
        assertEqualsPlain(sliding, taps(sliding, rows), new int[] {4, 4}, byRule, byRule);
      }
    }
  }

  @Test
  void windowsOfPublishedSizesAreCrossed() {
    for (int window : new int[] {2048, 4096}) {
      DraftPackage p =
          DraftPackage.random(2, 9)
              .layers("sliding_attention", "sliding_attention")
              .with("sliding_window", window);
      int rows = window + 15;
      float[] taps = taps(p, rows);
      assertEqualsPlain(p, taps, new int[] {window, window}, NONE_CAUSAL);
      float[] changed = taps.clone();
      // Row 0 of the block is at position rows and reaches back to rows - (window - 1) = 16.
      Arrays.fill(changed, 0, 16 * p.tapCount() * DraftPackage.HIDDEN, 1000f);
      assertThat(blockHidden(p, changed)).as("window %d", window).isEqualTo(blockHidden(p, taps));
      changed[16 * p.tapCount() * DraftPackage.HIDDEN] += 5f;
      assertThat(distance(blockHidden(p, changed), blockHidden(p, taps))).isPositive();
    }
  }

  @Test
  void rowsOlderThanTheWindowReachFullLayersOnly() {
    // B050
    DraftPackage sliding =
        DraftPackage.random(2, 8).layers("sliding_attention", "sliding_attention");
    DraftPackage mixed = DraftPackage.random(2, 8);
    float[] taps = taps(mixed, 12);
    float[] changed = taps.clone();
    // Row 0 of the block is at position 12 and reaches back to 9.
    Arrays.fill(changed, 0, 9 * mixed.tapCount() * DraftPackage.HIDDEN, 1000f);
    assertThat(blockHidden(sliding, changed)).isEqualTo(blockHidden(sliding, taps));
    assertThat(distance(blockHidden(mixed, changed), blockHidden(mixed, taps))).isGreaterThan(1e-3);
    assertEqualsPlain(mixed, changed, SLIDING_THEN_FULL, NONE_CAUSAL);
  }

  @Test
  void selectorAndConvolutionSizesComeFromTheConfiguration() {
    // B053
    DraftPackage p =
        DraftPackage.random(2, 9)
            .withNested("selector_rank", 12)
            .withNested("selector_top_k", 6)
            .withNested("conv_kernel_size", 3)
            .withNested("conv_group_size", 4)
            .fill(9);
    assertEqualsPlain(p, taps(p, 7), SLIDING_THEN_FULL, NONE_CAUSAL);
  }

  @Test
  void everyLayerHasItsOwnWindow() {
    // B055
    DraftPackage p =
        DraftPackage.random(1, 10)
            .layers("sliding_attention", "sliding_attention", "full_attention")
            .fill(10);
    float[] taps = taps(p, 20);
    float[] one = hiddenWithWindows(p, taps, 4, 8, 0);
    near(one, plainHidden(p, taps, new int[] {4, 8, 0}, new boolean[3]), "windows 4 8 full");
    float[] other = hiddenWithWindows(p, taps, 8, 0, 4);
    near(other, plainHidden(p, taps, new int[] {8, 0, 4}, new boolean[3]), "windows 8 full 4");
    assertThat(distance(one, other)).isGreaterThan(1e-3);
  }

  /** No published configuration states windows per layer, so the masks are set behind it. */
  private float[] hiddenWithWindows(DraftPackage p, float[] taps, int... windows) {
    List<LayerMask> masks = Arrays.stream(windows).mapToObj(w -> new LayerMask(w, false)).toList();
    Path written = p.write(folder.resolve("windows" + Arrays.toString(windows)));
    try (DraftModel model = TestDrafts.openWithMasks(written, masks, compute)) {
      float[] hidden = new float[4 * DraftPackage.HIDDEN];
      float[] embedded = target(p).embedded(ANCHOR, 96, 4);
      model.newForward().blockUncached(taps, 20, 0, embedded, 4, hidden);
      return hidden;
    }
  }

  @Test
  void headsAreNormedBeforeTheyRotate() {
    // B059: with weights far from 1 the order shows.
    DraftPackage p = DraftPackage.random(1, 11);
    for (int n = 0; n < 2; n++) {
      for (String norm : List.of("q_norm", "k_norm")) {
        float[] w = p.values("layers." + n + ".self_attn." + norm + ".weight");
        for (int i = 0; i < w.length; i++) {
          w[i] = DraftPackage.bfloat16(0.2 + 2.8 * i / w.length);
        }
      }
    }
    assertEqualsPlain(p, taps(p, 9), SLIDING_THEN_FULL, true, false);
  }

  @Test
  void theAnchorFollowsTheContextAndMasksFollowTheAnchor() {
    // B044: keys of context row p carry position p, those of a block row position P + j.
    DraftPackage p = DraftPackage.random(1, 12).layers("full_attention", "full_attention");
    try (DraftModel model = model(p)) {
      float[] taps = taps(p, 6);
      // The same fused row at all positions: its keys differ by their rotation only.
      for (int r = 1; r < 6; r++) {
        System.arraycopy(taps, 0, taps, r * model.config().tapWidth(), model.config().tapWidth());
      }
      DraftContext context = model.newContext(0, 6);
      model.newForward().append(context, taps, 0, 6);
      int width = model.config().keyValueWidth();
      float[] unrotated = new float[width];
      context.key(0, 0, unrotated, 0);
      for (int position = 0; position < 6; position++) {
        float[] key = new float[width];
        context.key(0, position, key, 0);
        for (int i = 0; i < 4; i++) {
          double angle = position * Math.pow(10000, -2.0 * i / 8);
          double expected = unrotated[i] * Math.cos(angle) - unrotated[i + 4] * Math.sin(angle);
          assertThat((double) key[i]).isCloseTo(expected, within(1e-5));
        }
      }
      assertThat(context.nextPosition()).isEqualTo(6);
    }
  }

  @Test
  void packagesOfEveryFloatTypeGiveTheSameProposals() {
    // B041
    float[] taps = taps(DraftPackage.random(2, 13), 9);
    DraftPackage mixed = DraftPackage.random(2, 13).as("F32");
    mixed.as("BF16", "candidate_selector.successor_codebook").as("F16", "fc.weight");
    int[] first = null;
    for (DraftPackage p :
        List.of(
            DraftPackage.random(2, 13),
            DraftPackage.random(2, 13).as("F32"),
            DraftPackage.random(2, 13).as("F16"),
            mixed)) {
      try (DraftModel model = model(p)) {
        int[] proposed = propose(model, p, taps, 3);
        first = first == null ? proposed : first;
        assertThat(proposed).isEqualTo(first);
      }
    }
  }

  @Test
  void scalesAreAppliedWhereTheFormulasSay() {
    DraftPackage p =
        DraftPackage.random(1, 14)
            .with("input_embedding_scale", 2.5)
            .withNested("output_multiplier", 0.5)
            .with("final_logit_softcapping", 3.0);
    float[] taps = taps(p, 5);
    float[] embedded = target(p).embedded(ANCHOR, 96, 4);
    for (int i = 0; i < embedded.length; i++) {
      embedded[i] *= 2.5f;
    }
    near(
        blockHidden(p, taps),
        new PlainDraft(p, SLIDING_THEN_FULL, new boolean[] {true, false}).block(taps, embedded),
        "scaled rows");
    LogitTransform transform;
    try (DraftModel model = model(p)) {
      transform = model.config().logits();
    }
    assertThat(transform).isEqualTo(new LogitTransform(0.5f, 3));
    float[] logits = {9, -4, 0, 2};
    transform.apply(logits, 1, 2);
    assertThat(logits[0]).isEqualTo(9);
    assertThat(logits[1]).isEqualTo((float) (3 * StrictMath.tanh(-2 / 3.0)));
    assertThat(logits[2]).isZero();
    assertThat(logits[3]).isEqualTo(2);
  }
}
