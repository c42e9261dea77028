/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.demo.DemoModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The example of the documentation. */
class AskWithLangChain4jTest {

  @Test
  void thePageShowsTheExample() throws IOException {
    String source =
        Files.readString(
            Path.of("src/test/java/io/github/dflash4j/example/AskWithLangChain4j.java"));
    assertThat(Files.readString(Path.of("../docs/langchain4j.md")))
        .contains("```java\n" + source.substring(source.indexOf("import ")) + "```\n");
  }

  @Test
  void aTargetWithoutAChatFormatIsRefusedInOneLine() {
    try (DemoModels models = DemoModels.unpack()) {
      String[] args = {models.target().toString(), models.draft(2).toString(), "Who?"};
      assertThatThrownBy(() -> AskWithLangChain4j.main(args))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no chat template");
    }
  }
}
