/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import io.github.dflash4j.format.gguf.GgufMetadata;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Reads a tokenizer from the metadata of a GGUF file (target-models 7.3). */
final class GgufTokenizer {
  private static final String PREFIX = "tokenizer.ggml.";

  /** What a file writes for an id it does not have. */
  private static final long ABSENT = 0xFFFF_FFFFL;

  private static final int NORMAL = 1;
  private static final int UNKNOWN = 2;
  private static final int CONTROL = 3;
  private static final int USER_DEFINED = 4;
  private static final int UNUSED = 5;
  private static final int BYTE = 6;

  private final GgufMetadata metadata;
  private final List<String> texts;
  private final long[] types;

  private GgufTokenizer(GgufMetadata metadata) {
    this.metadata = metadata;
    this.texts = metadata.requireStrings(PREFIX + "tokens");
    this.types = metadata.requireIntegers(PREFIX + "token_type");
    checkLength("token_type", types.length);
  }

  static Tokenizer read(GgufMetadata metadata) {
    String model = metadata.requireString(PREFIX + "model");
    return switch (model) {
      case "gpt2" -> new GgufTokenizer(metadata).readBpe();
      case "llama" -> new GgufTokenizer(metadata).readSpm();
      default ->
          throw new ModelFileException(
              metadata.file(),
              PREFIX + "model",
              "gpt2 (byte-level BPE) or llama (SentencePiece BPE)",
              model);
    };
  }

  private Tokenizer readBpe() {
    String name = metadata.requireString(PREFIX + "pre");
    SplitPattern pattern =
        SplitPattern.ofGgufName(name)
            .orElseThrow(() ->
                new ModelFileException(
                    metadata.file(),
                    PREFIX + "pre",
                    "a known pattern (" + SplitPattern.names() + ")",
                    name));
    Map<String, Integer> ids = new HashMap<>();
    for (int id = 0; id < texts.size(); id++) {
      if (types[id] == NORMAL) {
        ids.put(texts.get(id), id);
      } else if (types[id] == USER_DEFINED) {
        ids.putIfAbsent(texts.get(id), id);
      }
    }
    TextEncoder encoder =
        new BpeBuilder(metadata.file(), ids)
            .encoder(pattern, merges(), pattern.ignoreMerges() ? ids : Map.of(), -1);
    return tokenizer(encoder, pattern.nfc(), false, pattern.addBegin());
  }

  private List<String[]> merges() {
    List<String[]> merges = new ArrayList<>();
    for (String merge : metadata.requireStrings(PREFIX + "merges")) {
      // A token may begin with a space in old files, so the first character never separates.
      int space = merge.indexOf(' ', 1);
      if (space < 0 || space == merge.length() - 1) {
        throw new ModelFileException(
            metadata.file(),
            PREFIX + "merges[" + merges.size() + "]",
            "two tokens",
            "\"" + merge + "\"");
      }
      merges.add(new String[] {merge.substring(0, space), merge.substring(space + 1)});
    }
    return merges;
  }

  private Tokenizer readSpm() {
    float[] scores = metadata.requireFloats(PREFIX + "scores");
    checkLength("scores", scores.length);
    List<String> pieces = new ArrayList<>();
    for (int id = 0; id < texts.size(); id++) {
      boolean merged = types[id] == NORMAL || types[id] == USER_DEFINED;
      pieces.add(merged && !texts.get(id).isEmpty() ? texts.get(id) : null);
      if (Float.isNaN(scores[id])) {
        throw new ModelFileException(
            metadata.file(), PREFIX + "scores[" + id + "]", "a number", "NaN");
      }
    }
    boolean space = metadata.findBoolean(PREFIX + "add_space_prefix").orElse(true);
    return tokenizer(new SpmEncoder(pieces, scores, byteIds(), space), false, space, true);
  }

