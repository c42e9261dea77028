/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A family of chat templates and how to recognise it: pieces of code that decide what is written
 * have to be there, and nothing may be there that this project does not know: no other turn marker,
 * no other switch. So an edited template is refused, not rendered as the original.
 *
 * @param name name of the family
 * @param code condensed pieces of code, all of which have to occur
 * @param markup turn markers that may occur
 * @param switches names a caller can set that may occur
 * @param maker makes the renderer; empty if the source turns out not to be what it seemed
 */
record TemplateFamily(
    String name, List<String> code, Set<String> markup, Set<String> switches, Maker maker) {

  /** What a template needs to know of the vocabulary. */
  record Tokens(Optional<String> begin, Optional<String> end) {}

  /** Makes the renderer of a recognised template. */
  @FunctionalInterface
  interface Maker {
    Optional<ChatTemplate> make(TemplateSource source, Tokens tokens);
  }

  Optional<ChatTemplate> recognise(TemplateSource source, Tokens tokens) {
    boolean known =
        code.stream().allMatch(source::contains)
            && markup.containsAll(source.markup())
            && switches.containsAll(source.switches());
    return known ? maker.make(source, tokens) : Optional.empty();
  }
}
