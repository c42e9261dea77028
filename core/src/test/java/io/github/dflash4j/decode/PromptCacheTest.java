/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.goldens.GoldenSet;
import io.github.dflash4j.sampling.Sampling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes out of a cache is what a fresh run gives, steps included. */
class PromptCacheTest {
  private static final int BLOCK = 8;

  private final TableTarget target = new TableTarget(64, 400, Continuation.ofWholeHistory(64, 1));

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 7})
  @DisplayName("B160, B173, B121: any common beginning, any length, whatever was accepted")
  void everyReuseGivesTheStepsOfAFreshRun(int good) {
    PromptCache cache = new PromptCache(2, 400);
    ScriptedDraft draft = ScriptedDraft.wrongInSlots(target, BLOCK, slot -> slot > good);
    Generator fresh = Generator.of(target).withDraft(draft).withWholeBlocks();
    Generator cached = fresh.withPromptCache(cache);
    Random random = new Random(good);
    List<int[]> written = new ArrayList<>(List.of(new int[] {1}));
    int cut = 0;
    for (int round = 0; round < 200; round++) {
      GenerationRequest request =
          stopping(random, fresh, followUp(random, written, 64, 350, false));
      GenerationResult result =
          assertSame(cached, fresh, request, "good " + good + ", round " + round);
      cut += isCutInsideABlock(result) ? 1 : 0;
      written.add(
          IntStream.concat(Arrays.stream(request.prompt()), Arrays.stream(result.ids())).toArray());
    }
    assertThat(cache.tokensReused()).isGreaterThan(2000);
    if (good > 0) {
      assertThat(cut).as("stops in front of accepted rows").isGreaterThan(5);
    }
  }

  static Stream<GoldenCase> loops() {
    return GoldenSet.given().cases("loop");
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("loops")
  @DisplayName("B157, B158: real pairs, dense and hybrid: the same bits lead to the same steps")
  void realPairsGoBackToo(GoldenCase c) {
    try (ModelPair pair =
        ModelPair.open(
            c.folder().resolve("target"),
            c.folder().resolve("draft"),
            PairOptions.defaults().withThreads(1))) {
      int vocabulary = pair.generator().vocabulary();
      int context = Math.min(160, pair.target().spec().contextLength());
      everyReuse(pair.generator().withWholeBlocks(), vocabulary, context, 40, 7);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theStoriesGoBackToo(int generation) {
    try (ModelPair pair = StoriesPair.open(generation)) {
      everyReuse(pair.generator().withWholeBlocks(), 512, 200, 25, generation);
    }
  }

  private static void everyReuse(
      Generator fresh, int vocabulary, int context, int rounds, long seed) {
    PromptCache cache = new PromptCache(2, context);
    Generator cached = fresh.withPromptCache(cache);
    Random random = new Random(seed);
    List<int[]> written = new ArrayList<>(List.of(new int[] {1}));
    int rejected = 0;
    int cut = 0;
    for (int round = 0; round < rounds; round++) {
      GenerationRequest request =
          stopping(random, fresh, followUp(random, written, vocabulary, context - 40, true));
      GenerationResult result =
          assertSame(cached, fresh, request, "seed " + seed + ", round " + round);
      rejected += result.figures().rejected();
      cut += isCutInsideABlock(result) ? 1 : 0;
      int[] ids = result.ids();
      written.add(IntStream.concat(Arrays.stream(request.prompt()), Arrays.stream(ids)).toArray());
    }
    assertThat(cache.tokensReused()).isPositive();
    assertThat(rejected).isPositive();
    assertThat(cache.bytes()).isPositive();
    assertThat(cut).as("stops in front of accepted rows").isPositive();
  }

  /**
   * In some rounds, with a token of the text as its stop token: one that lies inside a block in
   * front of another accepted one if there is any, else any.
   */
  private static GenerationRequest stopping(
      Random random, Generator fresh, GenerationRequest request) {
    if (random.nextInt(3) > 0) {
      return request;
    }
    GenerationResult whole = fresh.generate(request, GenerationListener.SILENT);
    List<Integer> inside = new ArrayList<>();
    Set<Integer> before = new HashSet<>(Set.of(whole.ids()[0]));
    for (GenerationStep step : whole.steps()) {
      for (int i = 0; i < step.kept(); i++) {
        boolean first = before.add(step.ids()[i]);
        if (first && i + 1 < step.accepted()) {
          inside.add(step.ids()[i]);
        }
      }
    }
    int any = whole.ids()[random.nextInt(whole.ids().length)];
    return request.withStopIds(
        Set.of(inside.isEmpty() ? any : inside.get(random.nextInt(inside.size()))));
  }

  /** Whether the stop token was a drafted one and rows behind it, accepted too, were dropped. */
  private static boolean isCutInsideABlock(GenerationResult result) {
    if (result.finish() != FinishReason.STOP || result.steps().isEmpty()) {
      return false;
    }
    GenerationStep last = result.steps().getLast();
    return last.kept() < last.accepted();
  }

  /** The beginning of something written before, cut anywhere, with something else behind. */
  private static GenerationRequest followUp(
      Random random, List<int[]> written, int vocabulary, int longest, boolean sampling) {
    int[] before = written.get(Math.max(0, written.size() - 1 - random.nextInt(3)));
    int kept = random.nextInt(Math.min(before.length, longest) + 1);
    int more = random.nextInt(3) == 0 ? 0 : random.nextInt(12);
    int[] prompt = Arrays.copyOf(before, Math.clamp((long) kept + more, 1, longest));
    for (int i = kept; i < prompt.length; i++) {
      prompt[i] = random.nextInt(vocabulary);
    }
    GenerationRequest request =
        GenerationRequest.of(prompt).withMaxTokens(1 + random.nextInt(40)).withStopIds(Set.of());
    if (random.nextInt(3) == 0) {
      // Steps then hold numbers of double precision.
      request = request.withLogprobs(3);
    }
    return switch (random.nextInt(sampling ? 5 : 4)) {
      case 0 -> request.withBlock(1);
      case 1 -> request.withBlock(2 + random.nextInt(3));
      case 4 -> request.withSampling(Sampling.at(1).withSeed(random.nextInt()));
      default -> request;
    };
  }

  private static GenerationResult assertSame(
      Generator cached, Generator fresh, GenerationRequest request, String what) {
    GenerationResult expected = fresh.generate(request, GenerationListener.SILENT);
    GenerationResult result = cached.generate(request, GenerationListener.SILENT);
    assertThat(result.ids()).as(what).isEqualTo(expected.ids());
    assertThat(result.steps()).as(what).isEqualTo(expected.steps());
    assertThat(result.logprobs()).as(what).isEqualTo(expected.logprobs());
    assertThat(result.finish()).as(what).isEqualTo(expected.finish());
    assertThat(result.figures().reusedTokens()).as(what).isLessThan(request.prompt().length);
    assertThat(expected.figures().reusedTokens()).isZero();
    return result;
  }

  @Test
  void onlyWhatIsNewIsRead() {
    Generator cached = Generator.of(target).withPromptCache(new PromptCache(1, 400));
    int[] prompt = IntStream.range(0, 50).toArray();
    GenerationRequest first = GenerationRequest.of(prompt).withMaxTokens(20);
    GenerationResult written = cached.generate(first, GenerationListener.SILENT);
    assertThat(written.figures().reusedTokens()).isZero();
    int[] next =
        IntStream.concat(
                Arrays.stream(prompt),
                IntStream.concat(Arrays.stream(written.ids()), IntStream.of(3, 4, 5)))
            .toArray();
    target.forwards.clear();
    GenerationResult second =
        cached.generate(GenerationRequest.of(next).withMaxTokens(1), GenerationListener.SILENT);
    // The last written token was never run.
    assertThat(second.figures().reusedTokens()).isEqualTo(50 + 20 - 1);
    assertThat(target.forwards).containsExactly(new TableTarget.Forward(69, 4, 1));
    assertThat(target.states()).isEqualTo(1);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("loops")
  void aHybridTargetComesBackToItsCheckpoint(GoldenCase c) {
    try (ModelPair pair =
        ModelPair.open(c.folder().resolve("target"), PairOptions.defaults().withThreads(1))) {
      PromptCache cache = new PromptCache(1, 100);
      Generator cached = pair.generator().withWholeBlocks().withPromptCache(cache);
      GenerationRequest request =
          GenerationRequest.of(IntStream.range(1, 31).toArray()).withMaxTokens(20);
      int[] first = cached.generate(request, GenerationListener.SILENT).ids();
      long bytes = cache.bytes();
      for (int round = 0; round < 3; round++) {
        GenerationResult again = cached.generate(request, GenerationListener.SILENT);
        assertThat(again.figures().reusedTokens()).isEqualTo(29);
        assertThat(again.ids()).isEqualTo(first);
      }
      assertThat(cache.bytes()).as("the checkpoint is taken over").isEqualTo(bytes);
    }
  }

  @Test
  void theSamePromptIsReadFromItsLastTokenOn() {
    Generator cached = Generator.of(target).withPromptCache(new PromptCache(1, 400));
    GenerationRequest request = GenerationRequest.of(IntStream.range(0, 50).toArray());
    cached.generate(request, GenerationListener.SILENT);
    assertThat(cached.generate(request, GenerationListener.SILENT).figures().reusedTokens())
        .isEqualTo(49);
  }

  @Test
  void aConversationIsNotGivenUpForAFewCommonTokens() {
    PromptCache cache = new PromptCache(2, 400);
    Generator cached = Generator.of(target).withPromptCache(cache);
    int[] conversation = IntStream.range(0, 60).toArray();
    GenerationRequest one = GenerationRequest.of(conversation).withMaxTokens(2);
    int[] other = {0, 1, 2, 40, 41};
    GenerationRequest two = GenerationRequest.of(other).withMaxTokens(2);
    cached.generate(one, GenerationListener.SILENT);
    assertThat(cached.generate(two, GenerationListener.SILENT).figures().reusedTokens()).isZero();
    assertThat(target.states()).isEqualTo(2);
    assertThat(cached.generate(one, GenerationListener.SILENT).figures().reusedTokens())
        .isEqualTo(59);
    GenerationRequest three = GenerationRequest.of(50, 51, 52).withMaxTokens(2);
    cached.generate(three, GenerationListener.SILENT);
    assertThat(target.states()).as("no more than two sequences").isEqualTo(2);
    assertThat(cached.generate(one, GenerationListener.SILENT).figures().reusedTokens())
        .as("the one unused for longest made room")
        .isEqualTo(59);
  }

  @Test
  void aRequestThatIsTooLongOrFindsNothingFreeRunsWithoutTheCache() throws Exception {
    PromptCache cache = new PromptCache(1, 30);
    Generator cached = Generator.of(target).withPromptCache(cache);
    GenerationRequest request = GenerationRequest.of(1, 2, 3).withMaxTokens(28);
    assertThat(cached.generate(request, GenerationListener.SILENT).ids()).hasSize(28);
    assertThat(cache.bytes()).isZero();
    GenerationRequest fits = request.withMaxTokens(27);
    List<GenerationResult> nested = new ArrayList<>();
    GenerationListener asking =
        new GenerationListener() {
          @Override
          public void tokens(GenerationStep step) {
            if (nested.isEmpty()) {
              nested.add(null);
              nested.add(cached.generate(fits, GenerationListener.SILENT));
            }
          }
        };
    GenerationResult outer = cached.generate(fits, asking);
    assertThat(nested.get(1).ids()).isEqualTo(outer.ids());
    long bytes = cache.bytes();
    assertThat(bytes).isPositive();
    cached.generate(fits, GenerationListener.SILENT);
    assertThat(cache.bytes()).isEqualTo(bytes);
  }

  @Test
  void aFailedGenerationLeavesNothingInTheCacheAndACancelledOneDoes() {
    PromptCache cache = new PromptCache(1, 400);
    Generator cached = Generator.of(target).withPromptCache(cache);
    GenerationRequest request = GenerationRequest.of(IntStream.range(0, 20).toArray());
    target.failingAt(3);
    assertThatThrownBy(() -> cached.generate(request, GenerationListener.SILENT))
        .hasMessage("planted failure");
    assertThat(cache.bytes()).isZero();
    assertThat(cached.generate(request, GenerationListener.SILENT).figures().reusedTokens())
        .isZero();
    Cancellation cancellation = new Cancellation();
    cancellation.cancel();
    cached.generate(request, GenerationListener.SILENT, cancellation);
    assertThat(cached.generate(request, GenerationListener.SILENT).figures().reusedTokens())
        .isEqualTo(19);
  }

  @Test
  void otherModelsDoNotMeetInACache() {
    PromptCache cache = new PromptCache(1, 100);
    TableTarget other = new TableTarget(64, 400, Continuation.ofWholeHistory(64, 2));
    GenerationRequest request = GenerationRequest.of(1, 2, 3, 4, 5, 6).withMaxTokens(9);
    Generator first = Generator.of(target).withPromptCache(cache);
    Generator second = Generator.of(other).withPromptCache(cache);
    for (int round = 0; round < 3; round++) {
      for (Generator generator : List.of(first, second)) {
        GenerationResult result = generator.generate(request, GenerationListener.SILENT);
        assertThat(result.figures().reusedTokens()).isZero();
      }
    }
    assertThat(target.states()).isEqualTo(3);
  }

  @Test
  @DisplayName("B179, K: parallel requests with a common beginning")
  void parallelRequestsGetTheirOwnTexts() throws Exception {
    ScriptedDraft draft = ScriptedDraft.wrongInSlots(target, BLOCK, slot -> slot > 4);
    Generator fresh = Generator.of(target).withDraft(draft).withWholeBlocks();
    Generator cached = fresh.withPromptCache(new PromptCache(3, 400));
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        int thread = t;
        running.add(
            threads.submit(() -> {
              Random random = new Random(thread);
              for (int round = 0; round < 60; round++) {
                int[] prompt = IntStream.range(0, 20 + random.nextInt(20)).toArray();
                prompt[prompt.length - 1] = random.nextInt(64);
                GenerationRequest request = GenerationRequest.of(prompt).withMaxTokens(30);
                assertSame(cached, fresh, request, "thread " + thread + ", round " + round);
              }
            }));
      }
      for (Future<?> future : running) {
        future.get();
      }
    }
  }

  @Test
  void severalTextsReadThePromptOnceAndHaveTheirOwnSeeds() {
    Generator generator = Generator.of(target);
    int[] prompt = IntStream.range(0, 60).toArray();
    GenerationRequest request =
        GenerationRequest.of(prompt).withMaxTokens(12).withSampling(Sampling.at(3).withSeed(5));
    List<Integer> finished = new ArrayList<>();
    List<GenerationResult> results =
        generator.generateChoices(
            request,
            3,
            choice ->
                new GenerationListener() {
                  @Override
                  public void finish(GenerationResult result) {
                    finished.add(choice);
                  }
                },
            new Cancellation());
    assertThat(finished).containsExactly(0, 1, 2);
    for (int i = 0; i < 3; i++) {
      GenerationRequest alone = request.withSampling(Sampling.at(3).withSeed(5 + i));
      assertThat(results.get(i).ids())
          .isEqualTo(generator.generate(alone, GenerationListener.SILENT).ids());
      assertThat(results.get(i).figures().reusedTokens()).isEqualTo(i == 0 ? 0 : 59);
    }
    assertThat(results.get(0).ids()).isNotEqualTo(results.get(1).ids());
    assertThatThrownBy(() ->
            generator.generateChoices(
                request, 0, choice -> GenerationListener.SILENT, new Cancellation()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not 0");
  }

  @Test
  void aCancellationEndsAllTexts() {
    Cancellation cancellation = new Cancellation();
    List<GenerationResult> results =
        Generator.of(target)
            .generateChoices(
                GenerationRequest.of(1, 2).withMaxTokens(9),
                5,
                choice ->
                    new GenerationListener() {
                      @Override
                      public void tokens(GenerationStep step) {
                        if (choice == 1) {
                          cancellation.cancel();
                        }
                      }
                    },
                cancellation);
    assertThat(results)
        .extracting(GenerationResult::finish)
        .containsExactly(FinishReason.LENGTH, FinishReason.CANCELLED);
  }

  @Test
  void aCacheOfNothingIsRefused() {
    assertThatThrownBy(() -> new PromptCache(0, 10)).hasMessageContaining("0 sequences");
    assertThatThrownBy(() -> new PromptCache(1, 0)).hasMessageContaining("0 tokens");
  }
}
