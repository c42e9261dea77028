/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.gguf;

import java.util.Locale;

/** The types of metadata values, in the order of their numbers in the file. */
enum ValueType {
  U8(1, true),
  I8(1, true),
  U16(2, true),
  I16(2, true),
  U32(4, true),
  I32(4, true),
  F32(4, false),
  BOOL(1, false),
  /** A 64-bit length and that many bytes. */
  STRING(8, false),
  /** A 32-bit type, a 64-bit count and that many items. */
  ARRAY(12, false),
  U64(8, true),
  I64(8, true),
  F64(8, false);

  private static final ValueType[] BY_ID = values();

  private final int minBytes;
  private final boolean integer;

  ValueType(int minBytes, boolean integer) {
    this.minBytes = minBytes;
    this.integer = integer;
  }

  /** The type with a number, or null if there is none. */
  static ValueType of(int id) {
    return id >= 0 && id < BY_ID.length ? BY_ID[id] : null;
  }

  /** Bytes of a value; of strings and arrays the part in front of the content. */
  int minBytes() {
    return minBytes;
  }

  boolean isInteger() {
    return integer;
  }

  /** How messages call it: the names of the format in lower case. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
