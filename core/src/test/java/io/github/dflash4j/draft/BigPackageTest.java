/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.kernel.Compute;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random packages of the published sizes. The big ones run in the profile big-packages, see
 * CONTRIBUTING; a small one by the same generator runs always.
 */
class BigPackageTest {
  private static final long SEED = 27;
  private static final int CONTEXT = 64;
  private static final String LINE =
      "DFlash 2 package: 81 tensors, 5 layers, hidden 5120, block 8, taps 5 19 33 47 61,"
          + " conv 2 x groups of 16, selector rank 256 top 16, vocab 248320";

  /** Far below the size of any weight matrix. */
  private static final long HEAP_FOR_LOADING = 16 << 20;

  @TempDir private Path folder;

  @Test
  void aSmallPackageOfTheGeneratorOpensAndDrafts() throws IOException {
    DraftPackage small =
        RandomPackage.published27b()
            .with("hidden_size", 512)
            .with("intermediate_size", 544)
            .with("num_attention_heads", 4)
            .with("num_key_value_heads", 2)
            .with("head_dim", 64)
            .with("vocab_size", 320)
            .withNested("mask_token_id", 319)
            .withNested("selector_rank", 32);
    RandomPackage.writeFlm(small, folder.resolve("flm"), SEED);
    assertThat(draft(folder.resolve("flm"), "small FLM package").chunks())
        .isEqualTo(16 * 10 + 2 + 5 * (8 * 2 + 2 * 4 * 2 + 16 + 2 * 17 * 2 + 16 * 3 + 2 * 4 * 2));
    RandomPackage.writeBfloats(small, folder.resolve("bf16"), SEED);
    assertThat(draft(folder.resolve("bf16"), "small BF16 folder").chunks()).isZero();
  }

  @Test
  @Tag("big-packages")
  void thePublished27bGeometryAsAFastFlowLmPackage() throws IOException {
    Path file = RandomPackage.writeFlm(RandomPackage.published27b(), folder, SEED);
    DraftSummary summary = draft(folder, "27B geometry, FLM package");
    assertThat(summary.line()).isEqualTo(LINE);
    assertThat(summary.chunks()).isEqualTo(1_038_888_960 / 4736);
    assertThat(Files.size(file)).isBetween(1_293_500_000L, 1_294_000_000L);
    assertThat(summary.bytesMapped()).isEqualTo(Files.size(file));
  }

  @Test
  @Tag("big-packages")
  void thePublished27bGeometryInBfloats() throws IOException {
    Path file = RandomPackage.writeBfloats(RandomPackage.published27b(), folder, SEED);
    DraftSummary summary = draft(folder, "27B geometry, BF16 folder");
    assertThat(summary.line()).isEqualTo(LINE);
    long parameters = summary.tensors().stream().mapToLong(t -> t.bytes() / 2).sum();
    assertThat(parameters).isEqualTo(1_924_404_480);
    assertThat(Files.size(file)).isBetween(2 * parameters, 2 * parameters + (1 << 16));
  }

  /** Opens a package, drafts one block and its tokens, and reports what that took. */
  private static DraftSummary draft(Path folder, String what) throws IOException {
    long heapBefore = heapUsed();
    long start = System.nanoTime();
    try (Compute compute = Compute.host(Runtime.getRuntime().availableProcessors());
        DraftModel model = Drafts.open(folder, compute)) {
      long loaded = System.nanoTime();
      long heapLoaded = heapUsed() - heapBefore;
      assertThat(heapLoaded).as("heap that loading takes").isLessThan(HEAP_FOR_LOADING);
      long drafting = System.nanoTime();
      float[] hidden = block(model);
      long drafted = System.nanoTime();
      double squares = 0;
      for (float x : hidden) {
        assertThat(x).isFinite();
        squares += x * x;
      }
      assertThat(Math.sqrt(squares / hidden.length)).isBetween(0.5, 2.0);
      tokens(model, hidden);
      long heapDrafted = heapUsed() - heapBefore;
      long inspecting = System.nanoTime();
      assertThat(model.inspectData()).isEmpty();
      long inspected = System.nanoTime();
      DraftSummary summary = model.summary();
      int rows = model.config().blockSize() - 1;
      assertThat(summary.codebookRowsRead())
          .isEqualTo(rows * (1 + model.config().selector().orElseThrow().candidates()));
      System.out.printf(
          "%s: %s%n  %,d bytes mapped in %d ms, heap after loading +%,d KiB, after drafting"
              + " +%,d KiB; %d context rows and a block of %d in %d ms;%n  %,d chunks, inspected"
              + " in %d ms; %d codebook rows read; %s; load average %s%n",
          what,
          summary.line(),
          summary.bytesMapped(),
          (loaded - start) / 1_000_000,
          heapLoaded / 1024,
          heapDrafted / 1024,
          CONTEXT,
          model.config().blockSize(),
          (drafted - drafting) / 1_000_000,
          summary.chunks(),
          (inspected - inspecting) / 1_000_000,
          summary.codebookRowsRead(),
          resident(),
          loadAverage());
      return summary;
    }
  }

  private static float[] block(DraftModel model) {
    DraftConfig c = model.config();
    DraftContext context = model.newContext(0, CONTEXT);
    DraftForward forward = model.newForward();
    Random random = new Random(SEED);
    float[] row = new float[c.tapWidth()];
    for (int p = 0; p < CONTEXT; p += 16) {
      float[] taps = new float[16 * row.length];
      for (int i = 0; i < taps.length; i++) {
        taps[i] = (float) random.nextGaussian();
      }
      forward.append(context, taps, 0, 16);
    }
    float[] embedded = new float[c.blockSize() * c.hidden()];
    for (int i = 0; i < embedded.length; i++) {
      embedded[i] = (float) random.nextGaussian();
    }
    float[] hidden = new float[embedded.length];
    forward.block(context, embedded, c.blockSize(), hidden);
    return hidden;
  }

  /** The selector over random logits, so that codebook rows are read from all over the file. */
  private static void tokens(DraftModel model, float[] hidden) {
    DraftConfig c = model.config();
    int rows = c.blockSize() - 1;
    CandidateSelector selector = model.newSelector().orElseThrow();
    Candidates candidates = new Candidates(rows, c.selector().orElseThrow().candidates());
    Random random = new Random(SEED + 1);
    float[] logits = new float[rows * c.vocabulary()];
    for (int i = 0; i < logits.length; i++) {
      logits[i] = (float) random.nextGaussian();
    }
    float[] g = new float[rows * selector.rank()];
    selector.project(hidden, rows, g);
    selector.collect(logits, c.vocabulary(), rows, c.vocabulary(), c.logits(), candidates);
    int[] out = new int[rows];
    selector.walk(1, g, rows, candidates, out, 0);
    for (int token : out) {
      assertThat(token).isBetween(0, c.vocabulary() - 1);
    }
  }

  private static long heapUsed() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /** What the system says of this process: pages of mapped files count while they are in memory. */
  private static String resident() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return "resident memory unknown";
    }
    try (Stream<String> lines = Files.lines(status)) {
      return String.join(
          ", ",
          lines
              .filter(line -> line.matches("(VmHWM|RssAnon|RssFile):.*"))
              .map(line -> line.replaceAll("\\s+", " "))
              .toList());
    }
  }

  private static String loadAverage() throws IOException {
    Path load = Path.of("/proc/loadavg");
    return Files.exists(load) ? Files.readString(load).split(" ")[0] : "unknown";
  }
}
