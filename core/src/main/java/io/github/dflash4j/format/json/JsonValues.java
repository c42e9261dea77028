/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.json;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Reads JSON values as Java types; every reading gives null for a value of another kind. */
final class JsonValues {
  private static final long EXACT_IN_DOUBLE = 1L << 53;
  private static final int MAX_SHOWN = 60;

  private JsonValues() {}

  static JsonFields.Kind kindOf(Object value) {
    return switch (value) {
      case Boolean _ -> JsonFields.Kind.BOOLEAN;
      case Number _ -> JsonFields.Kind.NUMBER;
      case String _ -> JsonFields.Kind.STRING;
      case List<?> _ -> JsonFields.Kind.LIST;
      default -> JsonFields.Kind.OBJECT;
    };
  }

  static String describe(Object value) {
    return switch (value) {
      case String text ->
          text.length() <= MAX_SHOWN
              ? "the string \"" + text + "\""
              : "a string of " + text.length() + " characters";
      case List<?> list -> list.size() == 1 ? "a list of one" : "a list of " + list.size();
      case Map<?, ?> _ -> "an object";
      default -> value.toString();
    };
  }

  static String asString(Object value) {
    return value instanceof String text ? text : null;
  }

  static Boolean asBoolean(Object value) {
    return value instanceof Boolean flag ? flag : null;
  }

  static Long asInteger(Object value) {
    return switch (value) {
      case Long number -> number;
      case Double number when Math.rint(number) == number && Math.abs(number) <= EXACT_IN_DOUBLE ->
          (Long) number.longValue();
      case null, default -> null;
    };
  }

  static Integer asInt(Object value, int min, int max) {
    Long number = asInteger(value);
    return number != null && number >= min && number <= max ? (Integer) number.intValue() : null;
  }

  static Double asNumber(Object value) {
    return value instanceof Number number && Double.isFinite(number.doubleValue())
        ? (Double) number.doubleValue()
        : null;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> asObject(Object value) {
    return value instanceof Map<?, ?> ? (Map<String, Object>) value : null;
  }

  static <T> List<T> asList(Object value, Function<Object, T> reading) {
    if (!(value instanceof List<?> items)) {
      return null;
    }
    List<T> result = new ArrayList<>(items.size());
    for (Object item : items) {
      T read = item == null ? null : reading.apply(item);
      if (read == null) {
        return null;
      }
      result.add(read);
    }
    return Collections.unmodifiableList(result);
  }

  static <T> List<T> asOneOrMore(Object value, Function<Object, T> reading) {
    return value instanceof List<?> ? asList(value, reading) : asList(List.of(value), reading);
  }

  static long[] asIntegers(Object value) {
    List<Long> items = asOneOrMore(value, JsonValues::asInteger);
    return items == null ? null : items.stream().mapToLong(Long::longValue).toArray();
  }

  static double[] asNumbers(Object value) {
    List<Double> items = asOneOrMore(value, JsonValues::asNumber);
    return items == null ? null : items.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
