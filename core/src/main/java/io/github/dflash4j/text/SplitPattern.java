/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The pre-tokenizer patterns this project knows, with what goes with each in files that do not say
 * (target-models 7.2, 7.3). The one place where a pattern is chosen.
 */
enum SplitPattern {
  /** Qwen2, Qwen2.5, Qwen3. */
  QWEN2(
      new QwenLlamaScanner(false, 1),
      true,
      false,
      List.of("qwen2"),
      List.of(
          "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}"
              + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+")),
  /** Qwen3.5 and later. */
  QWEN35(
      new QwenLlamaScanner(true, 1),
      true,
      false,
      List.of("qwen35"),
      List.of(
          "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?[\\p{L}\\p{M}]+|\\p{N}"
              + "| ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+")),
  /** Llama 3. */
  LLAMA_BPE(
      new QwenLlamaScanner(false, 3),
      false,
      true,
      List.of("llama-bpe", "llama3", "llama-v3"),
      List.of(
          "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}"
              + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+")),
  /** GPT-2. */
  GPT_2(
      new Gpt2Scanner(false),
      false,
      false,
      List.of("gpt-2", "mpt"),
      List.of(
          "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+")),
  /** SmolLM, StarCoder. */
  SMOLLM(new Gpt2Scanner(true), false, false, List.of("smollm", "starcoder", "refact"), List.of());

  private final PreTokenizer scanner;
  private final boolean nfc;
  private final boolean llama;
  private final List<String> ggufNames;
  private final List<String> regexes;

  SplitPattern(
      PreTokenizer scanner,
      boolean nfc,
      boolean llama,
      List<String> ggufNames,
      List<String> regexes) {
    this.scanner = scanner;
    this.nfc = nfc;
    this.llama = llama;
    this.ggufNames = ggufNames;
    this.regexes = regexes;
  }

  /** The pattern a value of {@code tokenizer.ggml.pre} names. */
  static Optional<SplitPattern> ofGgufName(String name) {
    return Arrays.stream(values()).filter(p -> p.ggufNames.contains(name)).findFirst();
  }

  /** The pattern with exactly this regular expression. */
  static Optional<SplitPattern> ofRegex(String regex) {
    return Arrays.stream(values()).filter(p -> p.regexes.contains(regex)).findFirst();
  }

  /** All names, for messages. */
  static String names() {
    return Arrays.stream(values())
        .flatMap(p -> p.ggufNames.stream())
        .collect(Collectors.joining(", "));
  }

  PreTokenizer scanner() {
    return scanner;
  }

  /** Whether models with this pattern normalize; GGUF files do not say. */
  boolean nfc() {
    return nfc;
  }

  /** Whether a piece that is a token is taken without merging; GGUF files do not say. */
  boolean ignoreMerges() {
    return llama;
  }

  /** Whether a begin token is added where a GGUF file does not say. */
  boolean addBegin() {
    return llama;
  }
}
