/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

/**
 * Splits an answer into thoughts and the answer proper, piece by piece as it comes; the result does
 * not depend on how it is cut. Thoughts stand in front, in {@code <think>} and {@code </think>}, or
 * begin with the text where the prompt has opened them. Line breaks beside the tags belong to
 * neither part. Not thread-safe.
 */
final class ReasoningSplitter {
  static final String OPEN = "<think>";
  private static final String CLOSE = "</think>";

  /** What a piece of text is made of. */
  record Piece(String reasoning, String content) {
    boolean isEmpty() {
      return reasoning.isEmpty() && content.isEmpty();
    }
  }

  private enum State {
    /** It is open whether there are thoughts. */
    BEFORE,
    THOUGHTS,
    /** Behind thoughts, in front of the first character of the answer. */
    BETWEEN,
    ANSWER
  }

  private final boolean opened;
  private final StringBuilder held = new StringBuilder();
  private State state = State.BEFORE;
  private boolean thoughtSomething;
  private boolean hadThoughts;

  /**
   * @param opened whether the prompt ends inside thoughts
   */
  ReasoningSplitter(boolean opened) {
    this.opened = opened;
  }

  /** Adds text; what cannot be told yet is held back. */
  Piece add(String text) {
    held.append(text);
    StringBuilder reasoning = new StringBuilder();
    if (state == State.BEFORE) {
      begin();
    }
    if (state == State.THOUGHTS) {
      think(reasoning);
    }
    return new Piece(reasoning.toString(), answer());
  }

  /** What is left when nothing follows. */
  Piece finish() {
    if (state == State.BEFORE) {
      state = opened ? State.THOUGHTS : State.ANSWER;
    }
    String rest = held.toString();
    held.setLength(0);
    return switch (state) {
      case THOUGHTS -> new Piece(thoughtSomething ? rest : stripLeading(rest), "");
      case BETWEEN -> new Piece("", stripLeading(rest));
      default -> new Piece("", rest);
    };
  }

  /** Whether the text so far ends in thoughts, or may. */
  boolean mayBeThinking() {
    return state == State.BEFORE || state == State.THOUGHTS;
  }

  /** Whether the text has, or had, thoughts. */
  boolean hasThoughts() {
    return opened || hadThoughts || state == State.THOUGHTS || state == State.BETWEEN;
  }

  private void begin() {
    String text = held.toString().stripLeading();
    if (text.startsWith(OPEN)) {
      held.setLength(0);
      held.append(text, OPEN.length(), text.length());
      state = State.THOUGHTS;
    } else if (!OPEN.startsWith(text)) {
      state = opened ? State.THOUGHTS : State.ANSWER;
    }
  }

  private void think(StringBuilder reasoning) {
    if (!thoughtSomething) {
      String text = stripLeading(held.toString());
      held.setLength(0);
      held.append(text);
    }
    int close = held.indexOf(CLOSE);
    int end = close >= 0 ? close : held.length() - possibleTag();
    int certain = end;
    while (certain > 0 && held.charAt(certain - 1) == '\n') {
      certain--;
    }
    reasoning.append(held, 0, certain);
    thoughtSomething |= certain > 0;
    if (close >= 0) {
      held.delete(0, close + CLOSE.length());
      state = State.BETWEEN;
    } else {
      held.delete(0, certain);
    }
  }

  private String answer() {
    if (state == State.BETWEEN) {
      String text = stripLeading(held.toString());
      held.setLength(0);
      held.append(text);
      if (!text.isEmpty()) {
        state = State.ANSWER;
        hadThoughts = true;
      }
    }
    if (state != State.ANSWER) {
      return "";
    }
    String text = held.toString();
    held.setLength(0);
    return text;
  }

  /** How many characters at the end may be the beginning of the closing tag. */
  private int possibleTag() {
    for (int length = Math.min(CLOSE.length() - 1, held.length()); length > 0; length--) {
      if (CLOSE.startsWith(held.substring(held.length() - length))) {
        return length;
      }
    }
    return 0;
  }

  private static String stripLeading(String text) {
    int start = 0;
    while (start < text.length() && text.charAt(start) == '\n') {
      start++;
    }
    return text.substring(start);
  }
}
