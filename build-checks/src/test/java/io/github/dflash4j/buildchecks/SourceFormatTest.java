/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.buildchecks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceFormatTest {
  private static final String FORMATTED = "class B {\n  int b;\n}\n";

  @TempDir private Path root;

  private final StringWriter output = new StringWriter();

  @Test
  void aFileThatIsNotFormattedFailsTheCheckAndStaysAsItIs() throws Exception {
    Path bad = write("core/src/test/java/A.java", "class A{int a;}");
    Path good = write("cli/src/main/java/B.java", FORMATTED);

    assertThat(run(false)).isEqualTo(1);
    assertThat(output.toString())
        .contains(bad.toString(), "mvn -q -Pformat")
        .doesNotContain(good.toString());
    assertThat(bad).hasContent("class A{int a;}");
  }

  @Test
  void formattedFilesPass() throws Exception {
    write("cli/src/main/java/B.java", FORMATTED);
    write("cli/target/generated-sources/A.java", "class A{int a;}");

    assertThat(run(false)).isZero();
    assertThat(output.toString()).isEmpty();
  }

  @Test
  void writingMakesTheCheckPass() throws Exception {
    Path bad = write("core/src/main/java/B.java", "class B{int b;}");

    assertThat(run(true)).isZero();
    assertThat(Files.readString(bad)).isEqualTo(FORMATTED);
    assertThat(run(false)).isZero();
  }

  @Test
  void theLanguageOfTheToolchainIsUnderstood() throws Exception {
    write("core/src/main/java/A.java", "void main() { IO.println(\"a\"); }");
    write(
        "core/src/main/java/C.java",
        "record C(int a) { static int f(C c) {"
            + " return switch (c) { case C(var a) when a > 0 -> a; case C(_) -> 0; }; } }");

    assertThat(run(true)).as(output.toString()).isZero();
  }

  private int run(boolean write) throws Exception {
    return SourceFormat.run(write, root, new PrintWriter(output, true));
  }

  private Path write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }
}
