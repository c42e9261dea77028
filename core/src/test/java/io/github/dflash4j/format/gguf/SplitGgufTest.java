/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.format.TestGguf;
import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitGgufTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void anyPartOpensTheWholeModel(int opened) {
    write(3);
    try (GgufFile gguf = GgufFile.open(part(opened, 3))) {
      assertThat(gguf.tensors().keySet()).containsExactly("t1", "t2", "t3");
      assertThat(gguf.metadata().requireString("general.architecture")).isEqualTo("llama");
      assertThat(gguf.require("t2", 2).file()).isEqualTo(part(2, 3));
      assertThat(gguf.bytesMapped())
          .isEqualTo(
              part(1, 3).toFile().length()
                  + part(2, 3).toFile().length()
                  + part(3, 3).toFile().length());
    }
  }

  @Test
  void aMissingPartIsNamed() throws IOException {
    write(3);
    Files.delete(part(2, 3));
    assertRefused(part(1, 3), "m-00002-of-00003.gguf", "no such file");
  }

  @Test
  void aPartUnderAnotherNameIsRefused() throws IOException {
    write(2);
    Path renamed = folder.resolve("renamed.gguf");
    Files.copy(part(1, 2), renamed);
    assertRefused(renamed, "file name", "-of-00002.gguf");
  }

  @Test
  void partsOfAnotherModelAreRefused() throws IOException {
    write(2);
    Files.copy(part(1, 2), part(2, 2), StandardCopyOption.REPLACE_EXISTING);
    assertRefused(part(1, 2), "split.no");
  }

  @Test
  void aTensorInTwoPartsIsRefused() {
    write(2);
    part("t1", 1, 2, null).write(part(2, 2));
    assertRefused(part(1, 2), "t1", "another part");
  }

  @Test
  void aWrongTotalIsRefused() {
    write(2);
    part("t1", 0, 2, 5L).write(part(1, 2));
    assertRefused(part(1, 2), "split.tensors.count", "5");
  }

  @Test
  void aSingleFileMaySayThatItIsOnePart() {
    Path file = part("t1", 0, 1, 1L).write(folder.resolve("whole.gguf"));
    try (GgufFile gguf = GgufFile.open(file)) {
      assertThat(gguf.tensors()).containsOnlyKeys("t1");
    }
  }

  private void write(int parts) {
    for (int i = 1; i <= parts; i++) {
      part("t" + i, i - 1, parts, (long) parts).write(part(i, parts));
    }
  }

  private static TestGguf part(String tensor, int number, int parts, Long total) {
    TestGguf gguf = new TestGguf();
    if (number == 0) {
      gguf.string("general.architecture", "llama");
    }
    gguf.entry("split.no", TestGguf.U16).u16(number);
    gguf.entry("split.count", TestGguf.U16).u16(parts);
    if (total != null) {
      gguf.entry("split.tensors.count", TestGguf.I32).u32(total);
    }
    return gguf.f32Tensor(tensor, new long[] {2}, 1, 2);
  }

  private Path part(int number, int parts) {
    return folder.resolve("m-%05d-of-%05d.gguf".formatted(number, parts));
  }

  private static void assertRefused(Path file, String... parts) {
    assertThatThrownBy(() -> GgufFile.open(file).close())
        .isInstanceOf(ModelFileException.class)
        .hasMessageContainingAll(parts);
  }
}
