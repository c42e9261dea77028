/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.json;

import io.github.dflash4j.format.JsonTree;
import io.github.dflash4j.format.MappedFile;
import io.github.dflash4j.weights.ModelFileException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads files with a JSON object in every line, as strictly as {@link JsonFile}. Lines of white
 * space are passed over; errors name the line.
 */
public final class JsonLines {
  private static final int MAX_DEPTH = 64;

  private JsonLines() {}

  /**
   * An object and where it stands.
   *
   * @param number 1-based line of the file
   * @param fields its fields; their errors name the line
   */
  public record Line(int number, JsonFields fields) {}

  /**
   * Reads a whole file.
   *
   * @param file the file
   * @param maxBytes the largest size that is read; a larger file is refused
   * @return the objects in the order of the file; empty if there is none
   * @throws ModelFileException if the file is missing or too large, or a line is no JSON object
   */
  public static List<Line> open(Path file, int maxBytes) {
    MappedFile.requireRegular(file);
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(maxBytes + 1);
    } catch (IOException e) {
      throw MappedFile.unreadable(file, e);
    }
    if (bytes.length > maxBytes) {
      throw new ModelFileException(file, "size", "at most " + maxBytes + " bytes", "more");
    }
    List<Line> lines = new ArrayList<>();
    int number = 0;
    for (int start = 0; start < bytes.length; ) {
      int end = start;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      number++;
      if (!isBlank(bytes, start, end)) {
        lines.add(new Line(number, object(file, "line " + number, bytes, start, end)));
      }
      start = end + 1;
    }
    return List.copyOf(lines);
  }

  private static boolean isBlank(byte[] bytes, int start, int end) {
    for (int i = start; i < end; i++) {
      if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r') {
        return false;
      }
    }
    return true;
  }

  private static JsonFields object(Path file, String name, byte[] bytes, int start, int end) {
    Map<String, Object> members = new LinkedHashMap<>();
    JsonTree.read(
        file,
        name,
        new ByteArrayInputStream(bytes, start, end - start),
        MAX_DEPTH,
        (key, value) -> {
          if (members.containsKey(key)) {
            throw new ModelFileException(
                file, name + "." + key, "each key once in an object", "the key twice");
          }
          members.put(key, value);
        });
    return JsonFields.line(file, name, members);
  }
}
