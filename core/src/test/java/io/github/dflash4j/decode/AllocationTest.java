/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.draft.DraftModel;
import io.github.dflash4j.draft.DraftOptions;
import io.github.dflash4j.draft.DraftSession;
import io.github.dflash4j.draft.Drafts;
import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.goldens.GoldenSet;
import io.github.dflash4j.kernel.Activations;
import io.github.dflash4j.kernel.AllocationCounter;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.FloatKernels;
import io.github.dflash4j.kernel.KernelSelection;
import io.github.dflash4j.target.PanelUse;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetBatch;
import io.github.dflash4j.target.TargetOptions;
import io.github.dflash4j.target.TargetState;
import io.github.dflash4j.target.Targets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A step makes no objects once it is compiled. Scalar code must not from its first passes on;
 * vectors are objects until the compiler has done its work, so vector code gets many passes to come
 * to that, and fails if it never does: then some kernel runs boxed.
 */
class AllocationTest {
  private static final int[] WIDTHS = {1, 2, 8};
  private static final int WIDEST = 8;
  private static final int PASSES = 8;
  private static final int SCALAR_WINDOWS = 20;
  private static final int VECTOR_WINDOWS = 3000;

  static Stream<GoldenCase> targets() {
    return GoldenSet.given().cases("target", "gguf");
  }

