/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.text.ChatMessage;
import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextFileTest {
  @TempDir private Path folder;

  @Test
  void aLineIsAPrompt() throws IOException {
    Path file =
        write(
            "p.jsonl",
            "{\"prompt\": \"Once\\nupon \u00e9\", \"kind\": \"prose\", \"id\": 7}\r\n",
            "\n  \t\n",
            "{\"ids\": [1, 403], \"kind\": \"code\"}\n",
            "{\"messages\": [{\"role\": \"system\", \"content\": \"s\"},"
                + " {\"role\": \"user\", \"content\": \"u\"}]}");
    assertThat(TextFile.prompts(file))
        .containsExactly(
            new TextEntry(file, 1, "prose", "Once\nupon \u00e9", List.of(), List.of()),
            new TextEntry(file, 4, "code", "", List.of(), List.of(1, 403)),
            new TextEntry(
                file,
                5,
                "",
                "",
                List.of(ChatMessage.of("system", "s"), ChatMessage.of("user", "u")),
                List.of()));
  }

  @Test
  void aFileOfTextsHasTexts() throws IOException {
    Path file = write("t.JSONL", "{\"text\": \"a\"}\n{\"text\": \"b\"}\n");
    assertThat(TextFile.texts(file)).extracting(TextEntry::text).containsExactly("a", "b");
    assertThatThrownBy(() -> TextFile.prompts(file))
        .isInstanceOf(ModelFileException.class)
        .hasMessage(
            file + ": line 1: expected one of \"prompt\", \"messages\" and \"ids\", found none");
  }

  @Test
  void anyOtherFileIsOneTextToItsLastCharacter() throws IOException {
    Path file = write("story.txt", "One.\n\nTwo.\n");
    assertThat(TextFile.prompts(file))
        .containsExactly(new TextEntry(file, 0, "", "One.\n\nTwo.\n", List.of(), List.of()));
    assertThat(TextFile.texts(file)).isEqualTo(TextFile.prompts(file));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{'prompt': 'a'|line 2 is not valid JSON",
        "Once upon a time|line 2 is not valid JSON (column ",
        "['a']|line 2: expected a JSON object",
        "{'prompt': 'a'} x|line 2",
        "{'prompt': 'a', 'prompt': 'b'}|line 2.prompt: expected each key once",
        "{'prompt': 7}|line 2.prompt: expected a string, found 7",
        "{'prompt': ''}|line 2: the prompt is empty",
        "{'ids': []}|line 2: the prompt is empty",
        "{'messages': []}|line 2: the prompt is empty",
        "{'ids': [1, -1]}|line 2.ids: expected a list of integers from 0",
        "{'ids': ['a']}|line 2.ids: expected a list of integers from 0",
        "{'prompt': 'a', 'ids': [1]}|found prompt and ids",
        "{'kind': 'code'}|line 2: expected one of \"prompt\", \"messages\" and \"ids\", found none",
        "{'prompt': 'a', 'kind': 3}|line 2.kind: expected a string",
        "{'messages': 'hello'}|line 2.messages: expected a list of objects",
        "{'messages': [{'role': 'user'}]}|content: expected a string in line 2.messages[0]",
        "{'messages': [{'role': 1, 'content': 'c'}]}|line 2.messages[0].role: expected a string",
      })
  void aMalformedLineIsNamed(String line, String message) throws IOException {
    Path file = write("p.jsonl", "{\"prompt\": \"a\"}\n", line.replace('\'', '"'), "\n");
    assertThatThrownBy(() -> TextFile.prompts(file))
        .isInstanceOf(ModelFileException.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageContaining(message)
        .hasMessageContaining("line 2");
  }

  @Test
  void bytesThatAreNoTextAreRefused() throws IOException {
    byte[] bad = {'a', (byte) 0xff, 'b'};
    Path text = Files.write(folder.resolve("p.txt"), bad);
    assertThatThrownBy(() -> TextFile.prompts(text))
        .hasMessage(text + ": the prompt is not UTF-8 text");
    byte[] line = "{\"prompt\": \"?\"}".getBytes(StandardCharsets.UTF_8);
    line[12] = (byte) 0xff;
    Path lines = Files.write(folder.resolve("p.jsonl"), line);
    assertThatThrownBy(() -> TextFile.prompts(lines))
        .hasMessage(lines + ": line 1 is not valid UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", " \r\n\t\n"})
  void aFileWithoutALineIsRefused(String content) throws IOException {
    Path file = write("p.jsonl", content);
    assertThatThrownBy(() -> TextFile.prompts(file))
        .hasMessage(file + ": there is no prompt in this file");
    assertThatThrownBy(() -> TextFile.texts(file))
        .hasMessage(file + ": there is no text in this file");
  }

  @Test
  void otherFilesThatCannotBeUsedAreRefused() throws IOException {
    Path empty = write("p.txt", "");
    assertThatThrownBy(() -> TextFile.texts(empty)).hasMessage(empty + ": the text is empty");
    Path list = write("p.json", "[]");
    assertThatThrownBy(() -> TextFile.prompts(list)).hasMessageContaining(".jsonl");
    Path none = folder.resolve("none.jsonl");
    assertThatThrownBy(() -> TextFile.prompts(none)).hasMessageContaining("no such file");
    Path sub = Files.createDirectory(folder.resolve("sub.jsonl"));
    assertThatThrownBy(() -> TextFile.prompts(sub)).isInstanceOf(ModelFileException.class);
  }

  private Path write(String name, String... parts) throws IOException {
    return Files.writeString(folder.resolve(name), String.join("", parts));
  }
}
