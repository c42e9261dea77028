/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Text to token ids and back. Implementations are immutable and safe to share between threads.
 */
public interface Tokenizer {

  /**
   * Encodes plain text. Special tokens written in the text are ordinary characters here, so text
   * from a user cannot open or close a chat turn. No token is put in front or behind.
   *
   * @param text any text; unpaired surrogates become U+FFFD
   * @return the ids
   */
  int[] encode(String text);

  /**
   * Encodes a prompt made of text and special tokens, and puts the begin-of-text token in front if
   * this vocabulary asks for it and the prompt does not start with it.
   *
   * @param prompt parts in order; text parts are encoded as {@link #encode(String)} does
   * @return the ids
   * @throws IllegalArgumentException if a special token is not in the vocabulary
   */
  int[] encodePrompt(List<PromptPart> prompt);

  /**
   * Encodes text in which special tokens are recognised (compatibility with tools that do so).
   *
   * @param text the text
   * @return the ids, without a begin-of-text token in front
   */
  int[] encodeWithSpecials(String text);

  /**
   * Decodes ids. Control tokens decode to nothing; bytes that are no UTF-8 become U+FFFD.
   *
   * @param ids token ids
   * @return the text
   */
  String decode(int... ids);

  /**
   * A decoder for tokens that arrive one by one.
   *
   * @return a new decoder; not thread-safe
   */
  StreamDecoder streamDecoder();

  /**
   * The number of ids with a token.
   *
   * @return one more than the largest id that has a text; rows of the model above it are padding
   */
  int size();

  /**
   * Looks up the id of a token by its exact text, special or not.
   *
   * @param token the text as in the vocabulary file for special tokens
   * @return the id, or empty
   */
  OptionalInt idOf(String token);

  /**
   * The text of a token as the vocabulary file writes it, for people to look at.
   *
   * @param id a token id
   * @return its text, or {@code "[id]"} if the id has none
   */
  String tokenText(int id);

  /**
   * Whether an id is a control token, which decodes to nothing.
   *
   * @param id a token id
   * @return true for control tokens
   */
  boolean isControl(int id);

  /**
   * The begin-of-text id, if the vocabulary puts one in front of every prompt.
   *
   * @return the id, or empty if none is added
   */
  OptionalInt beginId();

  /**
   * Ids that end a generation according to the vocabulary: end of text, end of turn.
   *
   * @return the union of what the files name and of the usual end-of-turn tokens; may be empty
   */
  Set<Integer> stopIds();

  /**
   * The chat template the file carries. It is only ever recognised, never executed.
   *
   * @return its source, or an empty string
   */
  String chatTemplate();
}
