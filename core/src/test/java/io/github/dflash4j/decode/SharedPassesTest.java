/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.sampling.Sampling;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Generations that share the passes of a target: each one is what it is alone. */
@Timeout(300)
class SharedPassesTest {
  private static final long SEED = 20261130;

  /** Waits for everybody, on a clock that stands still. */
  private static BatchingTarget patient(ModelPair pair, int rows) {
    return BatchingTarget.of(pair.target(), rows, nanos -> TimeUnit.SECONDS.toNanos(60), () -> 0);
  }

  private static Generator over(BatchingTarget target, ModelPair pair, boolean drafting) {
    Generator generator = Generator.of(target).withTokenizer(pair.tokenizer().orElseThrow());
    return drafting ? generator.withDraft(pair.draft().orElseThrow()) : generator;
  }

  @ParameterizedTest
  @CsvSource({"1, false", "1, true", "2, true"})
  @DisplayName("B175: four equal requests take far fewer passes than one after the other")
  void equalRequestsReallyShare(int generation, boolean drafting) throws Exception {
    try (ModelPair pair = StoriesPair.open(generation)) {
      GenerationRequest request =
          pair.request(StoriesPair.PROMPTS.get(1))
              .withMaxTokens(60)
              .withIgnoredStops(true)
              .withBlock(drafting ? 6 : 1);
      BatchingTarget serial = patient(pair, 24);
      GenerationResult alone =
          over(serial, pair, drafting).generate(request, GenerationListener.SILENT);
      for (int n = 1; n < 4; n++) {
        over(serial, pair, drafting).generate(request, GenerationListener.SILENT);
      }
      BatchingTarget shared = patient(pair, 24);
      Generator generator = over(shared, pair, drafting);
      CyclicBarrier start = new CyclicBarrier(4);
      List<GenerationResult> results =
          together(4, false, Collections.nCopies(4, () -> generator.generate(request, at(start))));
      for (GenerationResult result : results) {
        assertThat(result.ids()).isEqualTo(alone.ids());
        assertThat(result.text()).isEqualTo(alone.text());
        assertThat(result.steps()).isEqualTo(alone.steps());
      }
      assertThat(serial.figures().shared()).isZero();
      assertThat(serial.figures().passes()).isEqualTo(4L * alone.steps().size());
      assertThat(shared.figures().calls()).isEqualTo(serial.figures().calls());
      assertThat(shared.figures().rows()).isEqualTo(serial.figures().rows());
      assertThat(shared.figures().passes())
          .isLessThanOrEqualTo(serial.figures().passes() * 60 / 100);
    }
  }

