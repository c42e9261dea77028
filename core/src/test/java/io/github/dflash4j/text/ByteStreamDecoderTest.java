/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteStreamDecoderTest {

  @Test
  void fourTokensOfOneEmojiComeOutTogetherAtEveryOffset() {
    byte[] emoji = "\uD83D\uDE42".getBytes(StandardCharsets.UTF_8);
    for (int offset = 0; offset < 8; offset++) {
      List<byte[]> tokens = new ArrayList<>();
      for (int i = 0; i < offset; i++) {
        tokens.add(new byte[] {'x'});
      }
      for (byte value : emoji) {
        tokens.add(new byte[] {value});
      }
      List<String> parts = stream(tokens, false);
      assertThat(parts.subList(offset, offset + 4)).containsExactly("", "", "", "\uD83D\uDE42");
      assertThat(String.join("", parts)).isEqualTo("x".repeat(offset) + "\uD83D\uDE42");
    }
  }

  @Test
  void aTextCutInsideACharacterEndsWithOneReplacementCharacter() {
    // B137
    byte[] world = "\u4E16".getBytes(StandardCharsets.UTF_8);
    List<byte[]> tokens = List.of(new byte[] {'a'}, new byte[] {world[0], world[1]});
    assertThat(stream(tokens, false)).containsExactly("a", "", "\uFFFD");
  }

  @Test
  void bytesThatCannotBecomeACharacterAreReplacedAtOnce() {
    List<byte[]> tokens = List.of(new byte[] {(byte) 0xE4, (byte) 0xB8}, new byte[] {'b'});
    assertThat(stream(tokens, false)).containsExactly("", "\uFFFDb", "");
    assertThat(stream(List.of(new byte[] {(byte) 0x80}), false)).containsExactly("\uFFFD", "");
  }

  @Test
  void spacesAtTokenEdgesAreKept() {
    // B139
    List<byte[]> tokens = new ArrayList<>();
    for (String token : List.of(" a", "b", " ", " a", " ")) {
      tokens.add(token.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(stream(tokens, false)).containsExactly(" a", "b", " ", " a", " ", "");
    assertThat(stream(tokens, true)).containsExactly("a", "b", " ", " a", " ", "");
  }

  @Test
  void onlyASpaceAtTheVeryStartIsDropped() {
    byte[] nothing = {};
    byte[] space = {' '};
    byte[] word = {'w'};
    assertThat(stream(List.of(nothing, space, space, word), true))
        .containsExactly("", "", " ", "w", "");
    assertThat(stream(List.of(word, space), true)).containsExactly("w", " ", "");
  }

  @Test
  void randomBytesDecodeAlikeInOneGoAndInAnyPieces() {
    long seed = 99;
    Random random = new Random(seed);
    for (int round = 0; round < 30_000; round++) {
      byte[] bytes = randomBytes(random);
      List<byte[]> tokens = new ArrayList<>();
      for (int at = 0; at < bytes.length; ) {
        int to = Math.min(bytes.length, at + random.nextInt(4));
        tokens.add(Arrays.copyOfRange(bytes, at, to));
        at = to;
      }
      String context = "seed " + seed + ", " + HexFormat.of().formatHex(bytes);
      List<String> parts = stream(tokens, false);
      assertThat(String.join("", parts))
          .as(context)
          .isEqualTo(new String(bytes, StandardCharsets.UTF_8));
      for (String part : parts) {
        assertThat(part.isEmpty() || !Character.isLowSurrogate(part.charAt(0)))
            .as(context)
            .isTrue();
      }
    }
  }

  /** Bytes that are often, but not always, well-formed: all lead and edge bytes come up. */
  private static byte[] randomBytes(Random random) {
    byte[] bytes = RandomText.next(random, 5).getBytes(StandardCharsets.UTF_8);
    int[] edges = {
      0x80, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xA0, 0xED, 0x9F, 0xF0, 0x90, 0xF4, 0x8F, 0xF5
    };
    for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
      int at = random.nextInt(bytes.length);
      bytes[at] =
          (byte) (random.nextBoolean() ? edges[random.nextInt(edges.length)] : random.nextInt(256));
    }
    return Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
  }

  private static List<String> stream(List<byte[]> tokens, boolean dropSpace) {
    StreamDecoder decoder = new ByteStreamDecoder(tokens::get, dropSpace);
    List<String> parts = new ArrayList<>();
    for (int id = 0; id < tokens.size(); id++) {
      parts.add(decoder.next(id));
    }
    parts.add(decoder.finish());
    return parts;
  }
}
