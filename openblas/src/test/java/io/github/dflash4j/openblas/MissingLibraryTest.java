/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.openblas;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Needs no OpenBLAS: what is said when there is none. */
class MissingLibraryTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"libno-such-blas.so.0", "/no/such/folder/libopenblas.so"})
  void aLibraryThatIsNotThereIsNamed(String library) {
    assertThatThrownBy(() -> OpenBlasProjections.open(library))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'" + library + "'")
        .hasMessageContaining("-Ddflash4j.openblas");
  }

  @Test
  void aFileThatIsNoLibraryIsNamed() throws IOException {
    String library = Files.writeString(folder.resolve("libopenblas.so"), "no").toString();
    assertThatThrownBy(() -> OpenBlasProjections.open(library))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'" + library + "'");
  }

  @Test
  void aLibraryWithoutTheFunctionsIsNoOpenBlas() {
    String library = System.getProperty("java.home") + "/lib/" + System.mapLibraryName("zip");
    assertThatThrownBy(() -> OpenBlasProjections.open(library))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is no OpenBLAS: it has no function openblas_get_config");
  }

  @Test
  void thePropertyNamesTheLibrary() {
    String before = System.setProperty(OpenBlasProjections.PROPERTY, "libno-such-blas.so.1");
    try {
      assertThatThrownBy(OpenBlasProjections::open).hasMessageContaining("libno-such-blas.so.1");
    } finally {
      if (before == null) {
        System.clearProperty(OpenBlasProjections.PROPERTY);
      } else {
        System.setProperty(OpenBlasProjections.PROPERTY, before);
      }
    }
  }
}
