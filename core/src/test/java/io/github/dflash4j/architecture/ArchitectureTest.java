/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.github.dflash4j.weights.StorageType;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the rules against the classes of core; {@link PlantedViolationsTest} tests the rules. */
class ArchitectureTest {
  private static final ArchitectureRules RULES = new ArchitectureRules("io.github.dflash4j");

  private static JavaClasses classes;

  @BeforeAll
  static void importCore() throws URISyntaxException {
    Path core =
        Path.of(StorageType.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    classes = new ClassFileImporter().importPath(core);
  }

  static Stream<String> rules() {
    return RULES.all().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void coreKeepsTheRule(String name) {
    RULES.all().get(name).check(classes);
  }

  /** Rules about a layer without classes would hold without saying anything. */
  @Test
  void everyLayerHasClasses() {
    assertThat(RULES.emptyLayers(classes)).isEmpty();
  }
}
