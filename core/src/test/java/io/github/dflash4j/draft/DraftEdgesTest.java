/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dflash4j.format.safetensors.SafetensorsStore;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.KernelSelection;
import io.github.dflash4j.kernel.WeightMatrix;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Borders that only mutation testing asked for: offsets, full chunks, largest positions, ties. */
class DraftEdgesTest {
  private static final int HIDDEN = DraftPackage.HIDDEN;
  private static final int WIDTH = 2 * HIDDEN;
  private static final int ROWS = 70;

  @TempDir private Path folder;
  private Compute compute;
  private DraftModel model;

  @BeforeEach
  void open() {
    compute = Compute.with(KernelSelection.chosen(), 1);
    model = Drafts.open(DraftPackage.random(2, 51).write(folder.resolve("draft")), compute);
  }

  @AfterEach
  void close() {
    model.close();
    compute.close();
  }

  private static float[] block(DraftForward forward, DraftContext context) {
    float[] hidden = new float[4 * HIDDEN];
    float[] embedded = ArrayTarget.random(97, HIDDEN, 3).embedded(7, 96, 4);
    forward.block(context, embedded, 4, hidden);
    return hidden;
  }

  @Test
  void fusedRowsAtAnyOffsetAndOfSeveralChunksAreThoseOfSingleRows() {
    float[] taps = ArrayTarget.taps(ROWS, WIDTH, 52);
    DraftForward forward = model.newForward();
    float[] single = new float[ROWS * HIDDEN];
    for (int r = 0; r < ROWS; r++) {
      forward.fuse(taps, r, 1, single, r);
    }
    float[] all = new float[(ROWS + 2) * HIDDEN];
    forward.fuse(taps, 1, ROWS - 1, all, 3);
    assertThat(Arrays.copyOf(all, 3 * HIDDEN)).containsOnly(0f);
    assertThat(Arrays.copyOfRange(all, 3 * HIDDEN, all.length))
        .isEqualTo(Arrays.copyOfRange(single, HIDDEN, single.length));
  }

  @Test
  void fusedRowsAtAnyOffsetMakeTheContextOfTheirTaps() {
    float[] taps = ArrayTarget.taps(ROWS, WIDTH, 53);
    DraftForward forward = model.newForward();
    float[] fused = new float[ROWS * HIDDEN];
    forward.fuse(taps, 0, ROWS, fused, 0);
    DraftContext expected = model.newContext(0, ROWS);
    forward.append(expected, taps, 3, ROWS - 3);
    DraftContext context = model.newContext(0, ROWS);
    forward.appendFused(context, fused, 3, ROWS - 3);
    assertThat(context.length()).isEqualTo(ROWS - 3);
    assertThat(block(forward, context)).isEqualTo(block(forward, expected));
  }

