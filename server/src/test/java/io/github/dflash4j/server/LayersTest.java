/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What this module may use, and who may use it. */
class LayersTest {
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.github.dflash4j");

  @Test
  void nothingElseDependsOnTheServer() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.github.dflash4j.server..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.github.dflash4j.server..")
        .check(ALL);
  }

  @Test
  void onlyTheServerKnowsHttp() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.github.dflash4j.server..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.helidon..", "io.micrometer..")
        .check(ALL);
  }

  /** Nothing a request says can reach a file: nothing here opens one. */
  @Test
  void theServerOpensNoFiles() {
    noClasses()
        .that()
        .resideInAPackage("io.github.dflash4j.server..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.nio.file..")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.io.File")
        .check(ALL);
  }

  @Test
  void whatOthersMayUseIsSmall() {
    classes()
        .that()
        .resideInAPackage("io.github.dflash4j.server..")
        .and()
        .arePublic()
        .and()
        .areTopLevelClasses()
        .should()
        .haveSimpleName("DflashServer")
        .orShould()
        .haveSimpleName("ServerOptions")
        .check(ALL);
  }
}
