/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Fuzzing of the readers, one method a run; compiled in the profile {@code fuzz} only. A finding is
 * written to the kept inputs, which every build reads.
 */
class ReadersFuzz {
  private static final String DURATION = "7m";

  @FuzzTest(maxDuration = DURATION)
  void safetensors(byte[] bytes) throws IOException {
    read(FuzzedReader.SAFETENSORS, bytes);
  }

  @FuzzTest(maxDuration = DURATION)
  void gguf(byte[] bytes) throws IOException {
    read(FuzzedReader.GGUF, bytes);
  }

  @FuzzTest(maxDuration = DURATION)
  void flm(byte[] bytes) throws IOException {
    read(FuzzedReader.FLM, bytes);
  }

  @FuzzTest(maxDuration = DURATION)
  void draftConfig(byte[] bytes) throws IOException {
    read(FuzzedReader.DRAFT_CONFIG, bytes);
  }

  // An extension for temporary folders would make a new one for every input.
  private static void read(FuzzedReader reader, byte[] bytes) throws IOException {
    reader.accepts(bytes, Files.createDirectories(Path.of("target/fuzz", reader.name())));
  }
}
