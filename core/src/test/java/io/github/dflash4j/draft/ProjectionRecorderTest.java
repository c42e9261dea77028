/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.ProjectionBackend;
import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetOptions;
import io.github.dflash4j.target.TargetState;
import io.github.dflash4j.target.Targets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every projection of a draft pass and of a target pass goes through the backend, once, with its
 * shape; and a backend that fails at any of them harms neither model. The models are the small real
 * ones: target of 5 layers, drafts of 3, all of hidden size 64.
 */
class ProjectionRecorderTest {
  private static final Path RESOURCES = Path.of("src/test/resources");
  private static final int[] PROMPT = {1, 403, 407, 261, 378};
  private static final int CONTEXT = 64;

  private final Recorder recorder = new Recorder();
  private Compute host;
  private Target target;

  @BeforeEach
  void open() {
    host = Compute.host(1);
    target =
        Targets.open(
            RESOURCES.resolve("stories260K/stories260K-f32.gguf"),
            TargetOptions.asStated(),
            host.projectingOn(recorder));
  }

  @AfterEach
  void close() {
    target.close();
    host.close();
  }

  private DraftModel draft(int generation) {
    return Drafts.open(
        RESOURCES.resolve("stories260K-dflash" + generation), host.projectingOn(recorder));
  }

  private DraftSession session(DraftModel model) {
    return model
        .bind(target.embedding(), target.head(), target.spec().layers(), 512)
        .newSession(CONTEXT);
  }

  private static float[] taps(DraftModel model, int rows) {
    return ArrayTarget.taps(rows, model.config().tapWidth(), 41);
  }

