/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import java.util.ArrayList;
import java.util.List;

/** Columns of text, as wide as they have to be. */
final class TextTable {
  private static final String GAP = "  ";

  private final String alignment;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * An empty table.
   *
   * @param alignment a letter per column, {@code l} for left and {@code r} for right
   */
  TextTable(String alignment) {
    this.alignment = alignment;
  }

  TextTable row(String... cells) {
    if (cells.length != alignment.length()) {
      throw new IllegalArgumentException(
          alignment.length() + " cells are needed, not " + cells.length);
    }
    rows.add(List.of(cells));
    return this;
  }

  /** The lines without white space at their ends. */
  List<String> lines() {
    int[] widths = new int[alignment.length()];
    for (List<String> row : rows) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(widths[c], length(row.get(c)));
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int c = 0; c < widths.length; c++) {
      String padding = " ".repeat(widths[c] - length(row.get(c)));
      line.append(c == 0 ? "" : GAP);
      line.append(alignment.charAt(c) == 'r' ? padding + row.get(c) : row.get(c) + padding);
    }
    return line.toString().stripTrailing();
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
