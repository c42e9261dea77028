/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.dflash4j.draft.DraftSession;
import io.github.dflash4j.draft.MtpDraft;
import io.github.dflash4j.goldens.EditableFolder;
import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.sampling.Sampling;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetOptions;
import io.github.dflash4j.target.TargetState;
import io.github.dflash4j.target.Targets;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The multi-token prediction head as a draft in the loop. */
class MtpTest {
  private static final Path ORIGINAL = GoldenCase.root().resolve("targets/qwen35_tiny");
  private static final Path GGUF =
      GoldenCase.root().resolve("gguf/qwen35_tiny/qwen35_tiny-F32.gguf");
  private static final Path WITHOUT = GoldenCase.root().resolve("targets/qwen35_tiny_tied");
  private static final int[] PROMPT = {257, 32, 114, 97, 259, 32, 263};
  private static final long SEED = 20261201;

  @TempDir private Path temp;

  /**
   * A target whose layers add little to the embedding, so that a token nearly decides the next one,
   * and a head that hands the embedding on to the same final norm: it is often right.
   */
  private static EditableFolder knowing() {
    EditableFolder folder = EditableFolder.read(ORIGINAL);
    folder.each(name -> name.matches(".*(o_proj|out_proj|down_proj)\\.weight"), w -> w * 0.15f);
    float[] fusion = folder.tensor("mtp.fc.weight").values();
    Arrays.fill(fusion, 0f);
    for (int i = 0; i < 32; i++) {
      fusion[i * 64 + i] = 1f;
    }
    Arrays.fill(folder.tensor("mtp.pre_fc_norm_embedding.weight").values(), 0f);
    float[] last = folder.tensor("model.language_model.norm.weight").values();
    System.arraycopy(last, 0, folder.tensor("mtp.norm.weight").values(), 0, last.length);
    return folder;
  }

  private static GenerationResult run(ModelPair pair, int tokens) {
    return pair.generator()
        .withWholeBlocks()
        .generate(
            pair.request(PROMPT).withIgnoredStops(true).withMaxTokens(tokens),
            GenerationListener.SILENT);
  }

  private static PairOptions options() {
    return PairOptions.defaults().withThreads(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7})
  void draftsAreAcceptedAndTheTextIsThatOfPlainDecoding(int steps) {
    Path folder = knowing().write(temp.resolve("knowing"));
    int[] plain;
    try (ModelPair pair = ModelPair.open(folder, options())) {
      plain = run(pair, 300).ids();
    }
    try (ModelPair pair = ModelPair.openWithMtp(folder, steps, options())) {
      GenerationResult result = run(pair, 300);

      assertThat(result.ids()).isEqualTo(plain);
      GenerationFigures f = result.figures();
      assertThat(f.accepted()).isGreaterThan(100);
      assertThat(f.accepted()).isLessThan(f.drafted());
      assertThat(result.steps()).allSatisfy(s -> assertThat(s.rows()).isBetween(1, steps + 1));
    }
  }

  // What docs/sampling.md promises of a seed.
  @Test
  void aSeedWritesTheSameTextWithTheHeadAndWithoutAtEveryWidth() {
    Path folder = knowing().write(temp.resolve("knowing"));
    try (ModelPair alone = ModelPair.open(folder, options());
        ModelPair pair = ModelPair.openWithMtp(folder, MtpDraft.MAX_STEPS, options())) {
      int[] accepted = new int[MtpDraft.MAX_STEPS + 2];
      Set<List<Integer>> texts = new HashSet<>();
      for (long seed = 1; seed <= 6; seed++) {
        GenerationRequest request =
            pair.request(PROMPT)
                .withIgnoredStops(true)
                .withMaxTokens(60)
                .withSampling(Sampling.at(0.7).withFilters(40, 0.95, 0).withSeed(seed));
        int[] plain = alone.generate(request, GenerationListener.SILENT).ids();
        texts.add(Arrays.stream(plain).boxed().toList());
        for (int width = 2; width < accepted.length; width++) {
          GenerationResult result =
              pair.generate(request.withBlock(width), GenerationListener.SILENT);
          assertThat(result.ids()).as("seed %d, width %d", seed, width).isEqualTo(plain);
          accepted[width] += result.figures().accepted();
          assertThat(result.figures().rejected()).isPositive();
        }
      }
      assertThat(texts).hasSize(6);
      assertThat(Arrays.stream(accepted, 2, accepted.length))
          .allSatisfy(count -> assertThat(count).isPositive());
    }
  }

