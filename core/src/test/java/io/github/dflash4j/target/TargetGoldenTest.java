/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.goldens.GoldenSet;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.model.DeltaNetShape;
import io.github.dflash4j.model.DeltaNetState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every golden target, from safetensors and from its GGUF twin, within the stated tolerances. */
class TargetGoldenTest {

  static Stream<GoldenCase> cases() {
    return GoldenSet.given().cases("target", "gguf");
  }

  static Stream<GoldenCase> hybrids() {
    return cases()
        .filter(c -> c.withArrays().names().stream().anyMatch(n -> n.startsWith("state.")));
  }

  @Test
  void theSetHasTargets() {
    GoldenSet.given().requireCases("target", "gguf");
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("cases")
  void promptRowsMatchInAnyChunking(GoldenCase c) throws IOException {
    GoldenCase arrays = c.withArrays();
    int[] prompt = arrays.ints("prompt_ids");
    float[] expected = arrays.floats("logits");
    try (Compute compute = Compute.host(2);
        Target target = open(c, compute)) {
      int[] taps = IntStream.range(0, target.spec().layers()).toArray();
      for (int chunk : new int[] {prompt.length, 1, 7}) {
        TargetState state = target.newState(prompt.length, prompt.length, taps);
        float[] logits = new float[expected.length];
        List<float[]> tapRows = new ArrayList<>();
        int hidden = target.spec().hidden();
        float[] finalRows = new float[prompt.length * hidden];
        for (int at = 0; at < prompt.length; at += chunk) {
          int rows = Math.min(chunk, prompt.length - at);
          target.forward(state, prompt, at, rows, rows);
          int vocabulary = target.spec().vocabulary();
          System.arraycopy(state.logits(), 0, logits, at * vocabulary, rows * vocabulary);
          System.arraycopy(state.finalHidden(), 0, finalRows, at * hidden, rows * hidden);
          tapRows.add(Arrays.copyOf(state.taps(), rows * taps.length * hidden));
          state.commit(rows);
        }
        near(logits, expected, arrays.limit("logits"), c + " logits in chunks of " + chunk);
        near(finalRows, arrays.floats("final_hidden"), arrays.limit("final_hidden"), c + " hidden");
        assertThat(arrays.names()).anyMatch(name -> name.startsWith("taps."));
        for (int tap : taps) {
          if (!arrays.has("taps." + tap)) {
            continue;
          }
          near(
              tapRows(tapRows, taps.length, tap, hidden),
              arrays.floats("taps." + tap),
              arrays.limit("taps." + tap),
              c + " taps." + tap);
        }
      }
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("cases")
  void greedyDecodingGivesTheGoldenIds(GoldenCase c) throws IOException {
    GoldenCase arrays = c.withArrays();
    int[] prompt = arrays.ints("prompt_ids");
    int[] expected = arrays.ints("greedy_ids");
    float[] gaps = arrays.floats("greedy_gap");
    try (Compute compute = Compute.host(1);
        Target target = open(c, compute)) {
      TargetState state = target.newState(prompt.length + expected.length, prompt.length);
      int[] input = prompt;
      for (int i = 0; i < expected.length; i++) {
        target.forward(state, input, 0, input.length, 1);
        state.commit(input.length);
        int best = argmax(state.logits(), target.spec().vocabulary(), -1);
        assertThat(best).as("%s greedy token %d", c, i).isEqualTo(expected[i]);
        int second = argmax(state.logits(), target.spec().vocabulary(), best);
        assertThat((double) state.logits()[best] - state.logits()[second])
            .isBetween(gaps[i] - arrays.limit("greedy_gap"), gaps[i] + arrays.limit("greedy_gap"));
        input = new int[] {best};
      }
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("cases")
  void aVerifyBlockMatchesAndRollsBackToTheBitsOfSingleSteps(GoldenCase c) throws IOException {
    GoldenCase arrays = c.withArrays();
    int[] prompt = arrays.ints("prompt_ids");
    int[] block = arrays.ints("verify.block_ids");
    int[] probe = arrays.ints("verify.probe_ids");
    try (Compute compute = Compute.host(2);
        Target target = open(c, compute)) {
      int vocabulary = target.spec().vocabulary();
      int length = prompt.length + block.length + probe.length;
      for (int keep = 1; keep <= block.length; keep++) {
        TargetState state = target.newState(length, length);
        target.forward(state, prompt, 0, prompt.length, 0);
        state.commit(prompt.length);
        target.forward(state, block, 0, block.length, block.length);
        near(
            Arrays.copyOf(state.logits(), block.length * vocabulary),
            arrays.floats("verify.logits"),
            arrays.limit("verify.logits"),
            c + " verify");
        state.commit(keep);
        target.forward(state, probe, 0, probe.length, probe.length);
        float[] logits = Arrays.copyOf(state.logits(), probe.length * vocabulary);
        String name = "verify.keep" + keep + ".probe_logits";
        near(logits, arrays.floats(name), arrays.limit(name), c + " " + name);
        assertThat(logits)
            .as("%s keep %d against single steps", c, keep)
            .isEqualTo(singleSteps(target, prompt, block, keep, probe));
        if (arrays.has("verify.keep" + keep + ".S.0")) {
          state.commit(probe.length);
          nearMemory(c, state, 0, "verify.keep" + keep + ".S.0");
        }
      }
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("hybrids")
  void theRecurrentStateMatchesAfterThePrompt(GoldenCase c) throws IOException {
    GoldenCase arrays = c.withArrays();
    int[] prompt = arrays.ints("prompt_ids");
    try (Compute compute = Compute.host(2);
        Target target = open(c, compute)) {
      TargetState state = target.newState(prompt.length, prompt.length);
      target.forward(state, prompt, 0, prompt.length, 0);
      state.commit(prompt.length);
      int compared = 0;
      for (int layer = 0; layer < target.spec().layers(); layer++) {
        if (arrays.has("state.S." + layer)) {
          nearMemory(c, state, layer, "state.S." + layer);
          nearWindow(c, state, layer, "state.conv." + layer);
          compared++;
        }
      }
      assertThat(compared)
          .isPositive()
          .isEqualTo((int) arrays.names().stream().filter(n -> n.startsWith("state.S.")).count());
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("hybrids")
  void aMultiTokenPredictionHeadIsCountedAndNotUsed(GoldenCase c) throws IOException {
    try (Compute compute = Compute.host(1);
        Target target = open(c, compute)) {
      boolean head = c.withArrays().has("mtp.chain_ids");
      int tensors = target.spec().hybrid().orElseThrow().mtpTensors();
      assertThat(tensors > 0).as("%s counts %d tensors", c, tensors).isEqualTo(head);
      String note = tensors + " tensors of a multi-token";
      assertThat(target.spec().notes().toString().contains(note)).isEqualTo(head);
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("cases")
  void theReferenceKernelsAgreeMoreClosely(GoldenCase c) throws IOException {
    GoldenCase arrays = c.withArrays();
    int[] prompt = arrays.ints("prompt_ids");
    try (Compute compute = Compute.reference();
        Target target = open(c, compute)) {
      TargetState state = target.newState(prompt.length, prompt.length);
      target.forward(state, prompt, 0, prompt.length, prompt.length);
      near(
          Arrays.copyOf(state.logits(), prompt.length * target.spec().vocabulary()),
          arrays.floats("logits"),
          arrays.limit("logits"),
          c + " reference");
    }
  }

  // The arrays have the grouped heads of the folder; the GGUF twin keeps them tiled.
  private static void nearMemory(GoldenCase c, TargetState state, int layer, String name) {
    StackState s = (StackState) state;
    DeltaNetShape shape = s.owner.spec().hybrid().orElseThrow().recurrent();
    int size = shape.keyDim() * shape.valueDim();
    float[] memory = recurrent(s, layer).memory();
    float[] ordered = grouped(s, memory, 0, size);
    near(ordered, c.withArrays().floats(name), c.withArrays().limit(name), c + " " + name);
  }

  private static void nearWindow(GoldenCase c, TargetState state, int layer, String name) {
    StackState s = (StackState) state;
    DeltaNetShape shape = s.owner.spec().hybrid().orElseThrow().recurrent();
    float[] window = recurrent(s, layer).window();
    float[] ordered = window.clone();
    for (int r = 0; r < shape.taps() - 1; r++) {
      int at = r * shape.channels() + 2 * shape.keyWidth();
      float[] values = grouped(s, window, at, shape.valueDim());
      System.arraycopy(values, 0, ordered, at, values.length);
    }
    near(ordered, c.withArrays().floats(name), c.withArrays().limit(name), c + " " + name);
  }

  private static float[] grouped(StackState s, float[] from, int offset, int size) {
    DeltaNetShape shape = s.owner.spec().hybrid().orElseThrow().recurrent();
    int each = shape.valueHeads() / shape.keyHeads();
    float[] out = new float[shape.valueHeads() * size];
    for (int h = 0; h < shape.valueHeads(); h++) {
      boolean tiled = s.owner.spec().packaging().equals("GGUF");
      int stored = tiled ? h % each * shape.keyHeads() + h / each : h;
      System.arraycopy(from, offset + stored * size, out, h * size, size);
    }
    return out;
  }

  private static DeltaNetState recurrent(StackState s, int layer) {
    long before =
        s.owner.spec().hybrid().orElseThrow().attentionLayers().stream()
            .filter(n -> n < layer)
            .count();
    return s.recurrent.get(layer - (int) before);
  }

  private static float[] singleSteps(
      Target target, int[] prompt, int[] block, int keep, int[] probe) {
    int vocabulary = target.spec().vocabulary();
    TargetState state = target.newState(prompt.length + keep + probe.length, 1);
    float[] logits = new float[probe.length * vocabulary];
    int[] all = Arrays.copyOf(prompt, prompt.length + keep + probe.length);
    System.arraycopy(block, 0, all, prompt.length, keep);
    System.arraycopy(probe, 0, all, prompt.length + keep, probe.length);
    for (int i = 0; i < all.length; i++) {
      target.forward(state, all, i, 1, 1);
      state.commit(1);
      int row = i - prompt.length - keep;
      if (row >= 0) {
        System.arraycopy(state.logits(), 0, logits, row * vocabulary, vocabulary);
      }
    }
    return logits;
  }

  private static Target open(GoldenCase c, Compute compute) throws IOException {
    try (Stream<Path> files = Files.list(c.folder())) {
      Path gguf = files.filter(f -> f.toString().endsWith(".gguf")).findFirst().orElse(c.folder());
      return Targets.open(gguf, TargetOptions.asStated(), compute);
    }
  }

  private static float[] tapRows(List<float[]> chunks, int taps, int tap, int hidden) {
    int rows = chunks.stream().mapToInt(chunk -> chunk.length / (taps * hidden)).sum();
    float[] out = new float[rows * hidden];
    int row = 0;
    for (float[] chunk : chunks) {
      for (int r = 0; r < chunk.length / (taps * hidden); r++, row++) {
        System.arraycopy(chunk, (r * taps + tap) * hidden, out, row * hidden, hidden);
      }
    }
    return out;
  }

  private static int argmax(float[] logits, int count, int except) {
    int best = except == 0 ? 1 : 0;
    for (int i = 0; i < count; i++) {
      if (i != except && logits[i] > logits[best]) {
        best = i;
      }
    }
    return best;
  }

  private static void near(float[] actual, float[] expected, double limit, String what) {
    assertThat(actual).as(what).hasSameSizeAs(expected);
    for (int i = 0; i < expected.length; i++) {
      assertThat(Math.abs((double) actual[i] - expected[i]))
          .as("%s element %d", what, i)
          .isLessThanOrEqualTo(limit);
    }
  }
}
