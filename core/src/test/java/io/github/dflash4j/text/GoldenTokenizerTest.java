/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.format.safetensors.HeaderEntry;
import io.github.dflash4j.format.safetensors.SafetensorsHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The tokenizers of the golden models: the prompt ids of each case from its prompt text. */
class GoldenTokenizerTest {
  private static final Path ROOT = Path.of(System.getProperty("dflash4j.goldens"));

  private static List<Path> cases(String kind) {
    List<Path> paths = new ArrayList<>();
    for (JsonNode c : JsonMapper.shared().readTree(ROOT.resolve("index.json")).get("cases")) {
      if (c.get("kind").asString().equals(kind)) {
        paths.add(ROOT.resolve(c.get("path").asString()));
      }
    }
    assertThat(paths).as("cases of kind %s", kind).isNotEmpty();
    return paths;
  }

  @Test
  void tokenizerJsonGivesThePromptIdsOfEveryTarget() throws IOException {
    for (Path target : cases("target")) {
      JsonNode golden = JsonMapper.shared().readTree(target.resolve("golden.json"));
      Tokenizer tokenizer = Tokenizers.fromFolder(target);
      int[] ids =
          tokenizer.encodePrompt(List.of(PromptPart.text(golden.get("prompt_text").asString())));
      assertThat(ids).as(target.toString()).containsExactly(promptIds(target));
    }
  }

  @Test
  void ggufMetadataGivesTheSameTokenizer() throws IOException {
    for (Path folder : cases("gguf")) {
      Path twin = ROOT.resolve("targets").resolve(folder.getFileName());
      Tokenizer expected = Tokenizers.fromFolder(twin);
      Tokenizer tokenizer;
      try (GgufFile file = GgufFile.open(folder.resolve(folder.getFileName() + "-F32.gguf"))) {
        tokenizer = Tokenizers.fromGguf(file);
      }
      String text = "the rain, 1234 cafe\u0301\n\n and <|im_end|> <|eot_id|>\uD83D\uDE42";
      List<PromptPart> prompt = List.of(PromptPart.text(text));
      assertThat(tokenizer.encodePrompt(prompt))
          .as(folder.toString())
          .containsExactly(expected.encodePrompt(prompt));
      assertThat(tokenizer.encodeWithSpecials(text)).contains(266);
      assertThat(tokenizer.beginId()).isEqualTo(expected.beginId());
      assertThat(tokenizer.stopIds()).isEqualTo(expected.stopIds());
      assertThat(tokenizer.endToken()).isEqualTo(expected.endToken());
      assertThat(tokenizer.size()).isEqualTo(expected.size());
      for (int id = 0; id < 272; id++) {
        assertThat(tokenizer.decode(id)).isEqualTo(expected.decode(id));
        assertThat(tokenizer.tokenText(id)).isEqualTo(expected.tokenText(id));
      }
    }
  }

  private static int[] promptIds(Path target) throws IOException {
    SafetensorsHeader header = SafetensorsHeader.read(target.resolve("golden.safetensors"));
    HeaderEntry entry = header.entries().get("prompt_ids");
    assertThat(entry.dtype()).isEqualTo("I32");
    ByteBuffer bytes = ByteBuffer.allocate((int) (entry.end() - entry.begin()));
    try (FileChannel channel = FileChannel.open(header.file())) {
      channel.read(bytes, header.dataStart() + entry.begin());
    }
    int[] ids = new int[bytes.flip().remaining() / 4];
    bytes.order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(ids);
    return ids;
  }
}
