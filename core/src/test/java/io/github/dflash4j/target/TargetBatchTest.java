/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.goldens.GoldenSet;
import io.github.dflash4j.kernel.Activations;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.KernelSelection;
import io.github.dflash4j.kernel.LargestOutputs;
import io.github.dflash4j.kernel.ProjectionBackend;
import io.github.dflash4j.kernel.WeightMatrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of several states in one pass: every state is what it is alone, bit for bit. */
class TargetBatchTest {
  private static final long SEED = 20261130;
  private static final int WIDEST = 9;
  private static final int CAPACITY = 96;
  private static final Path HYBRID = GoldenCase.root().resolve("targets/qwen35_tiny");
  private static final Path DENSE = GoldenCase.root().resolve("targets/qwen3_tiny_untied");

  @TempDir private Path temp;

  static Stream<GoldenCase> targets() {
    return GoldenSet.given().cases("target", "gguf");
  }

  @Test
  void theSetHasTargets() {
    GoldenSet.given().requireCases("target", "gguf");
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("targets")
  void everyGoldenTargetInMixesOfAnyKind(GoldenCase c) throws IOException {
    Path path = path(c);
    for (int threads = 1; threads <= 2; threads++) {
      try (Compute compute = Compute.host(threads);
          Target target = Targets.open(path, TargetOptions.asStated(), compute)) {
        mixes(target, 16, 40, SEED + threads);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"q4k", "q41", "q40", "q80", "q40/16", "BF16"})
  void quantisedWeightsWithEitherActivations(String format) {
    FlmTargetPackage made =
        new FlmTargetPackage(LargeHybrid.folder())
            .format(
                name -> name.contains("ssm_alpha") || name.contains("ssm_beta") ? "BF16" : format);
    Path path = made.write(temp.resolve("package"));
    FlmOptions lanes =
        format.startsWith("q4k") || format.equals("BF16")
            ? FlmOptions.defaults()
            : FlmOptions.defaults().withLanes(format.endsWith("/16") ? 16 : 32);
    TargetOptions options = TargetOptions.asStated().withFlm(lanes).withPanels(PanelUse.MEMORY);
    for (Activations activations : Activations.values()) {
      try (Compute compute = Compute.host(2);
          Target target = Targets.open(path, options, compute.withActivations(activations))) {
        mixes(target, 16, 12, SEED);
      }
    }
  }

  @Test
  void scalarKernelsAndABackendThatWantsSingleRows() {
    for (Path path : List.of(HYBRID, DENSE)) {
      try (Compute compute = Compute.with(KernelSelection.named("scalar"), 1)) {
        try (Target target = Targets.open(path, TargetOptions.asStated(), compute)) {
          mixes(target, 7, 15, SEED);
        }
        Backend dependent = new Backend(compute.projections(), false);
        try (Target target =
            Targets.open(path, TargetOptions.asStated(), compute.projectingOn(dependent))) {
          mixes(target, 16, 10, SEED);
        }
        assertThat(dependent.widest).isEqualTo(1);
      }
    }
  }

  /** Runs some of 16 states together and a twin of each alone, round by round. */
  private static void mixes(Target target, int maxRows, int rounds, long seed) {
    Random random = new Random(seed);
    TargetBatch batch = target.newBatch(maxRows).orElseThrow();
    long bytes = batch.bytes();
    List<Twins> all = new ArrayList<>();
    for (int n = 0; n < 16; n++) {
      all.add(new Twins(target, random));
    }
    int together = 0;
    for (int round = 0; round < rounds; round++) {
      String what = "seed " + seed + ", round " + round;
      Collections.shuffle(all, random);
      int most = round < 3 ? 16 : 1 + random.nextInt(16);
      List<Twins> taking = new ArrayList<>();
      for (Twins twins : all.subList(0, most)) {
        int room = maxRows - batch.rows();
        if (room > 0) {
          int rows = round == 0 ? 1 : 1 + random.nextInt(Math.min(room, WIDEST));
          twins.add(batch, random, rows);
          taking.add(twins);
        }
      }
      batch.run();
      assertThat(batch.rows()).isZero();
      for (Twins twins : taking) {
        twins.compare(random, what);
      }
      for (Twins twins : all) {
        twins.sameState(what);
      }
      together = Math.max(together, taking.size());
    }
    assertThat(together).isEqualTo(Math.min(16, maxRows));
    assertThat(batch.bytes()).isEqualTo(bytes);
  }

  /** A state that runs beside others, and one that runs alone. */
  private static final class Twins {
    final Target target;
    final TargetState beside;
    final TargetState alone;
    int[] tokens;
    int offset;
    int rows;
    int logitRows;
    int choosing;
    int most;

    Twins(Target target, Random random) {
      this.target = target;
      int layers = target.spec().layers();
      int[] taps = random.nextBoolean() ? SingleSteps.allTaps(target) : new int[] {layers - 1, 0};
      StateRows sizes = new StateRows(20, WIDEST);
      beside = target.newState(CAPACITY, sizes, taps);
      alone = target.newState(CAPACITY, sizes, taps);
      int prompt = random.nextInt(21);
      if (prompt > 0) {
        int[] ids = tokens(random, prompt);
        target.read(beside, ids, 0, prompt, 0);
        target.read(alone, ids, 0, prompt, 0);
        beside.checkpoint();
        alone.checkpoint();
      }
    }

    private int[] tokens(Random random, int count) {
      return random.ints(count, 0, target.spec().vocabulary()).toArray();
    }

    void add(TargetBatch batch, Random random, int count) {
      if (beside.length() + count > CAPACITY) {
        int to = random.nextInt(beside.length());
        assertThat(beside.rewind(to)).isEqualTo(alone.rewind(to));
      }
      rows = Math.min(count, CAPACITY - beside.length());
      offset = random.nextInt(4);
      logitRows = random.nextInt(3) == 0 ? random.nextInt(rows + 1) : rows;
      tokens = tokens(random, offset + rows + random.nextInt(3));
      int vocabulary = target.spec().vocabulary();
      choosing = random.nextBoolean() ? vocabulary : vocabulary - 7;
      most = new int[] {0, 0, 1, 1, 20, TargetState.MOST_CHOSEN}[random.nextInt(6)];
      if (!beside.chooseAmong(choosing, most)) {
        most = 0;
      }
      batch.add(beside, tokens, offset, rows, logitRows);
    }

    void compare(Random random, String what) {
      target.forward(alone, tokens, offset, rows, logitRows);
      assertThat(beside.pendingRows()).as(what).isEqualTo(rows);
      int vocabulary = target.spec().vocabulary();
      int hidden = target.spec().hidden();
      if (most > 0) {
        LargestOutputs expected = new LargestOutputs();
        expected.select(alone.logits(), 0, vocabulary, logitRows, choosing, most);
        same(beside.mostLikely(), expected, logitRows, what);
      } else {
        same(beside.logits(), alone.logits(), logitRows * vocabulary, what + ", logits");
      }
      same(beside.finalHidden(), alone.finalHidden(), logitRows * hidden, what + ", final rows");
      int taps = beside.taps().length / beside.maxRows();
      same(beside.taps(), alone.taps(), rows * taps, what + ", taps");
      // Now and then rows are left pending: the next pass forgets them.
      if (random.nextInt(4) > 0) {
        int keep = random.nextInt(rows + 1);
        beside.commit(keep);
        alone.commit(keep);
      }
    }

    void sameState(String what) {
      assertThat(beside.length()).as(what).isEqualTo(alone.length());
      StateBits.of(beside).same(StateBits.of(alone), what);
    }

    static void same(LargestOutputs actual, LargestOutputs expected, int rows, String what) {
      int[] found = new int[TargetState.MOST_CHOSEN];
      int[] tokens = new int[TargetState.MOST_CHOSEN];
      float[] values = new float[TargetState.MOST_CHOSEN];
      float[] logits = new float[TargetState.MOST_CHOSEN];
      for (int r = 0; r < rows; r++) {
        int count = expected.copy(r, tokens, logits, 0);
        String place = what + ", most likely of row " + r;
        assertThat(actual.copy(r, found, values, 0)).as(place).isEqualTo(count);
        assertThat(actual.best(r)).as(place).isEqualTo(expected.best(r));
        assertThat(found).as(place).isEqualTo(tokens);
        same(values, logits, count, place);
      }
    }

    private static void same(float[] actual, float[] expected, int count, String what) {
      assertThat(StateBits.bits(Arrays.copyOf(actual, count)))
          .as(what)
          .isEqualTo(StateBits.bits(Arrays.copyOf(expected, count)));
    }
  }

  // A part that is refused is not in the pass; the others are, and no state was touched before.
  @ParameterizedTest
  @ValueSource(strings = {"targets/qwen35_tiny", "targets/qwen3_tiny_untied"})
  void aBadPartIsRefusedBeforeAnythingRuns(String name) {
    Path path = GoldenCase.root().resolve(name);
    try (Compute compute = Compute.host(1);
        Target target = Targets.open(path, TargetOptions.asStated(), compute);
        Target other = Targets.open(path, TargetOptions.asStated(), compute)) {
      TargetBatch batch = target.newBatch(6).orElseThrow();
      TargetState good = target.newState(8, new StateRows(8, 4));
      TargetState bad = target.newState(8, new StateRows(8, 4));
      int[] tokens = {1, 2, 3, 4, 5, 6, 7, 8, -1, target.spec().vocabulary()};
      target.forward(good, tokens, 0, 2, 0);
      target.read(bad, tokens, 0, 5, 0);
      target.forward(bad, tokens, 5, 1, 1);
      batch.add(good, tokens, 0, 3, 1);

      refused("5 + 4 tokens", () -> batch.add(bad, tokens, 0, 4, 0));
      refused(
          "5 rows are more than the 4",
          () -> {
            bad.truncate(bad.needsCheckpoints() ? 0 : 1);
            target.forward(bad, tokens, 5, 1, 1);
            batch.add(bad, tokens, 0, 5, 0);
          });
      refused("do not fit", () -> batch.add(bad, tokens, 0, 2, 3));
      refused("do not fit", () -> batch.add(bad, tokens, 0, 0, 0));
      refused("token -1", () -> batch.add(bad, tokens, 7, 2, 0));
      refused("out of range", () -> batch.add(bad, tokens, 9, 1, 0));
      refused("in this pass already", () -> batch.add(good, tokens, 0, 1, 0));
      refused("another target", () -> batch.add(other.newState(4, 4), tokens, 0, 1, 0));
      refused(
          "4 more rows do not fit a pass of 6 that has 3", () -> batch.add(bad, tokens, 0, 4, 0));
      refused("at least one row", () -> target.newBatch(0));
      assertThat(batch.rows()).isEqualTo(3);
      assertThat(good.pendingRows()).isEqualTo(2);
      assertThat(bad.pendingRows()).isEqualTo(1);

      batch.run();
      assertThat(good.pendingRows()).isEqualTo(3);
      assertThat(bad.pendingRows()).isEqualTo(1);

      // What changed since it was added is looked at again.
      good.commit(3);
      batch.add(bad, tokens, 0, 1, 1);
      batch.add(good, tokens, 0, 4, 0);
      target.read(good, tokens, 0, 2, 0);
      refused("tokens do not fit", batch::run);
      assertThat(bad.pendingRows()).isEqualTo(1);
      assertThat(batch.rows()).isZero();

      batch.add(bad, tokens, 0, 1, 1);
      batch.clear();
      batch.run();
      assertThat(bad.pendingRows()).isEqualTo(1);
    }
  }

  @Test
  void aClosedTargetRunsNothing() {
    try (Compute compute = Compute.host(1)) {
      TargetBatch batch;
      try (Target target = Targets.open(DENSE, TargetOptions.asStated(), compute)) {
        batch = target.newBatch(2).orElseThrow();
        batch.add(target.newState(4, 4), new int[] {1}, 0, 1, 1);
      }
      assertThatThrownBy(batch::run)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("closed");
    }
  }

  private static void refused(String says, Runnable use) {
    assertThatThrownBy(use::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(says);
  }

  @ParameterizedTest
  @ValueSource(strings = {"targets/qwen35_tiny", "targets/qwen3_tiny_untied"})
  void aPassThatFailsHalfWayLeavesEveryStateOfUse(String name) {
    Random random = new Random(SEED);
    try (Compute host = Compute.host(1)) {
      Backend failing = new Backend(host.projections(), true);
      try (Target target =
          Targets.open(
              GoldenCase.root().resolve(name),
              TargetOptions.asStated(),
              host.projectingOn(failing))) {
        TargetBatch batch = target.newBatch(16).orElseThrow();
        List<Twins> all = new ArrayList<>();
        for (int n = 0; n < 4; n++) {
          all.add(new Twins(target, random));
        }
        for (int after = 1; after < 12; after++) {
          for (Twins twins : all) {
            twins.add(batch, random, 1 + random.nextInt(4));
          }
          failing.after = after;
          assertThatThrownBy(batch::run).isInstanceOf(IllegalStateException.class);
          failing.after = Integer.MAX_VALUE;
          assertThat(batch.rows()).isZero();
          for (Twins twins : all) {
            assertThat(twins.beside.pendingRows()).isZero();
            twins.sameState("failed after " + after);
          }
        }
        for (Twins twins : all) {
          twins.add(batch, random, 4);
        }
        batch.run();
        for (Twins twins : all) {
          twins.compare(random, "after failures");
          twins.sameState("after failures");
        }
      }
    }
  }

  @Test
  void statesThatChooseMakeNoRowOfLogits() {
    int[] tokens = {9, 8, 7, 6, 5, 4, 3, 2, 1};
    try (Compute compute = Compute.host(2);
        Target target = Targets.open(DENSE, TargetOptions.asStated(), compute)) {
      int vocabulary = target.spec().vocabulary();
      TargetState logits = target.newState(9, 9);
      target.read(logits, tokens, 0, 9, 9);
      TargetState state = target.newState(9, 9);
      long without = state.bytes();
      assertThat(state.chooseAmong(vocabulary, 5)).isTrue();
      long bytes = state.bytes();
      assertThat(bytes - without).isEqualTo(9 * (4 + 1 + 4) + 9 * 5 * (4 + 4));
      target.read(state, tokens, 0, 3, 3);
      LargestOutputs expected = new LargestOutputs();
      expected.select(logits.logits(), 0, vocabulary, 3, vocabulary, 5);
      Twins.same(state.mostLikely(), expected, 3, "read");
      TargetBatch batch = target.newBatch(6).orElseThrow();
      batch.add(state, tokens, 3, 6, 5);
      batch.run();
      expected.select(logits.logits(), 4 * vocabulary, vocabulary, 5, vocabulary, 5);
      Twins.same(state.mostLikely(), expected, 5, "together");
      assertThat(state.logits()).isEmpty();
      assertThat(state.bytes()).isEqualTo(bytes);
      assertThat(state.chooseAmong(vocabulary, 0)).isFalse();
      target.forward(state, tokens, 3, 6, 6);
      Twins.same(
          Arrays.copyOf(state.logits(), 6 * vocabulary),
          Arrays.copyOfRange(logits.logits(), 3 * vocabulary, 9 * vocabulary),
          6 * vocabulary,
          "logits again");
      assertThat(state.bytes()).isEqualTo(bytes + 6L * vocabulary * Float.BYTES);
      for (int wrong : new int[] {-1, vocabulary + 1}) {
        refused("cannot be chosen among", () -> state.chooseAmong(wrong, 1));
      }
      for (int wrong : new int[] {-1, TargetState.MOST_CHOSEN + 1}) {
        refused("cannot be chosen among", () -> state.chooseAmong(vocabulary, wrong));
      }
    }
  }

  @Test
  void aBatchSaysWhatItTakes() {
    try (Compute compute = Compute.host(1);
        Target dense = Targets.open(DENSE, TargetOptions.asStated(), compute);
        Target hybrid = Targets.open(HYBRID, TargetOptions.asStated(), compute)) {
      TargetSpec s = dense.spec();
      long row =
          s.hidden()
              + 2L * s.heads() * s.headDim()
              + 2L * s.keyValueHeads() * s.headDim()
              + 2L * s.intermediate()
              + s.vocabulary();
      long chosen = new LargestOutputs(1, TargetState.MOST_CHOSEN).bytes();
      assertThat(dense.newBatch(5).orElseThrow().bytes())
          .isEqualTo(5 * (row * Float.BYTES + chosen));
      assertThat(dense.newBatch(5).orElseThrow().maxRows()).isEqualTo(5);
      long one = hybrid.newBatch(1).orElseThrow().bytes();
      assertThat(hybrid.newBatch(16).orElseThrow().bytes()).isEqualTo(16 * one);
    }
  }

  private static Path path(GoldenCase c) throws IOException {
    try (Stream<Path> files = Files.list(c.folder())) {
      return files.filter(f -> f.toString().endsWith(".gguf")).findFirst().orElse(c.folder());
    }
  }

  /** Projects as another backend does, and fails after a while if it is told to. */
  private static final class Backend implements ProjectionBackend {
    private final ProjectionBackend inner;
    private final boolean independent;
    private int after = Integer.MAX_VALUE;
    private int widest;

    Backend(ProjectionBackend inner, boolean independent) {
      this.inner = inner;
      this.independent = independent;
    }

    @Override
    public String name() {
      return "test";
    }

    @Override
    public boolean rowsIndependent() {
      return independent;
    }

    @Override
    public void project(WeightMatrix weights, float[] x, int rows, float[] y) {
      if (after-- <= 0) {
        throw new IllegalArgumentException("as asked for");
      }
      widest = Math.max(widest, rows);
      inner.project(weights, x, rows, y);
    }
  }
}
