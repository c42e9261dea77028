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
   * Entry point of the build.
   *
   * @param args {@code check} or {@code write}, then the root of the repository
   * @throws Exception if the sources cannot be read
   */
  static void main(String[] args) throws Exception {
    PrintWriter out = new PrintWriter(System.out, true);
    int code = run(args[0].equals("write"), Path.of(args[1]).normalize(), out);
    out.flush();
    System.exit(code);
  }

  /**
   * Checks or reformats.
   *
   * @param write whether to reformat
   * @param root the repository
   * @param out receives the files that are not formatted and errors
   * @return 0 if all is well
   * @throws Exception if the sources cannot be read or the formatter does not know an option; its
   *     type for that is not public
   */
  static int run(boolean write, Path root, PrintWriter out) throws Exception {
    List<String> arguments = new ArrayList<>();
    if (write) {
      arguments.add("--replace");
    } else {
      arguments.addAll(List.of("--dry-run", "--set-exit-if-changed"));
    }
    arguments.addAll(sources(root));
    Main formatter = new Main(out, out, InputStream.nullInputStream());
    int code = formatter.format(arguments.toArray(new String[0]));
    if (code != 0 && !write) {
      out.println(
          "The files above are not formatted; this formats them:"
              + " mvn -q -Pformat -pl build-checks process-classes");
    }
    return code;
  }

  /** All Java sources below {@code <module>/src}; build output is not below it. */
  private static List<String> sources(Path root) throws IOException {
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
