/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.buildchecks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestClassesTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@org.junit.jupiter.api.Test void a() {}",
        "@org.junit.jupiter.api.RepeatedTest(2) void a() {}",
        "@org.junit.jupiter.api.TestFactory java.util.List<org.junit.jupiter.api.DynamicNode> a()"
            + " { return java.util.List.of(); }",
        "@org.junit.jupiter.api.TestTemplate void a() {}",
        "@org.junit.jupiter.params.ParameterizedTest void a(int i) {}",
        "@com.tngtech.archunit.junit.ArchTest static final Object A = null;",
        "@com.tngtech.archunit.junit.ArchTest static void a(Object classes) {}"
      })
  void everyKindOfTestIsFound(String member) throws IOException {
    compile("class One { " + member + " }");

    assertThat(TestClasses.in(classes())).containsOnly(entry("planted.One", "planted.One"));
  }

  @Test
  void nestedClassesCountOnTheirOwn() throws IOException {
    compile("class Outer { class Inner { @org.junit.jupiter.api.Test void a() {} } }");

    assertThat(TestClasses.in(classes()))
        .containsOnly(entry("planted.Outer$Inner", "planted.Outer$Inner"));
  }

  @Test
  void inheritedTestsAreFoundAndAbstractClassesAreRunAsTheirSubclasses() throws IOException {
    compile(
        "abstract class Base { @org.junit.jupiter.api.Test void a() {} }",
        "abstract class Middle extends Base {}",
        "class Left extends Middle {}",
        "class Right extends Base {}",
        "class Bystander {}");

    assertThat(TestClasses.in(classes()))
        .containsOnlyKeys("planted.Base", "planted.Middle", "planted.Left", "planted.Right")
        .containsEntry("planted.Middle", List.of("planted.Left"))
        .hasEntrySatisfying(
            "planted.Base",
            runs -> assertThat(runs).containsExactlyInAnyOrder("planted.Left", "planted.Right"));
  }

  @Test
  void testsOfInterfacesAreInherited() throws IOException {
    compile(
        "interface Contract { @org.junit.jupiter.api.Test default void a() {} }",
        "class Kept implements Contract {}");

    assertThat(TestClasses.in(classes()))
        .containsOnly(
            entry("planted.Contract", "planted.Kept"), entry("planted.Kept", "planted.Kept"));
  }

  @Test
  void composedAnnotationsAreFollowed() throws IOException {
    String runtime =
        "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) ";
    compile(
        runtime + "@org.junit.jupiter.api.Test @interface Mine {}",
        runtime + "@Mine @interface MineToo {}",
        "class One { @MineToo void a() {} }");

    assertThat(TestClasses.in(classes())).containsOnly(entry("planted.One", "planted.One"));
  }

  @Test
  void aFolderThatIsNotThereHasNoTests() throws IOException {
    assertThat(TestClasses.in(classes())).isEmpty();
  }

  private Path classes() {
    return folder.resolve("classes");
  }

  private void compile(String... sources) throws IOException {
    CompiledSources.into(classes(), sources);
  }

  private static Map.Entry<String, List<String>> entry(String name, String runAs) {
    return Map.entry(name, List.of(runAs));
  }
}
