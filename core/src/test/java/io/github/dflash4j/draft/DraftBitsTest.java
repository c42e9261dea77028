/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.KernelSelection;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernels and threads change no bit of a draft; the reference stays near. */
@Tag("vector-widths")
class DraftBitsTest {
  private static final int ROWS = 70;

  @TempDir Path folder;

  private record Result(float[] hidden, int[] tokens) {}

  private Path awkward(int generation) {
    DraftPackage p =
        DraftPackage.random(generation, 30)
            .with("hidden_size", 72)
            .with("intermediate_size", 131)
            .with("num_attention_heads", 6)
            .with("num_key_value_heads", 3)
            .with("head_dim", 22)
            .with("vocab_size", 211)
            .withNested("block_size", 7)
            .withNested("target_layer_ids", List.of(3, 0, 1));
    if (generation == 2) {
      p.withNested("conv_group_size", 9).withNested("selector_rank", 13);
    }
    return p.fill(30).write(folder.resolve("awkward" + generation));
  }

  private static Result run(Path package_, Compute compute) {
    try (DraftModel model = Drafts.open(package_, compute)) {
      DraftConfig c = model.config();
      ArrayTarget target = ArrayTarget.random(c.vocabulary(), c.hidden(), 31);
      float[] taps = ArrayTarget.taps(ROWS, c.tapWidth(), 32);
      float[] hidden = new float[7 * c.hidden()];
      model
          .newForward()
          .blockUncached(taps, ROWS, 0, target.embedded(5, c.maskToken(), 7), 7, hidden);
      DraftSession session = model.bind(target, target, 4, 200).newSession(ROWS);
      session.append(taps, 0, ROWS);
      int[] tokens = new int[6];
      session.propose(5, 6, tokens, 0);
      return new Result(hidden, tokens);
    }
  }

  @Test
  void scalarCodeAndEveryVectorWidthGiveTheSameBits() {
    for (int generation : new int[] {1, 2}) {
      Path draft = awkward(generation);
      Result scalar = run(draft, Compute.with(KernelSelection.named("scalar"), 1));
      for (String name : List.of("vector-128", "vector-256", "vector-512")) {
        Result vector = run(draft, Compute.with(KernelSelection.named(name), 1));
        assertThat(vector.hidden()).as(name).isEqualTo(scalar.hidden());
        assertThat(vector.tokens()).as(name).isEqualTo(scalar.tokens());
      }
    }
  }

  @Test
  void oneTwoAndSevenThreadsGiveTheSameBits() {
    for (int generation : new int[] {1, 2}) {
      Path draft = awkward(generation);
      Result one = run(draft, Compute.with(KernelSelection.chosen(), 1));
      for (int threads : new int[] {2, 7}) {
        try (Compute compute = Compute.with(KernelSelection.chosen(), threads)) {
          Result many = run(draft, compute);
          assertThat(many.hidden()).as("%d threads", threads).isEqualTo(one.hidden());
          assertThat(many.tokens()).as("%d threads", threads).isEqualTo(one.tokens());
        }
      }
    }
  }

  @Test
  void theFloatPathStaysNearTheDoubleReference() {
    for (int generation : new int[] {1, 2}) {
      Path draft = awkward(generation);
      Result floats = run(draft, Compute.with(KernelSelection.chosen(), 1));
      Result doubles = run(draft, Compute.reference());
      assertThat(floats.hidden()).isNotEqualTo(doubles.hidden());
      for (int i = 0; i < floats.hidden().length; i++) {
        assertThat(floats.hidden()[i]).isCloseTo(doubles.hidden()[i], within(3e-5f));
      }
      assertThat(floats.tokens()).isEqualTo(doubles.tokens());
    }
  }
}
