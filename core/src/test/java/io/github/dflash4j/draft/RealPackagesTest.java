/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.kernel.Compute;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Real packages, named by DFLASH4J_TEST_DRAFT1 and DFLASH4J_TEST_DRAFT2, and in any case the
 * packages among the goldens by the same steps. What ran is counted apart.
 */
class RealPackagesTest {
  private static final long SEED = 8;
  private static final int ROWS = 24;
  private static final int SHIFT = 4096;

  /** Of the largest state: what float angles at positions beyond 4096 may move. */
  private static final double LARGEST_MOVE = 0.02;

  private static final List<String> SKIPPED = new ArrayList<>();
  private static int syntheticChecks;
  private static int packageChecks;

  @BeforeAll
  static void reset() {
    SKIPPED.clear();
    syntheticChecks = 0;
    packageChecks = 0;
  }

  @AfterAll
  static void count() {
    SKIPPED.forEach(arm -> System.out.println("skipped: " + arm));
    System.out.println(
        "draft packages: "
            + syntheticChecks
            + " synthetic checks, "
            + packageChecks
            + " package checks");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aPackageOfEachGenerationLoadsAndDrafts(int generation) {
    Path synthetic = GoldenCase.root().resolve("flm/gen" + generation + "_q4k");
    int checks = check(synthetic, generation);
    assertThat(checks).isEqualTo(6);
    syntheticChecks += checks;
    String variable = "DFLASH4J_TEST_DRAFT" + generation;
    String real = System.getenv(variable);
    if (real == null || real.isBlank()) {
      SKIPPED.add("a real package of generation " + generation + ", " + variable + " is not set");
      return;
    }
    packageChecks += check(Path.of(real), generation);
  }

  private static int check(Path folder, int generation) {
    int checks = 0;
    long start = System.nanoTime();
    try (Compute compute = Compute.host(2);
        DraftModel model = Drafts.open(folder, compute)) {
      long millis = (System.nanoTime() - start) / 1_000_000;
      DraftConfig c = model.config();
      assertThat(c.generation()).as("generation of %s", folder).isEqualTo(generation);
      checks++;
      model.summary().notes().forEach(note -> System.out.println("note: " + note));
      List<String> findings = model.inspectData();
      findings.forEach(finding -> System.out.println("finding: " + finding));
      assertThat(findings).as("findings in the data of %s", folder).isEmpty();
      checks++;

      float[] hidden = hidden(model, 0, ROWS);
      float peak = 0;
      for (float x : hidden) {
        assertThat(x).isFinite();
        peak = Math.max(peak, Math.abs(x));
      }
      checks++;
      assertThat(peak).as("peak |x|").isPositive();
      checks++;

      float[] shifted = hidden(model, SHIFT, ROWS);
      float move = 0;
      for (int i = 0; i < hidden.length; i++) {
        move = Math.max(move, Math.abs(shifted[i] - hidden[i]));
      }
      assertThat(move / peak).as("move of %s", folder).isLessThanOrEqualTo((float) LARGEST_MOVE);
      checks++;
      assertThat(Arrays.equals(hidden, hidden(model, 0, 5)))
          .as("a context grown in pieces gives the same bits")
          .isTrue();
      checks++;
      System.out.printf(
          "%s: %s%n  loaded in %d ms, peak |x| %.4g, largest move from position %d: %.3g%n",
          folder.getFileName(), model.summary().line(), millis, peak, SHIFT, move);
    }
    return checks;
  }

  /** Hidden rows of a block over seeded taps, appended in pieces of a size. */
  private static float[] hidden(DraftModel model, int shift, int piece) {
    DraftConfig c = model.config();
    Random random = new Random(SEED);
    float[] taps = gaussians(random, ROWS * c.tapWidth());
    float[] embedded = gaussians(random, c.blockSize() * c.hidden());
    DraftContext context = model.newContext(shift, ROWS);
    DraftForward forward = model.newForward();
    for (int p = 0; p < ROWS; p += piece) {
      forward.append(context, taps, p, Math.min(piece, ROWS - p));
    }
    float[] hidden = new float[embedded.length];
    forward.block(context, embedded, c.blockSize(), hidden);
    return hidden;
  }

  private static float[] gaussians(Random random, int count) {
    float[] out = new float[count];
    for (int i = 0; i < count; i++) {
      out[i] = (float) random.nextGaussian();
    }
    return out;
  }
}
