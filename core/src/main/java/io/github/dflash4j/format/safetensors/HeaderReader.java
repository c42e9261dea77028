/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.safetensors;

import io.github.dflash4j.format.JsonTree;
import io.github.dflash4j.format.MappedFile;
import io.github.dflash4j.format.Names;
import io.github.dflash4j.weights.ModelFileException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the header of a safetensors file and checks it against the file (target-models 6.3, 6.4).
 */
final class HeaderReader {
  /** The limit of the reference reader. */
  private static final long MAX_HEADER = 100_000_000;

  private static final int LENGTH_BYTES = 8;

  /** Root object, entry, shape. */
  private static final int MAX_DEPTH = 3;

  private static final int MAX_RANK = 8;
  private static final int MAX_NAME = 1 << 16;
  private static final int MAX_DTYPE = 32;
  private static final String METADATA = "__metadata__";
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Path file;
  private final Map<String, HeaderEntry> entries = new HashMap<>();
  private Map<String, String> metadata;

  private HeaderReader(Path file) {
    this.file = file;
  }

  static SafetensorsHeader read(Path file, MemorySegment bytes) {
    return new HeaderReader(file).read(bytes);
  }

  private SafetensorsHeader read(MemorySegment bytes) {
    long size = bytes.byteSize();
    if (size < LENGTH_BYTES) {
      throw new ModelFileException(
          file, "header length", LENGTH_BYTES + " bytes", "a file of " + size + " bytes");
    }
    long length = bytes.get(LONG, 0);
    // The number itself stays out of the message: the file may be anything but a weights file.
    if (length < 0 || length > MAX_HEADER) {
      throw new ModelFileException(
          file, "header length", "at most " + MAX_HEADER + " bytes", "a larger number");
    }
    if (length > size - LENGTH_BYTES) {
      throw new ModelFileException(
          file,
          "header length",
          "at most the " + (size - LENGTH_BYTES) + " bytes left in the file",
          "a larger number; the file is cut or no safetensors file");
    }
    if (length < 2 || bytes.get(ValueLayout.JAVA_BYTE, LENGTH_BYTES) != '{') {
      throw new ModelFileException(
          file, "this is no safetensors file: its header is no JSON object");
    }
    MemorySegment header = bytes.asSlice(LENGTH_BYTES, length);
    JsonTree.read(file, "the header", MappedFile.stream(header), MAX_DEPTH, this::member);
    long dataStart = LENGTH_BYTES + length;
    return new SafetensorsHeader(
        file,
        size,
        dataStart,
        inOrderOfData(size - dataStart),
        metadata == null ? Map.of() : metadata);
  }

  private void member(String name, Object value) {
    if (name.equals(METADATA)) {
      if (metadata != null) {
        throw twice(name);
      }
      metadata = metadata(value);
      return;
    }
    Names.check(file, "tensor name", name, MAX_NAME);
    HeaderEntry entry = entry(name, value);
    requireFittingLength(entry);
    if (entries.put(name, entry) != null) {
      throw twice(name);
    }
  }

  private ModelFileException twice(String name) {
    return new ModelFileException(file, name, "each name once in the header", "the name twice");
  }

