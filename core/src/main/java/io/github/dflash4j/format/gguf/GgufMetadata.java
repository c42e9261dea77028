/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.gguf;

import io.github.dflash4j.weights.ModelFileException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The metadata of a GGUF file: typed values by key. Values stay in the mapped file until they are
 * asked for, so nothing can be read once the {@link GgufFile} is closed ({@link
 * IllegalStateException}). Errors name the file and the key. Safe to share between threads.
 */
public final class GgufMetadata {
  private static final int MAX_SHOWN = 60;
  private static final long MAX_ITEMS = Integer.MAX_VALUE - 8;

  private final Path file;
  private final MemorySegment bytes;
  private final Map<String, MetadataValue> values;

  GgufMetadata(Path file, MemorySegment bytes, Map<String, MetadataValue> values) {
    this.file = file;
    this.bytes = bytes;
    this.values = Collections.unmodifiableMap(values);
  }

  /** The value of a key, or null. */
  MetadataValue value(String key) {
    return values.get(key);
  }

  /**
   * The file.
   *
   * @return the path as it was given
   */
  public Path file() {
    return file;
  }

  /**
   * All keys in the order of the file.
   *
   * @return an unmodifiable set
   */
  public Set<String> keys() {
    return values.keySet();
  }

  /**
   * Whether a key is there.
   *
   * @param key the key
   * @return true if it is, whatever its type
   */
  public boolean has(String key) {
    return values.containsKey(key);
  }

  /**
   * How many items an array has, without reading them.
   *
   * @param key the key
   * @return the number, or empty if there is no such key
   * @throws ModelFileException if the key holds no array
   */
  public OptionalLong findLength(String key) {
    return find(key, "an array", MetadataValue::array, MetadataValue::count)
        .map(OptionalLong::of)
        .orElseGet(OptionalLong::empty);
  }

  /**
   * A short text for a person: the type and, if it is short, the value.
   *
   * @param key the key
   * @return for example {@code u32 4096} or {@code array of 272 strings}
   * @throws ModelFileException if the key is missing
   */
  public String describe(String key) {
    MetadataValue value = values.get(key);
    if (value == null) {
      throw missing(key, "a value");
    }
    if (value.array()) {
      return value.label();
    }
    Cursor cursor = cursor(value);
    String text =
        switch (value.type()) {
          case STRING -> {
            String string = cursor.string(key);
            yield string.length() <= MAX_SHOWN
                ? "\"" + string + "\""
                : "of " + string.length() + " characters";
          }
          case BOOL -> String.valueOf(cursor.u8(key) == 1);
          case F32, F64 -> String.valueOf(floating(cursor, value.type(), key));
          case U64 -> Long.toUnsignedString(cursor.i64(key));
          default -> String.valueOf(integer(cursor, value.type(), key));
        };
    return value.label() + " " + text;
  }