  /** The ids of the pieces {@code <0x00>} to {@code <0xFF>}. */
  private int[] byteIds() {
    int[] ids = new int[256];
    Arrays.fill(ids, -1);
    for (int id = 0; id < texts.size(); id++) {
      if (types[id] == BYTE) {
        ids[byteValue(id)] = id;
      }
    }
    for (int value = 0; value < 256; value++) {
      if (ids[value] < 0) {
        throw new ModelFileException(
            metadata.file(),
            PREFIX + "tokens",
            "a piece for each of the 256 bytes",
            String.format("none for <0x%02X>", value));
      }
    }
    return ids;
  }

  private int byteValue(int id) {
    String text = texts.get(id);
    if (!text.matches("<0x[0-9A-Fa-f]{2}>")) {
      throw new ModelFileException(
          metadata.file(), PREFIX + "tokens[" + id + "]", "a byte piece", "\"" + text + "\"");
    }
    return Integer.parseInt(text, 3, 5, 16);
  }

  private Tokenizer tokenizer(TextEncoder encoder, boolean nfc, boolean space, boolean addBegin) {
    boolean add = metadata.findBoolean(PREFIX + "add_bos_token").orElse(addBegin);
    OptionalInt begin = id("bos_token_id");
    if (add && begin.isEmpty()) {
      throw new ModelFileException(
          metadata.file(), PREFIX + "bos_token_id", "the token to add", "nothing");
    }
    Set<Integer> stops = new TreeSet<>();
    for (String key : List.of("eos_token_id", "eot_token_id", "eom_token_id")) {
      id(key).ifPresent(stops::add);
    }
    return new VocabularyTokenizer(
        new VocabularyTokenizer.Definition(
            vocabulary(encoder instanceof SpmEncoder),
            encoder,
            nfc,
            space,
            add,
            begin,
            id("eos_token_id"),
            stops,
            metadata.findString("tokenizer.chat_template").orElse("")));
  }

  private OptionalInt id(String name) {
    OptionalLong id = metadata.findInteger(PREFIX + name);
    if (id.isEmpty() || id.getAsLong() == ABSENT || id.getAsLong() == -1) {
      return OptionalInt.empty();
    }
    if (id.getAsLong() < 0 || id.getAsLong() >= texts.size()) {
      throw new ModelFileException(
          metadata.file(),
          PREFIX + name,
          "an id below " + texts.size(),
          String.valueOf(id.getAsLong()));
    }
    return OptionalInt.of((int) id.getAsLong());
  }

  private Vocabulary vocabulary(boolean spm) {
    List<Vocabulary.Token> tokens = new ArrayList<>();
    for (int id = 0; id < texts.size(); id++) {
      tokens.add(token(id, spm));
    }
    return new Vocabulary(tokens);
  }

  private Vocabulary.Token token(int id, boolean spm) {
    String text = texts.get(id);
    byte[] plain = text.getBytes(StandardCharsets.UTF_8);
    // Clamped, because narrowing could turn a number that is no type into one.
    return switch (Math.clamp(types[id], Integer.MIN_VALUE, Integer.MAX_VALUE)) {
      case NORMAL -> {
        byte[] bytes =
            spm
                ? text.replace(SpmEncoder.SPACE_MARK, ' ').getBytes(StandardCharsets.UTF_8)
                : ByteAlphabet.decode(text);
        yield new Vocabulary.Token(text, Vocabulary.Kind.NORMAL, bytes, false);
      }
      case BYTE ->
          new Vocabulary.Token(
              text, Vocabulary.Kind.NORMAL, new byte[] {(byte) byteValue(id)}, false);
      case UNKNOWN, CONTROL -> new Vocabulary.Token(text, Vocabulary.Kind.CONTROL, plain, false);
      case USER_DEFINED -> new Vocabulary.Token(text, Vocabulary.Kind.ADDED, plain, false);
      case UNUSED -> null;
      default ->
          throw new ModelFileException(
              metadata.file(),
              PREFIX + "token_type[" + id + "]",
              "1 to 6",
              String.valueOf(types[id]));
    };
  }

  private void checkLength(String name, int length) {
    if (length != texts.size()) {
      throw new ModelFileException(
          metadata.file(),
          PREFIX + name,
          texts.size() + " entries, one for each token",
          String.valueOf(length));
    }
  }
}
