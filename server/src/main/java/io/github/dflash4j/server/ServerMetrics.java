/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.BatchingTarget;
import io.github.dflash4j.decode.GenerationFigures;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What the server counts, in the form of Prometheus. Thread-safe. */
final class ServerMetrics {
  private static final String PREFIX = "dflash4j.";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Set<String> paths;
  private final Counter prompt = counter("prompt.tokens", "Tokens of prompts");
  private final Counter cached = counter("prompt.cached.tokens", "Those that were not read again");
  private final Counter written = counter("completion.tokens", "Tokens written");
  private final Counter passes = counter("target.passes", "Passes of the target behind prompts");
  private final Counter drafted = counter("drafted.tokens", "Drafted tokens that were verified");
  private final Counter accepted = counter("accepted.tokens", "Those that were accepted");
  private final Counter fallback =
      counter("fallback.steps", "Plain steps where a draft could have been asked");
  private final Timer firstToken = timer("first.token", "From arrival to the first token");
  private final Timer generation = timer("generation", "From arrival to the end of the text");

  /**
   * @param paths those that are counted by name
   */
  ServerMetrics(Set<String> paths) {
    this.paths = paths;
  }

  private Counter counter(String name, String description) {
    return Counter.builder(PREFIX + name).description(description).register(registry);
  }

  private Timer timer(String name, String description) {
    return Timer.builder(PREFIX + name)
        .description(description)
        .publishPercentileHistogram(false)
        .register(registry);
  }

  /** Shows what is going on. */
  void watch(GenerationQueue queue, ServedPair served) {
    gauge("requests.running", "Generations at the moment", queue::running);
    gauge("requests.waiting", "Requests that wait for their turn", queue::waiting);
    served.cache().ifPresent(cache -> gauge("cache.bytes", "Memory of kept prompts", cache::bytes));
    if (served.generator().target() instanceof BatchingTarget batching) {
      FunctionCounter.builder(PREFIX + "passes", batching, t -> t.figures().passes())
          .description("Passes of the target, which generations may share")
          .register(registry);
      FunctionCounter.builder(PREFIX + "passes.shared", batching, t -> t.figures().shared())
          .description("Those with rows of several generations")
          .register(registry);
    }
  }

  private void gauge(String name, String description, Supplier<Number> value) {
    Gauge.builder(PREFIX + name, value).description(description).register(registry);
  }

  void answered(String path, int status, long sinceNanos) {
    Timer.builder(PREFIX + "http.requests")
        .description("Requests by path and status")
        .tag("path", paths.contains(path) ? path : "other")
        .tag("status", Integer.toString(status))
        .register(registry)
        .record(System.nanoTime() - sinceNanos, TimeUnit.NANOSECONDS);
  }

  void ended(EndCause cause) {
    Counter.builder(PREFIX + "requests.ended")
        .description("Generations ended before their text was complete")
        .tag("cause", cause.name().toLowerCase(Locale.ROOT))
        .register(registry)
        .increment();
  }

  void firstToken(long sinceNanos) {
    firstToken.record(System.nanoTime() - sinceNanos, TimeUnit.NANOSECONDS);
  }

  void completed(long sinceNanos) {
    generation.record(System.nanoTime() - sinceNanos, TimeUnit.NANOSECONDS);
  }

  /** Counts one text. */
  void wrote(GenerationFigures figures) {
    prompt.increment(figures.promptTokens());
    cached.increment(figures.reusedTokens());
    written.increment(figures.emitted());
    passes.increment(figures.targetPasses());
    drafted.increment(figures.drafted());
    accepted.increment(figures.accepted());
    fallback.increment(figures.speculation().fallbackSteps());
  }

  /** The text for Prometheus. */
  String scrape() {
    return registry.scrape();
  }
}
