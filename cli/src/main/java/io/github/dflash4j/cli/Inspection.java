/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import java.util.List;

/**
 * What {@code inspect} found out about one model.
 *
 * @param path as it was given
 * @param kind {@code draft} or {@code target}
 * @param line what it is, in one line
 * @param details more about it
 * @param tensors in the order of the file
 * @param memory what it needs
 * @param notes what a user should know
 */
record Inspection(
    String path,
    String kind,
    String line,
    List<Detail> details,
    List<TensorLine> tensors,
    List<MemoryLine> memory,
    List<String> notes) {

  /** A named fact; the name is a JSON key with spaces in place of underscores. */
  record Detail(String name, String value) {}

  /** A tensor; the shape is outermost first, {@code bytes} is -1 if the type cannot be read. */
  record TensorLine(String name, String type, String shape, long bytes) {}

  /** Memory for one purpose; the name as in {@link Detail}. */
  record MemoryLine(String name, long bytes) {}

  Inspection {
    details = List.copyOf(details);
    tensors = List.copyOf(tensors);
    memory = List.copyOf(memory);
    notes = List.copyOf(notes);
  }
}
