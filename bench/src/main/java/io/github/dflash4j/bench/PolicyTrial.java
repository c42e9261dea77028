/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import io.github.dflash4j.decode.GenerationFigures;
import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.GenerationRequest;
import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.decode.Generator;
import io.github.dflash4j.kernel.Activations;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetOptions;
import io.github.dflash4j.target.Targets;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * What the policy of verify widths costs and gains: plain decoding, every pinned width and the
 * policy in turn, over the same text, with a draft of scripted acceptance.
 */
public final class PolicyTrial {
  private static final int BLOCK = 8;
  private static final int PROMPT = 16;
  private static final String PLAIN = "plain";
  private static final String POLICY = "policy";
  private static final String USAGE =
      "usage: PolicyTrial --target FILE [--scenario NAME] [--tokens N[,N...]] [--start learnt|cold]"
          + " [--rounds N] [--threads N]; scenarios "
          + Arrays.toString(PolicyScenario.values()).toLowerCase(Locale.ROOT);

  private final Target target;
  private final GenerationRequest request;
  private final int[] text;
  private final boolean cold;
  private final PrintStream out;

  /**
   * A trial of one length.
   *
   * @param cold whether the policy knows nothing of the models when a text begins
   */
  private PolicyTrial(Target target, int tokens, boolean cold, PrintStream out) {
    this.target = target;
    this.cold = cold;
    this.out = out;
    int[] prompt = new Random(1).ints(PROMPT, 0, target.spec().vocabulary()).toArray();
    request = GenerationRequest.of(prompt).withMaxTokens(tokens);
    int[] written = Generator.of(target).generate(request, GenerationListener.SILENT).ids();
    text = Arrays.copyOf(prompt, PROMPT + written.length);
    System.arraycopy(written, 0, text, PROMPT, written.length);
  }

  /**
   * Runs scenarios and prints medians and spreads.
   *
   * @param args the options of the README
   */
  public static void main(String... args) {
    System.exit(run(System.out, System.err, args));
  }

  /** Does it and gives the exit code. */
  static int run(PrintStream out, PrintStream err, String... args) {
    Map<String, String> options = new LinkedHashMap<>();
    for (int i = 0; i + 1 < args.length; i += 2) {
      options.put(args[i], args[i + 1]);
    }
    String file = options.remove("--target");
    String named = options.remove("--scenario");
    try {
      int[] lengths =
          Arrays.stream(options.getOrDefault("--tokens", "400").split(","))
              .mapToInt(Integer::parseInt)
              .toArray();
      boolean cold = isCold(options.getOrDefault("--start", "learnt"));
      int rounds = Integer.parseInt(options.getOrDefault("--rounds", "5"));
      int threads = Integer.parseInt(options.getOrDefault("--threads", "2"));
      options.keySet().removeAll(List.of("--tokens", "--start", "--rounds", "--threads"));
      if (file == null || args.length % 2 == 1 || !options.isEmpty()) {
        err.println(USAGE);
        return 2;
      }
      List<PolicyScenario> scenarios =
          named == null
              ? List.of(PolicyScenario.values())
              : List.of(PolicyScenario.valueOf(named.toUpperCase(Locale.ROOT).replace('-', '_')));
      try (Compute compute = Compute.host(threads);
          Target target =
              Targets.open(
                  Path.of(file),
                  TargetOptions.asStated(),
                  compute.withActivations(Activations.INT8))) {
        for (int tokens : lengths) {
          PolicyTrial trial = new PolicyTrial(target, tokens, cold, out);
          scenarios.forEach(scenario -> trial.run(scenario, rounds));
        }
      }
      return 0;
    } catch (IllegalArgumentException e) {
      err.println(e.getMessage() + "; " + USAGE);
      return 2;
    }
  }

  private static boolean isCold(String start) {
    return switch (start) {
      case "learnt" -> false;
      case "cold" -> true;
      default ->
          throw new IllegalArgumentException("--start is learnt or cold, not '" + start + "'");
    };
  }

