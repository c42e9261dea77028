/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConvertCommandTest {
  @TempDir private Path folder;

  @Test
  void itIsSaidWhatIsToBeWritten() throws Exception {
    Path model = Files.createFile(folder.resolve("m.gguf"));
    Run.of("convert", model.toString())
        .refused(2, "Missing option: --panel (see dflash4j convert --help)");
  }

  @Test
  void whatIsNoModelIsRefusedInOneLine() throws Exception {
    Path model = Files.writeString(folder.resolve("m.gguf"), "not a model at all, but long enough");
    Run.of("convert", "--panel", model.toString()).refused(1, model.toString());
  }
}
