/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Writes a target of a published size with random weights, to a GGUF file or as a FastFlowLM
 * package.
 */
public final class WriteRandomTarget {
  private static final Set<String> VALUES =
      Set.of("--shape", "--type", "--out", "--layers", "--vocabulary", "--seed");
  private static final Set<String> FLAGS = Set.of("--sparse", "--mtp");
  private static final String USAGE =
      "usage: WriteRandomTarget --shape NAME --type NAME --out PATH [--layers N] [--vocabulary N]"
          + " [--mtp] [--sparse] [--seed N]; shapes "
          + TargetShape.names();

  private WriteRandomTarget() {}

  /**
   * Writes the file and prints its length.
   *
   * @param args the options of the README
   */
  public static void main(String... args) {
    System.exit(run(System.out, System.err, args));
  }

  /** Does it and gives the exit code. */
  static int run(PrintStream out, PrintStream err, String... args) {
    try {
      Map<String, String> options = options(args);
      TargetShape shape = TargetShape.named(require(options, "--shape"));
      if (options.containsKey("--layers")) {
        shape = shape.withLayers(positive(options, "--layers"));
      }
      if (options.containsKey("--vocabulary")) {
        shape = shape.withVocabulary(positive(options, "--vocabulary"));
      }
      Path to = Path.of(require(options, "--out"));
      out.println(to + ": " + write(shape, options, to) + " bytes");
      return 0;
    } catch (NumberFormatException e) {
      err.println("not a number: " + e.getMessage());
    } catch (IllegalArgumentException e) {
      err.println(e.getMessage());
    } catch (IOException e) {
      err.println("cannot write: " + e);
      return 1;
    }
    return 2;
  }

  private static long write(TargetShape shape, Map<String, String> options, Path to)
      throws IOException {
    WeightMix mix = WeightMix.named(require(options, "--type"));
    boolean mtp = options.containsKey("--mtp");
    boolean sparse = options.containsKey("--sparse");
    long seed = Long.parseLong(options.getOrDefault("--seed", "1"));
    if (mtp && shape.recurrent().isEmpty()) {
      throw new IllegalArgumentException(shape.name() + " has no multi-token prediction head");
    }
    return mix.packaged()
        ? new RandomFlmTarget(shape, mix, sparse, seed).write(to)
        : new RandomTarget(shape, mix, mtp, sparse, seed).write(to);
  }

  private static Map<String, String> options(String... args) {
    Map<String, String> options = new LinkedHashMap<>();
    for (int i = 0; i < args.length; i++) {
      String name = args[i];
      boolean valued = VALUES.contains(name);
      if (!valued && !FLAGS.contains(name) || valued && i + 1 == args.length) {
        throw new IllegalArgumentException("not understood: " + name + "; " + USAGE);
      }
      options.put(name, valued ? args[++i] : "");
    }
    return options;
  }

  private static String require(Map<String, String> options, String name) {
    if (!options.containsKey(name)) {
      throw new IllegalArgumentException(name + " is missing; " + USAGE);
    }
    return options.get(name);
  }

  private static int positive(Map<String, String> options, String name) {
    int number = Integer.parseInt(options.get(name));
    if (number < 1) {
      throw new IllegalArgumentException(name + " must be at least 1, not " + number);
    }
    return number;
  }
}
