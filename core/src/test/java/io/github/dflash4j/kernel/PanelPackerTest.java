/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Panels hold the numbers of the file. */
class PanelPackerTest {
  private static final long SEED = 77;

  @ParameterizedTest
  @EnumSource(value = PanelForm.class, mode = EnumSource.Mode.EXCLUDE, names = "FLM_Q4_K")
  void everyNumberOfAPanelHasTheBitsOfTheStoredOne(PanelForm form) {
    int[] sizes = form.type().blockElements() == 32 ? new int[] {32, 288, 320} : new int[] {512};
    for (int columns : sizes) {
      for (int out : new int[] {1, 32, 47}) {
        WeightMatrix weights =
            RandomWeights.withPanel(
                RandomWeights.stored(form.type(), out, columns, new Random(SEED)));
        float[] expected = new float[out * columns];
        weights.decode(0, out, expected, 0);
        float[] found = decode(form, weights);
        for (int i = 0; i < expected.length; i++) {
          assertThat(Float.floatToRawIntBits(found[i]))
              .as("%s %d x %d, number %d, seed %d", form, out, columns, i, SEED)
              .isEqualTo(Float.floatToRawIntBits(expected[i]));
        }
      }
    }
  }

  private static float[] decode(PanelForm form, WeightMatrix weights) {
    float[] all = new float[weights.out() * weights.in()];
    PanelScratch s = new PanelScratch();
    long at = 0;
    for (int row = 0; row < weights.out(); row += 32) {
      for (int first = 0; first < weights.in(); first += 256) {
        int groups = Math.min(8, (weights.in() - first) / 32);
        new PanelScales().begin(form, s);
        new PanelScales().read(form, weights.panel(), at, groups, s);
        long codes = at + form.codesAt(groups);
        PanelCodes.unpack(
            form.codes(), weights.panel(), codes, form.codesStride(), groups, s.codes);
        at += form.chunkBytes(groups);
        for (int c = 0; c < 32 * groups; c++) {
          for (int r = 0; r < Math.min(32, weights.out() - row); r++) {
            all[(row + r) * weights.in() + first + c] = number(form, s, c, r);
          }
        }
      }
    }
    assertThat(at).isEqualTo(weights.panel().byteSize());
    return all;
  }

  private static float number(PanelForm form, PanelScratch s, int c, int r) {
    int q = s.codes[c * 32 + r];
    float scale = s.rowScales[r] * s.floats[c / 32 * 64 + c % 32 / 16 * 32 + r];
    float minimum = s.rowMinima[r] * s.floats[PanelScratch.MINIMA + c / 32 * 32 + r];
    return switch (form) {
      case Q4_0 -> scale * (q - 8) + 0f;
      case Q6_K, Q8_0 -> scale * q;
      default -> scale * q + minimum;
    };
  }
}
