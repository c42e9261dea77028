/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import io.github.dflash4j.format.MappedFile;
import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.format.json.JsonLines;
import io.github.dflash4j.text.ChatMessage;
import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Reads files of prompts and texts. The name says what a file is:
 *
 * <ul>
 *   <li>{@code .jsonl}: an object in every line with one of {@code prompt} (in a file of texts:
 *       {@code text}), {@code messages}, a list of objects with {@code role} and {@code content},
 *       and {@code ids}, a list of token ids; and if wanted a {@code kind}. Other keys are passed
 *       over.
 *   <li>{@code .json}: refused, since a list in one piece is not read.
 *   <li>any other name: the whole file is one text, every character of it, UTF-8.
 * </ul>
 */
public final class TextFile {
  private static final int MAX_BYTES = 64 << 20;

  private TextFile() {}

  /**
   * Reads prompts.
   *
   * @param file the file
   * @return at least one
   * @throws ModelFileException if the file cannot be read, or an entry is empty or malformed; the
   *     message names the line
   */
  public static List<TextEntry> prompts(Path file) {
    return read(file, "prompt");
  }

  /**
   * Reads texts.
   *
   * @param file the file
   * @return at least one
   * @throws ModelFileException as {@link #prompts}
   */
  public static List<TextEntry> texts(Path file) {
    return read(file, "text");
  }

  private static List<TextEntry> read(Path file, String key) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".json")) {
      throw new ModelFileException(
          file, "a file with one JSON object a line is needed, and a name that ends with .jsonl");
    }
    if (!name.endsWith(".jsonl")) {
      return List.of(new TextEntry(file, 0, "", wholeText(file, key), List.of(), List.of()));
    }
    List<TextEntry> entries = new ArrayList<>();
    for (JsonLines.Line line : JsonLines.open(file, MAX_BYTES)) {
      entries.add(entry(file, line, key));
    }
    if (entries.isEmpty()) {
      throw new ModelFileException(file, "there is no " + key + " in this file");
    }
    return List.copyOf(entries);
  }

  private static TextEntry entry(Path file, JsonLines.Line line, String key) {
    JsonFields fields = line.fields();
    String kind = fields.findString("kind").orElse("");
    String at = "line " + line.number();
    List<String> given = Stream.of(key, "messages", "ids").filter(fields::has).toList();
    if (given.size() != 1) {
      throw new ModelFileException(
          file,
          at,
          "one of \"" + key + "\", \"messages\" and \"ids\"",
          given.isEmpty() ? "none" : String.join(" and ", given));
    }
    String text = fields.findString(key).orElse("");
    List<ChatMessage> messages =
        fields.findObjects("messages").orElse(List.of()).stream().map(TextFile::message).toList();
    List<Integer> ids = fields.findInts("ids", 0, Integer.MAX_VALUE).orElse(List.of());
    if (text.isEmpty() && messages.isEmpty() && ids.isEmpty()) {
      throw new ModelFileException(file, at + ": the " + key + " is empty");
    }
    return new TextEntry(file, line.number(), kind, text, messages, ids);
  }

  private static ChatMessage message(JsonFields fields) {
    return ChatMessage.of(fields.requireString("role"), fields.requireString("content"));
  }

  private static String wholeText(Path file, String key) {
    MappedFile.requireRegular(file);
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new ModelFileException(file, "size", "at most " + MAX_BYTES + " bytes", "more");
      }
      if (bytes.length == 0) {
        throw new ModelFileException(file, "the " + key + " is empty");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new ModelFileException(file, "the " + key + " is not UTF-8 text", e);
    } catch (IOException e) {
      throw MappedFile.unreadable(file, e);
    }
  }
}