  // B071: norms are shifted once, whatever else lies in the files.
  @Test
  void theTextIsTheSameWithTheHeadInTheFilesAndWithout() {
    Path without =
        EditableFolder.read(ORIGINAL)
            .remove(name -> name.startsWith("mtp."))
            .write(temp.resolve("without"));
    int[] expected = GoldenCase.at(ORIGINAL).withArrays().ints("greedy_ids");
    int[] prompt = GoldenCase.at(ORIGINAL).withArrays().ints("prompt_ids");
    for (Path folder : List.of(ORIGINAL, without)) {
      try (ModelPair pair = ModelPair.open(folder, options())) {
        assertThat(
                pair.generate(
                        pair.request(prompt).withIgnoredStops(true).withMaxTokens(expected.length),
                        GenerationListener.SILENT)
                    .ids())
            .isEqualTo(expected);
      }
    }
  }

  // B073, B074: no norm of the head is told by its numbers. Raw ones lie around 0 with either sign;
  // a folder in the form of MLX, which holds them with their 1, gives the same drafts.
  @Test
  void normsOfTheHeadAreShiftedAsTheFormOfTheFolderSays() {
    Random random = new Random(SEED);
    EditableFolder raw = EditableFolder.read(ORIGINAL);
    String norms = ".*(layernorm|q_norm|k_norm|pre_fc_norm_embedding|pre_fc_norm_hidden)\\.weight";
    String own = "(mtp|model\\.language_model)\\.norm\\.weight";
    raw.each(
        name -> name.startsWith("mtp.") && (name.matches(norms) || name.matches(own)),
        w -> -0.2f + 0.3f * random.nextFloat());
    Path first = raw.write(temp.resolve("raw"));
    EditableFolder mlx = EditableFolder.read(first);
    mlx.each(name -> name.matches(norms) || name.matches(own), w -> w + 1f);
    for (String name : List.copyOf(mlx.tensors().keySet())) {
      if (name.endsWith("conv1d.weight")) {
        EditableFolder.Numbers conv = mlx.tensor(name);
        mlx.put(name, new long[] {conv.shape()[0], conv.shape()[2], 1}, conv.values());
      }
    }
    int[] drafted = drafts(first, 5);

    assertThat(drafts(mlx.write(temp.resolve("mlx")), 5)).isEqualTo(drafted);
    // Without the shift the same numbers are another head.
    EditableFolder unshifted = EditableFolder.read(first);
    unshifted.each(name -> name.startsWith("mtp.") && name.matches(norms), w -> w - 1f);
    assertThat(drafts(unshifted.write(temp.resolve("unshifted")), 5)).isNotEqualTo(drafted);
  }

  // B076, B077: the head reads rows behind the final norm, taps are the stream before it.
  @Test
  void aLargerFinalNormLeavesTapsAndTheHeadAsTheyAre() {
    EditableFolder folder = EditableFolder.read(ORIGINAL);
    folder.each(name -> name.equals("model.language_model.norm.weight"), w -> 3 * (1 + w) - 1);
    Path tripled = folder.write(temp.resolve("tripled"));
    try (Compute compute = Compute.host(1);
        Target one = open(ORIGINAL, compute);
        Target three = open(tripled, compute)) {
      float[] taps = taps(one);
      assertThat(taps(three)).isEqualTo(taps);
      float[] normed = new float[32];
      float[] larger = new float[32];
      one.predictionHead().orElseThrow().finalNorm(taps, 2, normed, 0);
      three.predictionHead().orElseThrow().finalNorm(taps, 2, larger, 0);
      for (int i = 0; i < 32; i++) {
        assertThat(larger[i]).isCloseTo(3 * normed[i], within(1e-4f));
      }
      // Its own norm takes the factor out again.
      assertThat(drafts(tripled, 7)).isEqualTo(drafts(ORIGINAL, 7));
    }
  }

