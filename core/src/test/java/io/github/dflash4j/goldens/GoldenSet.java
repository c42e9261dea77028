/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.goldens;

import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.format.json.JsonFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * The cases that the {@code index.json} of a folder lists. The golden tests walk whatever set they
 * are given; what holds for the shipped set only is in {@link ShippedCasesTest}.
 */
public final class GoldenSet {
  /** The kinds that some golden test walks. */
  private static final Set<String> WALKED =
      new TreeSet<>(Set.of("draft", "flm", "target", "gguf", "loop"));

  private final Path root;
  private final List<JsonFields> index;

  private GoldenSet(Path root) {
    this.root = root;
    this.index = JsonFile.open(root.resolve("index.json"), 1 << 26).requireObjects("cases");
  }

  /** The set under {@link GoldenCase#root}. */
  public static GoldenSet given() {
    return at(GoldenCase.root());
  }

  /** The set under a folder. */
  public static GoldenSet at(Path root) {
    return new GoldenSet(root);
  }

  /** The cases of these kinds, kind by kind, in the order of the index. */
  public Stream<GoldenCase> cases(String... kinds) {
    return Arrays.stream(kinds)
        .flatMap(kind -> index.stream().filter(c -> c.requireString("kind").equals(kind)))
        .map(c -> GoldenCase.at(root.resolve(c.requireString("path"))));
  }

  /** Number of cases per kind. */
  public Map<String, Integer> kinds() {
    Map<String, Integer> counts = new TreeMap<>();
    index.forEach(c -> counts.merge(c.requireString("kind"), 1, Integer::sum));
    return counts;
  }

  /**
   * To be called once by every test that walks: prints what it runs and which kinds it skips. Fails
   * if no golden test has anything to run, and is a skipped test if only the caller has nothing.
   */
  public void requireCases(String... walked) {
    String summary = summary(walked);
    System.out.println(summary);
    Set<String> listed = kinds().keySet();
    if (listed.stream().noneMatch(WALKED::contains)) {
      Assertions.fail("no golden test has a case to run. " + summary);
    }
    Assumptions.assumeTrue(Arrays.stream(walked).anyMatch(listed::contains), summary);
  }

  String summary(String... walked) {
    Map<String, Integer> counts = kinds();
    StringBuilder text = new StringBuilder("golden set " + root + ":");
    for (String kind : walked) {
      Integer count = counts.remove(kind);
      text.append(
          count == null
              ? " no case of kind " + kind + ";"
              : " " + count + " of kind " + kind + " run;");
    }
    Set<String> others = new TreeSet<>(counts.keySet());
    others.retainAll(WALKED);
    counts.keySet().removeAll(WALKED);
    return text.append(" skipped here and left to other golden tests: " + others)
        .append("; kinds that no golden test walks: " + counts.keySet())
        .toString();
  }
}
