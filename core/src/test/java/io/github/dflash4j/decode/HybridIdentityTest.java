/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.goldens.EditableFolder;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetOptions;
import io.github.dflash4j.target.Targets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random hybrid targets with a draft of which about half is rejected: greedy text is that of plain
 * decoding, token for token. A recurrent state that keeps anything of a rejected row changes the
 * text within tens of tokens.
 */
class HybridIdentityTest {
  private static final long SEED = 20261204;
  private static final float NOISE = 0.53f;
  private static final int BLOCK = 8;

  @TempDir private static Path folder;
  private static SuccessorPair pair;

  @BeforeAll
  static void write() {
    pair = SuccessorPair.write(folder.resolve("pair"), SEED, NOISE);
  }

  private static Target open(SuccessorPair pair, Compute compute) {
    return Targets.open(pair.folder(), TargetOptions.asStated(), compute);
  }

  private static GenerationRequest request(int tokens, int... prompt) {
    return GenerationRequest.of(prompt).withMaxTokens(tokens).withIgnoredStops(true);
  }

  private static int[] ids(Generator generator, GenerationRequest request) {
    return generator.generate(request, GenerationListener.SILENT).ids();
  }

  /** Writes texts of 100 tokens with fresh random pairs, plainly and at several widths. */
  private static void identity(int pairs, int prompts) {
    int tokens = 100;
    long drafted = 0;
    long accepted = 0;
    long rejected = 0;
    long compared = 0;
    for (int n = 0; n < pairs; n++) {
      long seed = SEED + n;
      Random random = new Random(seed);
      SuccessorPair fresh = SuccessorPair.write(folder.resolve("pair" + n), seed, NOISE);
      try (Compute compute = Compute.host(1);
          Target target = open(fresh, compute)) {
        Generator plain = Generator.of(target);
        Generator drafting = plain.withDraft(fresh.draft(BLOCK));
        Set<Integer> written = new HashSet<>();
        for (int run = 0; run < prompts; run++) {
          int[] prompt = random.ints(1 + random.nextInt(20), 0, SuccessorPair.VOCABULARY).toArray();
          int[] expected = ids(plain, request(tokens, prompt));
          int width = 2 + (n + run) % (BLOCK - 1);
          GenerationResult result =
              drafting.generate(
                  request(tokens, prompt).withBlock(width), GenerationListener.SILENT);
          assertThat(result.ids())
              .as("seed %d, prompt %d, width %d", seed, run, width)
              .isEqualTo(expected);
          Arrays.stream(expected).forEach(written::add);
          drafted += result.figures().drafted();
          accepted += result.figures().accepted();
          rejected += result.figures().rejected();
          compared += expected.length;
        }
        // Texts that go round among a few tokens would prove little.
        assertThat(written).as("seed %d", seed).hasSizeGreaterThan(30);
      }
    }
    System.out.printf(
        "hybrid identity: %d tokens of %d pairs, %d drafted, %d accepted, %d rejected%n",
        compared, pairs, drafted, accepted, rejected);
    assertThat(compared).isEqualTo((long) pairs * prompts * tokens);
    assertThat(accepted + rejected).isEqualTo(drafted);
    assertThat((double) accepted / drafted).isBetween(0.4, 0.6);
  }

  @Test
  void thousandsOfTokensAreThoseOfPlainDecoding() {
    identity(7, 3);
  }

  @Test
  @Tag("long-identity")
  void twentyThousandTokensAreThoseOfPlainDecoding() {
    identity(10, 20);
  }

  // B062, B082, B089
  @Test
  void everyWidthWritesTheSameText() {
    try (Compute compute = Compute.host(1);
        Target target = open(pair, compute)) {
      Generator plain = Generator.of(target);
      int[] expected = ids(plain, request(300, 1, 2, 3));
      for (int width = 2; width <= BLOCK; width++) {
        assertThat(ids(plain.withDraft(pair.draft(BLOCK)), request(300, 1, 2, 3).withBlock(width)))
            .as("width %d", width)
            .isEqualTo(expected);
      }
    }
  }

  // B065: steps without a proposal between those with one.
  @Test
  void stepsWithoutADraftLeaveTheStateWhole() {
    try (Compute compute = Compute.host(1);
        Target target = open(pair, compute)) {
      Generator plain = Generator.of(target);
      int[] expected = ids(plain, request(400, 7, 7));
      Random random = new Random(SEED);
      GenerationResult result =
          plain
              .withDraft(pair.draft(BLOCK))
              .generate(
                  request(400, 7, 7),
                  most -> Math.min(most, random.nextInt(3) == 0 ? 0 : random.nextInt(BLOCK)),
                  GenerationListener.SILENT,
                  new Cancellation());
      assertThat(result.ids()).isEqualTo(expected);
      assertThat(result.figures().plainSteps()).isGreaterThan(20);
    }
  }

  // B067: a prompt as long as a block is no block. B070: nor does it matter how it is cut.
  @Test
  void promptsOfEveryLengthAndCutGiveTheSameText() {
    int[] prompt = new Random(SEED + 1).ints(40, 0, SuccessorPair.VOCABULARY).toArray();
    try (Compute compute = Compute.host(1);
        Target target = open(pair, compute)) {
      for (int length : new int[] {1, BLOCK - 1, BLOCK, BLOCK + 1, BLOCK + 2, 40}) {
        int[] start = Arrays.copyOf(prompt, length);
        Generator plain = Generator.of(target);
        int[] expected = ids(plain, request(60, start));
        for (int chunk : new int[] {1, 3, 7, 64}) {
          Generator cut = plain.withPromptChunk(chunk);
          assertThat(ids(cut, request(60, start))).isEqualTo(expected);
          assertThat(ids(cut.withDraft(pair.draft(BLOCK)), request(60, start)))
              .as("prompt of %d in chunks of %d", length, chunk)
              .isEqualTo(expected);
        }
      }
    }
  }

