/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.gguf;

import io.github.dflash4j.weights.ModelFileException;

/**
 * Where a metadata value lies in the file; its shape was checked, its content is read on demand.
 *
 * @param type the type of the value or, for an array, of its items
 * @param array whether it is an array
 * @param count items of an array, 1 otherwise
 * @param position where the first item starts
 */
record MetadataValue(ValueType type, boolean array, long count, long position) {
  private static final long MAX_STRING = Long.MAX_VALUE;

  /** Reads type and extent of the value at the cursor and moves behind it. */
  static MetadataValue read(Cursor cursor, String key) {
    ValueType type = type(cursor, key);
    if (type != ValueType.ARRAY) {
      long position = cursor.position();
      skipItems(cursor, key, type, 1);
      return new MetadataValue(type, false, 1, position);
    }
    ValueType items = type(cursor, key);
    if (items == ValueType.ARRAY) {
      throw new ModelFileException(cursor.file(), key, "no array inside an array", "one");
    }
    long count = cursor.count(items.minBytes(), key);
    long position = cursor.position();
    skipItems(cursor, key, items, count);
    return new MetadataValue(items, true, count, position);
  }

  private static ValueType type(Cursor cursor, String key) {
    int id = cursor.i32(key);
    ValueType type = ValueType.of(id);
    if (type == null) {
      throw new ModelFileException(cursor.file(), key, "a value type from 0 to 12", "type " + id);
    }
    return type;
  }

  private static void skipItems(Cursor cursor, String key, ValueType type, long count) {
    switch (type) {
      case STRING -> {
        for (long i = 0; i < count; i++) {
          cursor.skipString(MAX_STRING, key);
        }
      }
      case BOOL -> {
        for (long i = 0; i < count; i++) {
          int value = cursor.u8(key);
          if (value > 1) {
            throw new ModelFileException(
                cursor.file(), key, "0 or 1 as a boolean", String.valueOf(value));
          }
        }
      }
      default -> cursor.skip(count * type.minBytes(), key);
    }
  }

  /** The type as messages and tables show it. */
  String label() {
    return array ? "array of " + count + " " + type.label() : type.label();
  }
}
