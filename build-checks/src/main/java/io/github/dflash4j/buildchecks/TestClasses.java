/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.buildchecks;

import java.io.IOException;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Finds the classes with tests among compiled classes, without loading any of them. A test is a
 * method or field with one of the annotations JUnit and ArchUnit run, or with an annotation of the
 * same tree that carries one.
 */
final class TestClasses {
  /** JUnit 4's is among them: there is no engine for it here, so such a test would never run. */
  private static final Set<String> TESTS =
      Set.of(
          "org.junit.jupiter.api.Test",
          "org.junit.jupiter.api.RepeatedTest",
          "org.junit.jupiter.api.TestFactory",
          "org.junit.jupiter.api.TestTemplate",
          "org.junit.jupiter.params.ParameterizedTest",
          "com.tngtech.archunit.junit.ArchTest",
          "org.junit.Test");

  private final Map<String, ClassModel> classes = new HashMap<>();
  private final Set<String> tests = new HashSet<>(TESTS);

  private TestClasses() {}

  /**
   * The classes with tests below a folder.
   *
   * @param folder a root of compiled classes; none is found if it does not exist
   * @return for the binary name of each class with tests, its own or inherited, the classes as
   *     which they may have been run: itself, or its subclasses if it is abstract
   * @throws IOException if a class cannot be read
   */
  static SortedMap<String, List<String>> in(Path folder) throws IOException {
    TestClasses found = new TestClasses();
    if (Files.isDirectory(folder)) {
      found.parse(folder);
    }
    found.addComposedAnnotations();
    SortedMap<String, List<String>> result = new TreeMap<>();
    for (String name : found.classes.keySet()) {
      if (found.hasTests(name)) {
        result.put(name, found.runAs(name));
      }
    }
    return result;
  }

  private void parse(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        ClassModel model = ClassFile.of().parse(Files.readAllBytes(file));
        classes.put(name(model.thisClass()), model);
      }
    }
  }

  /** Repeats until nothing is added, since a composed annotation may be composed of another. */
  private void addComposedAnnotations() {
    boolean added = true;
    while (added) {
      added = false;
      for (Map.Entry<String, ClassModel> type : classes.entrySet()) {
        if (type.getValue().flags().has(AccessFlag.ANNOTATION) && isTest(type.getValue())) {
          added |= tests.add(type.getKey());
        }
      }
    }
  }

  private boolean hasTests(String name) {
    ClassModel model = classes.get(name);
    if (model == null || model.flags().has(AccessFlag.ANNOTATION)) {
      return false;
    }
    return Stream.concat(model.methods().stream(), model.fields().stream()).anyMatch(this::isTest)
        || parents(model).anyMatch(this::hasTests);
  }

  private List<String> runAs(String name) {
    if (!classes.get(name).flags().has(AccessFlag.ABSTRACT)) {
      return List.of(name);
    }
    List<String> subclasses = new ArrayList<>();
    for (Map.Entry<String, ClassModel> type : classes.entrySet()) {
      if (parents(type.getValue()).anyMatch(name::equals)) {
        subclasses.addAll(runAs(type.getKey()));
      }
    }
    return subclasses;
  }

  private boolean isTest(AttributedElement element) {
    return element.findAttribute(Attributes.runtimeVisibleAnnotations()).stream()
        .flatMap(attribute -> attribute.annotations().stream())
        .map(annotation -> binaryName(annotation.classSymbol().descriptorString()))
        .anyMatch(tests::contains);
  }

  private static Stream<String> parents(ClassModel model) {
    return Stream.concat(model.superclass().stream(), model.interfaces().stream())
        .map(TestClasses::name);
  }

  private static String name(ClassEntry entry) {
    return entry.asInternalName().replace('/', '.');
  }

  private static String binaryName(String descriptor) {
    return descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
  }
}
