/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.decode.StopStrings.Match;
import io.github.dflash4j.text.StreamDecoder;
import io.github.dflash4j.text.Tokenizer;
import java.util.List;
import java.util.Optional;

/**
 * The characters of one generation as its tokens arrive, up to the first stop string. Characters
 * that may turn out to begin one are held back. Without a tokenizer there are none.
 */
final class TextStream {
  private final Optional<StreamDecoder> decoder;
  private final StopStrings stops;
  private final String echoed;
  private final StringBuilder written = new StringBuilder();
  private int released;
  private Optional<String> stop = Optional.empty();

  /**
   * The text goes on where the prompt ends: a character that the prompt ends in the middle of is
   * completed by the first tokens.
   *
   * @param echo whether the prompt is part of the text; stop strings are not looked for in it
   */
  TextStream(Optional<Tokenizer> tokenizer, int[] prompt, List<String> stopStrings, boolean echo) {
    stops = new StopStrings(stopStrings);
    decoder = tokenizer.map(echo ? Tokenizer::streamDecoder : Tokenizer::continuationDecoder);
    StringBuilder read = new StringBuilder();
    decoder.ifPresent(fresh -> {
      for (int id : prompt) {
        read.append(fresh.next(id));
      }
    });
    echoed = echo ? read.toString() : "";
  }

  /** The characters of the prompt, if they are part of the text. */
  String echoed() {
    return echoed;
  }

  /**
   * Adds a token. Behind a stop string nothing may be added.
   *
   * @return true if it completes a stop string, which is cut off with all that follows
   */
  boolean add(int id) {
    if (decoder.isEmpty()) {
      return false;
    }
    return append(decoder.get().next(id));
  }

  private boolean append(String characters) {
    int from = written.length();
    written.append(characters);
    Match match = characters.isEmpty() ? null : stops.find(written, from);
    if (match == null) {
      return false;
    }
    written.setLength(match.start());
    stop = Optional.of(match.string());
    return true;
  }

  /** Characters that are certain now and were not given out before. */
  String release() {
    int end = written.length() - (stop.isPresent() ? 0 : stops.heldBack(written));
    String certain = released < end ? written.substring(released, end) : "";
    released = Math.max(released, end);
    return certain;
  }

  /** What is left when no token follows. */
  String finish() {
    if (stop.isEmpty()) {
      append(decoder.map(StreamDecoder::finish).orElse(""));
    }
    String rest = written.substring(released);
    released = written.length();
    return rest;
  }

  /** The stop string that was found. */
  Optional<String> stop() {
    return stop;
  }

  /** The whole text, that of the prompt included if it is part of it. */
  String written() {
    return echoed + written;
  }
}
