/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.HashMap;
import java.util.Map;

/**
 * Finds added tokens in text: leftmost first, the longest where several start at the same place
 * (target-models 7.1.1). A trie, so a search never looks further ahead than the longest token.
 */
final class AddedTokens {

  /** Takes the pieces of a text in order; id is -1 for ordinary text, which is never empty. */
  @FunctionalInterface
  interface Pieces {
    void accept(int id, int from, int to);
  }

  private static final class Node {
    private final Map<Character, Node> children = new HashMap<>();
    private int id = -1;
  }

  private final Node root = new Node();

  /** A finder for the given tokens; empty texts are left out. */
  AddedTokens(Map<String, Integer> tokens) {
    tokens.forEach((text, id) -> {
      Node node = root;
      for (int i = 0; i < text.length(); i++) {
        node = node.children.computeIfAbsent(text.charAt(i), c -> new Node());
      }
      if (node != root) {
        node.id = id;
      }
    });
  }

  /** Cuts a text into added tokens and what is between them. */
  void split(String text, Pieces pieces) {
    int textFrom = 0;
    int at = 0;
    while (at < text.length() && !root.children.isEmpty()) {
      int end = -1;
      int id = -1;
      Node node = root;
      for (int i = at; i < text.length(); ) {
        node = node.children.get(text.charAt(i++));
        if (node == null) {
          break;
        }
        if (node.id >= 0) {
          id = node.id;
          end = i;
        }
      }
      if (end < 0) {
        at++;
        continue;
      }
      if (at > textFrom) {
        pieces.accept(-1, textFrom, at);
      }
      pieces.accept(id, at, end);
      at = end;
      textFrom = end;
    }
    if (text.length() > textFrom) {
      pieces.accept(-1, textFrom, text.length());
    }
  }
}
