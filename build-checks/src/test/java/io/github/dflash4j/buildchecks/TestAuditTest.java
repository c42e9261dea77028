/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.buildchecks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The audit over a made-up repository: what it must let pass and what it must not. */
class TestAuditTest {
  @TempDir private static Path compiled;
  @TempDir private Path folder;

  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private Path root;
  private Path systemTemp;
  private TestAudit audit;

  @BeforeAll
  static void compile() throws IOException {
    CompiledSources.into(
        compiled,
        "class FirstTest { @org.junit.jupiter.api.Test void a() {} }",
        "class Second { @org.junit.jupiter.api.Test void a() {} }",
        "abstract class Idle { @org.junit.jupiter.api.Test void a() {} }");
  }

  @BeforeEach
  void makeModule() throws IOException {
    root = folder.resolve("repository");
    systemTemp = Files.createDirectories(folder.resolve("tmp"));
    write(root.resolve("core/src/main/java/pkg/target/Kept.java"), "kept");
    write(root.resolve(".git/HEAD"), "ref");
    Files.createDirectories(root.resolve("cli/target"));
    PrintStream out = new PrintStream(output, true, StandardCharsets.UTF_8);
    audit = new TestAudit(root, root.resolve("core"), systemTemp, out);
    addTestClass("FirstTest");
    addTestClass("Second");
  }

  @Test
  void aRunOfAllTestsThatLeavesNothingBehindPasses() throws IOException {
    audit.before();
    reportBoth();

    assertThat(audit.after(false)).isTrue();
    assertThat(printed()).contains("2 classes with tests, 2 run, 0 tests skipped");
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void testsHaveTheirFoldersWithoutTheAuditToo(String skipped) throws IOException {
    String[] args = {"before", root.toString(), root.resolve("core").toString(), skipped};

    assertThat(TestAudit.run(args, systemTemp, System.out)).isTrue();
    Path target = root.resolve("core/target");
    assertThat(target.resolve("test-tmp")).isEmptyDirectory();
    assertThat(target.resolve("test-home")).isEmptyDirectory();
    assertThat(Files.exists(target.resolve("test-audit"))).isEqualTo(skipped.equals("false"));
  }

  @Test
  void aClassThatWasNotRunIsAFault() throws IOException {
    audit.before();
    report("planted.FirstTest", "<testcase name='a' classname='planted.FirstTest'/>");

    assertThat(audit.after(false)).isFalse();
    assertThat(printed()).contains("FAULT: planted.Second has tests and none of them was run");
  }

  @Test
  void anOldReportDoesNotStandForARun() throws IOException {
    reportBoth();
    audit.before();

    assertThat(audit.after(false)).isFalse();
    assertThat(printed()).contains("planted.FirstTest has tests").contains("planted.Second has");
  }

  @Test
  void anAbstractClassThatNothingExtendsIsAFault() throws IOException {
    addTestClass("Idle");
    audit.before();
    reportBoth();

    assertThat(audit.after(false)).isFalse();
    assertThat(printed()).contains("FAULT: planted.Idle has tests");
  }

  @Test
  void aSelectionOfTestsIsNoFaultAndIsSaid() throws IOException {
    audit.before();
    report("planted.FirstTest", "<testcase name='a' classname='planted.FirstTest'/>");

    assertThat(audit.after(true)).isTrue();
    assertThat(printed()).contains("only selected tests were run");
  }

  @Test
  void aPlaceholderThatMavenLeftIsNoSelection() throws IOException {
    String module = root.resolve("cli/../core").toString();
    PrintStream out = new PrintStream(output, true, StandardCharsets.UTF_8);
    String[] before = {"before", root.toString(), module};
    String[] all = {"after", root.toString(), module, "${test}", "${groups}"};
    String[] some = {"after", root.toString(), module, "${test}", "slow"};

    assertThat(TestAudit.run(before, systemTemp, out)).isTrue();
    assertThat(TestAudit.run(all, systemTemp, out)).isFalse();
    assertThat(printed()).contains("FAULT: planted.Second has tests");
    assertThat(TestAudit.run(some, systemTemp, out)).isTrue();
  }

  @Test
  void aRuleInAFieldCountsForTheClassOfItsReport() throws IOException {
    audit.before();
    report("planted.FirstTest", "<testcase name='RULE' classname='FirstTest'/>");
    report("planted.Second", "<testcase name='a' classname='planted.Second'/>");

    assertThat(audit.after(false)).as(printed()).isTrue();
  }

  @Test
  void aReportWithASuffixCountsForItsClass() throws IOException {
    audit.before();
    report("planted.FirstTest", "<testcase name='a' classname='planted.FirstTest'/>");
    report("planted.Second", "<testcase name='a' classname='planted.Second(narrow)'/>");

    assertThat(audit.after(false)).as(printed()).isTrue();
  }

  @Test
  void aRunWithoutTestsIsNoFaultAndIsSaid() throws IOException {
    assertThat(audit.after(false)).isTrue();
    assertThat(printed()).contains("the tests were not run");
  }

  @Test
  void skippedTestsAreListedByName() throws IOException {
    audit.before();
    reportBoth();
    report(
        "planted.FirstTest",
        "<testcase name='a' classname='planted.FirstTest'><skipped message='no"
            + " sh'/></testcase><testcase name='b' classname='planted.FirstTest'><skipped>Aborted:"
            + " no\n"
            + "at x</skipped></testcase>");

    assertThat(audit.after(false)).isTrue();
    assertThat(printed())
        .contains("disabled or skipped: planted.FirstTest.a: no sh\n")
        .contains("disabled or skipped: planted.FirstTest.b: Aborted: no\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "stray.txt",
        "core/src/test/resources/golden.json",
        "core/src/main/java/pkg/target/New.java",
        "core/target/classes/stray",
        "cli/stray",
        "core/src/test/target"
      })
  void aNewFileInTheRepositoryIsAFault(String path) throws IOException {
    audit.before();
    reportBoth();
    write(root.resolve(path), "new");

    assertThat(audit.after(false)).isFalse();
    assertThat(printed()).contains("FAULT: while the tests ran, " + path + " came");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".git/index",
        ".idea/workspace.xml",
        "target/log",
        "cli/target/classes/Other.class",
        "core/target/surefire-reports/more.txt"
      })
  void whatTheBuildWritesIsNoFault(String path) throws IOException {
    audit.before();
    reportBoth();
    write(root.resolve(path), "new");

    assertThat(audit.after(false)).as(printed()).isTrue();
  }

