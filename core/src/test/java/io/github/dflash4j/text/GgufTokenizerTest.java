/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GgufTokenizerTest {
  private static final String PREFIX = "tokenizer.ggml.";
  private static final int ABSENT = -1;

  @TempDir private Path folder;

  private static GgufVocabularyFile bpe() {
    return GgufVocabularyFile.bpe(
        "qwen2", List.of("t h", "th e"), "<|endoftext|>", "<|im_start|>", "<|im_end|>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bert", "t5", "rwkv", "none", "gemma4"})
  void otherTokenizerModelsAreRefusedByName(String model) {
    assertRefused(bpe().set(PREFIX + "model", model), PREFIX + "model", model);
  }

  @ParameterizedTest
  @ValueSource(strings = {"falcon", "default", "deepseek-llm", "command-r", "Qwen2"})
  void unknownPreTokenizersAreRefusedByName(String pre) {
    assertRefused(bpe().set(PREFIX + "pre", pre), PREFIX + "pre", pre);
  }

  @Test
  void aFileWithoutAPreTokenizerIsRefused() {
    assertRefused(bpe().remove(PREFIX + "pre"), PREFIX + "pre", "");
  }

  @ParameterizedTest
  @CsvSource({"llama-bpe,123|45", "llama3,123|45", "qwen2,1|2|3|4|5", "starcoder,1|2|3|4|5"})
  void thePatternOfTheFileCutsTheText(String pre, String pieces) throws IOException {
    // Merges of all neighbours, so that an id is a whole piece.
    List<String> merges = List.of("1 2", "12 3", "123 4", "1234 5", "4 5");
    GgufVocabularyFile file =
        GgufVocabularyFile.bpe(pre, merges, "<s>").set(PREFIX + "bos_token_id", 261);
    Tokenizer tokenizer = file.open(folder);
    StringBuilder cut = new StringBuilder();
    for (int id : tokenizer.encode("12345")) {
      cut.append(cut.isEmpty() ? "" : "|").append(tokenizer.tokenText(id));
    }
    assertThat(cut).asString().isEqualTo(pieces);
  }

  @Test
  void llamaTakesAWholePieceThatMergesCannotReach() throws IOException {
    GgufVocabularyFile file = GgufVocabularyFile.bpe("llama-bpe", List.of("t h", "h e"), "<s>");
    // "the" becomes a token that no merge makes.
    List<String> tokens = List.of("the");
    GgufVocabularyFile withWhole = withTokens(file, tokens).set(PREFIX + "bos_token_id", 258);
    assertThat(withWhole.open(folder).encode("the")).containsExactly(259);
    assertThat(withWhole.set(PREFIX + "pre", "qwen2").open(folder).encode("the")).hasSize(2);
  }

  private static GgufVocabularyFile withTokens(GgufVocabularyFile file, List<String> more) {
    List<String> tokens = new ArrayList<>();
    for (int value = 0; value < 256; value++) {
      tokens.add(String.valueOf(ByteAlphabet.charOf(value)));
    }
    tokens.addAll(List.of("th", "he", "<s>"));
    tokens.addAll(more);
    int[] types = new int[tokens.size()];
    Arrays.fill(types, 1);
    types[258] = 3;
    return file.set(PREFIX + "tokens", tokens).set(PREFIX + "token_type", types);
  }

  @Test
  void stopIdsAreTheUnionOfTheKeysAndOfUsualNames() throws IOException {
    GgufVocabularyFile file = bpe().set(PREFIX + "eos_token_id", 258);
    assertThat(file.open(folder).stopIds()).containsExactly(258, 260);
    file.set(PREFIX + "eot_token_id", 259).set(PREFIX + "eom_token_id", 3);
    assertThat(file.open(folder).stopIds()).containsExactly(3, 258, 259, 260);
  }

  @Test
  void idsOfAllOnesAreAbsent() throws IOException {
    Tokenizer tokenizer =
        bpe()
            .set(PREFIX + "eos_token_id", ABSENT)
            .set(PREFIX + "bos_token_id", ABSENT)
            .set(PREFIX + "padding_token_id", ABSENT)
            .open(folder);
    assertThat(tokenizer.endToken()).isEmpty();
    assertThat(tokenizer.beginToken()).isEmpty();
    assertThat(tokenizer.stopIds()).containsExactly(258, 260);
  }

  @Test
  void anIdBeyondTheVocabularyIsRefused() {
    assertRefused(bpe().set(PREFIX + "eos_token_id", 261), PREFIX + "eos_token_id", "261");
  }

  @Test
  void aBeginTokenThatIsToBeAddedHasToExist() throws IOException {
    GgufVocabularyFile file = bpe().set(PREFIX + "add_bos_token", true);
    assertRefused(file, PREFIX + "bos_token_id", "nothing");
    Tokenizer tokenizer = file.set(PREFIX + "bos_token_id", 258).open(folder);
    assertThat(tokenizer.encodePrompt(List.of(PromptPart.text("the")))).containsExactly(258, 257);
    assertThat(
            tokenizer.encodePrompt(
                List.of(PromptPart.special("<|endoftext|>"), PromptPart.text("the"))))
        .as("not twice")
        .containsExactly(258, 257);
    assertThat(tokenizer.encodePrompt(List.of())).containsExactly(258);
    assertThat(tokenizer.encode("the")).containsExactly(257);
  }

  @Test
  void llamaAddsABeginTokenUnlessTheFileSaysNo() throws IOException {
    GgufVocabularyFile file =
        GgufVocabularyFile.bpe("llama-bpe", List.of(), "<s>").set(PREFIX + "bos_token_id", 256);
    assertThat(file.open(folder).beginId()).hasValue(256);
    Tokenizer without = file.set(PREFIX + "add_bos_token", false).open(folder);
    assertThat(without.beginId()).isEmpty();
    assertThat(without.beginToken()).contains("<s>");
  }

  @Test
  void aSpecialPartThatTheVocabularyLacksIsNamed() throws IOException {
    Tokenizer tokenizer = bpe().open(folder);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tokenizer.encodePrompt(List.of(PromptPart.special("<|eot_id|>"))))
        .withMessageContaining("<|eot_id|>");
    assertThatIllegalArgumentException()
        .as("an ordinary token is no special one")
        .isThrownBy(() -> tokenizer.encodePrompt(List.of(PromptPart.special("the"))));
  }

  @Test
  void damagedFilesAreRefusedWithTheKey() {
    assertRefused(
        bpe().set(PREFIX + "token_type", new int[3]),
        PREFIX + "token_type",
        "expected 261 entries");
    assertRefused(
        bpe().set(PREFIX + "merges", List.of("t h", "broken")), PREFIX + "merges[1]", "broken");
    assertRefused(bpe().set(PREFIX + "merges", List.of("x y")), "merge 0", "\"xy\"");
    int[] types = new int[261];
    Arrays.fill(types, 1);
    types[258] = 9;
    assertRefused(bpe().set(PREFIX + "token_type", types), PREFIX + "token_type[258]", "9");
    assertRefused(bpe().remove(PREFIX + "tokens"), PREFIX + "tokens", "");
    assertRefused(bpe().remove(PREFIX + "token_type"), PREFIX + "token_type", "");
    assertRefused(bpe().remove(PREFIX + "merges"), PREFIX + "merges", "");
    assertRefused(
        GgufVocabularyFile.spm("a").set(PREFIX + "scores", new float[2]),
        PREFIX + "scores",
        "expected 260 entries");
    float[] scores = new float[260];
    scores[259] = Float.NaN;
    assertRefused(GgufVocabularyFile.spm("a").set(PREFIX + "scores", scores), "scores[259]", "NaN");
    int[] noBytes = new int[260];
    Arrays.fill(noBytes, 1);
    assertRefused(
        GgufVocabularyFile.spm("a").set(PREFIX + "token_type", noBytes),
        PREFIX + "tokens",
        "none for <0x00>");
  }

  @Test
  void unusedRowsHaveNoToken() throws IOException {
    int[] types = new int[261];
    Arrays.fill(types, 0, 258, 1);
    types[258] = 3;
    types[259] = 5;
    types[260] = 5;
    Tokenizer tokenizer = bpe().set(PREFIX + "token_type", types).open(folder);
    assertThat(tokenizer.size()).isEqualTo(259);
    assertThat(tokenizer.idOf("<|im_end|>")).isEmpty();
    assertThat(tokenizer.decode(260, -7, Integer.MAX_VALUE)).isEmpty();
    assertThat(tokenizer.tokenText(260)).isEqualTo("[260]");
  }

  @Test
  void piecesJoinHighestScoreFirstAndLeftmostOnTies() throws IOException {
    String mark = "\u2581";
    // Ids 259.. with scores -1, -2, ...: "bc" beats "ab".
    Tokenizer tokenizer =
        GgufVocabularyFile.spm("bc", "ab", "aa", mark, "a", "b", "c").open(folder);
    assertThat(tokens(tokenizer, "abc")).containsExactly(mark, "a", "bc");
    assertThat(tokens(tokenizer, "aaa")).containsExactly(mark, "aa", "a");
    float[] equal = new float[266];
    Tokenizer ties =
        GgufVocabularyFile.spm("bc", "ab", "aa", mark, "a", "b", "c")
            .set(PREFIX + "scores", equal)
            .open(folder);
    assertThat(tokens(ties, "abc")).containsExactly(mark, "ab", "c");
  }

  @Test
  void charactersThatAreNoPieceStillJoinWhereTheJoinedPieceExists() throws IOException {
    Tokenizer tokenizer = GgufVocabularyFile.spm("xy", "\u2581").open(folder);
    assertThat(tokens(tokenizer, "xyx")).containsExactly("\u2581", "xy", "<0x78>");
  }

  @Test
  void textAfterASpecialTokenBeginsWithASpaceOfItsOwn() throws IOException {
    Tokenizer tokenizer = GgufVocabularyFile.spm("\u2581a", "\u2581", "a").open(folder);
    assertThat(
            tokenizer.encodePrompt(
                List.of(
                    PromptPart.text("a"),
                    PromptPart.text("a"),
                    PromptPart.special("</s>"),
                    PromptPart.text("a"))))
        .containsExactly(1, 259, 261, 2, 259);
  }

  @Test
  void aFileMaySwitchTheSpaceInFrontOff() throws IOException {
    Tokenizer tokenizer =
        GgufVocabularyFile.spm("\u2581a", "\u2581", "a")
            .set(PREFIX + "add_space_prefix", false)
            .open(folder);
    assertThat(tokenizer.encode("a")).containsExactly(261);
    assertThat(tokenizer.decode(259)).isEqualTo(" a");
  }

  private static List<String> tokens(Tokenizer tokenizer, String text) {
    return Arrays.stream(tokenizer.encode(text)).mapToObj(tokenizer::tokenText).toList();
  }

  private void assertRefused(GgufVocabularyFile file, String key, String found) {
    assertThatExceptionOfType(ModelFileException.class)
        .isThrownBy(() -> file.open(folder))
        .withMessageContaining("vocabulary.gguf")
        .withMessageContaining(key)
        .withMessageContaining(found)
        .withMessageNotContaining("\n");
  }
}