  @Test
  void aTargetPassProjectsEachMatrixOnce() {
    TargetState state = target.newState(CONTEXT, PROMPT.length, 1, 3);
    target.forward(state, PROMPT, 0, PROMPT.length, 2);

    List<String> expected = new ArrayList<>();
    for (int n = 0; n < 5; n++) {
      for (String part :
          List.of(
              "attn_q 64x64",
              "attn_k 32x64",
              "attn_v 32x64",
              "attn_output 64x64",
              "ffn_gate 172x64",
              "ffn_up 172x64",
              "ffn_down 64x172")) {
        String[] words = part.split(" ");
        expected.add("blk.%d.%s.weight %s rows 5".formatted(n, words[0], words[1]));
      }
    }
    expected.add("output.weight 512x64 rows 2");
    assertThat(recorder.calls).containsExactlyElementsOf(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aContextAppendProjectsEachMatrixOnceForTheNewRows(int generation) {
    try (DraftModel model = draft(generation)) {
      DraftSession session = session(model);
      session.append(taps(model, 8), 0, 5);
      recorder.calls.clear();
      session.append(taps(model, 8), 5, 3);

      List<String> expected = new ArrayList<>(List.of("fc.weight 64x192 rows 3"));
      for (int n = 0; n < 3; n++) {
        expected.add("layers." + n + ".self_attn.k_proj.weight 32x64 rows 3");
        expected.add("layers." + n + ".self_attn.v_proj.weight 32x64 rows 3");
      }
      assertThat(recorder.calls).containsExactlyElementsOf(expected);
    }
  }

  @Test
  void aLongAppendProjectsEachRowOnceAndNothingBehindAFullChunk() {
    try (DraftModel model = draft(2)) {
      session(model).append(taps(model, 32), 0, 32);
      assertThat(recorder.calls).hasSize(7).allMatch(call -> call.endsWith(" rows 32"));
      recorder.calls.clear();
      session(model).append(taps(model, 40), 0, 40);
      assertThat(recorder.calls).hasSize(14);
      assertThat(recorder.calls.subList(7, 14)).allMatch(call -> call.endsWith(" rows 8"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aBlockWithHeadAndSelectorProjectsEachMatrixOnce(int generation) {
    try (DraftModel model = draft(generation)) {
      DraftSession session = session(model);
      session.append(taps(model, 5), 0, 5);
      recorder.calls.clear();
      session.propose(11, 7, new int[7], 0);

      assertThat(recorder.calls).containsExactlyElementsOf(block(generation));
    }
  }

  private static List<String> block(int generation) {
    List<String> expected = new ArrayList<>();
    for (int n = 0; n < 3; n++) {
      String layer = "layers." + n + ".";
      if (generation == 2) {
        expected.add(layer + "attention_conv.kernel_projection.weight 16x64 rows 8");
      }
      expected.add(layer + "self_attn.q_proj.weight 64x64 rows 8");
      expected.add(layer + "self_attn.k_proj.weight 32x64 rows 8");
      expected.add(layer + "self_attn.v_proj.weight 32x64 rows 8");
      expected.add(layer + "self_attn.o_proj.weight 64x64 rows 8");
      if (generation == 2) {
        expected.add(layer + "mlp_conv.kernel_projection.weight 16x64 rows 8");
      }
      expected.add(layer + "mlp.gate_proj.weight 192x64 rows 8");
      expected.add(layer + "mlp.up_proj.weight 192x64 rows 8");
      expected.add(layer + "mlp.down_proj.weight 64x192 rows 8");
    }
    expected.add("output.weight 512x64 rows 7");
    if (generation == 2) {
      expected.add("candidate_selector.hidden_projection.weight 32x64 rows 7");
    }
    return expected;
  }

  @Test
  void aTargetIsUsableAfterItsBackendFailedAtAnyProjection() {
    float[] expected = logits(target.newState(CONTEXT, PROMPT.length));
    int projections = recorder.calls.size();
    TargetState state = target.newState(CONTEXT, PROMPT.length);
    for (int failing = 0; failing < projections; failing++) {
      String matrix = recorder.calls.get(failing).split(" ")[0];
      recorder.failIn(failing);
      assertThatThrownBy(() -> logits(state))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("projections on recorder failed at " + matrix + ": device lost");
      assertThat(state.pendingRows()).isZero();
      assertThat(state.length()).isZero();
      assertThat(logits(state)).as("after failing at %s", matrix).isEqualTo(expected);
    }
  }

  private float[] logits(TargetState state) {
    target.forward(state, PROMPT, 0, PROMPT.length, PROMPT.length);
    return Arrays.copyOf(state.logits(), PROMPT.length * 512);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aDraftIsUsableAfterItsBackendFailedAtAnyProjectionOfAProposal(int generation) {
    try (DraftModel model = draft(generation)) {
      DraftSession session = session(model);
      session.append(taps(model, 5), 0, 5);
      int[] expected = new int[7];
      session.propose(11, 7, expected, 0);
      int[] out = new int[7];
      List<String> matrices = block(generation);
      for (int failing = 0; failing < matrices.size(); failing++) {
        String matrix = matrices.get(failing).split(" ")[0];
        recorder.failIn(failing);
        assertThatThrownBy(() -> session.propose(11, 7, out, 0))
            .isInstanceOf(IllegalStateException.class)
            .hasMessage("projections on recorder failed at " + matrix + ": device lost");
        assertThat(session.length()).isEqualTo(5);
        session.propose(11, 7, out, 0);
        assertThat(out).as("after failing at %s", matrix).isEqualTo(expected);
      }
    }
  }

  /** Notes what passes through to the host, and fails where it is told to. */
  private final class Recorder implements ProjectionBackend {
    private final List<String> calls = new ArrayList<>();
    private int callsToFailure = -1;

    void failIn(int calls) {
      callsToFailure = calls;
    }

    @Override
    public String name() {
      return "recorder";
    }

    @Override
    public void project(WeightMatrix weights, float[] x, int rows, float[] y) {
      if (callsToFailure-- == 0) {
        Arrays.fill(y, Float.NaN);
        throw new UnsupportedOperationException("device lost");
      }
      calls.add("%s %dx%d rows %d".formatted(weights.name(), weights.out(), weights.in(), rows));
      assertThat(x.length).isGreaterThanOrEqualTo(rows * weights.in());
      assertThat(y.length).isGreaterThanOrEqualTo(rows * weights.out());
      host.projections().project(weights, x, rows, y);
    }

    @Override
    public boolean rowsIndependent() {
      return true;
    }
  }
}
