/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.measure.TextEntry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** How tables call the entries of prompt files, and which of them are of one kind. */
final class EntryNames {
  private final boolean severalFiles;

  EntryNames(List<TextEntry> entries) {
    severalFiles = entries.stream().map(TextEntry::file).distinct().count() > 1;
  }

  /** The line, with the name of the file if there are several. */
  String of(TextEntry entry) {
    Path name = entry.file().getFileName();
    if (entry.line() == 0) {
      return SafeText.oneLine(String.valueOf(name));
    }
    String line = "line " + entry.line();
    return severalFiles ? SafeText.oneLine(name + " " + line) : line;
  }

  /** The kind, or a dash. */
  static String kind(String kind) {
    return kind.isEmpty() ? "-" : SafeText.oneLine(kind);
  }

  /** Results by kind, in the order in which the kinds appear. */
  static <T> Map<String, List<T>> byKind(List<T> results, Function<T, TextEntry> entry) {
    Map<String, List<T>> kinds = new LinkedHashMap<>();
    for (T result : results) {
      kinds.computeIfAbsent(entry.apply(result).kind(), kind -> new ArrayList<>()).add(result);
    }
    return kinds;
  }
}
