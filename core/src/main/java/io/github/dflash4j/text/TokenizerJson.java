/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads {@code tokenizer.json} (target-models 7.1 to 7.3): byte-level BPE only. Everything that
 * changes ids and is not implemented is refused by name.
 */
final class TokenizerJson {
  /** Ids may leave holes, but a file cannot ask for an array far larger than itself. */
  private static final int SPARE_IDS = 65_536;

  private final Path file;
  private final JsonFields root;
  private final JsonFields model;
  private final Map<String, Integer> ids = new HashMap<>();
  private final List<Vocabulary.Token> tokens = new ArrayList<>();

  TokenizerJson(JsonFields root) {
    this.file = root.file();
    this.root = root;
    checkModel();
    this.model = root.requireObject("model");
    readTokens();
    readAddedTokens();
  }

  private void checkModel() {
    JsonFields object = root.requireObject("model");
    String type = object.findString("type").orElse("BPE");
    if (!type.equals("BPE")) {
      throw new ModelFileException(file, "model.type", "BPE", type);
    }
    refuse(object.findBoolean("byte_fallback").orElse(false), "model.byte_fallback", "true");
    refuse(object.findNumber("dropout").orElse(0) != 0, "model.dropout", "a number");
    for (String key : List.of("continuing_subword_prefix", "end_of_word_suffix")) {
      String affix = object.findString(key).orElse("");
      refuse(!affix.isEmpty(), "model." + key, "\"" + affix + "\"");
    }
  }

  private void refuse(boolean wrong, String key, String found) {
    if (wrong) {
      throw new ModelFileException(file, key, "byte-level BPE, which has none", found);
    }
  }

  private void readTokens() {
    JsonFields vocabulary = model.requireObject("vocab");
    int limit = vocabulary.keys().size() + SPARE_IDS;
    for (String text : vocabulary.keys()) {
      int id = vocabulary.requireInt(text, 0, limit);
      ids.put(text, id);
      put(id, new Vocabulary.Token(text, Vocabulary.Kind.NORMAL, ByteAlphabet.decode(text), false));
    }
  }

  private void readAddedTokens() {
    for (JsonFields added : root.findObjects("added_tokens").orElse(List.of())) {
      addToken(added.requireInt("id", 0, tokens.size() + SPARE_IDS), added);
    }
  }

  /** Tokens that only {@code tokenizer_config.json} lists. */
  void addTokensOf(JsonFields config) {
    Optional<JsonFields> added = config.findObject("added_tokens_decoder");
    if (added.isEmpty()) {
      return;
    }
    for (String key : added.get().keys()) {
      int id = number(config.file(), key);
      if (id >= tokens.size() || tokens.get(id) == null) {
        addToken(id, added.get().requireObject(key));
      }
    }
  }