  /**
   * A string, if the key is there.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<String> findString(String key) {
    return find(key, "a string", v -> scalar(v, ValueType.STRING), v -> cursor(v).string(key));
  }

  /**
   * A string, which has to be there.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public String requireString(String key) {
    return require(key, "a string", v -> scalar(v, ValueType.STRING), v -> cursor(v).string(key));
  }

  /**
   * An integer of any width, if the key is there.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public OptionalLong findInteger(String key) {
    return find(
            key,
            "an integer",
            v -> !v.array() && v.type().isInteger(),
            v -> integer(cursor(v), v.type(), key))
        .map(OptionalLong::of)
        .orElseGet(OptionalLong::empty);
  }

  /**
   * An integer of any width, which has to be there.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public long requireInteger(String key) {
    return require(
        key,
        "an integer",
        v -> !v.array() && v.type().isInteger(),
        v -> integer(cursor(v), v.type(), key));
  }

  /**
   * An integer of any width within limits, if the key is there.
   *
   * @param key the key
   * @param min least allowed value
   * @param max largest allowed value
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public OptionalInt findInt(String key, int min, int max) {
    OptionalLong value = findInteger(key);
    return value.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(within(key, value.getAsLong(), min, max));
  }

  /**
   * An integer of any width within limits, which has to be there.
   *
   * @param key the key
   * @param min least allowed value
   * @param max largest allowed value
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public int requireInt(String key, int min, int max) {
    return within(key, requireInteger(key), min, max);
  }

  /**
   * A floating point number, f32 or f64, if the key is there. Integers are refused.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public OptionalDouble findNumber(String key) {
    return find(
            key,
            "a floating point number",
            GgufMetadata::isFloating,
            v -> floating(cursor(v), v.type(), key))
        .map(OptionalDouble::of)
        .orElseGet(OptionalDouble::empty);
  }

  /**
   * A floating point number, f32 or f64, which has to be there. Integers are refused.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public double requireNumber(String key) {
    return require(
        key,
        "a floating point number",
        GgufMetadata::isFloating,
        v -> floating(cursor(v), v.type(), key));
  }

  /**
   * A boolean, if the key is there.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<Boolean> findBoolean(String key) {
    return find(key, "a boolean", v -> scalar(v, ValueType.BOOL), v -> cursor(v).u8(key) == 1);
  }

  /**
   * A boolean, which has to be there.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public boolean requireBoolean(String key) {
    return require(key, "a boolean", v -> scalar(v, ValueType.BOOL), v -> cursor(v).u8(key) == 1);
  }

  /**
   * An array of strings, if the key is there. Decoded at every call: keep the list.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<List<String>> findStrings(String key) {
    return find(
        key,
        "an array of strings",
        v -> v.array() && v.type() == ValueType.STRING,
        v -> strings(key, v));
  }

  /**
   * An array of strings, which has to be there. Decoded at every call: keep the list.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public List<String> requireStrings(String key) {
    return require(
        key,
        "an array of strings",
        v -> v.array() && v.type() == ValueType.STRING,
        v -> strings(key, v));
  }

  /**
   * One integer or an array of them, of any width, if the key is there. Copied at every call.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<long[]> findIntegers(String key) {
    return find(
        key,
        "an integer or an array of integers",
        v -> v.type().isInteger(),
        v -> integers(key, v));
  }

  /**
   * One integer or an array of them, of any width, which has to be there. Copied at every call.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public long[] requireIntegers(String key) {
    return require(
        key,
        "an integer or an array of integers",
        v -> v.type().isInteger(),
        v -> integers(key, v));
  }

  /**
   * One f32 or an array of them, if the key is there. Copied at every call.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<float[]> findFloats(String key) {
    return find(
        key, "an f32 or an array of f32", v -> v.type() == ValueType.F32, v -> floats(key, v));
  }

  /**
   * One f32 or an array of them, which has to be there. Copied at every call.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public float[] requireFloats(String key) {
    return require(
        key, "an f32 or an array of f32", v -> v.type() == ValueType.F32, v -> floats(key, v));
  }

  /**
   * One boolean or an array of them, if the key is there. Copied at every call.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<boolean[]> findBooleans(String key) {
    return find(
        key,
        "a boolean or an array of booleans",
        v -> v.type() == ValueType.BOOL,
        v -> booleans(key, v));
  }

  /**
   * One boolean or an array of them, which has to be there. Copied at every call.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public boolean[] requireBooleans(String key) {
    return require(
        key,
        "a boolean or an array of booleans",
        v -> v.type() == ValueType.BOOL,
        v -> booleans(key, v));
  }

  private <T> Optional<T> find(
      String key,
      String expected,
      Predicate<MetadataValue> fits,
      Function<MetadataValue, T> reading) {
    MetadataValue value = values.get(key);
    if (value == null) {
      return Optional.empty();
    }
    if (!fits.test(value)) {
      throw new ModelFileException(file, key, expected, value.label());
    }
    return Optional.of(reading.apply(value));
  }

  private <T> T require(
      String key,
      String expected,
      Predicate<MetadataValue> fits,
      Function<MetadataValue, T> reading) {
    return find(key, expected, fits, reading).orElseThrow(() -> missing(key, expected));
  }

  private ModelFileException missing(String key, String expected) {
    return new ModelFileException(file, key, expected, "no such key");
  }

  private static boolean scalar(MetadataValue value, ValueType type) {
    return !value.array() && value.type() == type;
  }

  private static boolean isFloating(MetadataValue value) {
    return scalar(value, ValueType.F32) || scalar(value, ValueType.F64);
  }

  private int within(String key, long value, int min, int max) {
    if (value < min || value > max) {
      throw new ModelFileException(
          file, key, "an integer from " + min + " to " + max, String.valueOf(value));
    }
    return (int) value;
  }

  private Cursor cursor(MetadataValue value) {
    return new Cursor(file, bytes, value.position());
  }

  private long integer(Cursor cursor, ValueType type, String key) {
    return switch (type) {
      case U8 -> cursor.u8(key);
      case I8 -> (byte) cursor.u8(key);
      case U16 -> Short.toUnsignedInt(cursor.i16(key));
      case I16 -> cursor.i16(key);
      case U32 -> Integer.toUnsignedLong(cursor.i32(key));
      case I32 -> cursor.i32(key);
      case I64 -> cursor.i64(key);
      case U64 -> {
        long value = cursor.i64(key);
        if (value < 0) {
          throw new ModelFileException(
              file, key, "an integer below 2^63", Long.toUnsignedString(value));
        }
        yield value;
      }
      default -> throw new IllegalArgumentException(type + " is no integer type");
    };
  }

  private static double floating(Cursor cursor, ValueType type, String key) {
    return type == ValueType.F32
        ? Float.intBitsToFloat(cursor.i32(key))
        : Double.longBitsToDouble(cursor.i64(key));
  }

  private int items(String key, MetadataValue value) {
    if (value.count() > MAX_ITEMS) {
      throw new ModelFileException(
          file, key, "at most " + MAX_ITEMS + " items", String.valueOf(value.count()));
    }
    return (int) value.count();
  }

  private List<String> strings(String key, MetadataValue value) {
    Cursor cursor = cursor(value);
    String[] strings = new String[items(key, value)];
    for (int i = 0; i < strings.length; i++) {
      strings[i] = cursor.string(key);
    }
    return Collections.unmodifiableList(Arrays.asList(strings));
  }

  private long[] integers(String key, MetadataValue value) {
    Cursor cursor = cursor(value);
    long[] integers = new long[items(key, value)];
    for (int i = 0; i < integers.length; i++) {
      integers[i] = integer(cursor, value.type(), key);
    }
    return integers;
  }

  private float[] floats(String key, MetadataValue value) {
    Cursor cursor = cursor(value);
    float[] floats = new float[items(key, value)];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = Float.intBitsToFloat(cursor.i32(key));
    }
    return floats;
  }

  private boolean[] booleans(String key, MetadataValue value) {
    Cursor cursor = cursor(value);
    boolean[] booleans = new boolean[items(key, value)];
    for (int i = 0; i < booleans.length; i++) {
      booleans[i] = cursor.u8(key) == 1;
    }
    return booleans;
  }
}
