/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** The tokens of a tokenizer by id and by text. Immutable and safe to share between threads. */
final class Vocabulary {

  /** What a token is for. */
  enum Kind {
    /** Made by merges; its text is as the file writes it, its bytes are what it decodes to. */
    NORMAL,
    /** Never made from text, decodes to nothing. */
    CONTROL,
    /** An added token that stands for its own text. */
    ADDED
  }

  /**
   * A token.
   *
   * @param text as the vocabulary file writes it
   * @param kind what it is for
   * @param bytes what it decodes to
   * @param normalized whether an added token is looked for in normalized text
   */
  record Token(String text, Kind kind, byte[] bytes, boolean normalized) {}

  private static final byte[] NOTHING = {};

  private final List<Token> tokens;
  private final Map<String, Integer> ids = new HashMap<>();

  /**
   * A vocabulary.
   *
   * @param tokens the token of each id, null where an id has none
   */
  Vocabulary(List<Token> tokens) {
    int size = tokens.size();
    while (size > 0 && tokens.get(size - 1) == null) {
      size--;
    }
    this.tokens = new ArrayList<>(tokens.subList(0, size));
    for (int id = 0; id < size; id++) {
      Token token = this.tokens.get(id);
      if (token != null) {
        ids.put(token.text, id);
      }
    }
  }

  int size() {
    return tokens.size();
  }

  /** The token of an id, or null. */
  Token token(int id) {
    return id >= 0 && id < tokens.size() ? tokens.get(id) : null;
  }

  /** What an id decodes to; nothing for control tokens and ids without a token. */
  byte[] bytes(int id) {
    Token token = token(id);
    return token == null || token.kind == Kind.CONTROL ? NOTHING : token.bytes;
  }

  OptionalInt idOf(String text) {
    Integer id = ids.get(text);
    return id == null ? OptionalInt.empty() : OptionalInt.of(id);
  }

  /** The id of a control or added token. */
  OptionalInt specialId(String text) {
    Integer id = ids.get(text);
    return id == null || tokens.get(id).kind == Kind.NORMAL
        ? OptionalInt.empty()
        : OptionalInt.of(id);
  }

  boolean isControl(int id) {
    Token token = token(id);
    return token != null && token.kind == Kind.CONTROL;
  }
}
