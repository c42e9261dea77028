/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.decode.IdentityPair.Opened;
import io.github.dflash4j.target.Target;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Holds texts with a draft against the text without, for every way of running that must not change
 * it, and counts.
 */
final class IdentityGrid {

  /**
   * A way of running with a draft.
   *
   * @param width rows of a target pass
   * @param cached whether the prompt is taken from a cache that has seen it
   */
  record Way(int width, boolean cached) {

    /**
     * All ways. Whatever else must not change the text multiplies this list: each of its settings
     * with each width.
     *
     * @param widest the block of the draft
     */
    static List<Way> all(int widest) {
      return IntStream.rangeClosed(2, Math.min(8, widest))
          .boxed()
          .flatMap(width -> Stream.of(new Way(width, false), new Way(width, true)))
          .toList();
    }

    GenerationResult run(Generator generator, PromptCache cache, GenerationRequest request) {
      return (cached ? generator.withPromptCache(cache) : generator)
          .generate(request.withBlock(width), GenerationListener.SILENT);
    }

    @Override
    public String toString() {
      return "width " + width + (cached ? ", prompt cache" : "");
    }
  }

  /** What runs wrote, drafted rightly and drafted wrongly. */
  record Tally(long tokens, long accepted, long rejected, long reused) {
    static final Tally NONE = new Tally(0, 0, 0, 0);

    Tally plus(Tally other) {
      return new Tally(
          tokens + other.tokens,
          accepted + other.accepted,
          rejected + other.rejected,
          reused + other.reused);
    }

    static Tally of(GenerationFigures figures) {
      return new Tally(
          figures.emitted(), figures.accepted(), figures.rejected(), figures.reusedTokens());
    }
  }

  private final Path folder;
  private Tally total = Tally.NONE;

  /** The part of it with the policy on. */
  private Tally measured = Tally.NONE;

  /**
   * @param folder for drafts that are written
   */
  IdentityGrid(Path folder) {
    this.folder = folder;
  }

  /** Everything so far. */
  Tally total() {
    return total;
  }

  /**
   * Checks a pair.
   *
   * @param first the first prompt
   * @param prompts how many prompts
   * @param tokens how long each text is, if the context allows
   */
  void check(IdentityPair identity, int first, int prompts, int tokens) {
    Map<String, Tally> ways = new TreeMap<>();
    try (Opened opened = identity.opening().apply(folder)) {
      Generator plainly = opened.pair().generator();
      for (int i = 0; i < prompts; i++) {
        int[] prompt = opened.prompts().get((first + i) % opened.prompts().size());
        GenerationRequest request =
            GenerationRequest.of(prompt).withMaxTokens(tokens).withIgnoredStops(true);
        GenerationResult plain =
            plainly.generate(request.withoutDraft(), GenerationListener.SILENT);
        int[] text = IntStream.concat(Arrays.stream(prompt), Arrays.stream(plain.ids())).toArray();
        Generator generator = plainly.withDraft(opened.drafting().apply(text));
        PromptCache cache = new PromptCache(1, prompt.length + tokens);
        generator
            .withWholeBlocks()
            .withPromptCache(cache)
            .generate(request, GenerationListener.SILENT);
        for (Way way : Way.all(1 + generator.draft().orElseThrow().maxProposed())) {
          GenerationResult result = way.run(generator, cache, request);
          String what = identity + ", prompt " + (first + i) + ", " + way;
          assertThat(result.ids()).as(what).isEqualTo(plain.ids());
          assertThat(result.text()).as(what).isEqualTo(plain.text());
          assertThat(result.finish()).as(what).isEqualTo(plain.finish());
          ways.merge(way.toString(), Tally.of(result.figures()), Tally::plus);
        }
        for (boolean cached : new boolean[] {false, true}) {
          GenerationResult result = withPolicy(opened, generator, request, cached);
          String what = identity + ", policy on" + (cached ? ", prompt cache" : "");
          assertThat(result.ids()).as(what).isEqualTo(plain.ids());
          assertThat(result.text()).as(what).isEqualTo(plain.text());
          assertThat(result.finish()).as(what).isEqualTo(plain.finish());
          assertThat(result.figures().speculation().adaptive()).isTrue();
          Tally tally = Tally.of(result.figures());
          ways.merge("policy on" + (cached ? ", prompt cache" : ""), tally, Tally::plus);
          measured = measured.plus(tally);
        }
      }
    }
    ways.forEach((way, tally) -> {
      System.out.printf(
          "identity, %s, %s: %d tokens, %d accepted, %d rejected%n",
          identity, way, tally.tokens(), tally.accepted(), tally.rejected());
      assertThat(tally.rejected()).as("rejected, %s, %s", identity, way).isPositive();
      if (identity.guesses()) {
        assertThat(tally.accepted()).as("accepted, %s, %s", identity, way).isPositive();
      }
      total = total.plus(tally);
    });
  }

  /** Lets the policy decide by times that make drafts free and rows behind the first cheap. */
  private static GenerationResult withPolicy(
      Opened opened, Generator generator, GenerationRequest request, boolean cached) {
    AtomicLong clock = new AtomicLong();
    Target timed = new TimedTarget(generator.target(), clock, 10_000_000, 500_000);
    Generator simulated = Generator.of(timed).withDraft(generator.draft().orElseThrow());
    if (opened.pair().tokenizer().isPresent()) {
      simulated = simulated.withTokenizer(opened.pair().tokenizer().get());
    }
    simulated = simulated.withTime(clock::get);
    if (cached) {
      PromptCache cache = new PromptCache(1, request.prompt().length + request.maxTokens());
      simulated = simulated.withPromptCache(cache);
      simulated.generate(request.withBlock(2), GenerationListener.SILENT);
    }
    GenerationResult result = simulated.generate(request, GenerationListener.SILENT);
    assertThat(result.figures().reusedTokens()).isEqualTo(cached ? request.prompt().length - 1 : 0);
    return result;
  }

  /** Says what was compared and checks that it was enough. */
  void finish(int least) {
    System.out.printf(
        "identity, in all: %d tokens, %d accepted, %d rejected, %d tokens of prompts reused%n",
        total.tokens(), total.accepted(), total.rejected(), total.reused());
    System.out.printf(
        "identity, policy on: %d tokens, %d accepted, %d rejected%n",
        measured.tokens(), measured.accepted(), measured.rejected());
    assertThat(total.tokens()).isGreaterThanOrEqualTo(least);
    assertThat(total.accepted()).isPositive();
    assertThat(total.rejected()).isPositive();
    assertThat(total.reused()).isPositive();
  }
}
