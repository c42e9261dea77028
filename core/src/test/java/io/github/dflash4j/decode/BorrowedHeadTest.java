/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.draft.DraftModel;
import io.github.dflash4j.draft.Drafts;
import io.github.dflash4j.kernel.Activations;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.model.MatrixHead;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A draft computes in single precision, but the head it borrows multiplies signed bytes if the
 * target does. That may not cost acceptance: the same drafts, with a quantised head of their target
 * that meets either.
 */
class BorrowedHeadTest {
  private static final ValueLayout.OfShort HALF = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final int TOKENS = 60;

  @ParameterizedTest
  @CsvSource({"1, Q8_0", "2, Q8_0", "1, Q4_0", "2, Q4_0"})
  void signedBytesInTheHeadCostNoAcceptance(int generation, StorageType type) {
    Map<Activations, int[]> counts = new EnumMap<>(Activations.class);
    try (ModelPair pair = StoriesPair.open(generation);
        Arena arena = Arena.ofShared();
        Compute compute = Compute.host(1)) {
      Target target = pair.target();
      WeightMatrix head = quantised((MatrixHead) target.head(), type, arena);
      try (DraftModel model = Drafts.open(StoriesPair.draft(generation), compute)) {
        for (Activations activations : Activations.values()) {
          MatrixHead with = new MatrixHead(compute.withActivations(activations), head);
          Draft draft = model.bind(target.embedding(), with, target.spec().layers(), head.out());
          counts.put(activations, count(pair, draft));
        }
      }
    }
    int[] exact = counts.get(Activations.FLOAT32);
    int[] bytes = counts.get(Activations.INT8);
    double exactShare = (double) exact[0] / exact[1];
    double bytesShare = (double) bytes[0] / bytes[1];
    System.out.printf(
        "borrowed head, generation %d, %s: single precision %d of %d accepted, signed bytes %d of"
            + " %d%n",
        generation, type, exact[0], exact[1], bytes[0], bytes[1]);
    assertThat(exact[0]).isGreaterThan(300);
    assertThat(bytesShare).isGreaterThan(exactShare - 0.015);
  }

  /** Accepted and drafted tokens over all prompts. */
  private static int[] count(ModelPair pair, Draft draft) {
    Generator generator =
        Generator.of(pair.target())
            .withTokenizer(pair.tokenizer().orElseThrow())
            .withDraft(draft)
            .withWholeBlocks();
    int[] sums = new int[2];
    for (String prompt : StoriesPair.PROMPTS) {
      GenerationRequest request = pair.request(prompt).withIgnoredStops(true).withMaxTokens(TOKENS);
      GenerationFigures figures = generator.generate(request, GenerationListener.SILENT).figures();
      sums[0] += figures.accepted();
      sums[1] += figures.drafted();
    }
    return sums;
  }

  private static WeightMatrix quantised(MatrixHead head, StorageType type, Arena arena) {
    int rows = head.vocabulary();
    int columns = head.hidden();
    float[] weights = new float[rows * columns];
    head.matrix().decode(0, rows, weights, 0);
    MemorySegment bytes = arena.allocate(type.bytes(rows, columns), 64);
    long at = 0;
    for (int i = 0; i < weights.length; i += 32) {
      block(weights, i, type, bytes, at);
      at += type.blockBytes();
    }
    String name = "quantised head";
    return WeightMatrix.of(
        new Tensor(Path.of(name), name, type, new long[] {rows, columns}, bytes));
  }

  private static void block(float[] w, int from, StorageType type, MemorySegment to, long at) {
    float largest = 0;
    for (int i = 0; i < 32; i++) {
      largest = Math.max(largest, Math.abs(w[from + i]));
    }
    boolean eight = type == StorageType.Q8_0;
    float scale = largest / (eight ? 127 : 7);
    to.set(HALF, at, Float.floatToFloat16(scale));
    for (int i = 0; i < 32; i++) {
      int q = Math.round(w[from + i] / scale);
      long place = at + 2 + (eight ? i : i % 16);
      int before = to.get(ValueLayout.JAVA_BYTE, place);
      int code = eight ? q : before | q + 8 << i / 16 * 4;
      to.set(ValueLayout.JAVA_BYTE, place, (byte) code);
    }
  }
}
