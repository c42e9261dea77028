/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Thoughts and answers, however the text is cut. */
class ThoughtSplitterTest {

  private static final class Both implements ThoughtSplitter.Reader {
    final List<String> thoughts = new ArrayList<>();
    final List<String> answers = new ArrayList<>();

    @Override
    public void thought(String text) {
      thoughts.add(text);
    }

    @Override
    public void answer(String text) {
      answers.add(text);
    }
  }

  private static Both split(boolean inside, List<String> pieces) {
    Both both = new Both();
    ThoughtSplitter splitter = new ThoughtSplitter(inside, both);
    pieces.forEach(splitter::add);
    splitter.end();
    assertThat(both.thoughts).noneMatch(String::isEmpty);
    assertThat(both.answers).noneMatch(String::isEmpty);
    return both;
  }

  private static List<String> cut(String text, Random random) {
    List<String> pieces = new ArrayList<>();
    for (int at = 0; at < text.length(); ) {
      int end = Math.min(text.length(), at + 1 + random.nextInt(4));
      pieces.add(text.substring(at, end));
      at = end;
    }
    return pieces;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "false | \"<think>\nHm.\n\nYes\n</think>\n\nFour.\n\" | \"Hm.\n\nYes\" | \"Four.\n\"",
        "true  | \"Hm.\n</think>\nFour <think> five\" | Hm. | Four <think> five",
        "true  | \"<think>\nHm.</think>Four\" | Hm. | Four",
        "true  | <thin | <thin | \"\"",
        "true  | \"a </thin b</think>c\" | a </thin b | c",
        "true  | \"cut </thi\" | cut </thi | \"\"",
        "true  | \"</think>\n\nFour\" | \"\" | Four",
        "false | \"<think>\n\n</think>\n\nFour\" | \"\" | Four",
        "false | \" Four </think> five\" | \"\" | \" Four </think> five\"",
        "false | \"<thin air\" | \"\" | <thin air",
        "false | \" <th\" | \"\" | \" <th\"",
      })
  void everyCutGivesTheSame(boolean inside, String text, String thought, String answer) {
    long seed = text.hashCode();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    for (int run = 0; run < 200; run++) {
      List<String> pieces = run == 0 ? List.of(text) : cut(text, random);
      Both both = split(inside, pieces);
      assertThat(String.join("", both.thoughts)).as("%s", pieces).isEqualTo(thought);
      assertThat(String.join("", both.answers)).as("%s", pieces).isEqualTo(answer);
    }
  }

  @Test
  void nothingIsHeldBackThatIsNoMark() {
    Both both = new Both();
    ThoughtSplitter splitter = new ThoughtSplitter(true, both);
    splitter.add("one two");
    assertThat(both.thoughts).containsExactly("one two");
    splitter.add("</think>three");
    splitter.add(" ");
    assertThat(both.answers).containsExactly("three", " ");
  }

  @Test
  void thePromptTellsWhetherItOpensThoughts() {
    PromptPart turn = PromptPart.special("<|im_start|>");
    assertThat(ThoughtSplitter.opens(List.of(turn, PromptPart.text("assistant\n<think>\n"))))
        .isTrue();
    assertThat(
            ThoughtSplitter.opens(
                List.of(turn, PromptPart.special("<think>"), PromptPart.text("\n"))))
        .isTrue();
    assertThat(ThoughtSplitter.opens(List.of(turn, PromptPart.text("assistant\n")))).isFalse();
    assertThat(ThoughtSplitter.opens(List.of(PromptPart.text("<think>\n\n</think>\n\n"))))
        .isFalse();
    assertThat(ThoughtSplitter.opens(List.of())).isFalse();
  }
}
