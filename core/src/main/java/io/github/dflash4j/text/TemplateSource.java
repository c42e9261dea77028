/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The source of a chat template in a form in which pieces of code can be compared: without
 * comments, without white space outside literals, with single quotes. It is read, never run.
 */
final class TemplateSource {
  private static final Pattern MARKUP = Pattern.compile("<[|\uFF5C][^<>\\s]{1,40}[|\uFF5C]>");

  /** A name that is tested for being given; what a caller can switch. */
  private static final Pattern SWITCH =
      Pattern.compile("(?<![.\\w\\]])([a-z_]{1,60})(?= is (?:not )?(?:un)?defined| ?\\| ?default)");

  private final String source;
  private final String condensed;

  TemplateSource(String source) {
    this.source = source;
    this.condensed = condense(source);
  }

  String source() {
    return source;
  }

  /** Whether a piece of condensed code occurs. */
  boolean contains(String code) {
    return condensed.contains(code);
  }

  /** The condensed code behind the last test for the generation prompt, which ends a template. */
  String generationPart() {
    int at = condensed.lastIndexOf("add_generation_prompt");
    return at < 0 ? "" : condensed.substring(at);
  }

  /** Turn markers that the template writes. */
  Set<String> markup() {
    return all(MARKUP, 0);
  }

  /** Names a caller can give values for, as far as the template tests for them. */
  Set<String> switches() {
    return all(SWITCH, 1);
  }

  private Set<String> all(Pattern pattern, int group) {
    Set<String> found = new TreeSet<>();
    Matcher matcher = pattern.matcher(source);
    while (matcher.find()) {
      found.add(matcher.group(group));
    }
    return found;
  }

  private static String condense(String source) {
    StringBuilder code = new StringBuilder();
    boolean inCode = false;
    for (int i = 0; i < source.length(); i++) {
      char c = source.charAt(i);
      if (source.startsWith("{#", i)) {
        int end = source.indexOf("#}", i + 2);
        i = end < 0 ? source.length() : end + 1;
      } else if (inCode && (c == '\'' || c == '"')) {
        i = literal(source, i, code);
      } else if (!Character.isWhitespace(c)) {
        inCode = inCode || source.startsWith("{{", i) || source.startsWith("{%", i);
        inCode = inCode && !source.startsWith("}}", i) && !source.startsWith("%}", i);
        code.append(c);
      }
    }
    return code.toString();
  }

  /** Copies a literal as it is, but in single quotes; returns where its closing quote stands. */
  private static int literal(String source, int from, StringBuilder code) {
    char quote = source.charAt(from);
    code.append('\'');
    int at = from + 1;
    while (at < source.length() && source.charAt(at) != quote) {
      if (source.charAt(at) == '\\' && at + 1 < source.length()) {
        code.append(source.charAt(at++));
      }
      code.append(source.charAt(at++));
    }
    code.append('\'');
    return at;
  }
}
