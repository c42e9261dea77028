/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.openblas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.abort;

import io.github.dflash4j.draft.DraftModel;
import io.github.dflash4j.draft.DraftSession;
import io.github.dflash4j.draft.Drafts;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetOptions;
import io.github.dflash4j.target.TargetState;
import io.github.dflash4j.target.Targets;
import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The installed OpenBLAS; each test is skipped where there is none. */
class OpenBlasProjectionsTest {
  private static final long SEED = 611;
  private static final Path MODELS = Path.of("../core/src/test/resources");
  private static final int[] TOKENS = {1, 403, 407, 261, 378};

  private OpenBlasProjections openBlas;

  @BeforeEach
  void open() {
    try {
      openBlas = OpenBlasProjections.open();
    } catch (IllegalStateException e) {
      abort(e.getMessage());
    }
  }

  // The last two have several tiles of weight rows, the last of them short.
  @ParameterizedTest
  @CsvSource({
    "F32,5,33,1",
    "BF16,7,64,3",
    "F16,3,31,17",
    "Q8_0,5,96,4",
    "Q4_0,9,64,16",
    "F32,70,40000,2",
    "Q8_0,131,16384,3"
  })
  void theErrorAgainstTheReferenceIsBounded(StorageType type, int out, int in, int rows) {
    Random random = new Random(SEED);
    WeightMatrix weights = matrix(type, out, in, random);
    float[] x = gaussians(random, rows * in);
    float[] y = new float[rows * out];
    openBlas.project(weights, x, rows, y);
    float[] exact = new float[rows * out];
    Compute.reference().project(weights, x, rows, exact);
    float[] w = new float[in];
    for (int o = 0; o < out; o++) {
      weights.decode(o, 1, w, 0);
      for (int r = 0; r < rows; r++) {
        double magnitude = 0;
        for (int i = 0; i < in; i++) {
          magnitude += Math.abs((double) w[i] * x[r * in + i]);
        }
        assertThat(Math.abs((double) y[r * out + o] - exact[r * out + o]))
            .as("%s row %d output %d, seed %d", type, r, o, SEED)
            .isLessThanOrEqualTo(magnitude * Math.sqrt(in) * 0x1p-23);
      }
    }
  }

  @Test
  void severalThreadsDoNotDisturbEachOther() throws Exception {
    Random random = new Random(SEED + 1);
    WeightMatrix weights = matrix(StorageType.F32, 50, 300, random);
    float[] x = gaussians(random, 8 * 300);
    float[] alone = new float[8 * 50];
    openBlas.project(weights, x, 8, alone);
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (Future<float[]> result :
          threads.invokeAll(
              IntStream.range(0, 40)
                  .<Callable<float[]>>mapToObj(n ->
                      () -> {
                        float[] y = new float[8 * 50];
                        openBlas.project(weights, x, 8, y);
                        return y;
                      })
                  .toList())) {
        float[] y = result.get();
        for (int i = 0; i < y.length; i++) {
          assertThat(y[i]).isCloseTo(alone[i], within(1e-3f));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aDraftProposesWhatItProposesOnTheHost(int generation) {
    try (Compute host = Compute.host(1)) {
      int[] expected = proposed(generation, host);
      assertThat(proposed(generation, host.projectingOn(openBlas))).isEqualTo(expected);
    }
  }

  private static int[] proposed(int generation, Compute compute) {
    try (Target target = target(compute);
        DraftModel draft =
            Drafts.open(MODELS.resolve("stories260K-dflash" + generation), compute)) {
      int[] taps = draft.config().taps().stream().mapToInt(Integer::intValue).toArray();
      TargetState state = target.newState(64, TOKENS.length, taps);
      target.forward(state, TOKENS, 0, TOKENS.length, 1);
      DraftSession session =
          draft.bind(target.embedding(), target.head(), target.spec().layers(), 512).newSession(64);
      session.append(state.taps(), 0, TOKENS.length);
      int[] out = new int[7];
      session.propose(best(state), 7, out, 0);
      return out;
    }
  }

  private static int best(TargetState state) {
    float[] logits = state.logits();
    return IntStream.range(0, 512).reduce(0, (a, b) -> logits[b] > logits[a] ? b : a);
  }

  private static Target target(Compute compute) {
    return Targets.open(
        MODELS.resolve("stories260K/stories260K-f32.gguf"), TargetOptions.asStated(), compute);
  }

  @Test
  void aTargetVerifiesABlockWithTheBitsOfSingleSteps() {
    try (Compute host = Compute.host(1);
        Target target = target(host.projectingOn(openBlas))) {
      assertThat(target.toString()).endsWith("on " + openBlas.name() + ", row by row");
      TargetState block = target.newState(64, TOKENS.length);
      target.forward(block, TOKENS, 0, TOKENS.length, TOKENS.length);
      TargetState steps = target.newState(64, 1);
      for (int t = 0; t < TOKENS.length; t++) {
        target.forward(steps, TOKENS, t, 1, 1);
        steps.commit(1);
        assertThat(Arrays.copyOfRange(block.logits(), t * 512, (t + 1) * 512))
            .as("row %d", t)
            .isEqualTo(Arrays.copyOf(steps.logits(), 512));
      }
    }
  }

  @Test
  void rowsThatDoNotLieInTheArraysAreRefused() {
    WeightMatrix weights = matrix(StorageType.F32, 3, 4, new Random(SEED));
    assertThatThrownBy(() -> openBlas.project(weights, new float[7], 2, new float[6]))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> openBlas.project(weights, new float[8], 2, new float[5]))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void itSaysWhatItIs() {
    assertThat(openBlas.name()).startsWith("OpenBLAS ");
    assertThat(openBlas.rowsIndependent()).isFalse();
  }

  private static WeightMatrix matrix(StorageType type, int out, int in, Random random) {
    long bytes = type.bytes(out, in);
    MemorySegment data = Arena.ofAuto().allocate(bytes);
    for (long at = 0; at < bytes; at++) {
      data.set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt());
    }
    for (long at = 0; at < bytes; at += type.blockBytes()) {
      float value = (float) random.nextGaussian();
      switch (type) {
        case F32 -> data.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, value);
        case BF16 ->
            data.set(
                ValueLayout.JAVA_SHORT_UNALIGNED,
                at,
                (short) (Float.floatToRawIntBits(value) >>> 16));
        default -> data.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, Float.floatToFloat16(value / 16));
      }
    }
    return WeightMatrix.of(new Tensor(Path.of("test"), "w", type, new long[] {out, in}, data));
  }

  private static float[] gaussians(Random random, int n) {
    float[] out = new float[n];
    for (int i = 0; i < n; i++) {
      out[i] = (float) random.nextGaussian();
    }
    return out;
  }
}
