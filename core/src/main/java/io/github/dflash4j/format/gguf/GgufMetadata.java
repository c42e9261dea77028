/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.gguf;

import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The metadata of a GGUF file: typed values by key. Values stay in the mapped file until they are
 * asked for, so nothing can be read once the {@link GgufFile} is closed ({@link
 * IllegalStateException}). Errors name the file and the key. Safe to share between threads.
 */
public final class GgufMetadata {
  GgufMetadata() {}

  /**
   * The file.
   *
   * @return the path as it was given
   */
  public Path file() {
    throw new UnsupportedOperationException();
  }

  /**
   * All keys in the order of the file.
   *
   * @return an unmodifiable set
   */
  public Set<String> keys() {
    throw new UnsupportedOperationException();
  }

  /**
   * Whether a key is there.
   *
   * @param key the key
   * @return true if it is, whatever its type
   */
  public boolean has(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * A short text for a person: the type and, if it is short, the value.
   *
   * @param key the key
   * @return for example {@code u32 4096} or {@code array of 272 strings}
   * @throws ModelFileException if the key is missing
   */
  public String describe(String key) {
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
   * An integer of any width, if the key is there.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public OptionalLong findInteger(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * An integer of any width, which has to be there.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public long requireInteger(String key) {
    throw new UnsupportedOperationException();
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
    throw new UnsupportedOperationException();
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
    throw new UnsupportedOperationException();
  }

  /**
   * A floating point number, f32 or f64, if the key is there. Integers are refused.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public OptionalDouble findNumber(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * A floating point number, f32 or f64, which has to be there. Integers are refused.
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
   * An array of strings, if the key is there. Decoded at every call: keep the list.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<List<String>> findStrings(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * An array of strings, which has to be there. Decoded at every call: keep the list.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public List<String> requireStrings(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * One integer or an array of them, of any width, if the key is there. Copied at every call.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<long[]> findIntegers(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * One integer or an array of them, of any width, which has to be there. Copied at every call.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public long[] requireIntegers(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * One f32 or an array of them, if the key is there. Copied at every call.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<float[]> findFloats(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * One f32 or an array of them, which has to be there. Copied at every call.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public float[] requireFloats(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * One boolean or an array of them, if the key is there. Copied at every call.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<boolean[]> findBooleans(String key) {
    throw new UnsupportedOperationException();
  }

  /**
   * One boolean or an array of them, which has to be there. Copied at every call.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public boolean[] requireBooleans(String key) {
    throw new UnsupportedOperationException();
  }
}
