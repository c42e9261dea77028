/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.json;

import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Typed access to the fields of one JSON object, or of several that are searched one after the other
 * (see {@link #nestedFirst}). {@code null} counts as absent, unknown fields are ignored. Errors name
 * the file, the key and the places that were searched. Immutable and safe to share between threads.
 */
public final class JsonFields {
  JsonFields() {}

  /** What a key holds. */
  public enum Kind {
    /** Nothing, or {@code null}. */
    ABSENT,
    /** True or false. */
    BOOLEAN,
    /** A number. */
    NUMBER,
    /** A string. */
    STRING,
    /** A list. */
    LIST,
    /** An object. */
    OBJECT
  }

  /**
   * The file.
   *
   * @return the path as it was given
   */
  public Path file() {
    throw new UnsupportedOperationException();
  }

  /**
   * The keys that are there, of all places searched.
   *
   * @return an unmodifiable set in the order of the file
   */
  public Set<String> keys() {
    throw new UnsupportedOperationException();
  }

  /**
   * Whether a key is there and not {@code null}.
   *
   * @param key the key
   * @return true if it is, whatever its type
   */
  public boolean has(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * What a key holds.
   *
   * @param key the key
   * @return the kind of its value
   */
  public Kind kind(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * A view that looks a key up in a nested object first and here second, for example in
   * {@code dflash_config} before the top level (dflash-algorithm 1.1). If there is no such object the
   * view equals this one, but its errors name both places.
   *
   * @param nested key of the nested object
   * @return the view
   * @throws ModelFileException if the key holds something other than an object
   */
  public JsonFields nestedFirst(String nested) {
    throw new UnsupportedOperationException();
  }

  /**
   * A string, if the key is there.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<String> findString(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * A string, which has to be there.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public String requireString(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * An integer, if the key is there. A number such as {@code 1e7} counts if it is integral and exact.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public OptionalLong findInteger(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * An integer, which has to be there. A number such as {@code 1e7} counts if it is integral and exact.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public long requireInteger(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * An integer within limits, if the key is there.
   *
   * @param key the key
   * @param min least allowed value
   * @param max largest allowed value
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public OptionalInt findInt(String key, int min, int max) {
    throw new UnsupportedOperationException();
  }

  /**
   * An integer within limits, which has to be there.
   *
   * @param key the key
   * @param min least allowed value
   * @param max largest allowed value
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public int requireInt(String key, int min, int max) {
    throw new UnsupportedOperationException();
  }

  /**
   * A finite number, if the key is there.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public OptionalDouble findNumber(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * A finite number, which has to be there.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public double requireNumber(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * A boolean, if the key is there.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<Boolean> findBoolean(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * A boolean, which has to be there.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public boolean requireBoolean(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * A nested object, if the key is there. Only that object is searched by the result.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<JsonFields> findObject(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * A nested object, which has to be there. Only that object is searched by the result.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public JsonFields requireObject(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * A list of objects, if the key is there.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<List<JsonFields>> findObjects(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * A list of objects, which has to be there.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public List<JsonFields> requireObjects(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * One string or a list of strings, if the key is there.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<List<String>> findStrings(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * One string or a list of strings, which has to be there.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public List<String> requireStrings(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * A list whose items are strings or lists of strings, if the key is there. A plain string becomes a list of one.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<List<List<String>>> findStringRows(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * A list whose items are strings or lists of strings, which has to be there. A plain string becomes a list of one.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public List<List<String>> requireStringRows(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * One integer or a list of integers, if the key is there.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<long[]> findIntegers(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * One integer or a list of integers, which has to be there.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public long[] requireIntegers(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * One finite number or a list of them, if the key is there.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<double[]> findNumbers(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * One finite number or a list of them, which has to be there.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public double[] requireNumbers(String key) {
    throw new UnsupportedOperationException();
  }
}