  /** Begins behind the prompt when all others are there. */
  private static GenerationListener at(CyclicBarrier start) {
    boolean[] begun = {false};
    return new GenerationListener() {
      @Override
      public void tokens(GenerationStep step) {
        if (!begun[0]) {
          begun[0] = true;
          try {
            start.await();
          } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
          }
        }
      }
    };
  }

  private static <T> List<T> together(int threads, boolean virtual, List<Callable<T>> tasks)
      throws Exception {
    // As many at a time on virtual threads too.
    Semaphore free = new Semaphore(threads);
    try (ExecutorService executor =
        virtual
            ? Executors.newVirtualThreadPerTaskExecutor()
            : Executors.newFixedThreadPool(threads)) {
      List<Future<T>> futures = new ArrayList<>();
      for (Callable<T> task : tasks) {
        futures.add(
            executor.submit(() -> {
              free.acquire();
              try {
                return task.call();
              } finally {
                free.release();
              }
            }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get());
      }
      return results;
    }
  }

  /** Greedy and seeded, plain and drafted, with stop strings and logprobs, of several lengths. */
  private static List<GenerationRequest> requests(ModelPair pair, Random random) {
    List<GenerationRequest> requests = new ArrayList<>();
    int widest = 1 + pair.draft().orElseThrow().maxProposed();
    for (int i = 0; i < 16; i++) {
      GenerationRequest request =
          pair.tokenizer().isPresent()
              ? pair.request(StoriesPair.PROMPTS.get(i))
              : GenerationRequest.of(
                  random.ints(1 + random.nextInt(30), 0, pair.generator().vocabulary()).toArray());
      request = request.withMaxTokens(5 + random.nextInt(50)).withBlock(1 + random.nextInt(widest));
      requests.add(
          switch (i % 4) {
            case 0 -> request;
            case 1 -> request.withSampling(Sampling.at(0.9).withSeed(i)).withLogprobs(2);
            case 2 -> request.withLogprobs(1).withIgnoredStops(true);
            default ->
                pair.tokenizer().isPresent() ? request.withStopStrings(List.of(" the")) : request;
          });
    }
    return requests;
  }

  /** A pair with the number of its threads. */
  @FunctionalInterface
  private interface Opening {
    ModelPair open(PairOptions options);
  }

  private static Opening opening(String name) {
    Path goldens = GoldenCase.root();
    return switch (name) {
      case "stories" ->
          options ->
              ModelPair.open(
                  StoriesPair.TARGET,
                  StoriesPair.draft(2),
                  options.withContext(StoriesPair.CONTEXT));
      case "mtp" ->
          options ->
              ModelPair.openWithMtp(
                  goldens.resolve("gguf/qwen35_tiny/qwen35_tiny-F32.gguf"), 3, options);
      default ->
          options -> {
            Path folder = goldens.resolve(name);
            return ModelPair.open(folder.resolve("target"), folder.resolve("draft"), options);
          };
    };
  }

  // Drafts run on the threads of the same team as the shared passes beside them.
  @ParameterizedTest
  @CsvSource({
    "stories, 1, false",
    "stories, 2, true",
    "stories, 3, false",
    "loop/dense_gen2, 2, false",
    "loop/hybrid_gen2, 2, true",
    "loop/hybrid_gen2, 3, false",
    "mtp, 2, false",
    "mtp, 3, true",
  })
  @DisplayName("B098, B100, B176, B178: different requests, each with the text it has alone")
  void mixedRequestsAreThoseOfLoneRuns(String name, int threads, boolean virtual) throws Exception {
    PairOptions options = PairOptions.defaults().withThreads(threads);
    try (ModelPair pair = opening(name).open(options);
        ModelPair sharing = opening(name).open(options.withSharedPasses(16))) {
      assertThat(pair.batching()).isEmpty();
      List<GenerationRequest> requests = requests(pair, new Random(SEED));
      List<Callable<GenerationResult>> tasks = new ArrayList<>();
      List<GenerationResult> alone = new ArrayList<>();
      for (GenerationRequest request : requests) {
        alone.add(pair.generate(request, GenerationListener.SILENT));
        tasks.add(() -> sharing.generate(request, GenerationListener.SILENT));
      }
      long calls = 0;
      for (int parallel : new int[] {2, 4, 8}) {
        List<GenerationResult> results = together(parallel, virtual, tasks);
        for (int i = 0; i < results.size(); i++) {
          String what = parallel + " at a time, request " + i + ", seed " + SEED;
          assertThat(results.get(i).ids()).as(what).isEqualTo(alone.get(i).ids());
          assertThat(results.get(i).text()).as(what).isEqualTo(alone.get(i).text());
          assertThat(results.get(i).finish()).as(what).isEqualTo(alone.get(i).finish());
          assertThat(results.get(i).steps()).as(what).isEqualTo(alone.get(i).steps());
          calls += results.get(i).steps().size();
        }
      }
      BatchFigures figures = sharing.batching().orElseThrow().figures();
      assertThat(figures.calls()).isEqualTo(calls);
      assertThat(figures.passes()).isLessThanOrEqualTo(calls);
    }
  }

  @Test
  @DisplayName("B149, B151: cancelled and failing generations leave the others alone")
  void whoeverIsCancelledOrFailsLeavesTheOthers() throws Exception {
    try (ModelPair pair = StoriesPair.open(2)) {
      Generator generator = over(patient(pair, 16), pair, true).withPromptCache(cache());
      List<GenerationResult> alone = new ArrayList<>();
      List<GenerationRequest> requests = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        requests.add(
            pair.request(StoriesPair.PROMPTS.get(i % 20)).withMaxTokens(40).withBlock(1 + i % 5));
        alone.add(pair.generate(requests.get(i), GenerationListener.SILENT));
      }
      Random random = new Random(SEED);
      for (int round = 0; round < 4; round++) {
        List<Callable<GenerationResult>> tasks = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
          int at = random.nextInt(8);
          GenerationRequest request = requests.get(i);
          Cancellation cancellation = new Cancellation();
          GenerationListener listener =
              switch (i % 3) {
                case 0 -> GenerationListener.SILENT;
                case 1 -> after(at, cancellation::cancel);
                default ->
                    after(
                        at,
                        () -> {
                          throw new ArithmeticException("planted");
                        });
              };
          tasks.add(() -> {
            try {
              return generator.generate(request, listener, cancellation);
            } catch (ArithmeticException e) {
              assertThat(e).hasMessage("planted");
              return null;
            }
          });
        }
        List<GenerationResult> results = together(6, round % 2 == 0, tasks);
        for (int i = 0; i < results.size(); i++) {
          String what = "round " + round + ", request " + i + ", seed " + SEED;
          int[] whole = alone.get(i).ids();
          switch (i % 3) {
            case 0 -> assertThat(results.get(i).ids()).as(what).isEqualTo(whole);
            case 1 -> {
              int[] ids = results.get(i).ids();
              assertThat(ids).as(what).isEqualTo(Arrays.copyOf(whole, ids.length));
            }
            default -> {}
          }
        }
        assertThat(results).contains((GenerationResult) null);
      }
    }
  }

  private static PromptCache cache() {
    return new PromptCache(4, 200);
  }

  private static GenerationListener after(int steps, Runnable what) {
    int[] seen = {0};
    return new GenerationListener() {
      @Override
      public void tokens(GenerationStep step) {
        if (seen[0]++ == steps) {
          what.run();
        }
      }
    };
  }

  @Test
  void anInterruptedGenerationEndsAndTheOthersGoOn() throws Exception {
    try (ModelPair pair = StoriesPair.open(1)) {
      GenerationRequest request =
          pair.request(StoriesPair.PROMPTS.getFirst()).withMaxTokens(300).withIgnoredStops(true);
      int[] whole = pair.generate(request.withoutDraft(), GenerationListener.SILENT).ids();
      Generator generator = over(patient(pair, 16), pair, false);
      try (ExecutorService executor = Executors.newFixedThreadPool(3)) {
        List<Future<GenerationResult>> others = new ArrayList<>();
        CyclicBarrier start = new CyclicBarrier(3);
        for (int n = 0; n < 2; n++) {
          others.add(executor.submit(() -> generator.generate(request, at(start))));
        }
        Future<GenerationResult> interrupted =
            executor.submit(() ->
                generator.generate(
                    request, both(at(start), after(9, () -> Thread.currentThread().interrupt()))));
        for (Future<GenerationResult> other : others) {
          assertThat(other.get().ids()).isEqualTo(whole);
        }
        try {
          // It may have led every pass to its end.
          assertThat(interrupted.get().ids()).isEqualTo(whole);
        } catch (ExecutionException e) {
          assertThat(e.getCause()).isInstanceOf(CancellationException.class);
        }
      }
    }
  }

  private static GenerationListener both(GenerationListener first, GenerationListener second) {
    return new GenerationListener() {
      @Override
      public void tokens(GenerationStep step) {
        first.tokens(step);
        second.tokens(step);
      }
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"stories", "loop/hybrid_gen2", "mtp"})
  @DisplayName("B157, B158, B160: cached sequences go back to any length and share passes")
  void cachedSequencesGoBackInSharedPasses(String name) throws Exception {
    PairOptions options = PairOptions.defaults().withThreads(2);
    try (ModelPair pair = opening(name).open(options);
        ModelPair sharing = opening(name).open(options.withSharedPasses(24))) {
      int context = Math.min(160, pair.target().spec().contextLength());
      PromptCache cache = new PromptCache(3, context);
      Generator fresh = pair.generator().withWholeBlocks();
      Generator cached = sharing.generator().withWholeBlocks().withPromptCache(cache);
      List<Callable<Integer>> chains = new ArrayList<>();
      for (int chain = 0; chain < 5; chain++) {
        Random random = new Random(SEED + chain);
        List<GenerationRequest> requests = new ArrayList<>();
        List<GenerationResult> expected = new ArrayList<>();
        int[] written = {1 + chain};
        for (int round = 0; round < 12; round++) {
          int kept = random.nextInt(Math.min(written.length, context - 45) + 1);
          int[] prompt = Arrays.copyOf(written, kept + 1 + random.nextInt(4));
          for (int i = kept; i < prompt.length; i++) {
            prompt[i] = random.nextInt(pair.generator().vocabulary());
          }
          GenerationRequest request =
              GenerationRequest.of(prompt)
                  .withMaxTokens(1 + random.nextInt(40))
                  .withStopIds(Set.of());
          GenerationResult result = fresh.generate(request, GenerationListener.SILENT);
          requests.add(request);
          expected.add(result);
          written = IntStream.concat(Arrays.stream(prompt), Arrays.stream(result.ids())).toArray();
        }
        int number = chain;
        chains.add(() -> {
          for (int round = 0; round < requests.size(); round++) {
            GenerationResult result =
                cached.generate(requests.get(round), GenerationListener.SILENT);
            String what = "chain " + number + ", round " + round + ", seed " + SEED;
            assertThat(result.ids()).as(what).isEqualTo(expected.get(round).ids());
            assertThat(result.steps()).as(what).isEqualTo(expected.get(round).steps());
          }
          return requests.size();
        });
      }
      together(5, false, chains);
      assertThat(cache.tokensReused()).isPositive();
    }
  }

  @Test
  void aPairSharesPassesIfItIsToldTo() {
    PairOptions options = StoriesPair.options();
    assertThat(options.sharedRows()).isZero();
    assertThat(options.withSharedPasses(3).withThreads(2).withContext(40).sharedRows())
        .isEqualTo(3);
    assertThatThrownBy(() -> options.withSharedPasses(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
    ModelPair kept;
    try (ModelPair pair =
        ModelPair.open(StoriesPair.TARGET, StoriesPair.draft(2), options.withSharedPasses(5))) {
      kept = pair;
      BatchingTarget sharing = pair.batching().orElseThrow();
      assertThat(pair.target()).isSameAs(sharing);
      assertThat(sharing.sharedRows()).isEqualTo(5);
      pair.warmUp(java.time.Duration.ofMillis(1));
      assertThat(sharing.figures().passes()).isZero();
      Generator copy = Generator.of(sharing.alone()).withSharedPasses(7);
      assertThat(copy.target()).isInstanceOf(BatchingTarget.class);
      copy.generate(GenerationRequest.of(1, 2).withMaxTokens(3), GenerationListener.SILENT);
    }
    assertThatThrownBy(() ->
            kept.generator()
                .generate(GenerationRequest.of(1, 2).withMaxTokens(3), GenerationListener.SILENT))
        .isInstanceOf(IllegalStateException.class);
  }
}