  @Test
  void theSetHasTargets() {
    GoldenSet.given().requireCases("target", "gguf");
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("targets")
  void aPassOfAGoldenTargetAllocatesNothing(GoldenCase c) throws IOException {
    passes(c, KernelSelection.named("scalar"));
  }

  @Test
  void aStepOfTheStoriesPairAllocatesNothing() {
    steps(KernelSelection.named("scalar"));
  }

  // @Disabled(BOXED)
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("targets")
  void aPassOnVectorsComesToAllocateNothing(GoldenCase c) throws IOException {
    passes(c, KernelSelection.chosen());
  }

  // @Disabled(BOXED)
  @Test
  void aStepOfTheStoriesPairOnVectorsComesToAllocateNothing() {
    steps(KernelSelection.chosen());
  }

  private static void passes(GoldenCase c, FloatKernels kernels) throws IOException {
    TargetOptions options = TargetOptions.asStated().withPanels(PanelUse.MEMORY);
    for (int threads = 1; threads <= 2; threads++) {
      try (Counted counted = new Counted(kernels, Activations.INT8, threads);
          Target target = Targets.open(path(c), options, counted.compute)) {
        for (int width : WIDTHS) {
          TargetSteps steps = new TargetSteps(target, width, 0, target.spec().layers() - 1);
          counted.requireNone(steps, c + ", " + width + " rows");
          for (int most : new int[] {1, 40}) {
            steps.state.chooseAmong(target.spec().vocabulary(), most);
            counted.requireNone(steps, c + ", " + most + " most likely of " + width + " rows");
          }
          Steps shared = new BatchSteps(target, width);
          counted.requireNone(shared, c + ", " + width + " rows of each of three states");
        }
      }
    }
  }

  private static void steps(FloatKernels kernels) {
    for (int threads = 1; threads <= 2; threads++) {
      try (Counted counted = new Counted(kernels, Activations.FLOAT32, threads);
          Target target =
              Targets.open(StoriesPair.TARGET, TargetOptions.asStated(), counted.compute)) {
        for (int generation = 1; generation <= 2; generation++) {
          draftSteps(counted, target, generation);
        }
      }
    }
  }

  private static void draftSteps(Counted counted, Target target, int generation) {
    try (DraftModel model =
        Drafts.open(StoriesPair.draft(generation), DraftOptions.defaults(), counted.compute)) {
      Draft draft =
          model.bind(
              target.embedding(),
              target.head(),
              target.spec().layers(),
              target.spec().vocabulary());
      for (int width : WIDTHS) {
        PairSteps steps = new PairSteps(target, draft, width);
        counted.requireNone(steps, "stories, generation " + generation + ", " + width + " rows");
      }
    }
  }

  private static Path path(GoldenCase c) throws IOException {
    try (Stream<Path> files = Files.list(c.folder())) {
      return files.filter(f -> f.toString().endsWith(".gguf")).findFirst().orElse(c.folder());
    }
  }

  /** Something that is done over and over. */
  private interface Steps {
    /** Makes room for a window of steps; may allocate. */
    void rewind();

    void step();
  }

  /** Passes of a target with everything asked for, all but one row kept. */
  private static class TargetSteps implements Steps {
    final Target target;
    final TargetState state;
    final int width;
    final int[] block = new int[WIDEST];

    TargetSteps(Target target, int width, int... taps) {
      this.target = target;
      this.width = width;
      int capacity = Math.min(target.spec().contextLength(), PASSES * WIDEST + WIDEST);
      state = target.newState(capacity, WIDEST, taps);
      for (int i = 0; i < block.length; i++) {
        block[i] = (7 * i + 3) % target.spec().vocabulary();
      }
    }

    int kept() {
      return Math.max(1, width - 1);
    }

    @Override
    public void rewind() {
      state.truncate(0);
    }

    @Override
    public void step() {
      target.forward(state, block, 0, width, width);
      state.commit(kept());
    }
  }

  /** Passes that three states share. */
  private static final class BatchSteps extends TargetSteps {
    final TargetBatch batch;
    final TargetState[] states = new TargetState[3];

    BatchSteps(Target target, int width) {
      super(target, width, 0);
      batch = target.newBatch(states.length * WIDEST).orElseThrow();
      for (int n = 0; n < states.length; n++) {
        states[n] = target.newState(state.capacity(), WIDEST, 0);
      }
    }

    @Override
    public void rewind() {
      for (TargetState one : states) {
        one.truncate(0);
      }
    }

    @Override
    public void step() {
      for (TargetState one : states) {
        batch.add(one, block, 0, width, width);
      }
      batch.run();
      for (TargetState one : states) {
        one.commit(kept());
      }
    }
  }

  /** The same with a draft that proposes and gets the taps of the kept rows. */
  private static final class PairSteps extends TargetSteps {
    final DraftSession session;
    final int proposed;

    PairSteps(Target target, Draft draft, int width) {
      super(target, width, draft.taps());
      session = draft.newSession(state.capacity());
      proposed = Math.min(width, draft.maxProposed());
    }

    @Override
    public void rewind() {
      super.rewind();
      session.truncate(0);
    }

    @Override
    public void step() {
      super.step();
      session.append(state.taps(), 0, kept());
      session.propose(block[0], proposed, block, WIDEST - proposed);
    }
  }

  /** Counts what the threads of a computation allocate. */
  private static final class Counted implements AutoCloseable {
    final Compute compute;
    private final AllocationCounter counter;
    private final String name;
    private final int most;

    Counted(FloatKernels kernels, Activations activations, int threads) {
      compute = Compute.with(kernels, threads).withActivations(activations);
      counter = new AllocationCounter(compute.workers());
      name = kernels.name() + ", " + activations + ", " + threads + " threads";
      most = KernelSelection.areVectors(kernels) ? VECTOR_WINDOWS : SCALAR_WINDOWS;
      assertThat(counter.isCounting()).isTrue();
    }

    void requireNone(Steps steps, String what) {
      long bytes = -1;
      int clean = 0;
      for (int window = 0; window < most && clean < 3; window++) {
        steps.rewind();
        long before = counter.bytes();
        for (int i = 0; i < PASSES; i++) {
          steps.step();
        }
        bytes = counter.bytes() - before;
        clean = bytes == 0 ? clean + 1 : 0;
      }
      assertThat(bytes).as("bytes in %d steps of %s on %s", PASSES, what, name).isZero();
    }

    @Override
    public void close() {
      compute.close();
    }
  }
}