  @Test
  void fusedRowsThatDoNotFitAreRefused() {
    DraftForward forward = model.newForward();
    float[] taps = new float[4 * WIDTH];
    float[] fused = new float[4 * HIDDEN];
    assertThatIllegalArgumentException()
        .isThrownBy(() -> forward.fuse(taps, 1, 4, fused, 0))
        .withMessageContaining("4 taps of 64");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> forward.fuse(taps, 0, 4, fused, 1))
        .withMessageContaining("4 fused rows of 32");
    DraftContext context = model.newContext(0, 3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> forward.appendFused(context, fused, 0, 4))
        .withMessageContaining("0 + 4 rows");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> forward.appendFused(context, fused, 3, 2))
        .withMessageContaining("2 fused rows of 32");
    assertThat(context.length()).isZero();
  }

  @Test
  void blocksThatDoNotFitAreRefused() {
    DraftForward forward = model.newForward();
    DraftContext context = model.newContext(0, 3);
    float[] enough = new float[4 * HIDDEN];
    float[] less = new float[4 * HIDDEN - 1];
    assertThatIllegalArgumentException()
        .isThrownBy(() -> forward.block(context, less, 4, enough))
        .withMessageContaining("embedded rows");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> forward.block(context, enough, 4, less))
        .withMessageContaining("hidden rows");
    try (DraftModel other = Drafts.open(folder.resolve("draft"), compute)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> forward.block(other.newContext(0, 3), enough, 4, enough))
          .withMessageContaining("another draft");
    }
  }

  @Test
  void aTraceSeesEveryPointOfEveryLayerInOrder() {
    List<String> seen = new ArrayList<>();
    DraftForward forward = model.newForward();
    forward.trace((layer, point, data, numbers) -> seen.add(layer + " " + point + " " + numbers));
    block(forward, model.newContext(0, 3));
    List<String> expected = new ArrayList<>();
    for (int n = 0; n < 2; n++) {
      for (String sublayer : List.of("attention", "mlp")) {
        String at = n + " " + sublayer + ".";
        // 4 rows; dynamic kernels of 2 sides, 2 taps and 32 / 8 groups.
        expected.add(at + "normed 128");
        expected.add(at + "conv_dyn 64");
        expected.add(at + "conv_before 128");
        expected.add(at + "sublayer_out 128");
        expected.add(at + "conv_after 128");
      }
      expected.add(n + " residual 128");
    }
    assertThat(seen).isEqualTo(expected);
  }

  @Test
  void aContextGivesTheValuesOfAllHeads() {
    float[] taps = ArrayTarget.taps(3, WIDTH, 54);
    DraftForward forward = model.newForward();
    DraftContext context = model.newContext(5, 3);
    forward.append(context, taps, 0, 3);
    float[] fused = new float[3 * HIDDEN];
    forward.fuse(taps, 0, 3, fused, 0);
    float[] expected = new float[3 * 16];
    try (SafetensorsStore store = SafetensorsStore.open(folder.resolve("draft"))) {
      WeightMatrix v = WeightMatrix.of(store.tensors().get("layers.1.self_attn.v_proj.weight"));
      compute.project(v, fused, 3, expected);
    }
    float[] found = new float[3 * 16 + 2];
    for (int r = 0; r < 3; r++) {
      context.value(1, 5 + r, found, 2 + r * 16);
    }
    assertThat(Arrays.copyOfRange(found, 2, found.length)).isEqualTo(expected);
  }

  @Test
  void aContextMayReachTheLargestPositionAndNotBeyond() {
    int beyond = LayerMask.LIMIT - 4;
    DraftContext context = model.newContext(beyond - 5, 5);
    assertThat(context.firstPosition()).isEqualTo(beyond - 5);
    assertThat(context.rowsHeld(0)).isZero();
    assertThatIllegalArgumentException().isThrownBy(() -> model.newContext(beyond - 4, 5));
  }

  @Test
  void aContextGoneBackToNothingHoldsNothing() {
    DraftContext context = model.newContext(9, 8);
    model.newForward().append(context, ArrayTarget.taps(8, WIDTH, 55), 0, 8);
    assertThat(context.rowsHeld(0)).isEqualTo(3);
    assertThat(context.rowsHeld(1)).isEqualTo(8);
    context.truncate(0);
    assertThat(context.rowsHeld(0)).isZero();
    assertThat(context.rowsHeld(1)).isZero();
  }

  @Test
  void aWindowOfTheRowItselfLetsTheContextGoBackAnywhere() {
    DraftPackage p =
        DraftPackage.random(2, 56)
            .layers("sliding_attention", "sliding_attention")
            .with("sliding_window", 1);
    try (DraftModel narrow = Drafts.open(p.write(folder.resolve("narrow")), compute)) {
      DraftContext context = narrow.newContext(0, 8);
      narrow.newForward().append(context, ArrayTarget.taps(8, WIDTH, 57), 0, 8);
      assertThat(context.rowsHeld(0)).isZero();
      context.truncate(3);
      assertThat(context.length()).isEqualTo(3);
      assertThat(context.rowsHeld(0)).isZero();
    }
  }

  @Test
  void oneIdAndAllIdsCanBeCandidates() {
    CandidateSelector selector = model.newSelector().orElseThrow();
    float[] logits = new float[97];
    logits[96] = 1;
    Candidates found = new Candidates(1, 4);
    selector.collect(logits, 97, 1, 1, model.config().logits(), found);
    assertThat(found.count()).isEqualTo(1);
    assertThat(found.id(0, 0)).isZero();
    selector.collect(logits, 97, 1, 97, model.config().logits(), found);
    assertThat(found.id(0, 0)).isEqualTo(96);
  }

  @Test
  void equalLogitsAreOrderedWithinTheirRow() {
    Candidates found = new Candidates(2, 3);
    System.arraycopy(new int[] {2, 1, 8, 9, 4, 7}, 0, found.ids, 0, 6);
    System.arraycopy(new float[] {5, 5, 5, 5, 5, 5}, 0, found.logits, 0, 6);
    found.count(3);
    found.orderEqualLogits(1);
    assertThat(found.ids).containsExactly(2, 1, 8, 4, 7, 9);
    found.logits[4] = 6;
    assertThat(found.logit(1, 1)).isEqualTo(6);
    assertThat(found.logit(1, 2)).isEqualTo(5);
  }

  @Test
  void largeScoresGiveADistribution() {
    Candidates found = new Candidates(1, 2);
    found.count(2);
    found.scores[0] = 2000;
    found.scores[1] = 1999;
    double[] q = new double[2];
    found.distribution(0, 1, q);
    assertThat(q[0]).isCloseTo(1 / (1 + Math.exp(-1)), within(1e-12));
    assertThat(q[0] + q[1]).isCloseTo(1, within(1e-12));
  }

  @Test
  void partsStateTheirWidths() {
    try (SafetensorsStore store = SafetensorsStore.open(folder.resolve("draft"))) {
      WeightMatrix fusion = WeightMatrix.of(store.tensors().get("fc.weight"));
      TapFusion fuse = new TapFusion(compute, fusion, new float[HIDDEN], 1e-6f);
      assertThat(fuse.tapWidth()).isEqualTo(WIDTH);
      assertThat(fuse.hidden()).isEqualTo(HIDDEN);
      WeightMatrix kernels =
          WeightMatrix.of(store.tensors().get("layers.0.mlp_conv.kernel_projection.weight"));
      GroupedConvolution convolution =
          new GroupedConvolution(
              compute, kernels, new float[2 * 2 * HIDDEN], new ConvolutionShape(2, 8));
      assertThat(convolution.dynamicWidth()).isEqualTo(16);
    }
  }
}
