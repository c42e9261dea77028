/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.format.gguf.GgufFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The vocabulary of the demo model, with what llama.cpp gives for it. */
class Stories260KTokenizerTest {
  @TempDir private static Path folder;
  private static Tokenizer tokenizer;

  private record Case(String prompt, int[] promptIds, int[] replyIds, String reply) {}

  @BeforeAll
  static void open() throws IOException {
    Path file =
        TestFiles.unpack("stories260K/stories260K-F16.gguf", folder.resolve("stories.gguf"));
    try (GgufFile gguf = GgufFile.open(file)) {
      tokenizer = Tokenizers.fromGguf(gguf);
    }
  }

  private static List<Case> cases() throws IOException {
    List<Case> cases = new ArrayList<>();
    JsonNode root =
        JsonMapper.shared().readTree(TestFiles.text("stories260K/llama.cpp-greedy-f32.json"));
    for (JsonNode node : root.get("cases")) {
      cases.add(
          new Case(
              node.get("prompt").asString(),
              ids(node.get("prompt_ids")),
              ids(node.get("greedy_ids")),
              node.get("text").asString()));
    }
    assertThat(cases).hasSize(6);
    return cases;
  }

  private static int[] ids(JsonNode list) {
    int[] ids = new int[list.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = list.get(i).asInt();
    }
    return ids;
  }

  @Test
  void promptsGiveTheIdsOfLlamaCppWithTheBeginToken() throws IOException {
    for (Case c : cases()) {
      assertThat(tokenizer.encodePrompt(List.of(PromptPart.text(c.prompt))))
          .as(c.prompt)
          .containsExactly(c.promptIds);
      assertThat(tokenizer.decode(c.promptIds)).isEqualTo(c.prompt);
    }
  }

  @Test
  void repliesDecodeToTheTextOfLlamaCppWithTheSpaceInFront() throws IOException {
    for (Case c : cases()) {
      StreamDecoder decoder = tokenizer.continuationDecoder();
      StringBuilder reply = new StringBuilder();
      for (int id : c.replyIds) {
        reply.append(decoder.next(id));
      }
      assertThat(reply.append(decoder.finish())).asString().isEqualTo(c.reply);
    }
  }

  @Test
  void aWholeTextDropsTheOneSpaceThatEncodingPutInFront() {
    for (String text : List.of("Once upon", " two", "  three", "", "a  b ")) {
      assertThat(tokenizer.decode(tokenizer.encode(text))).isEqualTo(text);
    }
    assertThat(tokenizer.encode("")).isEmpty();
  }

  @Test
  void unknownCharactersBecomeBytePieces() {
    int[] ids = tokenizer.encode("\u4E16");
    // Byte pieces are the ids 3 to 258, in front of them the piece of the space.
    assertThat(ids).hasSize(4).endsWith(3 + 0xE4, 3 + 0xB8, 3 + 0x96);
    assertThat(tokenizer.tokenText(ids[1])).isEqualTo("<0xE4>");
    assertThat(tokenizer.decode(ids)).isEqualTo("\u4E16");
    StreamDecoder decoder = tokenizer.streamDecoder();
    assertThat(decoder.next(ids[1])).isEmpty();
    assertThat(decoder.next(ids[2])).isEmpty();
    assertThat(decoder.next(ids[3])).isEqualTo("\u4E16");
  }

  @Test
  void specialPiecesInTextStayText() {
    assertThat(tokenizer.encode("</s>")).doesNotContain(2);
    assertThat(tokenizer.encode("<0x41>")).doesNotContain(3 + 0x41);
    assertThat(tokenizer.encodeWithSpecials("a</s>")).endsWith(2);
  }

  @Test
  void idsWrittenAsAbsentAreAbsentAndTheRestIsKnown() {
    assertThat(tokenizer.beginId()).hasValue(1);
    assertThat(tokenizer.stopIds()).containsExactly(2);
    assertThat(tokenizer.size()).isEqualTo(512);
    assertThat(tokenizer.isControl(1)).isTrue();
    assertThat(tokenizer.chatTemplate()).isEmpty();
    assertThat(tokenizer.decode(0, 1, 2)).isEmpty();
  }

  @Test
  void aMillionEqualLettersAreEncodedAndComeBack() {
    String text = "a".repeat(1_000_000);
    assertThat(tokenizer.decode(tokenizer.encode(text))).isEqualTo(text);
  }
}
