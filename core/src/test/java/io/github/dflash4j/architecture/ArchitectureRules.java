/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the classes of core may depend on. The rules take the root package, so that each can also be
 * held against classes that break it.
 */
final class ArchitectureRules {
  /** Each layer with the layers it may use. A new package has to find its place here. */
  static final Map<String, Set<String>> LAYERS = layers();

  /** Taken once for a generation or a pass, or to close: see their documentation. */
  private static final Set<String> SHARED =
      Set.of("PromptCache", "PassQueue", "Seat", "OpenModels");

  private final String root;

  ArchitectureRules(String root) {
    this.root = root;
  }

  private static Map<String, Set<String>> layers() {
    Map<String, Set<String>> layers = new LinkedHashMap<>();
    layers.put("weights", Set.of());
    layers.put("format", Set.of("weights"));
    layers.put("text", Set.of("weights", "format"));
    layers.put("kernel", Set.of("weights"));
    layers.put("model", Set.of("weights", "format", "kernel"));
    layers.put("target", Set.of("weights", "format", "kernel", "model"));
    layers.put("draft", Set.of("weights", "format", "kernel", "model"));
    layers.put("sampling", Set.of());
    layers.put(
        "decode",
        Set.of("weights", "format", "text", "kernel", "model", "target", "draft", "sampling"));
    layers.put(
        "measure",
        Set.of(
            "weights",
            "format",
            "text",
            "kernel",
            "model",
            "target",
            "draft",
            "sampling",
            "decode"));
    return layers;
  }

  /** All rules by name. */
  Map<String, ArchRule> all() {
    Map<String, ArchRule> rules = new LinkedHashMap<>();
    LAYERS.keySet().forEach(layer -> rules.put("layer " + layer, layer(layer)));
    rules.put("every class has a layer", everyClassHasALayer());
    rules.put("no cycles", noCycles());
    rules.put("vectors", only("kernel", "jdk.incubator.vector.."));
    rules.put("JSON", only("format", "tools.jackson..", "com.fasterxml.."));
    rules.put(
        "command line", none(root + ".cli..", root + ".bench..", root + ".demo..", "picocli.."));
    rules.put("logging", none("java.util.logging..", "org.slf4j.."));
    rules.put("console", noClasses().should(ACCESS_STANDARD_STREAMS));
    rules.put("locks", noLocksWhereTokensAreMade());
    rules.put("names", noClasses().should().haveNameMatching(".*(Manager|Helper|Util)s?(\\$.*)?"));
    // A rule is also held against few classes, and some packages came later than the rules.
    rules.replaceAll((name, rule) -> rule.allowEmptyShould(true));
    return rules;
  }

  private ArchRule layer(String layer) {
    String[] allowed =
        Stream.concat(Stream.of(layer), LAYERS.get(layer).stream())
            .map(this::inLayer)
            .toArray(String[]::new);
    return classes()
        .that()
        .resideInAPackage(inLayer(layer))
        .should()
        .onlyDependOnClassesThat(outside().or(resideInAnyPackage(allowed)));
  }

  private DescribedPredicate<JavaClass> outside() {
    return DescribedPredicate.not(resideInAPackage(root + ".."));
  }

  private ArchRule everyClassHasALayer() {
    String[] layers = LAYERS.keySet().stream().map(this::inLayer).toArray(String[]::new);
    return classes().that().doNotHaveSimpleName("module-info").should().resideInAnyPackage(layers);
  }

  private ArchRule noCycles() {
    return slices().matching(root + ".(**)").should().beFreeOfCycles();
  }

  /** Generations share their models without waiting, but for what is shared on purpose. */
  private ArchRule noLocksWhereTokensAreMade() {
    return noClasses()
        .that()
        .resideInAnyPackage(inLayer("decode"), inLayer("target"))
        .and(
            DescribedPredicate.describe(
                "are not there to be shared",
                type -> !SHARED.contains(type.getName().replaceAll("\\$.*|.*\\.", ""))))
        .should(new LockUse());
  }

  private ArchRule only(String layer, String... packages) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(inLayer(layer))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(packages);
  }

  private ArchRule none(String... packages) {
    return noClasses().should().dependOnClassesThat().resideInAnyPackage(packages);
  }

  private String inLayer(String layer) {
    return root + "." + layer + "..";
  }

  /** The layers without any class, the descriptions of packages not counted. */
  List<String> emptyLayers(Iterable<JavaClass> classes) {
    return LAYERS.keySet().stream().filter(layer -> isEmpty(layer, classes)).toList();
  }

  private boolean isEmpty(String layer, Iterable<JavaClass> classes) {
    for (JavaClass type : classes) {
      if (resideInAPackage(inLayer(layer)).test(type)
          && !type.getSimpleName().equals("package-info")) {
        return false;
      }
    }
    return true;
  }
}
