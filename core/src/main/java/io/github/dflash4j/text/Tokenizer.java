/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Text to token ids and back. Implementations are immutable and safe to share between threads. */
public interface Tokenizer {

  /**
   * Encodes plain text. Special tokens written in the text are ordinary characters here, so text
   * from a user cannot open or close a chat turn. Added tokens that are no control tokens and do
   * not look like one, such as {@code <think>} or the runs of spaces of some vocabularies, are part
   * of the text and are recognised, as the models were trained. No token is put in front or behind.
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
   * Decodes the ids of a whole text. Control tokens and ids without a token decode to nothing;
   * bytes that are no UTF-8 become U+FFFD. A space that encoding put in front is dropped.
   *
   * @param ids token ids
   * @return the text
   */
  String decode(int... ids);

  /**
   * A decoder for the tokens of a whole text that arrive one by one.
   *
   * @return a new decoder; not thread-safe
   */
  StreamDecoder streamDecoder();

  /**
   * A decoder for tokens that continue a text, such as a reply to a prompt: a space in front of the
   * first word is kept. It knows nothing of the prompt; if that ended in the middle of a character,
   * the rest of the character comes out as U+FFFD.
   *
   * @return a new decoder; not thread-safe
   */
  StreamDecoder continuationDecoder();

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
   * The begin-of-text token the files name, whether or not it is put in front of prompts. Some chat
   * templates write it.
   *
   * @return its text, or empty
   */
  Optional<String> beginToken();

  /**
   * The end token the files name. Some chat templates write it.
   *
   * @return its text, or empty
   */
  Optional<String> endToken();

  /**
   * Ids that end a generation according to the vocabulary: end of text, end of turn.
   *
   * @return the union of what the files name and of the usual end-of-turn tokens, ascending and
   *     unmodifiable; may be empty
   */
  Set<Integer> stopIds();

  /**
   * The chat template the file carries. It is only ever recognised, never executed.
   *
   * @return its source, or an empty string
   */
  String chatTemplate();
}