  // B082: rows of plain steps and of blocks, in any pieces, give the same drafts.
  @Test
  void aSessionDependsOnItsRowsAndNotOnHowTheyCame() {
    Random random = new Random(SEED + 1);
    int[] tokens = random.ints(90, 0, 272).toArray();
    try (Compute compute = Compute.host(2);
        Target target = open(ORIGINAL, compute)) {
      float[] taps = taps(target, tokens);
      MtpDraft draft = draft(target, 4);
      DraftSession whole = draft.newSession(tokens.length);
      whole.append(tokens, 0, taps, 0, 80);
      int[] expected = propose(whole, tokens[80], 4);
      for (int run = 0; run < 20; run++) {
        DraftSession session = draft.newSession(tokens.length);
        while (session.length() < 80) {
          int at = session.length();
          if (at > 0 && random.nextInt(3) > 0) {
            // Also behind another anchor than the one that follows.
            propose(session, random.nextInt(272), 1 + random.nextInt(4));
          }
          if (at > 5 && random.nextInt(4) == 0) {
            session.truncate(random.nextInt(at));
            continue;
          }
          int rows = Math.min(80 - at, 1 + random.nextInt(50));
          session.append(tokens, at, taps, at, rows);
        }
        assertThat(propose(session, tokens[80], 4))
            .as("run %d of seed %d", run, SEED + 1)
            .isEqualTo(expected);
      }
      DraftSession other = draft.newSession(tokens.length);
      other.append(tokens, 1, taps, 1, 79);
      assertThat(propose(other, tokens[80], 4)).isNotEqualTo(expected);
      assertThat(whole.bytes()).isGreaterThan(90L * (32 + 2 * 2 * 32) * Float.BYTES);
    }
  }

