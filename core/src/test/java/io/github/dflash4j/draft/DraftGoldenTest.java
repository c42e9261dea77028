/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.goldens.GoldenSet;
import io.github.dflash4j.kernel.Compute;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every check of every golden draft within its tolerance, on the float kernels and the reference.
 */
class DraftGoldenTest {

  static Stream<GoldenCase> cases() {
    return GoldenSet.given().cases("draft", "flm");
  }

  @Test
  void theSetHasDrafts() {
    GoldenSet.given().requireCases("draft", "flm");
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("cases")
  void everyCheckHoldsOnTheFloatKernels(GoldenCase golden) {
    try (Compute compute = Compute.host(2)) {
      runAll(golden, compute);
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("cases")
  void everyCheckHoldsOnTheReference(GoldenCase golden) {
    try (Compute compute = Compute.reference()) {
      runAll(golden, compute);
    }
  }

  private static void runAll(GoldenCase golden, Compute compute) {
    try (DraftGoldenRun run = new DraftGoldenRun(golden, compute)) {
      runAll(golden, run);
    }
  }

  static void runAll(GoldenCase golden, DraftGoldenRun run) {
    int arrays = 0;
    Map<String, Map<String, Object>> computed = new HashMap<>();
    for (JsonFields check : golden.golden().requireObjects("checks")) {
      String what = check.requireString("what");
      boolean alone =
          what.contains("4096")
              || what.contains("large")
              || what.contains("newest")
              || what.contains("dequantised");
      String kind = alone ? what : "one step";
      Map<String, Object> results = computed.computeIfAbsent(kind, run::computed);
      for (String name : check.requireStrings("expected")) {
        assertThat(results).as("%s, %s: computed arrays", golden, what).containsKey(name);
        double limit = check.requireNumber("max_abs_difference");
        compare(golden, what, name, results.get(name), limit);
        arrays++;
      }
    }
    assertThat(arrays).as("arrays compared of %s", golden).isPositive();
  }

  private static void compare(
      GoldenCase golden, String what, String name, Object computed, double limit) {
    if (computed instanceof int[] ids) {
      assertThat(ids).as("%s, %s: %s", golden, what, name).isEqualTo(golden.ints(name));
      return;
    }
    float[] found = (float[]) computed;
    float[] expected = golden.floats(name);
    assertThat(found).as("%s, %s: %s", golden, what, name).hasSameSizeAs(expected);
    double worst = 0;
    for (int i = 0; i < found.length; i++) {
      assertThat(found[i]).as("%s, %s: %s[%d]", golden, what, name, i).isFinite();
      worst = Math.max(worst, Math.abs((double) found[i] - expected[i]));
    }
    assertThat(worst).as("%s, %s: %s", golden, what, name).isLessThanOrEqualTo(limit);
  }
}
