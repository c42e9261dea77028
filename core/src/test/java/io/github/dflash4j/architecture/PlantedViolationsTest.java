/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.EvaluationResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Shows that every rule fails on classes that break it and on nothing else. */
class PlantedViolationsTest {
  private static final ArchitectureRules RULES = new ArchitectureRules("planted");

  /** For each rule that is not about a layer, classes that break it; the first is the culprit. */
  static final List<Arguments> PLANTS =
      List.of(
          plant("every class has a layer", "package planted.misc; class Stray {}"),
          plant("every class has a layer", "package planted; class Rootling {}"),
          plant(
              "no cycles",
              "package planted.format.a; public class Left { planted.format.b.Right right; }",
              "package planted.format.b; public class Right { planted.format.a.Left left; }"),
          plant(
              "vectors",
              "package planted.model; class Lanes { jdk.incubator.vector.FloatVector lanes; }"),
          plant(
              "JSON",
              "package planted.text; class Tree { tools.jackson.databind.JsonNode node; }",
              "package tools.jackson.databind; public class JsonNode {}"),
          plant(
              "JSON",
              "package planted.target; class Old { com.fasterxml.jackson.JsonNode node; }",
              "package com.fasterxml.jackson; public class JsonNode {}"),
          plant(
              "command line",
              "package planted.decode; class Parsed { picocli.CommandLine line; }",
              "package picocli; public class CommandLine {}"),
          plant(
              "command line",
              "package planted.decode; class Upwards { planted.cli.Main main; }",
              "package planted.cli; public class Main {}"),
          plant("logging", "package planted.draft; class Logs { java.util.logging.Logger log; }"),
          plant(
              "console",
              "package planted.decode; class Talks { void talk() { System.out.println(); } }"),
          plant(
              "console",
              "package planted.decode; class Warns { void warn() { System.err.println(); } }"),
          plant(
              "locks",
              "package planted.decode; class Locks {"
                  + " java.util.concurrent.locks.ReentrantLock lock; }"),
          plant(
              "locks",
              "package planted.target; class Waits { java.util.concurrent.Semaphore permits; }"),
          plant(
              "locks",
              "package planted.target; class Enters { void run() { synchronized (this) {} } }"),
          plant("locks", "package planted.decode; class Whole { synchronized void run() {} }"),
          plant(
              "locks",
              "package planted.decode; class Nesting { class In { synchronized void run() {} } }"),
          plant("names", "package planted.kernel; class MemoryManager {}"),
          plant("names", "package planted.kernel; class ShapeHelper {}"),
          plant("names", "package planted.kernel; class ByteUtil {}"),
          plant("names", "package planted.kernel; class ByteUtils { class Inner {} }"),
          plant("names", "package planted.kernel; class Outer { class IoHelpers {} }"));

  /** Classes that keep all rules and come near to breaking some. */
  private static final List<String> KEPT =
      List.of(
          "package planted.kernel; public class Dot { jdk.incubator.vector.FloatVector lanes; }",
          "package planted.format.json; class Tree { tools.jackson.databind.JsonNode node; }",
          "package planted.decode; class PromptCache { synchronized void take() {} }",
          "package planted.kernel; class Team { synchronized void work() {} }",
          "package planted.decode; class Utility { planted.kernel.Dot dot; System.Logger log; }");

  @TempDir private static Path compiled;

  private static JavaClasses classes;

  private static Arguments plant(String rule, String... sources) {
    return Arguments.of(rule, List.of(sources));
  }

  /**
   * Compiles all plants at once, and for the layers a class Base in each and for every pair of them
   * a class in the one that uses the Base of the other.
   */
  @BeforeAll
  static void compileAndImport() throws IOException {
    Set<String> sources = new LinkedHashSet<>(KEPT);
    for (Arguments plant : PLANTS) {
      sources.addAll(sourcesOf(plant));
    }
    for (String from : ArchitectureRules.LAYERS.keySet()) {
      sources.add("package planted." + from + "; public class Base {}");
      for (String to : ArchitectureRules.LAYERS.keySet()) {
        sources.add(
            "package planted.%s; class Uses_%s { planted.%s.Base base; }".formatted(from, to, to));
      }
    }
    compile(sources);
    classes = new ClassFileImporter().importPath(compiled);
  }