  private void run(PolicyScenario scenario, int rounds) {
    long reads = Math.round(scenario.share * target.weights().bytesMapped());
    try (OracleDraft draft = new OracleDraft(target, reads, BLOCK, text, scenario::errsAt)) {
      Generator generator = Generator.of(target).withDraft(draft);
      Map<String, GenerationRequest> kinds = kinds(scenario);
      Map<String, List<Double>> seconds = new LinkedHashMap<>();
      kinds.keySet().forEach(kind -> seconds.put(kind, new ArrayList<>()));
      GenerationFigures last = null;
      // The round before the first one warms up, for the compiler and for the policy's costs.
      for (int round = 0; round <= rounds; round++) {
        for (Map.Entry<String, GenerationRequest> kind : kinds.entrySet()) {
          // A draft that is bound anew has no costs yet; the code is compiled all the same.
          Generator used = cold ? Generator.of(target).withDraft(draft) : generator;
          GenerationFigures figures = measure(used, kind.getValue());
          last = kind.getKey().equals(POLICY) ? figures : last;
          if (round > 0) {
            seconds.get(kind.getKey()).add(figures.decodeNanos() / 1e9);
          }
        }
      }
      report(scenario, seconds, last);
    }
  }

  private Map<String, GenerationRequest> kinds(PolicyScenario scenario) {
    Map<String, GenerationRequest> kinds = new LinkedHashMap<>();
    kinds.put(PLAIN, request.withoutDraft());
    for (int rows = 2; rows <= BLOCK && scenario.againstWidths; rows++) {
      kinds.put(rows + " rows", request.withBlock(rows));
    }
    kinds.put(POLICY, request);
    return kinds;
  }

  private GenerationFigures measure(Generator generator, GenerationRequest kind) {
    GenerationResult result = generator.generate(kind, GenerationListener.SILENT);
    if (!Arrays.equals(result.ids(), Arrays.copyOfRange(text, PROMPT, text.length))) {
      throw new IllegalStateException("the text differs from that of plain decoding");
    }
    return result.figures();
  }

  private void report(
      PolicyScenario scenario, Map<String, List<Double>> seconds, GenerationFigures policy) {
    double plain = median(seconds.get(PLAIN));
    double best =
        seconds.entrySet().stream()
            .filter(kind -> !kind.getKey().equals(POLICY))
            .mapToDouble(kind -> median(kind.getValue()))
            .min()
            .orElseThrow();
    line(
        "%s: %d tokens, %s costs, a plain step of %.2f ms",
        scenario, policy.emitted(), cold ? "cold" : "learnt", 1e3 * plain / (policy.emitted() - 1));
    seconds.forEach((kind, runs) ->
        line(
            "  %-7s %8.3f s (%.3f to %.3f), %.2f of plain",
            kind,
            median(runs),
            runs.stream().min(Double::compare).orElseThrow(),
            runs.stream().max(Double::compare).orElseThrow(),
            median(runs) / plain));
    List<Double> overPlain = new ArrayList<>();
    for (int i = 0; i < seconds.get(PLAIN).size(); i++) {
      overPlain.add(seconds.get(POLICY).get(i) / seconds.get(PLAIN).get(i));
    }
    line(
        "  policy over plain, pair by pair: %.3f (%.3f to %.3f)",
        median(overPlain),
        overPlain.stream().min(Double::compare).orElseThrow(),
        overPlain.stream().max(Double::compare).orElseThrow());
    line(
        "  speed of the policy in the best of the others: %.3f",
        best / median(seconds.get(POLICY)));
    line(
        "  its last run: %d plain steps of %d, turned off %d times, %.2f tokens a pass, speed-up"
            + " by its own measure %.3f",
        policy.plainSteps(),
        policy.targetPasses(),
        policy.speculation().timesTurnedOff(),
        policy.tokensPerTargetPass(),
        policy.speedUp());
  }

  private void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
