/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.draft.DraftModel;
import io.github.dflash4j.draft.Drafts;
import io.github.dflash4j.draft.RandomDrafts;
import io.github.dflash4j.kernel.Activations;
import io.github.dflash4j.target.LargeHybrid;
import io.github.dflash4j.target.RandomGguf;
import io.github.dflash4j.target.TargetSpec;
import io.github.dflash4j.weights.StorageType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * A target at hand with a draft: one of those on which the text with a draft is held against the
 * text without.
 *
 * @param name for messages
 * @param guesses whether the draft can be expected to be right now and then
 * @param opening opens it; closed after use
 */
record IdentityPair(String name, boolean guesses, Function<Path, Opened> opening) {
  private static final Path GOLDENS = Path.of("src/test/resources/goldens");
  private static final Path STORIES_BF16 =
      Path.of("src/test/resources/stories260K/stories260K-BF16.gguf");
  private static final List<String> FOLDERS =
      List.of(
          "targets/llama_tiny",
          "targets/llama_tiny_rope3",
          "targets/qwen3_tiny_tied",
          "targets/qwen3_tiny_untied",
          "targets/qwen35_tiny",
          "targets/qwen35_tiny_tied");

  /**
   * Open models.
   *
   * @param pair the target, with its draft unless that depends on the text
   * @param drafting the draft for a prompt and the plain text behind it
   * @param prompts prompts in the order of their use, as many as there are
   * @param also what else is to be closed
   */
  record Opened(ModelPair pair, Function<int[], Draft> drafting, List<int[]> prompts, Runnable also)
      implements AutoCloseable {

    @Override
    public void close() {
      also.run();
      pair.close();
    }
  }

  @Override
  public String toString() {
    return name;
  }

  /** All of them: real drafts, golden drafts, random ones, and one that knows the text by half. */
  static List<IdentityPair> all() {
    List<IdentityPair> all = new ArrayList<>();
    for (int generation = 1; generation <= 2; generation++) {
      int g = generation;
      all.add(new IdentityPair("stories260K, generation " + g, true, folder -> stories(g)));
    }
    for (String loop : List.of("loop/dense_gen2", "loop/hybrid_gen2")) {
      all.add(new IdentityPair(loop, true, folder -> golden(loop)));
    }
    for (String target : FOLDERS) {
      Path path = GOLDENS.resolve(target);
      all.add(new IdentityPair(target + ", oracle", true, folder -> oracle(path)));
      for (int generation = 1; generation <= 2; generation++) {
        int g = generation;
        String name = target + ", random draft of generation " + g;
        all.add(new IdentityPair(name, false, folder -> random(path, g, folder)));
      }
      String file = path.getFileName() + "-F32.gguf";
      Path gguf = GOLDENS.resolve("gguf").resolve(path.getFileName()).resolve(file);
      all.add(new IdentityPair("gguf/" + file + ", oracle", true, folder -> oracle(gguf)));
    }
    Path withHead = GOLDENS.resolve("gguf/qwen35_tiny/qwen35_tiny-F32.gguf");
    all.add(new IdentityPair("gguf/qwen35_tiny, own head", false, folder -> ownHead(withHead)));
    all.addAll(stored());
    return all;
  }

  /**
   * Weights as people have them, with inputs in eight bits where the target takes them so: the rows
   * of a block have to be rounded as single ones are.
   */
  private static List<IdentityPair> stored() {
    List<IdentityPair> stored = new ArrayList<>();
    stored.add(bytes("stories260K, BF16", folder -> STORIES_BF16));
    for (StorageType type : List.of(StorageType.Q4_K, StorageType.Q8_0)) {
      stored.add(
          bytes(
              "dense, " + type,
              folder -> RandomGguf.dense(folder.resolve("dense-" + type + ".gguf"), type, 21)));
      stored.add(
          bytes(
              "hybrid, " + type,
              folder -> RandomGguf.hybrid(folder.resolve("hybrid-" + type + ".gguf"), type, 22)));
    }
    stored.add(
        bytes("hybrid, FastFlowLM", folder -> LargeHybrid.writeFlm(folder.resolve("flm-hybrid"))));
    return stored;
  }

  private static IdentityPair bytes(String name, Function<Path, Path> target) {
    PairOptions bytes = options().withActivations(Activations.INT8);
    return new IdentityPair(
        name + ", eight-bit inputs, oracle", true, folder -> oracle(target.apply(folder), bytes));
  }

  /** With the head for multi-token prediction in the target's file. */
  private static Opened ownHead(Path target) {
    ModelPair pair = ModelPair.openWithMtp(target, 3, options());
    return withOwnDraft(pair, randomPrompts(pair));
  }

  private static Opened stories(int generation) {
    ModelPair pair = StoriesPair.open(generation);
    List<int[]> prompts =
        StoriesPair.PROMPTS.stream().map(prompt -> pair.request(prompt).prompt()).toList();
    return withOwnDraft(pair, prompts);
  }

  private static Opened golden(String loop) {
    Path folder = GOLDENS.resolve(loop);
    ModelPair pair = ModelPair.open(folder.resolve("target"), folder.resolve("draft"), options());
    return withOwnDraft(pair, randomPrompts(pair));
  }

  private static Opened withOwnDraft(ModelPair pair, List<int[]> prompts) {
    return new Opened(pair, text -> pair.draft().orElseThrow(), prompts, () -> {});
  }

  private static Opened oracle(Path target) {
    return oracle(target, options());
  }

  private static Opened oracle(Path target, PairOptions options) {
    ModelPair pair = ModelPair.open(target, options);
    TargetSpec spec = pair.target().spec();
    return new Opened(
        pair,
        text -> new OracleDraft(text, 8, pair.generator().vocabulary(), spec.layers() - 1, 5),
        randomPrompts(pair),
        () -> {});
  }

  private static Opened random(Path target, int generation, Path folder) {
    ModelPair pair = ModelPair.open(target, options());
    TargetSpec spec = pair.target().spec();
    int vocabulary = pair.generator().vocabulary();
    Path written =
        RandomDrafts.write(
            folder.resolve(target.getFileName() + "-" + generation),
            generation,
            7,
            spec.hidden(),
            spec.vocabulary(),
            spec.layers());
    DraftModel model = Drafts.open(written, pair.target().compute());
    Draft draft =
        model.bind(pair.target().embedding(), pair.target().head(), spec.layers(), vocabulary);
    return new Opened(pair, text -> draft, randomPrompts(pair), model::close);
  }

  private static PairOptions options() {
    return PairOptions.defaults().withThreads(1);
  }

  private static List<int[]> randomPrompts(ModelPair pair) {
    Random random = new Random(11);
    List<int[]> prompts = new ArrayList<>();
    for (int length : new int[] {7, 1, 70, 13}) {
      prompts.add(random.ints(length, 0, pair.generator().vocabulary()).toArray());
    }
    return prompts;
  }
}