  static Stream<Arguments> pairsOfLayers() {
    Set<String> names = ArchitectureRules.LAYERS.keySet();
    return names.stream().flatMap(from -> names.stream().map(to -> Arguments.of(from, to)));
  }

  @ParameterizedTest
  @MethodSource("pairsOfLayers")
  void aLayerMayUseTheLayersBelowItAndNoOther(String from, String to) {
    String user = "planted." + from + ".Uses_" + to;

    EvaluationResult result = RULES.all().get("layer " + from).evaluate(named(List.of(user)));

    boolean allowed = from.equals(to) || ArchitectureRules.LAYERS.get(from).contains(to);
    assertThat(result.hasViolation()).isEqualTo(!allowed);
  }

  /** The order that the table has to keep, said in another way. */
  @Test
  void theTableOfLayersGoesDownwards() {
    List<String> order =
        List.of(
            "weights",
            "format",
            "text",
            "kernel",
            "model",
            "target",
            "draft",
            "sampling",
            "decode",
            "measure");
    Map<String, Set<String>> layers = ArchitectureRules.LAYERS;

    layers.forEach((layer, below) ->
        assertThat(order.subList(0, order.indexOf(layer))).as(layer).containsAll(below));
    assertThat(layers.get("draft"))
        .as("draft and target lie side by side")
        .doesNotContain("target");
    assertThat(layers.keySet().stream().filter(layer -> layers.get(layer).contains("text")))
        .as("text lies beside the models")
        .containsExactly("decode", "measure");
  }

  @ParameterizedTest
  @FieldSource("PLANTS")
  void theRuleFailsOnAPlantedViolation(String rule, List<String> sources) {
    List<String> names = sources.stream().map(PlantedViolationsTest::nameIn).toList();

    EvaluationResult result = RULES.all().get(rule).evaluate(named(names));

    assertThat(result.hasViolation()).isTrue();
    assertThat(result.getFailureReport().toString()).contains(names.getFirst());
  }

  @Test
  void everyRuleHasAPlantedViolation() {
    Set<String> planted = new TreeSet<>();
    PLANTS.forEach(plant -> planted.add((String) plant.get()[0]));
    ArchitectureRules.LAYERS.keySet().forEach(layer -> planted.add("layer " + layer));

    assertThat(planted).isEqualTo(new TreeSet<>(RULES.all().keySet()));
  }

  @Test
  void noRuleFailsOnClassesThatKeepThem() {
    JavaClasses kept = named(KEPT.stream().map(PlantedViolationsTest::nameIn).toList());

    assertThat(kept).hasSize(KEPT.size());
    RULES.all().values().forEach(rule -> rule.check(kept));
  }

  @Test
  void layersWithoutClassesAreFound() {
    List<String> some = List.of("planted.kernel.Dot", "planted.model.package-info");

    assertThat(RULES.emptyLayers(named(some)))
        .containsExactly(
            "weights",
            "format",
            "text",
            "model",
            "target",
            "draft",
            "sampling",
            "decode",
            "measure");
  }

  /** Those of the planted classes with one of the names, and the classes nested in them. */
  private static JavaClasses named(List<String> names) {
    return classes.that(
        DescribedPredicate.describe(
            "named", type -> names.contains(type.getName().replaceAll("\\$.*", ""))));
  }

  @SuppressWarnings("unchecked")
  private static List<String> sourcesOf(Arguments plant) {
    return (List<String>) plant.get()[1];
  }

  private static String nameIn(String source) {
    Matcher parts = Pattern.compile("package (\\S+);.*?class (\\w+)").matcher(source);
    assertThat(parts.find()).as(source).isTrue();
    return parts.group(1) + "." + parts.group(2);
  }

  private static void compile(Set<String> sources) throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("-d", compiled.toString(), "-proc:none", "-Xlint:none"));
    arguments.addAll(List.of("--add-modules", "jdk.incubator.vector"));
    for (String source : sources) {
      arguments.add(write(nameIn(source), source));
    }
    arguments.add(write("planted.model.package-info", "@Deprecated package planted.model;"));
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    assertThat(javac.run(System.out, System.err, arguments.toArray(new String[0]))).isZero();
  }

  private static String write(String name, String source) throws IOException {
    Path file = compiled.resolve("sources/" + name.replace('.', '/') + ".java");
    Files.createDirectories(file.getParent());
    return Files.writeString(file, source).toString();
  }
}