  // B068: several texts at the same time on one target.
  @Test
  void textsWrittenAtTheSameTimeDoNotMix() throws Exception {
    int[][] prompts = {{5}, {1, 2, 3, 4, 5, 6, 7, 8, 9}, {100, 200, 50, 25}};
    try (Compute compute = Compute.host(1);
        Target target = open(pair, compute);
        ExecutorService threads = Executors.newFixedThreadPool(3)) {
      Generator plain = Generator.of(target);
      Generator drafting = plain.withDraft(pair.draft(BLOCK));
      List<Future<int[]>> found = new ArrayList<>();
      for (int[] prompt : prompts) {
        found.add(threads.submit(() -> ids(drafting, request(400, prompt))));
      }
      for (int i = 0; i < prompts.length; i++) {
        assertThat(found.get(i).get()).isEqualTo(ids(plain, request(400, prompts[i])));
      }
    }
  }

  // B155, B170: a generation leaves nothing behind for the next.
  @Test
  void aSecondTextIsThatOfAFreshStart() {
    int[] shared = new Random(SEED + 2).ints(16, 0, SuccessorPair.VOCABULARY).toArray();
    int[] first = Arrays.copyOf(shared, 20);
    int[] second = Arrays.copyOf(shared, 20);
    Arrays.fill(second, 16, 20, 9);
    try (Compute compute = Compute.host(1);
        Target target = open(pair, compute)) {
      Generator drafting = Generator.of(target).withDraft(pair.draft(BLOCK));
      List<int[]> fresh = new ArrayList<>();
      for (int[] prompt : new int[][] {first, second}) {
        try (Target other = open(pair, compute)) {
          fresh.add(ids(Generator.of(other), request(150, prompt)));
        }
      }
      assertThat(fresh.get(0)).isNotEqualTo(fresh.get(1));
      int counted = -1;
      for (int run = 0; run < 3; run++) {
        GenerationResult result =
            drafting.generate(request(150, first).withBlock(BLOCK), GenerationListener.SILENT);
        assertThat(result.ids()).isEqualTo(fresh.get(0));
        counted = counted < 0 ? result.figures().accepted() : counted;
        assertThat(result.figures().accepted()).isEqualTo(counted);
        assertThat(ids(drafting, request(20, 3))).hasSize(20);
        assertThat(ids(drafting, request(150, second))).isEqualTo(fresh.get(1));
      }
    }
  }

  // B154: the end of the context may lie inside any block.
  @Test
  void theEndOfTheContextIsReachedAtEveryOffset() {
    try (Compute compute = Compute.host(1);
        Target target =
            Targets.open(pair.folder(), TargetOptions.asStated().withContext(64), compute)) {
      int[] prompt = new Random(SEED + 3).ints(64, 0, SuccessorPair.VOCABULARY).toArray();
      for (int length = 64 - BLOCK - 2; length <= 63; length++) {
        int[] start = Arrays.copyOf(prompt, length);
        Generator plain = Generator.of(target);
        GenerationResult expected = plain.generate(request(100, start), GenerationListener.SILENT);
        GenerationResult found =
            plain
                .withDraft(pair.draft(BLOCK))
                .generate(request(100, start), GenerationListener.SILENT);
        assertThat(found.ids()).as("prompt of %d", length).isEqualTo(expected.ids());
        assertThat(found.finish()).isEqualTo(expected.finish()).isEqualTo(FinishReason.CONTEXT);
      }
    }
  }

  // B079: sections of positions name axes that are all equal for text; partial rotation counts.
  @Test
  void sectionsOfPositionsChangeNothingForText() {
    int[] expected;
    try (Compute compute = Compute.host(1);
        Target target = open(pair, compute)) {
      expected = ids(Generator.of(target), request(200, 4, 5, 6));
    }
    String sections = "(?s)\"mrope_section\": \\[.*?\\]";
    String part = "\"partial_rotary_factor\": 0.25";
    Path other = edited("sections", sections, "\"mrope_section\": [1, 2, 1]");
    Path whole = edited("whole", part, "\"partial_rotary_factor\": 1.0");
    try (Compute compute = Compute.host(1);
        Target same = Targets.open(other, TargetOptions.asStated(), compute);
        Target different = Targets.open(whole, TargetOptions.asStated(), compute)) {
      assertThat(ids(Generator.of(same), request(200, 4, 5, 6))).isEqualTo(expected);
      assertThat(ids(Generator.of(same).withDraft(pair.draft(BLOCK)), request(200, 4, 5, 6)))
          .isEqualTo(expected);
      assertThat(ids(Generator.of(different), request(200, 4, 5, 6))).isNotEqualTo(expected);
    }
  }

  private static Path edited(String name, String what, String with) {
    return EditableFolder.read(pair.folder())
        .config(text -> {
          String changed = text.replaceAll(what, with);
          assertThat(changed).isNotEqualTo(text);
          return changed;
        })
        .write(folder.resolve(name));
  }
}
