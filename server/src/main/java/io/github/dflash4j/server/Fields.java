/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/** The fields of a JSON object, with errors that name them. A null is as good as no field. */
final class Fields {
  private final String place;
  private final JsonNode node;

  private Fields(String place, JsonNode node) {
    this.place = place;
    this.node = node;
  }

  /**
   * The fields of a whole body.
   *
   * @throws ApiError if it is no object
   */
  static Fields ofBody(JsonNode node) {
    if (!node.isObject()) {
      throw ApiError.ofStatus(400, "the body is no JSON object");
    }
    return new Fields("", node);
  }

  /**
   * The fields of a value.
   *
   * @param place its name in messages
   * @throws ApiError if it is no object
   */
  static Fields of(String place, JsonNode node) {
    if (!node.isObject()) {
      throw ApiError.invalid(place, place + " must be an object");
    }
    return new Fields(place + ".", node);
  }

  /** The name of a field as messages give it. */
  String name(String field) {
    return place + field;
  }

  /**
   * Checks that there are no other fields, also none that are null.
   *
   * @throws ApiError that names the first other one and those that are known
   */
  void allowOnly(List<String> known) {
    for (String field : node.propertyNames()) {
      if (!known.contains(field)) {
        String shown = Shown.of(field);
        throw wrong(shown, "is not known; there are " + String.join(", ", known));
      }
    }
  }

  Optional<JsonNode> get(String field) {
    JsonNode value = node.get(field);
    return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
  }

  Optional<Fields> object(String field) {
    return get(field).map(value -> of(name(field), value));
  }

  Optional<String> text(String field) {
    return get(field)
        .map(value -> {
          if (!value.isString()) {
            throw wrong(field, "must be a string");
          }
          return value.stringValue();
        });
  }

  boolean flag(String field) {
    return flagIfGiven(field).orElse(false);
  }

  Optional<Boolean> flagIfGiven(String field) {
    return get(field)
        .map(value -> {
          if (!value.isBoolean()) {
            throw wrong(field, "must be true or false");
          }
          return value.booleanValue();
        });
  }

  OptionalInt integer(String field, int least, int most) {
    OptionalLong value = whole(field, least, most);
    return value.isEmpty() ? OptionalInt.empty() : OptionalInt.of((int) value.getAsLong());
  }

  /** A whole number, written as such or with a fraction of zeros. */
  OptionalLong whole(String field, long least, long most) {
    Optional<JsonNode> value = get(field);
    if (value.isEmpty()) {
      return OptionalLong.empty();
    }
    boolean whole = value.get().isNumber() && value.get().canConvertToExactIntegral();
    if (!whole || !value.get().canConvertToLong()) {
      throw wrong(field, "must be a whole number from " + least + " to " + most);
    }
    long number = value.get().decimalValue().longValueExact();
    if (number < least || number > most) {
      throw wrong(
          field, "must be a whole number from " + least + " to " + most + ", not " + number);
    }
    return OptionalLong.of(number);
  }

  OptionalDouble number(String field, double least, double most) {
    Optional<JsonNode> value = get(field);
    if (value.isEmpty()) {
      return OptionalDouble.empty();
    }
    double number = value.get().isNumber() ? value.get().doubleValue() : Double.NaN;
    if (!(number >= least && number <= most)) {
      throw wrong(field, "must be a number from " + plain(least) + " to " + plain(most));
    }
    return OptionalDouble.of(number);
  }

  private static String plain(double bound) {
    return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
  }

  /** A string or an array of strings. */
  List<String> texts(String field, int most) {
    Optional<JsonNode> value = get(field);
    if (value.isEmpty()) {
      return List.of();
    }
    if (value.get().isString()) {
      return List.of(value.get().stringValue());
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode element : elements(field)) {
      if (!element.isString()) {
        throw wrong(field, "must be a string or an array of strings");
      }
      texts.add(element.stringValue());
    }
    if (texts.size() > most) {
      throw wrong(field, "must have at most " + most + " elements, not " + texts.size());
    }
    return texts;
  }

  /** The elements of an array that has to be there. */
  List<JsonNode> elements(String field) {
    JsonNode value = get(field).orElseThrow(() -> wrong(field, "is missing"));
    if (!value.isArray()) {
      throw wrong(field, "must be an array");
    }
    List<JsonNode> elements = new ArrayList<>();
    value.forEach(elements::add);
    return elements;
  }

  /**
   * Token ids.
   *
   * @param size ids there are
   */
  int[] ids(String field, int size) {
    List<JsonNode> elements = elements(field);
    int[] ids = new int[elements.size()];
    for (int i = 0; i < ids.length; i++) {
      JsonNode element = elements.get(i);
      if (!element.isInt() || element.intValue() < 0 || element.intValue() >= size) {
        throw wrong(field, "must have token ids from 0 to " + (size - 1));
      }
      ids[i] = element.intValue();
    }
    return ids;
  }

  ApiError wrong(String field, String how) {
    return ApiError.invalid(name(field), name(field) + " " + how);
  }
}
