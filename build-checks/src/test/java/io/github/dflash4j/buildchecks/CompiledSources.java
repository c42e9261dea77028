/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.buildchecks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/** Compiles sources given as text, with the test class path. */
final class CompiledSources {
  private CompiledSources() {}

  /** Compiles classes of the package {@code planted}, each named by its own declaration. */
  static void into(Path folder, String... classes) throws IOException {
    Path sources = Files.createDirectories(folder.resolve("sources"));
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", folder.toString()));
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    for (int i = 0; i < classes.length; i++) {
      Path file = sources.resolve("Planted" + i + ".java");
      Files.writeString(file, "package planted;\n" + classes[i]);
      arguments.add(file.toString());
    }
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    int code = javac.run(System.out, System.err, arguments.toArray(new String[0]));
    assertThat(code).as("javac").isZero();
  }
}
