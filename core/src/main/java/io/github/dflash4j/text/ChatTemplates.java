/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Chooses a built-in renderer by recognising the text of a chat template. A template from a file is
 * compared with what is known and never executed; one that is not known is refused.
 */
public final class ChatTemplates {
  private static final String WHAT_TO_DO = "; give the prompt as plain text instead of a chat";

  private ChatTemplates() {}

  /**
   * The renderer for the chat template of a tokenizer.
   *
   * @param tokenizer carries the template and the tokens it writes
   * @return the renderer
   * @throws IllegalArgumentException if there is no template or it is not a known one; the message
   *     says what to do
   */
  public static ChatTemplate forTokenizer(Tokenizer tokenizer) {
    return recognise(tokenizer.chatTemplate(), tokenizer.beginToken(), tokenizer.endToken());
  }

  /**
   * The renderer for the source of a chat template.
   *
   * @param source the template, as in the file of the model
   * @param beginToken the begin-of-text token, which some templates write
   * @param endToken the end token, which some templates write
   * @return the renderer
   * @throws IllegalArgumentException if the source is empty or not a known template; the message
   *     says what to do
   */
  public static ChatTemplate recognise(
      String source, Optional<String> beginToken, Optional<String> endToken) {
    if (source.isBlank()) {
      throw new IllegalArgumentException("the model has no chat template" + WHAT_TO_DO);
    }
    TemplateSource template = new TemplateSource(source);
    if (template.contains("'Reasoning Mode: '+reasoning_mode")) {
      throw new IllegalArgumentException(
          "the chat template of SmolLM3 is not built in" + WHAT_TO_DO);
    }
    TemplateFamily.Tokens tokens = new TemplateFamily.Tokens(beginToken, endToken);
    List<ChatTemplate> found =
        TemplateFamilies.ALL.stream()
            .flatMap(family -> family.recognise(template, tokens).stream())
            .toList();
    if (found.size() != 1) {
      throw new IllegalArgumentException(
          "the chat template "
              + describe(source)
              + " is none of those that are built in ("
              + names()
              + ")"
              + WHAT_TO_DO);
    }
    return found.getFirst();
  }

  /**
   * The families that are built in.
   *
   * @return their names, separated by commas
   */
  public static String names() {
    return TemplateFamilies.ALL.stream()
        .map(TemplateFamily::name)
        .collect(Collectors.joining(", "));
  }

  /** The beginning and a fingerprint, so that two people can see whether they mean the same one. */
  private static String describe(String source) {
    String start = source.strip().lines().findFirst().orElse("");
    String shown = start.length() > 40 ? start.substring(0, 40) + "..." : start;
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(source.getBytes(StandardCharsets.UTF_8));
      return "\"" + shown + "\" (sha256 " + HexFormat.of().formatHex(hash, 0, 6) + ")";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
