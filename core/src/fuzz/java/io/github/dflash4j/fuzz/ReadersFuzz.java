/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;

/**
 * Fuzzing of the readers, one method a run; compiled in the profile {@code fuzz} only. A finding is
 * written to the kept inputs, which every build reads.
 */
class ReadersFuzz {
  private static final String DURATION = "7m";
  private static final Path FOLDER = Path.of("target/fuzz");

  // The extension for temporary folders would make a new one for every input.
  @BeforeAll
  static void makeFolder() throws IOException {
    Files.createDirectories(FOLDER);
  }

  @FuzzTest(maxDuration = DURATION)
  void safetensors(byte[] bytes) {
    FuzzedReader.SAFETENSORS.accepts(bytes, FOLDER);
  }

  @FuzzTest(maxDuration = DURATION)
  void gguf(byte[] bytes) {
    FuzzedReader.GGUF.accepts(bytes, FOLDER);
  }

  @FuzzTest(maxDuration = DURATION)
  void flm(byte[] bytes) {
    FuzzedReader.FLM.accepts(bytes, FOLDER);
  }

  @FuzzTest(maxDuration = DURATION)
  void draftConfig(byte[] bytes) {
    FuzzedReader.DRAFT_CONFIG.accepts(bytes, FOLDER);
  }
}
