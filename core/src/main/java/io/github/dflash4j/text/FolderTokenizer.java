/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import io.github.dflash4j.format.MappedFile;
import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.format.json.JsonFile;
import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/** Reads the tokenizer of a model folder: {@code tokenizer.json} and the files beside it. */
final class FolderTokenizer {
  private static final long MAX_TOKENIZER = 256L << 20;
  private static final long MAX_CONFIG = 32L << 20;
  private static final long MAX_TEMPLATE = 1L << 20;

  private final Path folder;
  private final Optional<JsonFields> config;

  private FolderTokenizer(Path folder) {
    this.folder = folder;
    this.config = find("tokenizer_config.json");
  }

  static Tokenizer read(Path folder) {
    return new FolderTokenizer(folder).read();
  }

  private Tokenizer read() {
    Path file = folder.resolve("tokenizer.json");
    if (!MappedFile.isPresent(file)) {
      throw new ModelFileException(
          folder, "the tokenizer", "tokenizer.json", "no such file; other forms are not read");
    }
    TokenizerJson json = new TokenizerJson(JsonFile.open(file, MAX_TOKENIZER));
    config.ifPresent(json::addTokensOf);
    Vocabulary vocabulary = json.vocabulary();
    Optional<String> processed = json.beginOfPostProcessor();
    Optional<Boolean> asked = config.flatMap(c -> c.findBoolean("add_bos_token"));
    boolean addBegin = asked.orElse(processed.isPresent());
    OptionalInt begin = begin(vocabulary, named("bos_token").or(() -> processed), addBegin);
    OptionalInt end = id(vocabulary, named("eos_token"), "eos_token");
    Set<Integer> stops = stopIds();
    end.ifPresent(stops::add);
    return new VocabularyTokenizer(
        new VocabularyTokenizer.Definition(
            vocabulary,
            json.encoder(),
            json.nfc(),
            false,
            addBegin,
            begin,
            end,
            stops,
            template()));
  }

  private Optional<JsonFields> find(String name) {
    Path file = folder.resolve(name);
    return MappedFile.isPresent(file)
        ? Optional.of(JsonFile.open(file, MAX_CONFIG))
        : Optional.empty();
  }

  /** A token of the configuration: its text, or an object that holds it. */
  private Optional<String> named(String key) {
    if (config.isPresent() && config.get().kind(key) == JsonFields.Kind.OBJECT) {
      return config.get().requireObject(key).findString("content");
    }
    return config.flatMap(c -> c.findString(key));
  }

  /** A begin token that is not added may be one the vocabulary never had; some files name one. */
  private OptionalInt begin(Vocabulary vocabulary, Optional<String> token, boolean added) {
    if (!added) {
      return token.isPresent() ? vocabulary.idOf(token.get()) : OptionalInt.empty();
    }
    if (token.isEmpty()) {
      throw new ModelFileException(
          folder.resolve("tokenizer_config.json"), "bos_token", "the token to add", "nothing");
    }
    return id(vocabulary, token, "bos_token");
  }

  private OptionalInt id(Vocabulary vocabulary, Optional<String> token, String key) {
    if (token.isEmpty()) {
      return OptionalInt.empty();
    }
    OptionalInt id = vocabulary.idOf(token.get());
    if (id.isEmpty()) {
      throw new ModelFileException(
          folder.resolve("tokenizer_config.json"),
          key,
          "a token of tokenizer.json",
          "\"" + token.get() + "\"");
    }
    return id;
  }

  /**
   * End ids of both configurations of the model; often each names only some (B128). FastFlowLM
   * packages list them in the tokenizer's.
   */
  private Set<Integer> stopIds() {
    Set<Integer> ids = new TreeSet<>();
    for (String name : List.of("generation_config.json", "config.json", "tokenizer_config.json")) {
      find(name)
          .ifPresent(file -> {
            addEnds(file, ids);
            file.findObject("text_config").ifPresent(text -> addEnds(text, ids));
          });
    }
    return ids;
  }

  private static void addEnds(JsonFields fields, Set<Integer> ids) {
    for (long id : fields.findIntegers("eos_token_id").orElse(new long[0])) {
      if (id < 0 || id > Integer.MAX_VALUE) {
        throw new ModelFileException(
            fields.file(), "eos_token_id", "token ids", String.valueOf(id));
      }
      ids.add((int) id);
    }
  }

  /** The template file wins over the field, as it does in the library that writes both. */
  private String template() {
    Path file = folder.resolve("chat_template.jinja");
    if (MappedFile.isPresent(file)) {
      return readTemplate(file);
    }
    if (config.isEmpty()) {
      return "";
    }
    if (config.get().kind("chat_template") == JsonFields.Kind.LIST) {
      for (JsonFields named : config.get().requireObjects("chat_template")) {
        if (named.requireString("name").equals("default")) {
          return named.requireString("template");
        }
      }
      return "";
    }
    return config.get().findString("chat_template").orElse("");
  }

  private static String readTemplate(Path file) {
    MappedFile.requireRegular(file);
    try {
      if (Files.size(file) > MAX_TEMPLATE) {
        throw new ModelFileException(
            file, "size", "at most " + MAX_TEMPLATE + " bytes", Files.size(file) + " bytes");
      }
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new ModelFileException(file, "not UTF-8", e);
    } catch (IOException e) {
      throw new ModelFileException(file, "cannot be read: " + e.getMessage(), e);
    }
  }
}
