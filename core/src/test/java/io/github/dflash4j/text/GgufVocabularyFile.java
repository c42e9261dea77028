/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import io.github.dflash4j.format.gguf.GgufFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes GGUF files of metadata only, for vocabularies made by hand. */
final class GgufVocabularyFile {
  private static final int U32 = 4;
  private static final int I32 = 5;
  private static final int F32 = 6;
  private static final int BOOL = 7;
  private static final int STRING = 8;
  private static final int ARRAY = 9;

  private final Map<String, Object> values = new LinkedHashMap<>();

  /** Byte-level BPE of the 256 bytes, then the given merges, then control tokens. */
  static GgufVocabularyFile bpe(String pre, List<String> merges, String... control) {
    List<String> tokens = new ArrayList<>();
    for (int value = 0; value < 256; value++) {
      tokens.add(String.valueOf(ByteAlphabet.charOf(value)));
    }
    merges.forEach(merge -> tokens.add(merge.replace(" ", "")));
    int[] types = new int[tokens.size() + control.length];
    Arrays.fill(types, 0, tokens.size(), 1);
    Arrays.fill(types, tokens.size(), types.length, 3);
    tokens.addAll(List.of(control));
    return new GgufVocabularyFile()
        .set("tokenizer.ggml.model", "gpt2")
        .set("tokenizer.ggml.pre", pre)
        .set("tokenizer.ggml.tokens", tokens)
        .set("tokenizer.ggml.token_type", types)
        .set("tokenizer.ggml.merges", merges);
  }

  /**
   * SentencePiece BPE: {@code <unk>}, {@code <s>}, {@code </s>}, the 256 byte pieces, and from id
   * 259 on the given pieces with falling scores.
   */
  static GgufVocabularyFile spm(String... pieces) {
    List<String> tokens = new ArrayList<>(List.of("<unk>", "<s>", "</s>"));
    for (int value = 0; value < 256; value++) {
      tokens.add(String.format("<0x%02X>", value));
    }
    tokens.addAll(List.of(pieces));
    int[] types = new int[tokens.size()];
    float[] scores = new float[tokens.size()];
    for (int id = 0; id < types.length; id++) {
      types[id] = id == 0 ? 2 : id < 3 ? 3 : id < 259 ? 6 : 1;
      scores[id] = Math.min(0, 258 - id);
    }
    return new GgufVocabularyFile()
        .set("tokenizer.ggml.model", "llama")
        .set("tokenizer.ggml.tokens", tokens)
        .set("tokenizer.ggml.scores", scores)
        .set("tokenizer.ggml.token_type", types)
        .set("tokenizer.ggml.bos_token_id", 1)
        .set("tokenizer.ggml.eos_token_id", 2);
  }

  /** A value: string, boolean, int (written as u32), list of strings, int[] or float[]. */
  GgufVocabularyFile set(String key, Object value) {
    values.put(key, value);
    return this;
  }

  GgufVocabularyFile remove(String key) {
    values.remove(key);
    return this;
  }

  Tokenizer open(Path folder) throws IOException {
    Path file = Files.write(folder.resolve("vocabulary.gguf"), bytes());
    try (GgufFile gguf = GgufFile.openMetadata(file)) {
      return Tokenizers.fromGguf(gguf);
    }
  }

  private byte[] bytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes("GGUF".getBytes(StandardCharsets.US_ASCII));
    int32(out, 3);
    int64(out, 0);
    int64(out, values.size());
    values.forEach((key, value) -> {
      string(out, key);
      value(out, value);
    });
    return out.toByteArray();
  }

  private static void value(ByteArrayOutputStream out, Object value) {
    switch (value) {
      case String text -> {
        int32(out, STRING);
        string(out, text);
      }
      case Boolean flag -> {
        int32(out, BOOL);
        out.write(flag ? 1 : 0);
      }
      case Integer number -> {
        int32(out, U32);
        int32(out, number);
      }
      case List<?> texts -> {
        array(out, STRING, texts.size());
        texts.forEach(text -> string(out, (String) text));
      }
      case int[] numbers -> {
        array(out, I32, numbers.length);
        for (int number : numbers) {
          int32(out, number);
        }
      }
      case float[] numbers -> {
        array(out, F32, numbers.length);
        for (float number : numbers) {
          int32(out, Float.floatToRawIntBits(number));
        }
      }
      default -> throw new IllegalArgumentException(value.toString());
    }
  }

  private static void array(ByteArrayOutputStream out, int type, int length) {
    int32(out, ARRAY);
    int32(out, type);
    int64(out, length);
  }

  private static void string(ByteArrayOutputStream out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int64(out, bytes.length);
    out.writeBytes(bytes);
  }

  private static void int32(ByteArrayOutputStream out, int value) {
    out.writeBytes(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array());
  }

  private static void int64(ByteArrayOutputStream out, long value) {
    out.writeBytes(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array());
  }
}
