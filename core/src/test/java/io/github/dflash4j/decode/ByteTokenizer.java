/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.text.PromptPart;
import io.github.dflash4j.text.StreamDecoder;
import io.github.dflash4j.text.Tokenizer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * One token a byte, and {@value #SPECIALS} control tokens behind them; the first one ends a text.
 */
final class ByteTokenizer implements Tokenizer {
  static final int SPECIALS = 16;
  static final int STOP = 256;

  @Override
  public int[] encode(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int[] ids = new int[bytes.length];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = bytes[i] & 0xff;
    }
    return ids;
  }

  @Override
  public int[] encodePrompt(List<PromptPart> prompt) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int[] encodeWithSpecials(String text) {
    throw new UnsupportedOperationException();
  }

  @Override
  public String decode(int... ids) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int id : ids) {
      if (id < 256) {
        bytes.write(id);
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Override
  public StreamDecoder streamDecoder() {
    return new StreamDecoder() {
      private final ByteArrayOutputStream held = new ByteArrayOutputStream();

      @Override
      public String next(int id) {
        if (id >= 256) {
          return "";
        }
        held.write(id);
        String text = held.toString(StandardCharsets.UTF_8);
        return text.endsWith("\uFFFD") && held.size() < 4 ? "" : release(text);
      }

      @Override
      public String finish() {
        return release(held.toString(StandardCharsets.UTF_8));
      }

      private String release(String text) {
        held.reset();
        return text;
      }
    };
  }

  @Override
  public StreamDecoder continuationDecoder() {
    return streamDecoder();
  }

  @Override
  public int size() {
    return 256 + SPECIALS;
  }

  @Override
  public OptionalInt idOf(String token) {
    return OptionalInt.empty();
  }

  @Override
  public String tokenText(int id) {
    return "[" + id + "]";
  }

  @Override
  public boolean isControl(int id) {
    return id >= 256;
  }

  @Override
  public OptionalInt beginId() {
    return OptionalInt.empty();
  }

  @Override
  public Optional<String> beginToken() {
    return Optional.empty();
  }

  @Override
  public Optional<String> endToken() {
    return Optional.empty();
  }

  @Override
  public Set<Integer> stopIds() {
    return Set.of(STOP);
  }

  @Override
  public String chatTemplate() {
    return "";
  }
}
