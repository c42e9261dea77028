/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.List;

/**
 * Tells what a model thinks from what it answers, in a text that arrives in pieces. Thoughts stand
 * between {@code <think>} and {@code </think>} at the beginning of the text; where a chat format
 * has opened them at the end of the prompt, the text begins inside. Blank lines around the marks
 * belong to neither. Not thread-safe.
 */
public final class ThoughtSplitter {
  private static final String OPEN = "<think>";
  private static final String CLOSE = "</think>";

  private final Reader reader;
  private final StringBuilder held = new StringBuilder();
  private Place place;

  private enum Place {
    BEFORE,
    BEGIN_OF_THOUGHT,
    THOUGHT,
    BEHIND_THOUGHT,
    ANSWER
  }

  /** Receives both, each in order and never empty. */
  public interface Reader {

    /**
     * A piece of the thoughts.
     *
     * @param text at least one character
     */
    void thought(String text);

    /**
     * A piece of the answer.
     *
     * @param text at least one character
     */
    void answer(String text);
  }

  /**
   * Begins a text.
   *
   * @param inside whether the prompt has opened the thoughts, see {@link #opens}
   * @param reader receives both
   */
  public ThoughtSplitter(boolean inside, Reader reader) {
    this.place = inside ? Place.BEGIN_OF_THOUGHT : Place.BEFORE;
    this.reader = reader;
  }

  /**
   * Whether a prompt ends inside thoughts.
   *
   * @param prompt as a {@link ChatTemplate} renders it
   * @return whether its last characters open them
   */
  public static boolean opens(List<PromptPart> prompt) {
    StringBuilder end = new StringBuilder();
    for (int i = prompt.size() - 1; i >= 0 && end.length() < 2 * OPEN.length(); i--) {
      end.insert(0, prompt.get(i).value());
    }
    return end.toString().stripTrailing().endsWith(OPEN);
  }

  /**
   * More of the text. What may become a mark is held back.
   *
   * @param text whole characters
   */
  public void add(String text) {
    held.append(text);
    boolean moved = true;
    while (moved) {
      moved =
          switch (place) {
            case BEFORE -> before();
            case BEGIN_OF_THOUGHT -> begin();
            case THOUGHT -> thought();
            case BEHIND_THOUGHT -> skipBlank(Place.ANSWER);
            case ANSWER -> answer();
          };
    }
  }

  /** The text has ended: what was held back is no mark. */
  public void end() {
    if (held.isEmpty()) {
      return;
    }
    String rest = held.toString();
    held.setLength(0);
    switch (place) {
      case BEFORE, ANSWER -> reader.answer(rest);
      case THOUGHT -> reader.thought(rest);
      case BEGIN_OF_THOUGHT -> {
        if (!rest.isBlank()) {
          reader.thought(rest.stripLeading());
        }
      }
      case BEHIND_THOUGHT -> {
        // blank
      }
    }
  }

  private boolean before() {
    String start = held.toString().stripLeading();
    if (start.startsWith(OPEN)) {
      held.delete(0, held.length() - start.length() + OPEN.length());
      place = Place.BEGIN_OF_THOUGHT;
      return true;
    }
    if (OPEN.startsWith(start)) {
      return false;
    }
    place = Place.ANSWER;
    return true;
  }

  /** Some models open their thoughts again although the prompt did. */
  private boolean begin() {
    String start = held.toString().stripLeading();
    if (start.startsWith(OPEN)) {
      held.delete(0, held.length() - start.length() + OPEN.length());
      return true;
    }
    return !OPEN.startsWith(start) && skipBlank(Place.THOUGHT);
  }

  private boolean skipBlank(Place next) {
    held.delete(0, held.length() - held.toString().stripLeading().length());
    if (held.isEmpty()) {
      return false;
    }
    place = next;
    return true;
  }

  private boolean thought() {
    int close = held.indexOf(CLOSE);
    int end = close >= 0 ? close : heldFrom();
    String thought = held.substring(0, close >= 0 ? blankFrom(end) : end);
    held.delete(0, close >= 0 ? close + CLOSE.length() : end);
    if (!thought.isEmpty()) {
      reader.thought(thought);
    }
    place = close >= 0 ? Place.BEHIND_THOUGHT : Place.THOUGHT;
    return close >= 0;
  }

  /** Where a mark may have begun at the end, with the blanks in front of it. */
  private int heldFrom() {
    int from = held.length();
    for (int n = Math.min(CLOSE.length() - 1, held.length()); n > 0; n--) {
      if (CLOSE.startsWith(held.substring(held.length() - n))) {
        from = held.length() - n;
        break;
      }
    }
    return blankFrom(from);
  }

  private int blankFrom(int end) {
    return held.substring(0, end).stripTrailing().length();
  }

  private boolean answer() {
    if (!held.isEmpty()) {
      String text = held.toString();
      held.setLength(0);
      reader.answer(text);
    }
    return false;
  }
}