  private int number(Path source, String key) {
    try {
      int id = Integer.parseInt(key);
      if (id >= 0 && id <= tokens.size() + SPARE_IDS) {
        return id;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new ModelFileException(source, "added_tokens_decoder", "token ids as keys", key);
  }

  private void addToken(int id, JsonFields added) {
    String text = added.requireString("content");
    for (String key : List.of("lstrip", "rstrip", "single_word")) {
      if (added.findBoolean(key).orElse(false)) {
        throw new ModelFileException(
            added.file(), "added token \"" + text + "\"", key + " false", "true");
      }
    }
    boolean special = added.findBoolean("special").orElse(false);
    put(
        id,
        new Vocabulary.Token(
            text,
            special ? Vocabulary.Kind.CONTROL : Vocabulary.Kind.ADDED,
            text.getBytes(StandardCharsets.UTF_8),
            added.findBoolean("normalized").orElse(!special)));
  }

  private void put(int id, Vocabulary.Token token) {
    if (id >= tokens.size()) {
      tokens.addAll(Collections.nCopies(id + 1 - tokens.size(), null));
    }
    Vocabulary.Token before = tokens.get(id);
    if (before != null && !before.text().equals(token.text())) {
      throw new ModelFileException(
          file, "id " + id, "one token", "\"" + before.text() + "\" and \"" + token.text() + "\"");
    }
    tokens.set(id, token);
  }

  Vocabulary vocabulary() {
    return new Vocabulary(tokens);
  }

  /** Whether the file normalizes text; other normalizers than form C are refused. */
  boolean nfc() {
    Optional<JsonFields> normalizer = root.findObject("normalizer");
    if (normalizer.isEmpty()) {
      return false;
    }
    String type = normalizer.get().requireString("type");
    List<JsonFields> steps =
        type.equals("Sequence")
            ? normalizer.get().requireObjects("normalizers")
            : List.of(normalizer.get());
    for (JsonFields step : steps) {
      if (!step.requireString("type").equals("NFC")) {
        throw new ModelFileException(file, "normalizer", "NFC or none", step.requireString("type"));
      }
    }
    return !steps.isEmpty();
  }

  TextEncoder encoder() {
    BpeBuilder builder = new BpeBuilder(file, ids);
    return builder.encoder(pattern(), merges(), wholePieces(), missing(builder));
  }

  private Map<String, Integer> wholePieces() {
    Map<String, Integer> pieces = new HashMap<>();
    if (model.findBoolean("ignore_merges").orElse(false)) {
      ids.forEach((text, id) -> {
        if (tokens.get(id).kind() == Vocabulary.Kind.NORMAL) {
          pieces.put(text, id);
        }
      });
    }
    return pieces;
  }

  private int missing(BpeBuilder builder) {
    Optional<String> unknown = model.findString("unk_token");
    if (unknown.isEmpty() || builder.coversAllBytes()) {
      return -1;
    }
    refuse(model.findBoolean("fuse_unk").orElse(false), "model.fuse_unk", "true");
    Integer id = ids.get(unknown.get());
    if (id == null) {
      throw new ModelFileException(
          file, "model.unk_token", "a token of the vocabulary", "\"" + unknown.get() + "\"");
    }
    return id;
  }

  private List<String[]> merges() {
    List<String[]> merges = new ArrayList<>();
    for (List<String> row : model.requireStringRows("merges")) {
      String[] pair = row.size() == 1 ? row.getFirst().split(" ", -1) : row.toArray(String[]::new);
      if (pair.length != 2) {
        throw new ModelFileException(
            file, "merge " + merges.size(), "two tokens", String.join(" ", row));
      }
      merges.add(pair);
    }
    return merges;
  }

  /** The pattern of the pre-tokenizer, in the forms that published files use. */
  private SplitPattern pattern() {
    JsonFields pre = root.requireObject("pre_tokenizer");
    String type = pre.requireString("type");
    List<JsonFields> steps =
        type.equals("Sequence") ? pre.requireObjects("pretokenizers") : List.of(pre);
    List<String> types = steps.stream().map(step -> step.requireString("type")).toList();
    if (types.isEmpty() || !types.getLast().equals("ByteLevel")) {
      throw unknownPreTokenizer(String.join(" + ", types));
    }
    JsonFields bytes = steps.getLast();
    if (bytes.findBoolean("add_prefix_space").orElse(true)) {
      throw unknownPreTokenizer("ByteLevel with add_prefix_space");
    }
    boolean gpt2 = bytes.findBoolean("use_regex").orElse(true);
    if (gpt2 && types.equals(List.of("ByteLevel"))) {
      return SplitPattern.GPT_2;
    }
    if (gpt2 && types.equals(List.of("Digits", "ByteLevel"))) {
      if (!steps.getFirst().findBoolean("individual_digits").orElse(false)) {
        throw unknownPreTokenizer("Digits that are not individual");
      }
      return SplitPattern.SMOLLM;
    }
    if (!gpt2 && types.equals(List.of("Split", "ByteLevel"))) {
      return splitPattern(steps.getFirst());
    }
    throw unknownPreTokenizer(String.join(" + ", types));
  }

  private SplitPattern splitPattern(JsonFields split) {
    String behavior = split.requireString("behavior");
    if (!behavior.equals("Isolated") || split.findBoolean("invert").orElse(false)) {
      throw unknownPreTokenizer("Split with behavior " + behavior);
    }
    String regex =
        split
            .requireObject("pattern")
            .findString("Regex")
            .orElseThrow(() -> unknownPreTokenizer("Split without a regular expression"));
    return SplitPattern.ofRegex(regex).orElseThrow(() -> unknownPreTokenizer("Split by " + regex));
  }

  private ModelFileException unknownPreTokenizer(String found) {
    return new ModelFileException(
        file, "pre_tokenizer", "a known pattern (" + SplitPattern.names() + ")", found);
  }

  /** The token that the post-processor puts in front of a text. */
  Optional<String> beginOfPostProcessor() {
    Optional<JsonFields> post = root.findObject("post_processor");
    if (post.isEmpty()) {
      return Optional.empty();
    }
    List<JsonFields> steps =
        post.get().requireString("type").equals("Sequence")
            ? post.get().requireObjects("processors")
            : List.of(post.get());
    for (JsonFields step : steps) {
      if (step.requireString("type").equals("TemplateProcessing")) {
        List<JsonFields> single = step.requireObjects("single");
        return single.isEmpty()
            ? Optional.empty()
            : single.getFirst().findObject("SpecialToken").map(token -> token.requireString("id"));
      }
    }
    return Optional.empty();
  }
}
