/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.SlotFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What {@code score} found, for people. */
final class ScoreTable {
  private final List<ScoredText> texts;
  private final EntryNames names;
  private final Map<String, List<ScoredText>> kinds;

  ScoreTable(List<ScoredText> texts) {
    this.texts = texts;
    names = new EntryNames(texts.stream().map(ScoredText::entry).toList());
    kinds = EntryNames.byKind(texts, ScoredText::entry);
  }

  List<String> lines() {
    ScoreSum all = ScoreSum.of(texts);
    TextTable table = new TextTable("llrrrr");
    table.row("text", "kind", "tokens", "blocks", "target's choice", "text's tokens");
    for (ScoredText text : texts) {
      row(
          table,
          names.of(text.entry()),
          EntryNames.kind(text.entry().kind()),
          ScoreSum.of(List.of(text)));
    }
    if (kinds.size() > 1) {
      kinds.forEach(
          (kind, some) -> row(table, "all of kind", EntryNames.kind(kind), ScoreSum.of(some)));
    }
    row(table, "all", "", all);
    List<String> lines = new ArrayList<>(table.lines());
    lines.add("mean acceptance length: drafted tokens of a whole block that are right on average");
    lines.add("");
    lines.addAll(slots(all));
    return lines;
  }

  private static void row(TextTable table, String name, String kind, ScoreSum sum) {
    table.row(
        name,
        kind,
        String.valueOf(sum.tokens()),
        String.valueOf(sum.blocks()),
        Quantity.ratio(sum.byTarget().meanAccepted()),
        Quantity.ratio(sum.inText().meanAccepted()));
  }

  private static List<String> slots(ScoreSum all) {
    TextTable table = new TextTable("lrrrr");
    table.row("slot", "target's choice", "", "text's tokens", "");
    for (int i = 0; i < all.byTarget().slots().size(); i++) {
      SlotFigures target = all.byTarget().slots().get(i);
      SlotFigures text = all.inText().slots().get(i);
      table.row(String.valueOf(i + 1), share(target), of(target), share(text), of(text));
    }
    List<String> lines = new ArrayList<>(table.lines());
    lines.add("acceptance by slot, of the blocks in which the slots before were accepted");
    return lines;
  }

  private static String share(SlotFigures slot) {
    return slot.reached() == 0 ? "-" : Quantity.ratio(slot.acceptance());
  }

  private static String of(SlotFigures slot) {
    return slot.accepted() + " of " + slot.reached();
  }
}
