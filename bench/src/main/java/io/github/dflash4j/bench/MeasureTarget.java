/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import io.github.dflash4j.kernel.Activations;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.KernelSelection;
import io.github.dflash4j.measure.MemoryBandwidth;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetOptions;
import io.github.dflash4j.target.Targets;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.TensorStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Measures a whole target in the shape of llama-bench: prompts, generation, and verify blocks of
 * several widths. Ratios come first: they are what moves from machine to machine.
 */
public final class MeasureTarget {
  private static final Set<String> OPTIONS =
      Set.of(
          "--target",
          "--threads",
          "--prompt",
          "--generate",
          "--verify",
          "--depth",
          "--rounds",
          "--activations",
          "--json");
  private static final String USAGE =
      "usage: MeasureTarget --target PATH [--threads N] [--prompt N,N] [--generate N]"
          + " [--verify N,N] [--depth N] [--rounds N] [--activations NAME] [--json FILE]";
  private static final Duration BANDWIDTH_TIME = Duration.ofSeconds(3);
  private static final double GIGA = 1e9;

  private final PrintStream out;
  private final Map<String, String> options;
  private final Map<String, Object> results = new LinkedHashMap<>();

  private MeasureTarget(PrintStream out, Map<String, String> options) {
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
      new MeasureTarget(out, options(args)).measure();
      return 0;
    } catch (IllegalArgumentException e) {
      err.println(e.getMessage());
      return 2;
    } catch (IOException | ModelFileException e) {
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

  private int[] numbers(String name, String fallback) {
    String given = options.getOrDefault(name, fallback);
    try {
      int[] numbers =
          Arrays.stream(given.split(",")).map(String::strip).mapToInt(Integer::parseInt).toArray();
      if (Arrays.stream(numbers).allMatch(n -> n >= 0)) {
        return numbers;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(name + " needs whole numbers such as 1,8, not " + given);
  }

  private int number(String name, int fallback) {
    return numbers(name, String.valueOf(fallback))[0];
  }

  private Activations activations() {
    String name = options.getOrDefault("--activations", Activations.INT8.label());
    return switch (name) {
      case "int8" -> Activations.INT8;
      case "float32" -> Activations.FLOAT32;
      default ->
          throw new IllegalArgumentException(
              "--activations is int8 or float32, not '" + name + "'");
    };
  }

  private void measure() throws IOException {
    RunConditions conditions = new RunConditions();
    int threads = number("--threads", Runtime.getRuntime().availableProcessors());
    int depth = number("--depth", 16);
    int rounds = Math.max(1, number("--rounds", 9));
    int generated = Math.max(1, number("--generate", 32));
    int[] widths = numbers("--verify", "1,2,4,8,16");
    int[] prompts = numbers("--prompt", "128,512");
    Path file = Path.of(options.get("--target"));
    long start = System.nanoTime();
    try (Compute compute = Compute.with(KernelSelection.chosen(), threads);
        Target target =
            Targets.open(file, TargetOptions.asStated(), compute.withActivations(activations()))) {
      double opened = (System.nanoTime() - start) / GIGA;
      ModelRun run = new ModelRun(target);
      warmUp(run, widths, depth);
      blocks(run.blocks(widths, depth, rounds), rounds);
      long[] singles = run.generation(depth, generated);
      // After the model: what opened it may still be compiling beside a measurement before.
      double bandwidth = MemoryBandwidth.measure(compute, BANDWIDTH_TIME).bytesPerSecond();
      generation(singles, bytesPerToken(target.weights()), bandwidth);
      for (int length : prompts) {
        if (length > 0) {
          prompt(length, run.prompt(length));
        }
      }
      say("open_seconds", opened, "opened in %.3f s");
      out.println(file.getFileName() + ", " + target.spec().describe());
      out.println(
          "kernels "
              + KernelSelection.chosen().name()
              + ", activations "
              + target.compute().activations().label()
              + ", "
              + threads
              + " threads");
    }
    conditions.lines().forEach(out::println);
    if (conditions.wasBusy()) {
      out.println("THE MACHINE WAS NOT IDLE: these numbers say little");
    }
    if (options.containsKey("--json")) {
      Files.writeString(Path.of(options.get("--json")), json());
    }
  }

  /** Few rows first: a kernel for many rows compiles badly before those for few. */
  private static void warmUp(ModelRun run, int[] widths, int depth) {
    int[] ascending = Arrays.stream(widths).sorted().toArray();
    for (int i = 1; i <= ascending.length; i++) {
      run.blocks(Arrays.copyOf(ascending, i), depth, 3);
    }
  }

  private void blocks(Map<Integer, long[]> times, int rounds) {
    long one = times.containsKey(1) ? ModelRun.median(times.get(1)) : 0;
    times.forEach((rows, all) -> {
      long median = ModelRun.median(all);
      String ratio =
          one == 0
              ? ""
              : String.format(Locale.ROOT, "verify %d / 1: %.2f, ", rows, (double) median / one);
      long[] sorted = all.clone();
      Arrays.sort(sorted);
      out.printf(
          Locale.ROOT,
          "%s%d rows in %.2f ms (median of %d, %.2f to %.2f)%n",
          ratio,
          rows,
          median / 1e6,
          rounds,
          sorted[0] / 1e6,
          sorted[sorted.length - 1] / 1e6);
      results.put("verify_" + rows + "_ms", median / 1e6);
    });
  }

  private void generation(long[] times, long bytes, double bandwidth) {
    long median = ModelRun.median(times);
    double share = bytes * GIGA / median / bandwidth;
    say("bandwidth_share", share, "plain decoding reads weights at %.2f of the read bandwidth");
    say("gigabytes_per_token", bytes / GIGA, "%.3f GB of weights a token");
    say("bandwidth_gb_per_second", bandwidth / GIGA, "read bandwidth %.1f GB/s");
    say("generation_tokens_per_second", GIGA / median, "generation %.2f tokens/s");
  }

  /** All weights, but an embedding that is not the output head as well: one row of it is read. */
  private static long bytesPerToken(TensorStore weights) {
    boolean ownHead = weights.has("output.weight") || weights.has("lm_head.weight");
    return weights.tensors().values().stream()
        .filter(tensor -> !ownHead || !isEmbedding(tensor.name()))
        .mapToLong(tensor -> tensor.data().byteSize())
        .sum();
  }

  private static boolean isEmbedding(String name) {
    return name.contains("token_embd") || name.contains("embed_tokens");
  }

  private void prompt(int length, long nanos) {
    say(
        "prompt_" + length + "_tokens_per_second",
        length * GIGA / nanos,
        "prompt of " + length + ": %.1f tokens/s");
  }

  private void say(String key, double value, String format) {
    results.put(key, value);
    out.println(String.format(Locale.ROOT, format, value));
  }

  private String json() {
    StringBuilder json = new StringBuilder("{");
    results.forEach((key, value) ->
        json.append(json.length() > 1 ? "," : "")
            .append("\n  \"")
            .append(key)
            .append("\": ")
            .append(value));
    return json.append("\n}\n").toString();
  }
}
