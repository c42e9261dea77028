/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import io.github.dflash4j.kernel.Activations;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetOptions;
import io.github.dflash4j.target.Targets;
import io.github.dflash4j.weights.ModelFileException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * How much slower decoding gets where other threads want the processors too. Threads that wait for
 * each other by spinning can lose a hundred times. A fair share of the processors is threads and
 * busy threads over processors, 3 with twice as many busy threads as processors; what comes on top
 * of it is lost by waiting, for which the bar is a quarter. Turns without and with them alternate.
 */
public final class CrowdedRun {
  /** Of the fair share. */
  static final double BAR = 1.25;

  private static final Set<String> OPTIONS =
      Set.of("--target", "--threads", "--busy", "--tokens", "--rounds");
  private static final String USAGE =
      "usage: CrowdedRun --target FILE [--threads N] [--busy N] [--tokens N] [--rounds N]";
  private static final int DEPTH = 16;

  private final PrintStream out;
  private final Map<String, String> options;

  private CrowdedRun(PrintStream out, Map<String, String> options) {
    this.out = out;
    this.options = options;
  }

  /**
   * Measures and prints.
   *
   * @param args the options of the README
   */
  public static void main(String... args) {
    System.exit(run(System.out, System.err, args));
  }

  /** Does it and gives the exit code. */
  static int run(PrintStream out, PrintStream err, String... args) {
    try {
      new CrowdedRun(out, options(args)).measure();
      return 0;
    } catch (IllegalArgumentException e) {
      err.println(e.getMessage());
      return 2;
    } catch (ModelFileException e) {
      err.println("cannot measure: " + e.getMessage());
      return 1;
    }
  }

  private static Map<String, String> options(String... args) {
    Map<String, String> options = new LinkedHashMap<>();
    for (int i = 0; i < args.length; i += 2) {
      if (!OPTIONS.contains(args[i]) || i + 1 == args.length) {
        throw new IllegalArgumentException("not understood: " + args[i] + "; " + USAGE);
      }
      options.put(args[i], args[i + 1]);
    }
    if (!options.containsKey("--target")) {
      throw new IllegalArgumentException(USAGE);
    }
    return options;
  }

  private int number(String name, int fallback) {
    String given = options.getOrDefault(name, String.valueOf(fallback));
    try {
      int number = Integer.parseInt(given);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(name + " needs a whole number above 0, not " + given);
  }

  private void measure() {
    RunConditions conditions = new RunConditions();
    int processors = Runtime.getRuntime().availableProcessors();
    int threads = number("--threads", processors);
    int busy = number("--busy", 2 * processors);
    int tokens = number("--tokens", 64);
    int rounds = number("--rounds", 5);
    try (Compute compute = Compute.host(threads).withActivations(Activations.INT8);
        Target target =
            Targets.open(Path.of(options.get("--target")), TargetOptions.asStated(), compute)) {
      ModelRun run = new ModelRun(target);
      run.generation(DEPTH, 2 * tokens);
      long[] alone = new long[rounds];
      long[] crowded = new long[rounds];
      for (int round = 0; round < rounds; round++) {
        alone[round] = sum(run.generation(DEPTH, tokens));
        try (BusyThreads others = BusyThreads.start(busy)) {
          crowded[round] = sum(run.generation(DEPTH, tokens));
          others.requireAlive();
        }
        out.printf(
            Locale.ROOT,
            "round %d: %.2f ms a token alone, %.2f ms beside %d busy threads%n",
            round + 1,
            alone[round] / 1e6 / tokens,
            crowded[round] / 1e6 / tokens,
            busy);
      }
      double slower = (double) ModelRun.median(crowded) / ModelRun.median(alone);
      double fair = Math.max(1, (double) (threads + busy) / Math.max(threads, processors));
      out.printf(
          Locale.ROOT,
          "%d threads on %d processors beside %d busy threads: %.2f times slower; a fair share is"
              + " %.2f, %s the bar of %.2f%n",
          threads,
          processors,
          busy,
          slower,
          fair,
          slower <= BAR * fair ? "within" : "BEYOND",
          BAR * fair);
    }
    conditions.lines().forEach(out::println);
    if (conditions.wasBusy()) {
      out.println("THE MACHINE WAS NOT IDLE: these numbers say little");
    }
  }

  private static long sum(long[] times) {
    long sum = 0;
    for (long time : times) {
      sum += time;
    }
    return sum;
  }
}
