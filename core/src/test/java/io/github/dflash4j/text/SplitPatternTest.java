/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SplitPatternTest {
  private static final String QWEN2 =
      "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}|"
          + " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
  private static final String GPT2 =
      "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

  /** Written out again, so that a slip in the product's own constant shows. */
  private static String regex(SplitPattern pattern) {
    return switch (pattern) {
      case QWEN2 -> QWEN2;
      case QWEN35 ->
          "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?[\\p{L}\\p{M}]+|\\p{N}"
              + "| ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
      case LLAMA_BPE -> QWEN2.replace("|\\p{N}|", "|\\p{N}{1,3}|");
      case GPT_2, SMOLLM -> GPT2;
    };
  }

  @ParameterizedTest
  @EnumSource
  void scannersCutRandomTextAsTheRegularExpressionsDo(SplitPattern pattern) {
    // B226, B230
    long seed = 20260101L + pattern.ordinal();
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      String text = RandomText.next(random, 14);
      assertThat(pieces(pattern, text))
          .as("%s, seed %d, string %d: %s", pattern, seed, i, escape(text))
          .isEqualTo(regexPieces(pattern, text));
    }
  }

  @Test
  void combiningMarksAreWordsOnlyForQwen35() {
    // B230
    String text = "a\u0300\u0301\u036Fb";
    assertThat(pieces(SplitPattern.QWEN35, text)).containsExactly(text);
    assertThat(pieces(SplitPattern.QWEN2, text)).containsExactly("a", "\u0300\u0301\u036F", "b");
  }

  @Test
  void digitsOfAllScriptsAreNumbers() {
    String digits = "12345\u0661\u0662\u0663\u0967\u0968";
    assertThat(pieces(SplitPattern.QWEN2, digits)).hasSize(10);
    assertThat(pieces(SplitPattern.LLAMA_BPE, digits))
        .containsExactly("123", "45\u0661", "\u0662\u0663\u0967", "\u0968");
    assertThat(pieces(SplitPattern.GPT_2, digits)).containsExactly(digits);
    assertThat(pieces(SplitPattern.SMOLLM, digits)).hasSize(10);
  }

  @Test
  void smollmTreatsTheTextBeforeANumberAsATextOfItsOwn() {
    assertThat(pieces(SplitPattern.SMOLLM, "a  1")).containsExactly("a", "  ", "1");
    assertThat(pieces(SplitPattern.GPT_2, "a  1")).containsExactly("a", " ", " 1");
  }

  @Test
  void contractionsInCapitalsBelongToQwenAndLlamaOnly() {
    assertThat(pieces(SplitPattern.LLAMA_BPE, "DON'T")).containsExactly("DON", "'T");
    assertThat(pieces(SplitPattern.GPT_2, "DON'T")).containsExactly("DON", "'", "T");
  }

  @Test
  void namesAndRegularExpressionsFindTheirPattern() {
    for (String name : List.of("llama-bpe", "llama3", "llama-v3")) {
      assertThat(SplitPattern.ofGgufName(name)).contains(SplitPattern.LLAMA_BPE);
    }
    for (String name : List.of("smollm", "starcoder", "refact")) {
      assertThat(SplitPattern.ofGgufName(name)).contains(SplitPattern.SMOLLM);
    }
    assertThat(SplitPattern.ofGgufName("qwen2")).contains(SplitPattern.QWEN2);
    assertThat(SplitPattern.ofGgufName("qwen35")).contains(SplitPattern.QWEN35);
    assertThat(SplitPattern.ofGgufName("falcon")).isEmpty();
    assertThat(SplitPattern.ofGgufName("default")).isEmpty();
    for (SplitPattern pattern : SplitPattern.values()) {
      if (pattern != SplitPattern.SMOLLM) {
        assertThat(SplitPattern.ofRegex(regex(pattern))).contains(pattern);
      }
    }
    assertThat(SplitPattern.ofRegex(QWEN2 + "|x")).isEmpty();
  }

  private static List<String> pieces(SplitPattern pattern, String text) {
    int[] codePoints = text.codePoints().toArray();
    List<String> pieces = new ArrayList<>();
    pattern
        .scanner()
        .split(codePoints, (from, to) -> pieces.add(new String(codePoints, from, to - from)));
    return pieces;
  }

  private static List<String> regexPieces(SplitPattern pattern, String text) {
    if (pattern != SplitPattern.SMOLLM) {
      return isolate(compile(regex(pattern)), text);
    }
    List<String> pieces = new ArrayList<>();
    for (String part : isolate(compile("\\p{N}"), text)) {
      pieces.addAll(isolate(compile(GPT2), part));
    }
    return pieces;
  }

  private static final Map<String, Pattern> COMPILED = new HashMap<>();

  private static Pattern compile(String regex) {
    return COMPILED.computeIfAbsent(
        regex, r -> Pattern.compile(r, Pattern.UNICODE_CHARACTER_CLASS));
  }

  /** The matches and what lies between them. */
  private static List<String> isolate(Pattern pattern, String text) {
    List<String> pieces = new ArrayList<>();
    Matcher matcher = pattern.matcher(text);
    int at = 0;
    while (matcher.find()) {
      if (matcher.start() > at) {
        pieces.add(text.substring(at, matcher.start()));
      }
      pieces.add(matcher.group());
      at = matcher.end();
    }
    if (at < text.length()) {
      pieces.add(text.substring(at));
    }
    return pieces;
  }

  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    text.chars().forEach(c -> escaped.append(String.format("\\u%04X", c)));
    return escaped.toString();
  }
}
