/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.buildchecks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Runs before and after the tests of a module and fails the build when a class with tests was not
 * run or a test left something outside its temporary folder.
 *
 * <p>The build launches this from source, so that one module can be built without the others; it
 * may use nothing but the JDK.
 */
final class TestAudit {
  /**
   * Names with which this project's tests and JUnit begin what they put into a temporary folder.
   */
  private static final Predicate<String> OURS =
      name -> name.startsWith("dflash4j") || name.startsWith("junit");

  private final Path root;
  private final Path target;
  private final Path systemTemp;
  private final PrintStream out;

  /**
   * An audit of one module.
   *
   * @param root the repository
   * @param module the folder of the module in it
   * @param systemTemp the temporary folder of the machine, which tests are kept out of
   * @param out where the findings go
   */
  TestAudit(Path root, Path module, Path systemTemp, PrintStream out) {
    this.root = root;
    this.target = module.resolve("target");
    this.systemTemp = systemTemp;
    this.out = out;
  }

  /**
   * Entry point of the build.
   *
   * @param args as for {@link #run}
   * @throws IOException if the module cannot be read
   */
  static void main(String[] args) throws IOException {
    Path temp = Path.of(System.getProperty("java.io.tmpdir"));
    if (!run(args, temp, System.out)) {
      System.exit(1);
    }
  }

  /**
   * One half of the audit.
   *
   * @param args {@code before} or {@code after}, the repository, the module; then {@code before}
   *     may be told {@code true} to make the folders of the tests and nothing else, and {@code
   *     after} the values of the properties that select tests, where Maven leaves the placeholder
   *     of one that is not set
   * @param systemTemp the temporary folder of the machine
   * @param out where the findings go
   * @return whether all is well
   * @throws IOException if the module cannot be read
   */
  static boolean run(String[] args, Path systemTemp, PrintStream out) throws IOException {
    Path root = Path.of(args[1]).normalize();
    TestAudit audit = new TestAudit(root, Path.of(args[2]).normalize(), systemTemp, out);
    if (args[0].equals("before")) {
      // Without an audit nothing is looked at; tests need their temporary folder all the same.
      if (args.length > 3 && args[3].equals("true")) {
        audit.makeFolders();
      } else {
        audit.before();
      }
      return true;
    }
    return audit.after(Arrays.stream(args).skip(3).anyMatch(TestAudit::isGiven));
  }

  private static boolean isGiven(String property) {
    return !property.isBlank() && !property.startsWith("${");
  }

  /** Makes the places the tests may write to. */
  private void makeFolders() throws IOException {
    Files.createDirectories(target.resolve("test-tmp"));
    Files.createDirectories(target.resolve("test-home"));
  }

  /** Empties the places the tests may write to, removes old reports and notes how things are. */
  void before() throws IOException {
    for (String folder : List.of("test-tmp", "test-home", "surefire-reports", "test-audit")) {
      delete(target.resolve(folder));
    }
    makeFolders();
    Files.createDirectories(target.resolve("test-audit"));
    snapshot().write(target.resolve("test-audit/tree"));
    Files.write(target.resolve("test-audit/temp"), names(systemTemp));
  }

  /**
   * Compares with {@link #before} and the compiled tests with the reports.
   *
   * @param selection whether only selected tests were asked for
   * @return whether all is well
   */
  boolean after(boolean selection) throws IOException {
    if (!Files.exists(target.resolve("test-audit/tree"))) {
      out.println("[audit] the tests were not run, nothing to check");
      return true;
    }
    List<String> faults = new ArrayList<>(writes());
    SortedMap<String, List<String>> expected = TestClasses.in(target.resolve("test-classes"));
    TestReports reports = TestReports.in(target.resolve("surefire-reports"));
    reports.skipped().forEach(test -> out.println("[audit] disabled or skipped: " + test));
    if (selection) {
      out.println("[audit] only selected tests were run, so none is missed");
    } else {
      faults.addAll(missing(expected, reports.classes()));
    }
    faults.forEach(fault -> out.println("[audit] FAULT: " + fault));
    if (faults.isEmpty()) {
      out.printf(
          "[audit] %d classes with tests, %d run, %d tests skipped, nothing written outside"
              + " temporary folders%n",
          expected.size(), reports.classes().size(), reports.skipped().size());
    }
    return faults.isEmpty();
  }

  private static List<String> missing(
      SortedMap<String, List<String>> expected, SortedSet<String> ran) {
    List<String> faults = new ArrayList<>();
    for (Map.Entry<String, List<String>> test : expected.entrySet()) {
      // An abstract class is run as each of its subclasses, any other as itself.
      if (test.getValue().stream().noneMatch(ran::contains)) {
        faults.add(test.getKey() + " has tests and none of them was run");
      }
    }
    return faults;
  }

  private List<String> writes() throws IOException {
    List<String> faults = new ArrayList<>();
    TreeSnapshot before = TreeSnapshot.read(target.resolve("test-audit/tree"));
    for (String change : snapshot().changesSince(before)) {
      faults.add("while the tests ran, " + change);
    }
    for (String name : names(target.resolve("test-home"))) {
      faults.add("a test wrote " + name + " to the home folder");
    }
    for (String name : names(target.resolve("test-tmp"))) {
      faults.add("a test left " + name + " in java.io.tmpdir; only @TempDir is cleared");
    }
    SortedSet<String> left = new TreeSet<>(names(systemTemp));
    left.removeAll(Files.readAllLines(target.resolve("test-audit/temp")));
    left.stream()
        .filter(OURS)
        .forEach(name -> faults.add("while the tests ran, " + systemTemp.resolve(name) + " came"));
    return faults;
  }

  private TreeSnapshot snapshot() throws IOException {
    List<Path> written =
        Stream.of("test-tmp", "test-home", "test-audit", "surefire", "surefire-reports")
            .map(target::resolve)
            .toList();
    return TreeSnapshot.of(
        root,
        folder -> {
          if (written.contains(folder)) {
            return true;
          }
          boolean output =
              folder.endsWith("target")
                  && (folder.getParent().equals(root)
                      || root.equals(folder.getParent().getParent()));
          return output && !folder.equals(target)
              || folder.getParent().equals(root) && folder.getFileName().toString().startsWith(".");
        });
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }

  private static void delete(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(tree)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
