/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.text.StreamDecoder;
import io.github.dflash4j.text.Tokenizer;
import java.util.Optional;

/** The characters of one generation as its tokens arrive. Without a tokenizer there are none. */
final class TextStream {
  private final Optional<StreamDecoder> decoder;
  private final StringBuilder written = new StringBuilder();

  /**
   * The text goes on where the prompt ends: a character that the prompt ends in the middle of is
   * completed by the first tokens.
   */
  TextStream(Optional<Tokenizer> tokenizer, int[] prompt) {
    decoder = tokenizer.map(Tokenizer::continuationDecoder);
    decoder.ifPresent(fresh -> {
      for (int id : prompt) {
        fresh.next(id);
      }
    });
  }

  /** Characters completed by the tokens. */
  String next(int[] ids, int count) {
    if (decoder.isEmpty()) {
      return "";
    }
    int from = written.length();
    for (int i = 0; i < count; i++) {
      written.append(decoder.get().next(ids[i]));
    }
    return written.substring(from);
  }

  /** What is left when no token follows. */
  String finish() {
    String rest = decoder.map(StreamDecoder::finish).orElse("");
    written.append(rest);
    return rest;
  }

  String written() {
    return written.toString();
  }
}
