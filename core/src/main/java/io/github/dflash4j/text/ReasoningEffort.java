/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.Optional;

/**
 * The sentences on effort that the template of Qwen3.8 puts in front of the system message, as the
 * model's own template words them.
 *
 * @param high sentence of the default, {@code xhigh}
 * @param low sentence of {@code low}
 */
record ReasoningEffort(String high, String low) {
  private static final String ASSIGNMENT = "set reasoning_instructions = '";

  /**
   * Finds the sentences: literals assigned behind the tests for the two efforts.
   *
   * @param source the template
   * @return the sentences, or empty if they are not where they are expected
   */
  static Optional<ReasoningEffort> find(String source) {
    Optional<String> high = literal(source, "resolved_reasoning_effort == 'xhigh'");
    Optional<String> low = literal(source, "resolved_reasoning_effort == 'low'");
    return high.isPresent() && low.isPresent()
        ? Optional.of(new ReasoningEffort(high.get(), low.get()))
        : Optional.empty();
  }

  private static Optional<String> literal(String source, String test) {
    int tested = source.indexOf(test);
    int assigned = tested < 0 ? -1 : source.indexOf(ASSIGNMENT, tested);
    if (assigned < 0) {
      return Optional.empty();
    }
    int from = assigned + ASSIGNMENT.length();
    int to = source.indexOf('\'', from);
    if (to <= from) {
      return Optional.empty();
    }
    String text = source.substring(from, to);
    // An escape would need an interpreter; the published sentences have none.
    return text.contains("\\") ? Optional.empty() : Optional.of(text);
  }

  /**
   * The sentence of an effort.
   *
   * @param effort {@code xhigh}, {@code medium} or {@code low}; empty for the default
   * @return the sentence; empty for {@code medium}, for which the template writes none
   * @throws IllegalArgumentException for any other effort
   */
  String instruction(Optional<String> effort) {
    return switch (effort.orElse("xhigh")) {
      case "xhigh" -> high;
      case "medium" -> "";
      case "low" -> low;
      default ->
          throw new IllegalArgumentException(
              "reasoning effort '"
                  + effort.get()
                  + "' is not one of xhigh (the default), medium and low");
    };
  }
}
