/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * What all tokenizers have in common: added tokens are cut out of the text, the rest goes through
 * the normalizer and an encoder, ids decode to bytes (target-models 7.1).
 */
final class VocabularyTokenizer implements Tokenizer {

  /**
   * What the files say.
   *
   * @param vocabulary the tokens
   * @param encoder encodes text between added tokens
   * @param nfc whether that text is brought to normalization form C first
   * @param spaceInFront whether encoding puts a space in front, so that decoding drops one
   * @param addBegin whether every prompt begins with the begin token
   * @param begin the begin token the files name, whether or not it is added
   * @param end the end token the files name
   * @param stopIds ids the files name as ends of a generation
   * @param chatTemplate source of the template, or an empty string
   */
  record Definition(
      Vocabulary vocabulary,
      TextEncoder encoder,
      boolean nfc,
      boolean spaceInFront,
      boolean addBegin,
      OptionalInt begin,
      OptionalInt end,
      Set<Integer> stopIds,
      String chatTemplate) {}

  /** Which added tokens are looked for, before and after normalization. */
  private record Added(AddedTokens raw, AddedTokens normalized) {}

  private final Definition definition;
  private final Vocabulary vocabulary;
  private final Set<Integer> stopIds;
  private final Added inText;
  private final Added withSpecials;

  VocabularyTokenizer(Definition definition) {
    this.definition = definition;
    this.vocabulary = definition.vocabulary();
    Set<Integer> stops = new TreeSet<>(definition.stopIds());
    for (int id = 0; id < vocabulary.size(); id++) {
      if (vocabulary.isControl(id) && EndTokens.contains(vocabulary.token(id).text())) {
        stops.add(id);
      }
    }
    this.stopIds = Collections.unmodifiableSet(stops);
    this.inText = added(false);
    this.withSpecials = added(true);
  }

  private Added added(boolean specials) {
    Map<String, Integer> raw = new HashMap<>();
    Map<String, Integer> normalized = new HashMap<>();
    for (int id = 0; id < vocabulary.size(); id++) {
      Vocabulary.Token token = vocabulary.token(id);
      if (token == null || token.kind() == Vocabulary.Kind.NORMAL) {
        continue;
      }
      if (specials || (token.kind() == Vocabulary.Kind.ADDED && !looksSpecial(token.text()))) {
        boolean late = token.normalized() && definition.nfc();
        (late ? normalized : raw).put(late ? Nfc.normalize(token.text()) : token.text(), id);
      }
    }
    return new Added(new AddedTokens(raw), new AddedTokens(normalized));
  }

  /**
   * Tokens in the form of turn markers. Some files declare them as ordinary added tokens ({@code
   * <|fim_prefix|>} of Qwen3, the user and assistant markers of DeepSeek's distilled models), but
   * text from a user must not open a turn; GGUF files list the same tokens as control tokens.
   */
  private static boolean looksSpecial(String text) {
    return (text.startsWith("<|") && text.endsWith("|>"))
        || (text.startsWith("<\uFF5C") && text.endsWith("\uFF5C>"));
  }

  @Override
  public int[] encode(String text) {
    IdList ids = new IdList();
    encode(text, inText, true, ids);
    return ids.toArray();
  }

  @Override
  public int[] encodeWithSpecials(String text) {
    IdList ids = new IdList();
    encode(text, withSpecials, true, ids);
    return ids.toArray();
  }

  @Override
  public int[] encodePrompt(List<PromptPart> prompt) {
    IdList ids = new IdList();
    StringBuilder text = new StringBuilder();
    boolean atStart = true;
    for (PromptPart part : prompt) {
      switch (part) {
        case PromptPart.Text ordinary -> text.append(ordinary.value());
        case PromptPart.Special special -> {
          encode(text.toString(), inText, atStart, ids);
          text.setLength(0);
          ids.add(specialId(special.value()));
          atStart = true;
        }
      }
    }
    encode(text.toString(), inText, atStart, ids);
    OptionalInt begin = beginId();
    if (begin.isEmpty() || (ids.size() > 0 && ids.get(0) == begin.getAsInt())) {
      return ids.toArray();
    }
    int[] withBegin = new int[ids.size() + 1];
    withBegin[0] = begin.getAsInt();
    System.arraycopy(ids.toArray(), 0, withBegin, 1, ids.size());
    return withBegin;
  }

  private int specialId(String token) {
    return vocabulary
        .specialId(token)
        .orElseThrow(
            () -> new IllegalArgumentException("no special token " + token + " in the vocabulary"));
  }

  private void encode(String text, Added added, boolean atStart, IdList ids) {
    String clean = wellFormed(text);
    boolean[] start = {atStart};
    added.raw.split(
        clean,
        (id, from, to) -> {
          if (id >= 0) {
            ids.add(id);
            start[0] = true;
            return;
          }
          String part = clean.substring(from, to);
          encodePart(definition.nfc() ? Nfc.normalize(part) : part, added.normalized, start, ids);
        });
  }

  private void encodePart(String text, AddedTokens added, boolean[] start, IdList ids) {
    added.split(
        text,
        (id, from, to) -> {
          if (id >= 0) {
            ids.add(id);
          } else {
            definition.encoder().encode(text.substring(from, to), start[0], ids);
          }
          start[0] = id >= 0;
        });
  }

  /** The text with U+FFFD for every unpaired surrogate. */
  private static String wellFormed(String text) {
    StringBuilder fixed = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
        continue;
      }
      fixed = fixed == null ? new StringBuilder(text) : fixed;
      fixed.setCharAt(i, '\uFFFD');
    }
    return fixed == null ? text : fixed.toString();
  }

  @Override
  public String decode(int... ids) {
    StreamDecoder decoder = streamDecoder();
    StringBuilder text = new StringBuilder();
    for (int id : ids) {
      text.append(decoder.next(id));
    }
    return text.append(decoder.finish()).toString();
  }

  @Override
  public StreamDecoder streamDecoder() {
    return new ByteStreamDecoder(vocabulary::bytes, definition.spaceInFront());
  }

  @Override
  public StreamDecoder continuationDecoder() {
    return new ByteStreamDecoder(vocabulary::bytes, false);
  }

  @Override
  public int size() {
    return vocabulary.size();
  }

  @Override
  public OptionalInt idOf(String token) {
    return vocabulary.idOf(token);
  }

  @Override
  public String tokenText(int id) {
    Vocabulary.Token token = vocabulary.token(id);
    return token == null ? "[" + id + "]" : token.text();
  }

  @Override
  public boolean isControl(int id) {
    return vocabulary.isControl(id);
  }

  @Override
  public OptionalInt beginId() {
    return definition.addBegin() ? definition.begin() : OptionalInt.empty();
  }

  @Override
  public Optional<String> beginToken() {
    return text(definition.begin());
  }

  @Override
  public Optional<String> endToken() {
    return text(definition.end());
  }

  private Optional<String> text(OptionalInt id) {
    return id.isPresent() ? Optional.of(tokenText(id.getAsInt())) : Optional.empty();
  }

  @Override
  public Set<Integer> stopIds() {
    return stopIds;
  }

  @Override
  public String chatTemplate() {
    return definition.chatTemplate();
  }
}
