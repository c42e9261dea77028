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
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * B218: every vector width gives the bits of the plain loops. The width is fixed when a process
 * starts, so each one needs a process of its own.
 */
class RowDecoderLanesTest {

  @Test
  void theLanesOfThisProcessDecodeToTheBitsOfPlainLoops() throws Exception {
    assertThat(RowDecoderChecksum.ofAllTypes()).isEqualTo(checksum("scalar"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"vector-128", "vector-256", "vector-512"})
  void everyWidthDecodesToTheBitsOfPlainLoops(String kernels) throws Exception {
    assertThat(checksum(kernels)).isEqualTo(checksum("scalar"));
  }

  private static String checksum(String kernels)
      throws IOException, InterruptedException, URISyntaxException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules",
                "jdk.incubator.vector",
                "-D" + RowDecoders.KERNELS + "=" + kernels,
                "-cp",
                folder(RowDecoder.class) + File.pathSeparator + folder(RowDecoderChecksum.class),
                RowDecoderChecksum.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    List<String> lines = out.lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0))
        .isEqualTo(kernels.equals("scalar") ? "RowDecoderScalarLanes" : "RowDecoderVectorLanes");
    return lines.get(1);
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
