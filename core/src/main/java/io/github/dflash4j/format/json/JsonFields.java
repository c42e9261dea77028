/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.json;

import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Typed access to the fields of one JSON object, or of several that are searched one after the
 * other (see {@link #nestedFirst}). {@code null} counts as absent, unknown fields are ignored.
 * Errors name the file, the key and the places that were searched. Immutable and safe to share
 * between threads.
 */
public final class JsonFields {
  private final Path file;
  private final List<Place> places;

  /** An object that is searched, and how messages call it; empty for the root. */
  private record Place(String name, Map<String, Object> members) {
    String qualify(String key) {
      return name.isEmpty() ? key : name + "." + key;
    }

    String describe() {
      return name.isEmpty() ? "at the top level" : "in " + name;
    }
  }

  private JsonFields(Path file, List<Place> places) {
    this.file = file;
    this.places = List.copyOf(places);
  }

  static JsonFields root(Path file, Map<String, Object> members) {
    return new JsonFields(file, List.of(new Place("", members)));
  }

  /** The object in one line of a file. */
  static JsonFields line(Path file, String name, Map<String, Object> members) {
    return new JsonFields(file, List.of(new Place(name, members)));
  }

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
    return file;
  }

  /**
   * The keys that are there, of all places searched.
   *
   * @return an unmodifiable set in the order of the file
   */
  public Set<String> keys() {
    Set<String> keys = new LinkedHashSet<>();
    for (Place place : places) {
      place
          .members()
          .forEach((key, value) -> {
            if (value != null) {
              keys.add(key);
            }
          });
    }
    return Collections.unmodifiableSet(keys);
  }

  /**
   * Whether a key is there and not {@code null}.
   *
   * @param key the key
   * @return true if it is, whatever its type
   */
  public boolean has(String key) {
    return kind(key) != Kind.ABSENT;
  }

  /**
   * What a key holds.
   *
   * @param key the key
   * @return the kind of its value
   */
  public Kind kind(String key) {
    for (Place place : places) {
      Object value = place.members().get(key);
      if (value != null) {
        return JsonValues.kindOf(value);
      }
    }
    return Kind.ABSENT;
  }

  /**
   * A view that looks a key up in a nested object first and here second, for example in {@code
   * dflash_config} before the top level (dflash-algorithm 1.1). If there is no such object the view
   * equals this one, but its errors name both places.
   *
   * @param nested key of the nested object
   * @return the view
   * @throws ModelFileException if the key holds something other than an object
   */
  public JsonFields nestedFirst(String nested) {
    List<Place> searched = new ArrayList<>();
    for (Place place : places) {
      Object value = place.members().get(nested);
      Map<String, Object> members = value == null ? Map.of() : JsonValues.asObject(value);
      if (members == null) {
        throw wrong(place, nested, "an object", value);
      }
      searched.add(new Place(place.qualify(nested), members));
    }
    searched.addAll(places);
    return new JsonFields(file, searched);
  }

  /**
   * A string, if the key is there.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<String> findString(String key) {
    return find(key, "a string", JsonValues::asString);
  }

  /**
   * A string, which has to be there.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public String requireString(String key) {
    return require(key, "a string", JsonValues::asString);
  }

  /**
   * An integer, if the key is there. A number such as {@code 1e7} counts if it is integral and
   * exact.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public OptionalLong findInteger(String key) {
    return find(key, "an integer", JsonValues::asInteger)
        .map(OptionalLong::of)
        .orElseGet(OptionalLong::empty);
  }

  /**
   * An integer, which has to be there. A number such as {@code 1e7} counts if it is integral and
   * exact.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public long requireInteger(String key) {
    return require(key, "an integer", JsonValues::asInteger);
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
    return find(key, within(min, max), value -> JsonValues.asInt(value, min, max))
        .map(OptionalInt::of)
        .orElseGet(OptionalInt::empty);
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
    return require(key, within(min, max), value -> JsonValues.asInt(value, min, max));
  }

  /**
   * A finite number, if the key is there.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public OptionalDouble findNumber(String key) {
    return find(key, "a finite number", JsonValues::asNumber)
        .map(OptionalDouble::of)
        .orElseGet(OptionalDouble::empty);
  }

  /**
   * A finite number, which has to be there.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public double requireNumber(String key) {
    return require(key, "a finite number", JsonValues::asNumber);
  }

  /**
   * A boolean, if the key is there.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<Boolean> findBoolean(String key) {
    return find(key, "true or false", JsonValues::asBoolean);
  }

  /**
   * A boolean, which has to be there.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public boolean requireBoolean(String key) {
    return require(key, "true or false", JsonValues::asBoolean);
  }

  /**
   * A nested object, if the key is there. Only that object is searched by the result.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<JsonFields> findObject(String key) {
    return placeOf(key).map(place -> new JsonFields(file, List.of(place)));
  }

  /**
   * A nested object, which has to be there. Only that object is searched by the result.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public JsonFields requireObject(String key) {
    return findObject(key).orElseThrow(() -> missing(key, "an object"));
  }

  /**
   * A list of objects, if the key is there.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<List<JsonFields>> findObjects(String key) {
    String expected = "a list of objects";
    for (Place place : places) {
      Object value = place.members().get(key);
      if (value != null) {
        List<Map<String, Object>> items = JsonValues.asList(value, JsonValues::asObject);
        if (items == null) {
          throw wrong(place, key, expected, value);
        }
        return Optional.of(objects(place.qualify(key), items));
      }
    }
    return Optional.empty();
  }

  private List<JsonFields> objects(String name, List<Map<String, Object>> items) {
    List<JsonFields> objects = new ArrayList<>(items.size());
    for (Map<String, Object> members : items) {
      objects.add(
          new JsonFields(file, List.of(new Place(name + "[" + objects.size() + "]", members))));
    }
    return Collections.unmodifiableList(objects);
  }

  /**
   * A list of objects, which has to be there.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public List<JsonFields> requireObjects(String key) {
    return findObjects(key).orElseThrow(() -> missing(key, "a list of objects"));
  }

  /**
   * One string or a list of strings, if the key is there.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<List<String>> findStrings(String key) {
    return find(
        key,
        "a string or a list of strings",
        value -> JsonValues.asOneOrMore(value, JsonValues::asString));
  }

  /**
   * One string or a list of strings, which has to be there.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public List<String> requireStrings(String key) {
    return require(
        key,
        "a string or a list of strings",
        value -> JsonValues.asOneOrMore(value, JsonValues::asString));
  }

  /**
   * A list whose items are strings or lists of strings, if the key is there. A plain string becomes
   * a list of one.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<List<List<String>>> findStringRows(String key) {
    return find(
        key,
        "a list of strings or of lists of strings",
        value ->
            JsonValues.asList(value, item -> JsonValues.asOneOrMore(item, JsonValues::asString)));
  }

  /**
   * A list whose items are strings or lists of strings, which has to be there. A plain string
   * becomes a list of one.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public List<List<String>> requireStringRows(String key) {
    return require(
        key,
        "a list of strings or of lists of strings",
        value ->
            JsonValues.asList(value, item -> JsonValues.asOneOrMore(item, JsonValues::asString)));
  }

  /**
   * One integer or a list of integers, if the key is there.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<long[]> findIntegers(String key) {
    return find(key, "an integer or a list of integers", JsonValues::asIntegers);
  }

  /**
   * One integer or a list of integers, which has to be there.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public long[] requireIntegers(String key) {
    return require(key, "an integer or a list of integers", JsonValues::asIntegers);
  }

  /**
   * One integer or a list of integers within limits, if the key is there.
   *
   * @param key the key
   * @param min least allowed value
   * @param max largest allowed value
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<List<Integer>> findInts(String key, int min, int max) {
    return find(
        key,
        "a list of integers from " + min + " to " + max,
        value -> JsonValues.asOneOrMore(value, item -> JsonValues.asInt(item, min, max)));
  }

  /**
   * One finite number or a list of them, if the key is there.
   *
   * @param key the key
   * @return the value, or empty
   * @throws ModelFileException if the key holds something else
   */
  public Optional<double[]> findNumbers(String key) {
    return find(key, "a number or a list of numbers", JsonValues::asNumbers);
  }

  /**
   * One finite number or a list of them, which has to be there.
   *
   * @param key the key
   * @return the value
   * @throws ModelFileException if the key is missing or holds something else
   */
  public double[] requireNumbers(String key) {
    return require(key, "a number or a list of numbers", JsonValues::asNumbers);
  }

  private <T> Optional<T> find(String key, String expected, Function<Object, T> reading) {
    for (Place place : places) {
      Object value = place.members().get(key);
      if (value != null) {
        T result = reading.apply(value);
        if (result == null) {
          throw wrong(place, key, expected, value);
        }
        return Optional.of(result);
      }
    }
    return Optional.empty();
  }

  private <T> T require(String key, String expected, Function<Object, T> reading) {
    return find(key, expected, reading).orElseThrow(() -> missing(key, expected));
  }

  private Optional<Place> placeOf(String key) {
    for (Place place : places) {
      Object value = place.members().get(key);
      if (value != null) {
        Map<String, Object> members = JsonValues.asObject(value);
        if (members == null) {
          throw wrong(place, key, "an object", value);
        }
        return Optional.of(new Place(place.qualify(key), members));
      }
    }
    return Optional.empty();
  }

  private ModelFileException wrong(Place place, String key, String expected, Object value) {
    return new ModelFileException(file, place.qualify(key), expected, JsonValues.describe(value));
  }

  private ModelFileException missing(String key, String expected) {
    String searched = places.stream().map(Place::describe).collect(Collectors.joining(" or "));
    return new ModelFileException(file, key, expected + " " + searched, "no such key");
  }

  private static String within(int min, int max) {
    return "an integer from " + min + " to " + max;
  }
}
