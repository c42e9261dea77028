/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import io.github.dflash4j.kernel.Activations;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.target.StateRows;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetOptions;
import io.github.dflash4j.target.TargetSpec;
import io.github.dflash4j.target.TargetState;
import io.github.dflash4j.target.Targets;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.Tensor;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;

/**
 * Prompt, plain steps, verify blocks, commit and roll back of one target: times, tokens per second,
 * bytes touched per token and peak memory. Meant for hybrid targets, where a commit replays rows.
 */
public final class HybridRun {
  private static final String NAMED = "DFLASH4J_TEST_TARGET";
  private static final int CHUNK = 64;
  private static final int[] BLOCKS = {1, 2, 4, 8, 16};
  private static final int WIDEST = 16;
  private static final double MEBI = 1 << 20;

  private final PrintStream out;
  private final Target target;
  private final int prompt;
  private final int repeats;
  private final int[] tokens;
  private final TargetState state;

  private HybridRun(PrintStream out, Target target, int prompt, int repeats) {
    this.out = out;
    this.target = target;
    this.prompt = prompt;
    this.repeats = repeats;
    int capacity = prompt + 2 * repeats + WIDEST;
    this.tokens = new Random(1).ints(capacity, 0, target.spec().vocabulary()).toArray();
    this.state = target.newState(capacity, new StateRows(CHUNK, WIDEST));
  }

  /**
   * Runs it.
   *
   * @param args a GGUF file or folder, or nothing for the one that {@code DFLASH4J_TEST_TARGET}
   *     names; then, all optional, threads, rows of the prompt, repeats of each measurement
   */
  public static void main(String... args) {
    System.exit(run(System.out, System.err, System.getenv(), args));
  }

  /** Does it and gives the exit code. */
  static int run(
      PrintStream out, PrintStream err, Map<String, String> environment, String... args) {
    String path = args.length > 0 ? args[0] : environment.get(NAMED);
    if (path == null) {
      err.println(
          "usage: HybridRun TARGET [threads [prompt [repeats]]]; without TARGET the one that"
              + " "
              + NAMED
              + " names");
      return 2;
    }
    try {
      int threads = number(args, 1, Runtime.getRuntime().availableProcessors());
      try (Compute compute = Compute.host(threads);
          Target target = open(Path.of(path), compute)) {
        out.println(target.spec().describe());
        out.println(
            compute.kernels().name()
                + ", "
                + threads
                + " threads, activations "
                + target.compute().activations().label()
                + ", Java "
                + System.getProperty("java.version"));
        new HybridRun(out, target, number(args, 2, 128), number(args, 3, 5)).measure();
      }
      return 0;
    } catch (IllegalArgumentException | ModelFileException e) {
      err.println(e.getMessage());
      return 2;
    }
  }

  /** With the activations that a target has where nothing else is asked for. */
  private static Target open(Path path, Compute compute) {
    return Targets.open(path, TargetOptions.asStated(), compute.withActivations(Activations.INT8));
  }

  private static int number(String[] args, int at, int otherwise) {
    int number = args.length > at ? Integer.parseInt(args[at]) : otherwise;
    if (number < 1) {
      throw new IllegalArgumentException("at least 1 is needed, not " + number);
    }
    return number;
  }

  private void measure() {
    sizes();
    long start = System.nanoTime();
    for (int at = 0; at < prompt; at += CHUNK) {
      target.read(state, tokens, at, Math.min(CHUNK, prompt - at), 1);
    }
    line("prompt", System.nanoTime() - start, prompt);
    steps(repeats); // the first ones run code that is not compiled yet
    line("plain steps", steps(repeats), repeats);
    for (int rows : BLOCKS) {
      block(rows);
    }
    memory();
  }

  private long steps(int count) {
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      target.forward(state, tokens, state.length(), 1, 1);
      state.commit(1);
    }
    return System.nanoTime() - start;
  }

  /** A verify block that is rolled back each time, and one that is kept as a whole. */
  private void block(int rows) {
    long verify =
        median(() -> {
          long start = System.nanoTime();
          target.forward(state, tokens, 0, rows, rows);
          return System.nanoTime() - start;
        });
    long rollback =
        median(() -> {
          target.forward(state, tokens, 0, 1, 0);
          long start = System.nanoTime();
          state.commit(0);
          return System.nanoTime() - start;
        });
    state.checkpoint();
    int length = state.length();
    long commit =
        median(() -> {
          target.forward(state, tokens, 0, rows, 0);
          long start = System.nanoTime();
          state.commit(rows);
          long nanos = System.nanoTime() - start;
          state.rewind(length);
          return nanos;
        });
    out.printf(
        Locale.ROOT,
        "%2d rows: verify %.1f ms, commit of all %.2f ms (%.1f %% of verify), roll back %.3f ms%n",
        rows,
        verify / 1e6,
        commit / 1e6,
        100.0 * commit / verify,
        rollback / 1e6);
  }

  private long median(LongSupplier measurement) {
    long[] nanos = new long[repeats];
    Arrays.setAll(nanos, i -> measurement.getAsLong());
    Arrays.sort(nanos);
    return nanos[repeats / 2];
  }

  private void line(String what, long nanos, int count) {
    out.printf(
        Locale.ROOT,
        "%s: %d tokens in %.2f s, %.2f tokens/s%n",
        what,
        count,
        nanos / 1e9,
        count * 1e9 / nanos);
  }

  private void sizes() {
    TargetSpec s = target.spec();
    long weights = 0;
    for (Tensor t : target.weights().tensors().values()) {
      boolean rowsOnly = t.name().contains("embd") || t.name().contains("embed_tokens");
      boolean prediction = t.name().contains("nextn") || t.name().startsWith("mtp.");
      weights += rowsOnly && !s.tiedHead() || prediction ? 0 : t.data().byteSize();
    }
    out.printf(
        Locale.ROOT,
        "touched per plain token: weights %.1f MiB, recurrent state %.1f MiB read for the pass and"
            + " %.1f MiB read and written by the commit, keys and values %.4f MiB a position%n",
        weights / MEBI,
        s.recurrentStateBytes() / MEBI,
        s.recurrentStateBytes() / MEBI,
        s.keyValueBytesPerToken() / MEBI);
    out.printf(
        Locale.ROOT,
        "tape of %d rows: %.1f MiB; state of this run: %.1f MiB%n",
        WIDEST,
        WIDEST * s.tapeBytesPerRow() / MEBI,
        state.bytes() / MEBI);
  }

  private void memory() {
    Runtime runtime = Runtime.getRuntime();
    out.printf(
        Locale.ROOT,
        "heap in use %.1f MiB, mapped weights %.1f MiB, %s%n",
        (runtime.totalMemory() - runtime.freeMemory()) / MEBI,
        target.weights().bytesMapped() / MEBI,
        peak());
  }

  /** The peak of resident memory where the system tells it. */
  private static String peak() {
    try {
      return Files.readAllLines(Path.of("/proc/self/status")).stream()
          .filter(line -> line.startsWith("VmHWM"))
          .map(line -> "peak resident " + line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("peak resident memory not known");
    } catch (IOException e) {
      return "peak resident memory not known";
    }
  }
}