  @Test
  void aSessionRefusesWhatItCannotDo() {
    try (Compute compute = Compute.host(1);
        Target target = open(ORIGINAL, compute)) {
      DraftSession session = draft(target, 3).newSession(4);
      float[] taps = taps(target);
      int[] out = new int[3];
      assertThatThrownBy(() -> session.propose(1, 1, out, 0))
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> session.append(taps, 0, 1))
          .isInstanceOf(UnsupportedOperationException.class);
      assertThatThrownBy(() -> session.append(PROMPT, 0, taps, 0, 5))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("4");
      session.append(PROMPT, 0, taps, 0, 4);
      assertThatThrownBy(() -> session.propose(272, 1, out, 0))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> session.propose(1, 4, out, 0))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> session.truncate(5)).isInstanceOf(IllegalArgumentException.class);
      session.propose(1, 3, out, 0);
      assertThat(session.length()).isEqualTo(4);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8})
  void thereAreTwoToSevenSteps(int steps) {
    assertThatThrownBy(() -> ModelPair.openWithMtp(ORIGINAL, steps, options()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 to 7");
  }

  @Test
  void aTargetWithoutAHeadIsRefusedWhereOneIsAskedFor() {
    for (Path path :
        List.of(
            WITHOUT,
            GoldenCase.root().resolve("targets/qwen3_tiny_tied"),
            GoldenCase.root().resolve("gguf/qwen35_tiny_tied/qwen35_tiny_tied-F32.gguf"),
            GoldenCase.root().resolve("gguf/qwen3_tiny_tied/qwen3_tiny_tied-F32.gguf"))) {
      assertThatThrownBy(() -> ModelPair.openWithMtp(path, 3, options()))
          .isInstanceOf(ModelFileException.class)
          .hasMessageContaining("no multi-token prediction head");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "mtp.layers.0.mlp.up_proj.weight, missing",
    "mtp.norm.weight, missing",
    "mtp.pre_fc_norm_hidden.weight, missing",
  })
  void aHeadThatLacksATensorIsRefused(String tensor, String says) {
    Path folder =
        EditableFolder.read(ORIGINAL).remove(tensor::equals).write(temp.resolve("lacking"));
    assertThatThrownBy(() -> ModelPair.openWithMtp(folder, 3, options()))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContainingAll(tensor, says);
    try (ModelPair pair = ModelPair.open(folder, options())) {
      assertThat(pair.target().spec().hybrid().orElseThrow().mtpTensors()).isEqualTo(14);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "\"mtp_num_hidden_layers\": 1, \"mtp_num_hidden_layers\": 2, one layer",
    "\"mtp_use_dedicated_embeddings\": false, \"mtp_use_dedicated_embeddings\": true, dedicated",
  })
  void headsOfAnotherKindAreRefused(String what, String with, String says) {
    EditableFolder folder = EditableFolder.read(ORIGINAL);
    folder.config(text -> {
      assertThat(text).contains(what);
      return text.replace(what, with);
    });
    Path path = folder.write(temp.resolve("other"));
    assertThatThrownBy(() -> ModelPair.openWithMtp(path, 3, options()))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining(says);
  }

  @Test
  void moreThanTheHeadIsRefusedWhereTheHeadIsLoaded() {
    Path folder =
        EditableFolder.read(ORIGINAL)
            .put("mtp.layers.1.input_layernorm.weight", new long[] {32}, new float[32])
            .write(temp.resolve("more"));
    assertThatThrownBy(() -> ModelPair.openWithMtp(folder, 3, options()))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContainingAll("mtp.layers.1.input_layernorm.weight", "unexpected");
  }

  @Test
  void noNoteSaysThatALoadedHeadIsNotUsed() {
    for (Path path : List.of(ORIGINAL, GGUF)) {
      try (ModelPair with = ModelPair.openWithMtp(path, 2, options());
          ModelPair plain = ModelPair.open(path, options())) {
        assertThat(with.target().spec().notes()).noneMatch(n -> n.contains("prediction"));
        assertThat(plain.target().spec().notes()).anyMatch(n -> n.contains("not used"));
        assertThat(with.draft().orElseThrow().describe()).contains("MTP").contains("2 steps");
        assertThat(plain.target().predictionHead()).isEmpty();
      }
    }
  }

  private int[] drafts(Path folder, int steps) {
    try (Compute compute = Compute.host(1);
        Target target = open(folder, compute)) {
      int[] drafted = new int[40];
      for (int i = 0; i < 5; i++) {
        DraftSession session = draft(target, steps).newSession(PROMPT.length);
        session.append(PROMPT, 0, taps(target), 0, PROMPT.length - i);
        session.propose(10 * i, steps, drafted, 8 * i);
      }
      return drafted;
    }
  }

  private static int[] propose(DraftSession session, int anchor, int count) {
    int[] out = new int[count];
    session.propose(anchor, count, out, 0);
    return out;
  }

  private static MtpDraft draft(Target target, int steps) {
    return new MtpDraft(target.predictionHead().orElseThrow(), steps, target.spec().vocabulary());
  }

  private static float[] taps(Target target) {
    return taps(target, PROMPT);
  }

  private static float[] taps(Target target, int... tokens) {
    TargetState state = target.newState(tokens.length, tokens.length, target.spec().layers() - 1);
    target.forward(state, tokens, 0, tokens.length, 1);
    return state.taps();
  }

  private static Target open(Path path, Compute compute) {
    return Targets.open(path, TargetOptions.asStated().withPredictionHead(), compute);
  }
}
