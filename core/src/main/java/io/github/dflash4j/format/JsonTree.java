/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format;

import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * Reads a JSON object without trusting it: strict UTF-8, no duplicate keys, limited depth, no
 * recursion, and errors in one line that never quote the text. Values are {@link Long}, {@link
 * Double}, {@link Boolean}, {@link String}, {@link List}, {@link Map} or {@code null}; an integer
 * beyond 64 bits becomes a {@code Double}.
 */
public final class JsonTree {
  private static final int MAX_NAME = 1 << 16;
  private static final int BYTE_ORDER_MARK = 0xFEFF;

  private final Path file;
  private final String what;
  private final int maxDepth;
  private final JsonParser parser;

  private JsonTree(Path file, String what, int maxDepth, JsonParser parser) {
    this.file = file;
    this.what = what;
    this.maxDepth = maxDepth;
    this.parser = parser;
  }

  /**
   * Reads an object and hands over its members one by one, so that the whole need not be kept.
   * Whether a name repeats at this top level is for the receiver to check; below it repeated names
   * are refused here.
   *
   * @param file the file, for messages
   * @param what what is read, for messages: the file or a part of it
   * @param bytes the JSON text; read to its end, not closed
   * @param maxDepth how deep objects and lists may nest, counting the outermost object as 1
   * @param member receives name and value of each member
   * @throws ModelFileException if the text is not a JSON object within these rules
   */
  public static void read(
      Path file, String what, InputStream bytes, int maxDepth, BiConsumer<String, Object> member) {
    // A decoder that reports keeps bad UTF-8 out and, unlike the parser's own detection, does not
    // turn to UTF-16.
    Reader text =
        new InputStreamReader(
            bytes,
            StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT));
    try (JsonParser parser =
        Factory.INSTANCE.createParser(ObjectReadContext.empty(), skipMark(file, what, text))) {
      new JsonTree(file, what, maxDepth, parser).members(member);
    } catch (JacksonException e) {
      throw problem(file, what, e);
    }
  }

  /** The parser's settings; built when first used. */
  private static final class Factory {
    static final JsonFactory INSTANCE =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNameLength(MAX_NAME)
                    .maxNestingDepth(1000)
                    .maxStringLength(64 << 20)
                    .build())
            // Python writes them; whoever needs a number refuses them.
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            // A vocabulary has hundreds of thousands of names that never repeat.
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .build();
  }

  private static Reader skipMark(Path file, String what, Reader text) {
    try {
      PushbackReader reader = new PushbackReader(text, 1);
      int first = reader.read();
      if (first >= 0 && first != BYTE_ORDER_MARK) {
        reader.unread(first);
      }
      return reader;
    } catch (CharacterCodingException e) {
      throw new ModelFileException(file, what + " is not valid UTF-8", e);
    } catch (IOException e) {
      throw MappedFile.unreadable(file, e);
    }
  }

  private void members(BiConsumer<String, Object> member) {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new ModelFileException(file, what, "a JSON object", "something else");
    }
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      JsonToken token = parser.nextToken();
      member.accept(name, token.isStructStart() ? container(token) : scalar(token));
    }
    if (parser.nextToken() != null) {
      throw new ModelFileException(file, what, "nothing behind the JSON object", "more text");
    }
  }

  private Object container(JsonToken start) {
    Object outermost = empty(start);
    Deque<Object> open = new ArrayDeque<>();
    open.push(outermost);
    while (!open.isEmpty()) {
      JsonToken token = parser.nextToken();
      if (token.isStructEnd()) {
        open.pop();
      } else if (token.isStructStart()) {
        Object inner = empty(token);
        add(open.element(), inner);
        open.push(inner);
        if (open.size() >= maxDepth) {
          throw new ModelFileException(
              file, what, "objects and lists nested at most " + maxDepth + " deep", "more");
        }
      } else if (token != JsonToken.PROPERTY_NAME) {
        add(open.element(), scalar(token));
      }
    }
    return outermost;
  }

  private static Object empty(JsonToken start) {
    return start == JsonToken.START_OBJECT
        ? new LinkedHashMap<String, Object>()
        : new ArrayList<Object>();
  }

  @SuppressWarnings("unchecked")
  private void add(Object container, Object value) {
    if (container instanceof List<?>) {
      ((List<Object>) container).add(value);
      return;
    }
    // At the start of a struct the parser still reports the name it belongs to.
    String name = parser.currentName();
    Map<String, Object> object = (Map<String, Object>) container;
    if (object.containsKey(name)) {
      throw new ModelFileException(file, name, "each key once in an object", "the key twice");
    }
    object.put(name, value);
  }

  private Object scalar(JsonToken token) {
    return switch (token) {
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT ->
          switch (parser.getNumberType()) {
            case INT, LONG -> parser.getLongValue();
            default -> Double.valueOf(parser.getString());
          };
      case VALUE_NUMBER_FLOAT -> Double.valueOf(parser.getDoubleValue());
      case VALUE_TRUE -> Boolean.TRUE;
      case VALUE_FALSE -> Boolean.FALSE;
      case VALUE_NULL -> null;
      default -> throw new ModelFileException(file, what + " is not valid JSON");
    };
  }

  private static ModelFileException problem(Path file, String what, JacksonException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof CharacterCodingException) {
        return new ModelFileException(file, what + " is not valid UTF-8", e);
      }
    }
    if (e.getCause() instanceof IOException io) {
      return MappedFile.unreadable(file, io);
    }
    TokenStreamLocation at = e.getLocation();
    String where =
        at == null
            ? ""
            : " ("
                + (at.getLineNr() > 1 ? "line " + at.getLineNr() + ", " : "")
                + "column "
                + at.getColumnNr()
                + ")";
    String problem =
        e instanceof StreamConstraintsException
            ? " has a name, string, number or nesting beyond the limits"
            : " is not valid JSON";
    return new ModelFileException(file, what + problem + where, e);
  }
}
