/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.buildchecks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The checks reach every module of this repository. */
class ModulesTest {
  private static final Path ROOT = Path.of("..");

  @Test
  void everyModuleHasItsTestsAudited() throws IOException {
    List<String> modules = modules();

    assertThat(modules).contains("build-checks", "core", "cli");
    for (String module : modules) {
      // The audit comes with this plugin, see the root pom.xml.
      assertThat(ROOT.resolve(module).resolve("pom.xml"))
          .content()
          .contains("<artifactId>exec-maven-plugin</artifactId>");
    }
  }

  /** The formatter and the header check look at the folders one level below the root. */
  @Test
  void everyModuleLiesInTheRoot() throws IOException {
    assertThat(modules()).noneMatch(module -> module.contains("/"));
  }

  private static List<String> modules() throws IOException {
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    return Pattern.compile("<module>(.*?)</module>")
        .matcher(pom)
        .results()
        .map(result -> result.group(1))
        .toList();
  }
}
