/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.buildchecks;

import com.google.googlejavaformat.java.Main;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs google-java-format over the sources of all modules. The build starts this in a JVM of its
 * own on the toolchain JDK, because the formatter parses with the javac it runs on and Maven may
 * run on an older one.
 */
final class SourceFormat {
  private SourceFormat() {}

  /**
   * Checks or reformats.
   *
   * @param args {@code check} or {@code write}, then the root of the repository
   * @throws Exception if the sources cannot be read or the formatter does not know an option; its
   *     type for that is not public
   */
  static void main(String[] args) throws Exception {
    boolean write = args[0].equals("write");
    Path root = Path.of(args[1]).normalize();
    List<String> options = new ArrayList<>();
    if (write) {
      options.add("--replace");
    } else {
      options.addAll(List.of("--dry-run", "--set-exit-if-changed"));
    }
    options.addAll(sources(root));
    PrintWriter out = new PrintWriter(System.out, true);
    PrintWriter err = new PrintWriter(System.err, true);
    int code =
        new Main(out, err, InputStream.nullInputStream()).format(options.toArray(new String[0]));
    out.flush();
    err.flush();
    if (code != 0 && !write) {
      System.err.println(
          "The files above are not formatted; this formats them:"
              + " mvn -Pformat -pl build-checks process-classes");
    }
    System.exit(code);
  }

  /** All Java sources below {@code <module>/src}; build output is not below it. */
  static List<String> sources(Path root) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> modules = Files.list(root)) {
      for (Path src :
          modules.map(module -> module.resolve("src")).filter(Files::isDirectory).toList()) {
        try (Stream<Path> files = Files.walk(src)) {
          files
              .filter(file -> file.toString().endsWith(".java"))
              .map(Path::toString)
              .forEach(found::add);
        }
      }
    }
    found.sort(null);
    return found;
  }
}
