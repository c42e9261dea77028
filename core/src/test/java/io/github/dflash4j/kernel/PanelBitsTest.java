/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.dflash4j.weights.StorageType;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Projections on signed bytes, in one process for each vector width and one without vectors: the
 * pom names the kernels, and the test fails if they were not chosen. B086, B088: bits, not
 * differences, for every number of rows.
 */
@Tag("one-width")
class PanelBitsTest {
  private static final long SEED = 4242;
  private static final int MOST_ROWS = 17;

  private final FloatKernels kernels = KernelSelection.chosen();

  @BeforeEach
  void vectorsOfThisWidthExistHere() {
    String name = kernels.name();
    int bits = name.equals("scalar") ? 0 : Integer.parseInt(name.substring("vector-".length()));
    assumeTrue(
        bits <= VectorWidth.preferredBits(), () -> name + " is wider than the vectors of this CPU");
  }

  @Test
  void theKernelsOfThisProcessAreThoseThePomNames() {
    String expected = System.getProperty("dflash4j.test.kernels");
    assertThat(kernels.name()).isEqualTo(expected);
    assertThat(PanelProjector.of(kernels).name()).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(PanelForm.class)
  void aRowHasTheBitsOfTheScalarTwinAmongAnyNumberOfRowsOnAnyThreads(PanelForm form) {
    for (int columns : columns(form)) {
      for (int out : form.type().tiled() ? new int[] {32, 96} : new int[] {5, 75}) {
        Random random = new Random(SEED);
        WeightMatrix stored = RandomWeights.stored(form.type(), out, columns, random);
        WeightMatrix panel = RandomWeights.withPanel(stored);
        float[] x = RandomWeights.gaussians(random, MOST_ROWS * columns);
        float[] expected = oneByOne(panel, x);
        for (int threads : new int[] {1, 3}) {
          try (Compute compute = int8(kernels, threads)) {
            for (int rows = 1; rows <= MOST_ROWS; rows++) {
              check(compute, panel, x, rows, expected, "panel, " + threads + " threads");
            }
            check(compute, stored, x, 3, expected, "as stored");
          }
        }
      }
    }
  }

  /** One row goes through two strips at a time where there are enough of them. */
  @ParameterizedTest
  @EnumSource(value = PanelForm.class, mode = EnumSource.Mode.EXCLUDE, names = "FLM_Q4_K")
  void oneRowHasTheBitsOfTheScalarTwinInMatricesOfManyStrips(PanelForm form) {
    Random random = new Random(SEED + 3);
    int columns = 1024;
    for (int strips : new int[] {31, 32, 67}) {
      int out = strips * 32 - 5;
      WeightMatrix panel =
          RandomWeights.withPanel(RandomWeights.stored(form.type(), out, columns, random));
      float[] x = RandomWeights.gaussians(random, columns);
      float[] expected = oneByOne(panel, x, 1);
      int largest = 0;
      for (int o = 1; o < out - 7; o++) {
        largest = expected[o] > expected[largest] ? o : largest;
      }
      for (int threads : new int[] {1, 3}) {
        try (Compute compute = int8(kernels, threads)) {
          check(compute, panel, x, 1, expected, threads + " threads");
          LargestOutputs found = new LargestOutputs();
          compute.largest(panel, x, 1, out - 7, 1, found);
          assertThat(found.best(0)).as("%s, seed %d", form, SEED + 3).isEqualTo(largest);
        }
      }
    }
  }

  /** Which forms take two strips, or the test above would show nothing. */
  @Test
  void vectorsTakeTwoStripsOfTheFormsOfKQuants() {
    PanelProjector panels = PanelProjector.of(kernels);
    WeightMatrix four =
        RandomWeights.withPanel(RandomWeights.stored(StorageType.Q4_K, 32, 1024, new Random(SEED)));
    WeightMatrix six =
        RandomWeights.withPanel(RandomWeights.stored(StorageType.Q6_K, 32, 1024, new Random(SEED)));
    boolean vectors = !kernels.name().equals("scalar");
    assertThat(panels.stripsApart(PanelForm.Q4_K, four)).isEqualTo(vectors ? 8 : 0);
    assertThat(panels.stripsApart(PanelForm.Q6_K, six)).isEqualTo(vectors ? 16 : 0);
  }

  private static void check(
      Compute compute, WeightMatrix weights, float[] x, int rows, float[] expected, String how) {
    float[] y = new float[rows * weights.out()];
    compute.project(weights, x, rows, y);
    assertThat(Arrays.equals(y, 0, y.length, expected, 0, y.length))
        .as("%s of %s, %d rows, seed %d", how, weights.tensor(), rows, SEED)
        .isTrue();
  }

  @ParameterizedTest
  @EnumSource(PanelForm.class)
  void theLargestCodesTimesTheLargestActivationsDoNotWrap(PanelForm form) {
    for (int value : new int[] {0x00, 0x7F, 0x80, 0xFF}) {
      WeightMatrix weights =
          RandomWeights.withPanel(RandomWeights.uniform(form.type(), 32, 256, value));
      float[] x = new float[2 * 256];
      Arrays.fill(x, 0, 256, 3f);
      Arrays.fill(x, 256, 512, -3f);
      float[] y = new float[64];
      try (Compute compute = int8(kernels, 1)) {
        compute.project(weights, x, 2, y);
      }
      float[] row = new float[256];
      for (int o = 0; o < 32; o++) {
        weights.decode(o, 1, row, 0);
        double sum = 0;
        double magnitude = 0;
        for (float w : row) {
          sum += 3.0 * w;
          magnitude += 3.0 * Math.abs(w);
        }
        // Activations of one magnitude are exact; what is left is the rounding of the sums, in
        // which s q and m stand apart.
        double bound = 1e-5 * (magnitude + 256 * 3.0 * span(weights, o));
        assertThat((double) y[o]).as("codes %02x", value).isCloseTo(sum, within(bound));
        assertThat((double) y[32 + o]).as("codes %02x", value).isCloseTo(-sum, within(bound));
      }
    }
  }

  private static org.assertj.core.data.Offset<Double> within(double bound) {
    return org.assertj.core.data.Offset.offset(bound);
  }

  private static double span(WeightMatrix weights, int row) {
    PanelForm form = PanelForm.of(weights.type());
    PanelScratch s = new PanelScratch();
    boolean panel = weights.panel() != null;
    new PanelScales().begin(form, s);
    new PanelScales()
        .read(form, panel ? weights.panel() : weights.tensor().data(), 0, PanelForm.GROUPS, s);
    double most = 0;
    for (int g = 0; g < PanelForm.GROUPS; g++) {
      most =
          Math.max(
              most,
              15 * Math.abs((double) s.rowScales[row] * s.floats[g * 64 + row])
                  + Math.abs(
                      (double) s.rowMinima[row] * s.floats[PanelScratch.MINIMA + g * 32 + row]));
    }
    return most;
  }

  @ParameterizedTest
  @EnumSource(PanelForm.class)
  void theErrorIsWithinTheDocumentedBound(PanelForm form) {
    int columns = columns(form)[columns(form).length - 1];
    Random random = new Random(SEED + 1);
    WeightMatrix weights =
        RandomWeights.withPanel(RandomWeights.stored(form.type(), 32, columns, random));
    float[] x = RandomWeights.gaussians(random, 3 * columns);
    x[5] = 400f;
    float[] y = new float[3 * 32];
    try (Compute compute = int8(kernels, 1)) {
      compute.project(weights, x, 3, y);
    }
    float[] row = new float[columns];
    for (int o = 0; o < 32; o++) {
      weights.decode(o, 1, row, 0);
      for (int r = 0; r < 3; r++) {
        double exact = 0;
        double magnitude = 0;
        double bound = 0;
        for (int g = 0; g < columns; g += 32) {
          double most = 0;
          double sum = 0;
          for (int c = g; c < Math.min(columns, g + 32); c++) {
            most = Math.max(most, Math.abs(x[r * columns + c]));
            sum += Math.abs(row[c]);
            exact += (double) row[c] * x[r * columns + c];
            magnitude += Math.abs((double) row[c] * x[r * columns + c]);
          }
          bound += most / 254 * sum;
        }
        assertThat(Math.abs(y[r * 32 + o] - exact))
            .as("%s row %d output %d seed %d", form, r, o, SEED + 1)
            .isLessThanOrEqualTo(bound + 1e-5 * (magnitude + columns * span(weights, o)));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(PanelForm.class)
  void aRowThatIsNotFiniteSpoilsItselfOnlyAndZerosGiveZeros(PanelForm form) {
    WeightMatrix weights =
        RandomWeights.withPanel(RandomWeights.stored(form.type(), 32, 256, new Random(SEED)));
    float[] x = RandomWeights.gaussians(new Random(SEED), 4 * 256);
    float[] expected = oneByOne(weights, x, 4);
    x[256 + 77] = Float.NaN;
    x[2 * 256 + 3] = Float.POSITIVE_INFINITY;
    Arrays.fill(x, 3 * 256, 4 * 256, 1e-38f);
    float[] y = new float[4 * 32];
    try (Compute compute = int8(kernels, 1)) {
      compute.project(weights, x, 4, y);
    }
    for (int o = 0; o < 32; o++) {
      assertThat(y[o]).isEqualTo(expected[o]);
      assertThat(y[32 + o]).isNaN();
      assertThat(y[64 + o]).isNaN();
      assertThat(Math.abs(y[96 + o])).isZero();
    }
  }

  @Test
  void severalMatricesInOneGoGiveWhatEachGivesAlone() {
    Random random = new Random(SEED + 2);
    WeightMatrix[] weights = {
      RandomWeights.withPanel(RandomWeights.stored(StorageType.Q4_K, 75, 512, random)),
      RandomWeights.stored(StorageType.BF16, 40, 512, random),
      RandomWeights.stored(StorageType.FLM_Q4_K, 96, 512, random),
      RandomWeights.withPanel(RandomWeights.stored(StorageType.Q6_K, 33, 512, random)),
      RandomWeights.withPanel(RandomWeights.stored(StorageType.Q8_0, 1, 512, random)),
    };
    float[] x = RandomWeights.gaussians(random, 5 * 512);
    for (int threads : new int[] {1, 3}) {
      try (Compute compute = int8(kernels, threads)) {
        float[][] y = new float[weights.length][];
        for (int i = 0; i < y.length; i++) {
          y[i] = new float[5 * weights[i].out()];
        }
        compute.project(x, 5, weights[0], y[0], weights[1], y[1], weights[2], y[2]);
        compute.project(x, 5, weights[3], y[3], weights[4], y[4]);
        for (int i = 0; i < y.length; i++) {
          float[] alone = new float[y[i].length];
          compute.project(weights[i], x, 5, alone);
          assertThat(y[i]).as(weights[i].tensor().describe()).isEqualTo(alone);
        }
      }
    }
  }

  private static Compute int8(FloatKernels kernels, int threads) {
    return Compute.with(kernels, threads).withActivations(Activations.INT8);
  }

  private static float[] oneByOne(WeightMatrix weights, float[] x) {
    return oneByOne(weights, x, MOST_ROWS);
  }

  private static float[] oneByOne(WeightMatrix weights, float[] x, int rows) {
    try (Compute compute = int8(new ScalarKernels(), 1)) {
      float[] all = new float[rows * weights.out()];
      for (int r = 0; r < rows; r++) {
        float[] y = new float[weights.out()];
        int from = r * weights.in();
        compute.project(weights, Arrays.copyOfRange(x, from, from + weights.in()), 1, y);
        System.arraycopy(y, 0, all, r * weights.out(), y.length);
      }
      return all;
    }
  }

  private static int[] columns(PanelForm form) {
    if (form.type().tiled()) {
      return new int[] {31, 256, 320};
    }
    return form.type().blockElements() == 32 ? new int[] {32, 544} : new int[] {256, 768};
  }
}
