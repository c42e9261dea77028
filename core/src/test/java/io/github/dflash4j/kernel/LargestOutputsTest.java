/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LargestOutputsTest {
  private static final long SEED = 5;

  /** In any order and in any parts. */
  @ParameterizedTest
  @CsvSource({
    "1 3 2 3, 1",
    "-0 0 -0 -5, 0",
    "-Infinity -Infinity -7 -Infinity, 2",
    "-Infinity -Infinity -Infinity -Infinity, -1",
    "1 Infinity 2 Infinity, 1",
    "NaN 1 2 3, -1",
    "1 2 3 NaN, -1",
    "-Infinity NaN -Infinity -Infinity, -1",
  })
  void theFirstOfTheLargestIsFound(String outputs, int expected) {
    String[] values = outputs.split(" ");
    Random random = new Random(SEED);
    for (int run = 0; run < 50; run++) {
      int most = 1 + random.nextInt(5);
      LargestOutputs whole = new LargestOutputs(2, most);
      LargestOutputs[] parts = {new LargestOutputs(2, most), new LargestOutputs(2, most)};
      int start = random.nextInt(values.length);
      for (int i = 0; i < values.length; i++) {
        int output = (start + i) % values.length;
        parts[random.nextInt(2)].add(1, output, Float.parseFloat(values[output]));
      }
      whole.merge(parts[0], 2);
      whole.merge(parts[1], 2);
      assertThat(whole.best(1)).as("run %d, seed %d", run, SEED).isEqualTo(expected);
      assertThat(whole.best(0)).isEqualTo(LargestOutputs.NOT_A_NUMBER);
      assertThat(whole.count(0)).isZero();
    }
  }

  /** Rows with ties, both zeros, infinities and what is not a number, in any order and parts. */
  @Test
  void theyAreTheFirstOfASort() {
    Random random = new Random(SEED);
    LargestOutputs whole = new LargestOutputs();
    LargestOutputs[] parts = {new LargestOutputs(), new LargestOutputs(), new LargestOutputs()};
    for (int trial = 0; trial < 2000; trial++) {
      String what = "trial " + trial + ", seed " + SEED;
      int rows = 1 + random.nextInt(3);
      int outputs = 1 + random.nextInt(80);
      int most = 1 + random.nextInt(random.nextBoolean() ? 4 : 90);
      float[] y = values(random, rows * outputs);
      whole.clear(rows, most);
      for (LargestOutputs part : parts) {
        part.clear(rows, most);
      }
      for (int r = 0; r < rows; r++) {
        for (int o : shuffled(random, outputs)) {
          parts[random.nextInt(parts.length)].add(r, o, y[r * outputs + o]);
        }
      }
      for (LargestOutputs part : parts) {
        whole.merge(part, rows);
      }
      requireSorted(whole, y, 0, outputs, rows, outputs, most, what);
    }
  }

  @Test
  void outputsThatAreThereAreSelectedAndGivenOn() {
    Random random = new Random(SEED + 1);
    LargestOutputs found = new LargestOutputs();
    LargestOutputs given = new LargestOutputs();
    for (int trial = 0; trial < 500; trial++) {
      String what = "trial " + trial + ", seed " + (SEED + 1);
      int stride = 1 + random.nextInt(40);
      int taking = 1 + random.nextInt(stride);
      int most = 1 + random.nextInt(12);
      float[] y = values(random, 3 + 4 * stride);
      found.select(y, 3, stride, 4, taking, most);
      requireSorted(found, y, 3, stride, 4, taking, most, what);
      int fewer = 1 + random.nextInt(most);
      found.give(1, 2, given, fewer);
      requireSorted(given, y, 3 + stride, stride, 2, taking, fewer, what + ", given");
      int[] ids = new int[most + 2];
      float[] logits = new float[most + 2];
      assertThat(found.copy(2, ids, logits, 2)).as(what).isEqualTo(Math.min(most, taking));
      for (int rank = 0; rank < found.count(2); rank++) {
        assertThat(ids[2 + rank]).as(what).isEqualTo(found.output(2, rank));
        assertThat(logits[2 + rank]).as(what).isEqualTo(found.value(2, rank));
      }
    }
  }

  @Test
  void whatIsNotANumberComesLastAndIsRemembered() {
    LargestOutputs found = new LargestOutputs();
    found.select(new float[] {Float.NaN, -5, Float.NaN, -3}, 0, 4, 1, 4, 3);
    assertThat(found.output(0, 0)).isEqualTo(3);
    assertThat(found.output(0, 1)).isEqualTo(1);
    assertThat(found.output(0, 2)).isZero();
    assertThat(found.value(0, 2)).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(found.best(0)).isEqualTo(LargestOutputs.NOT_A_NUMBER);
    found.select(new float[] {1, 2}, 0, 2, 1, 2, 3);
    assertThat(found.best(0)).as("forgotten").isEqualTo(1);
    assertThat(found.count(0)).isEqualTo(2);
  }

  @Test
  void itsMemoryGrowsAndStays() {
    LargestOutputs found = new LargestOutputs();
    assertThat(found.bytes()).isZero();
    found.clear(3, 5);
    assertThat(found.bytes()).isEqualTo(3 * 9 + 15 * 8);
    found.clear(1, 2);
    assertThat(found.wholeRows(7)).hasSize(7).isSameAs(found.wholeRows(6));
    assertThat(found.bytes()).isEqualTo(3 * 9 + 15 * 8 + 7 * 4);
  }

  /** Few different values, so that ties are common. */
  static float[] values(Random random, int count) {
    float[] y = new float[count];
    boolean broken = random.nextInt(4) == 0;
    for (int i = 0; i < count; i++) {
      y[i] =
          switch (random.nextInt(12)) {
            case 0 -> 0f;
            case 1 -> -0f;
            case 2 -> Float.NEGATIVE_INFINITY;
            case 3 -> broken ? Float.NaN : Float.POSITIVE_INFINITY;
            case 4, 5 -> (float) random.nextGaussian();
            default -> random.nextInt(7) - 3;
          };
    }
    return y;
  }

  private static List<Integer> shuffled(Random random, int count) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, count).boxed().toList());
    Collections.shuffle(order, random);
    return order;
  }

  /** Compares with a sort of the whole rows, the values bit for bit. */
  static void requireSorted(
      LargestOutputs found,
      float[] y,
      int offset,
      int stride,
      int rows,
      int taking,
      int most,
      String what) {
    for (int r = 0; r < rows; r++) {
      int at = offset + r * stride;
      List<Integer> sorted =
          IntStream.range(0, taking)
              .boxed()
              .sorted(
                  Comparator.comparingDouble((Integer o) -> -(number(y[at + o]) + 0f))
                      .thenComparing(Comparator.naturalOrder()))
              .limit(most)
              .toList();
      assertThat(found.count(r)).as("%s, row %d", what, r).isEqualTo(sorted.size());
      boolean broken = false;
      for (int o = 0; o < taking; o++) {
        broken |= Float.isNaN(y[at + o]);
      }
      int first = sorted.getFirst();
      boolean none = broken || y[at + first] == Float.NEGATIVE_INFINITY;
      assertThat(found.best(r)).as("%s, row %d", what, r).isEqualTo(none ? -1 : first);
      int[] outputs = new int[sorted.size()];
      float[] values = new float[sorted.size()];
      found.copy(r, outputs, values, 0);
      int[] bits = new int[sorted.size()];
      int[] expected = new int[sorted.size()];
      for (int rank = 0; rank < bits.length; rank++) {
        bits[rank] = Float.floatToRawIntBits(values[rank]);
        expected[rank] = Float.floatToRawIntBits(number(y[at + sorted.get(rank)]));
      }
      assertThat(outputs)
          .as("%s, row %d", what, r)
          .isEqualTo(sorted.stream().mapToInt(Integer::intValue).toArray());
      assertThat(bits).as("%s, bits of the values of row %d", what, r).isEqualTo(expected);
    }
  }

  private static float number(float value) {
    return Float.isNaN(value) ? Float.NEGATIVE_INFINITY : value;
  }
}
