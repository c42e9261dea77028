/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B224: where vector code would crawl or cannot be had, scalar code runs and one line says so. */
class MissingVectorsTest {
  private static final String MODULE = "--add-modules=jdk.incubator.vector";

  @TempDir private Path folder;

  private record Choice(List<String> out, List<String> warnings) {}

  @ParameterizedTest
  @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1"})
  void withoutTheOptimisingCompilerScalarCodeRunsWithOneWarning(String option) throws Exception {
    Choice choice = choose(MODULE, option);
    assertThat(choice.out().get(0)).isEqualTo("scalar");
    assertThat(choice.out().get(1)).contains("without optimisation", "-XX:TieredStopAtLevel");
    assertThat(choice.out().get(2)).isEqualTo("RowDecoderScalarLanes");
    assertThat(choice.warnings())
        .singleElement()
        .asString()
        .contains("Scalar kernels", "start Java without -Xint");
  }

  @Test
  void withoutTheVectorModuleScalarCodeRunsWithOneWarning() throws Exception {
    Choice choice = choose();
    assertThat(choice.out().get(0)).isEqualTo("scalar");
    assertThat(choice.out().get(1)).contains("--add-modules jdk.incubator.vector");
    assertThat(choice.out().get(2)).isEqualTo("RowDecoderScalarLanes");
    assertThat(choice.warnings())
        .singleElement()
        .asString()
        .contains("Scalar kernels", "--add-modules jdk.incubator.vector");
  }

  @Test
  void withBothVectorCodeRunsAndNothingIsSaid() throws Exception {
    Choice choice = choose(MODULE);
    assertThat(choice.out().get(0)).isEqualTo("vector-" + VectorWidth.preferredBits());
    assertThat(choice.out().get(1)).contains("prefers");
    assertThat(choice.out().get(2)).isEqualTo("RowDecoderVectorLanes");
    assertThat(choice.warnings()).isEmpty();
  }

  @Test
  void kernelsThatWereAskedForAreTakenAnyway() throws Exception {
    Choice choice = choose(MODULE, "-Xint", "-D" + KernelSelection.PROPERTY + "=vector-128");
    assertThat(choice.out().get(0)).isEqualTo("vector-128");
    assertThat(choice.out().get(1)).contains(KernelSelection.PROPERTY);
    assertThat(choice.warnings()).isEmpty();
  }

  @Test
  void theModesOfHotSpotAreTold() {
    assertThat(OptimisingCompiler.missing("mixed mode, sharing")).isEmpty();
    assertThat(OptimisingCompiler.missing("compiled mode")).isEmpty();
    assertThat(OptimisingCompiler.missing("")).isEmpty();
    assertThat(OptimisingCompiler.missing("interpreted mode, sharing")).isPresent();
    assertThat(OptimisingCompiler.missing("mixed mode, emulated-client, sharing")).isPresent();
  }

  private Choice choose(String... options)
      throws IOException, InterruptedException, URISyntaxException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(
        List.of(
            "-cp",
            folder(KernelSelection.class) + File.pathSeparator + folder(KernelChoice.class),
            KernelChoice.class.getName()));
    ProcessBuilder builder = new ProcessBuilder(command);
    // Options of whoever runs the tests would be announced on standard error.
    builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
    Path errors = folder.resolve("err.txt");
    Process process = builder.redirectError(errors.toFile()).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = Files.readString(errors);
    assertThat(process.waitFor()).as("exit code, standard error is:%n%s", err).isZero();
    // The default logger writes the message in a line of its own, behind its level.
    return new Choice(
        out.lines().toList(), err.lines().filter(line -> line.contains("Scalar")).toList());
  }

  /** The folder a class was loaded from. */
  private static Path folder(Class<?> type) throws URISyntaxException {
    Path path = Path.of(type.getResource(type.getSimpleName() + ".class").toURI());
    for (int i = 0; i < type.getName().split("\\.").length; i++) {
      path = path.getParent();
    }
    return path;
  }
}
