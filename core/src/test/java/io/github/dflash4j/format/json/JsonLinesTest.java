/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonLinesTest {
  @TempDir private Path folder;

  @Test
  void linesAreCountedAsEditorsCountThem() throws IOException {
    List<JsonLines.Line> lines = lines("{\"a\": 1}\n\n \r\n{\"a\": 2}\r\n{\"a\": 3}", 100);
    assertThat(lines).extracting(JsonLines.Line::number).containsExactly(1, 4, 5);
    assertThat(lines.stream().map(line -> line.fields().requireInteger("a")))
        .containsExactly(1L, 2L, 3L);
    assertThat(lines("\uFEFF{\"a\": 1}\n", 100)).hasSize(1);
    assertThat(lines("", 100)).isEmpty();
    assertThat(lines("\n", 100)).isEmpty();
  }

  @Test
  void errorsOfFieldsNameTheLine() throws IOException {
    JsonFields fields =
        lines("\n{\"a\": {\"b\": 1}, \"c\": [{\"d\": 1}]}", 100).getFirst().fields();
    assertThatThrownBy(() -> fields.requireString("a"))
        .hasMessageContaining("line 2.a: expected a string, found an object");
    assertThatThrownBy(() -> fields.requireString("x"))
        .hasMessageContaining("x: expected a string in line 2, found no such key");
    assertThatThrownBy(() -> fields.requireObject("a").requireString("b"))
        .hasMessageContaining("line 2.a.b: expected a string");
    assertThatThrownBy(() -> fields.requireObjects("c").getFirst().requireString("d"))
        .hasMessageContaining("line 2.c[0].d: expected a string");
  }

  @Test
  void aLineThatIsNoObjectIsRefusedWithItsColumn() {
    assertThatThrownBy(() -> lines("{}\n{\"a\" 1}", 100))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("lines.jsonl: line 2 is not valid JSON (column ");
    assertThatThrownBy(() -> lines("{}\n{} {}", 100)).hasMessageContaining("line 2");
    assertThatThrownBy(() -> lines("[".repeat(5000), 10_000)).hasMessageContaining("line 1");
    assertThatThrownBy(() -> lines("{\"a\":" + "[".repeat(5000), 10_000))
        .hasMessageContaining("line 1: expected objects and lists nested at most");
  }

  @Test
  void aFileLargerThanAllowedIsRefused() throws IOException {
    assertThat(lines("{\"a\": 1}\n", 9)).hasSize(1);
    assertThatThrownBy(() -> lines("{\"a\": 1}\n\n", 9))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("size: expected at most 9 bytes");
  }

  private List<JsonLines.Line> lines(String content, int maxBytes) throws IOException {
    return JsonLines.open(Files.writeString(folder.resolve("lines.jsonl"), content), maxBytes);
  }
}