  private Map<String, String> metadata(Object value) {
    Map<String, String> strings = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> members) {
      members.forEach((key, member) -> {
        if (member instanceof String text) {
          strings.put((String) key, text);
        }
      });
      if (strings.size() == members.size()) {
        return strings;
      }
    }
    throw new ModelFileException(file, METADATA, "an object of strings", "something else");
  }

  private HeaderEntry entry(String name, Object value) {
    if (!(value instanceof Map<?, ?> members)
        || members.size() != 3
        || !(members.get("dtype") instanceof String dtype)
        || !(members.get("shape") instanceof List<?> shape)
        || !(members.get("data_offsets") instanceof List<?> offsets)) {
      throw new ModelFileException(
          file, name, "an object of dtype, shape and data_offsets", "something else");
    }
    if (dtype.isEmpty() || dtype.length() > MAX_DTYPE) {
      throw new ModelFileException(
          file,
          name,
          "a dtype of 1 to " + MAX_DTYPE + " letters",
          "a dtype of " + dtype.length() + " letters");
    }
    if (shape.size() > MAX_RANK) {
      throw new ModelFileException(
          file, name, "at most " + MAX_RANK + " dimensions", shape.size() + " dimensions");
    }
    if (offsets.size() != 2) {
      throw new ModelFileException(
          file, name, "two data_offsets", offsets.size() + " data_offsets");
    }
    long[] range = counts(name, "data_offsets", offsets);
    if (range[0] > range[1]) {
      throw new ModelFileException(
          file, name, "data_offsets in ascending order", range[0] + " before " + range[1]);
    }
    return new HeaderEntry(name, dtype, counts(name, "shape", shape), range[0], range[1]);
  }

  private long[] counts(String name, String what, List<?> numbers) {
    long[] counts = new long[numbers.size()];
    for (int i = 0; i < counts.length; i++) {
      if (!(numbers.get(i) instanceof Long number) || number < 0) {
        throw new ModelFileException(
            file, name, "whole numbers of 0 or more as " + what, "something else");
      }
      counts[i] = number;
    }
    return counts;
  }

  private void requireFittingLength(HeaderEntry entry) {
    int bits = bits(entry.dtype());
    if (bits == 0) {
      return;
    }
    long needed;
    try {
      needed = bits;
      for (long dimension : entry.shape()) {
        needed = Math.multiplyExact(needed, dimension);
      }
    } catch (ArithmeticException e) {
      throw new ModelFileException(file, entry.name(), "a size below 2^60 bytes", entry.toString());
    }
    if (needed % 8 != 0 || needed / 8 != entry.bytes()) {
      String expected = needed % 8 == 0 ? needed / 8 + " bytes" : "a whole number of bytes";
      throw new ModelFileException(
          file, entry.name(), expected + " for this dtype and shape", entry.toString());
    }
  }

  /** Bits of one number, or 0 for a dtype whose range has to be taken as it is. */
  private static int bits(String dtype) {
    return switch (dtype) {
      case "F4" -> 4;
      case "F6_E2M3", "F6_E3M2" -> 6;
      case "BOOL", "I8", "U8", "F8_E4M3", "F8_E5M2", "F8_E8M0" -> 8;
      case "F16", "BF16", "I16", "U16" -> 16;
      case "F32", "I32", "U32" -> 32;
      case "F64", "I64", "U64", "C64" -> 64;
      default -> 0;
    };
  }

  /** Sorts the entries by their place in the data section, which they have to fill exactly. */
  private Map<String, HeaderEntry> inOrderOfData(long dataBytes) {
    List<HeaderEntry> sorted = new ArrayList<>(entries.values());
    sorted.sort(
        Comparator.comparingLong(HeaderEntry::begin)
            .thenComparingLong(HeaderEntry::end)
            .thenComparing(HeaderEntry::name));
    Map<String, HeaderEntry> ordered = LinkedHashMap.newLinkedHashMap(sorted.size());
    long next = 0;
    for (HeaderEntry entry : sorted) {
      if (entry.end() > dataBytes) {
        throw new ModelFileException(
            file,
            entry.name(),
            "data within the " + dataBytes + " bytes behind the header",
            entry + "; the file is cut or damaged");
      }
      if (entry.begin() != next) {
        String problem =
            entry.begin() < next ? "an overlap with another tensor" : "a hole before it";
        throw new ModelFileException(file, entry.name(), "data from byte " + next, problem);
      }
      next = entry.end();
      ordered.put(entry.name(), entry);
    }
    if (next != dataBytes) {
      throw new ModelFileException(
          file,
          "data",
          next + " bytes behind the header",
          dataBytes + "; there are bytes no tensor owns");
    }
    return ordered;
  }
}