  @Test
  void aChangedFileIsAFault() throws IOException {
    audit.before();
    reportBoth();
    write(root.resolve("core/src/main/java/pkg/target/Kept.java"), "changed");

    assertThat(audit.after(false)).isFalse();
    assertThat(printed()).contains("Kept.java changed");
  }

  @Test
  void aDeletedFileIsAFault() throws IOException {
    audit.before();
    reportBoth();
    Files.delete(root.resolve("core/src/main/java/pkg/target/Kept.java"));

    assertThat(audit.after(false)).isFalse();
    assertThat(printed()).contains("Kept.java went");
  }

  @Test
  void aFileInTheHomeFolderIsAFault() throws IOException {
    audit.before();
    reportBoth();
    write(root.resolve("core/target/test-home/.cache/model"), "new");

    assertThat(audit.after(false)).isFalse();
    assertThat(printed()).contains("a test wrote .cache to the home folder");
  }

  @Test
  void aFileLeftInTheTemporaryFolderIsAFaultOnce() throws IOException {
    audit.before();
    reportBoth();
    write(root.resolve("core/target/test-tmp/left"), "new");

    assertThat(audit.after(false)).isFalse();
    assertThat(printed()).contains("a test left left in java.io.tmpdir");

    audit.before();
    reportBoth();
    assertThat(audit.after(false)).isTrue();
  }

  @Test
  void ourFilesInTheTemporaryFolderOfTheMachineAreAFaultAndThoseOfOthersAreNot()
      throws IOException {
    write(systemTemp.resolve("dflash4j-old"), "old");
    audit.before();
    reportBoth();
    write(systemTemp.resolve("someone-else"), "new");

    assertThat(audit.after(false)).as(printed()).isTrue();

    write(systemTemp.resolve("dflash4j-1.bin"), "new");
    write(systemTemp.resolve("junit-7/x"), "new");
    assertThat(audit.after(false)).isFalse();
    assertThat(printed())
        .contains(systemTemp.resolve("dflash4j-1.bin") + " came")
        .contains(systemTemp.resolve("junit-7") + " came")
        .doesNotContain("dflash4j-old", "someone-else");
  }

  private void addTestClass(String name) throws IOException {
    Path classes = Files.createDirectories(root.resolve("core/target/test-classes/planted"));
    Files.copy(compiled.resolve("planted/" + name + ".class"), classes.resolve(name + ".class"));
  }

  private void reportBoth() throws IOException {
    report("planted.FirstTest", "<testcase name='a' classname='planted.FirstTest'/>");
    report("planted.Second", "<testcase name='a' classname='planted.Second'/>");
  }

  private void report(String name, String cases) throws IOException {
    Path file = root.resolve("core/target/surefire-reports/TEST-" + name + ".xml");
    write(file, "<testsuite name='" + name + "'>" + cases + "</testsuite>");
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private String printed() {
    return output.toString(StandardCharsets.UTF_8);
  }
}
