/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class FolderTokenizerTest {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final String GPT2 =
      "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

  @TempDir private Path folder;

  private final ObjectNode json = tokenizerJson();

  /** The 256 bytes, "th", "the", and three added tokens; the split of GPT-2. */
  private static ObjectNode tokenizerJson() {
    ObjectNode root = JSON.createObjectNode();
    ObjectNode model = root.putObject("model").put("type", "BPE");
    ObjectNode vocab = model.putObject("vocab");
    for (int value = 0; value < 256; value++) {
      vocab.put(String.valueOf(ByteAlphabet.charOf(value)), value);
    }
    vocab.put("th", 256).put("the", 257);
    model.putArray("merges").add("t h").add("th e");
    ArrayNode added = root.putArray("added_tokens");
    added.addObject().put("id", 258).put("content", "<|endoftext|>").put("special", true);
    added.addObject().put("id", 259).put("content", "<|im_end|>").put("special", true);
    added.addObject().put("id", 260).put("content", "<think>").put("special", false);
    root.putNull("normalizer");
    root.putObject("pre_tokenizer").put("type", "ByteLevel").put("add_prefix_space", false);
    return root;
  }

  private void write(String name, String content) throws IOException {
    Files.writeString(folder.resolve(name), content);
  }

  private Tokenizer open() throws IOException {
    write("tokenizer.json", json.toString());
    return Tokenizers.fromFolder(folder);
  }

  private ObjectNode model() {
    return (ObjectNode) json.get("model");
  }

  @Test
  void mergesMayBeStringsOrPairs() throws IOException {
    assertThat(open().encode("the")).containsExactly(257);
    ArrayNode merges = model().putArray("merges");
    merges.addArray().add("t").add("h");
    merges.addArray().add("th").add("e");
    assertThat(open().encode("the")).containsExactly(257);
  }

  @Test
  void theFourFormsOfPreTokenizersAreRecognised() throws IOException {
    assertThat(pieces("12 ab")).isEqualTo(5);
    ObjectNode pre = json.putObject("pre_tokenizer").put("type", "Sequence");
    ArrayNode steps = pre.putArray("pretokenizers");
    steps.addObject().put("type", "Digits").put("individual_digits", true);
    steps.addObject().put("type", "ByteLevel").put("add_prefix_space", false);
    assertThat(pieces("12 ab")).isEqualTo(5);

    split(GPT2, "Isolated");
    assertThat(open().encode("the")).containsExactly(257);
    split("\\w+|\\W+", "Isolated");
    assertRefused("pre_tokenizer", "\\w+|\\W+");
    split(GPT2, "Removed");
    assertRefused("pre_tokenizer", "Removed");
  }

  private int pieces(String text) throws IOException {
    return open().encode(text).length;
  }

  private void split(String regex, String behavior) {
    ArrayNode steps =
        json.putObject("pre_tokenizer").put("type", "Sequence").putArray("pretokenizers");
    ObjectNode split = steps.addObject().put("type", "Split").put("behavior", behavior);
    split.put("invert", false).putObject("pattern").put("Regex", regex);
    steps
        .addObject()
        .put("type", "ByteLevel")
        .put("add_prefix_space", false)
        .put("use_regex", false);
  }

  @Test
  void otherPreTokenizersAreRefusedByName() {
    json.putObject("pre_tokenizer").put("type", "Metaspace").put("replacement", "\u2581");
    assertRefused("pre_tokenizer", "Metaspace");
    json.putObject("pre_tokenizer").put("type", "ByteLevel").put("add_prefix_space", true);
    assertRefused("pre_tokenizer", "add_prefix_space");
    json.putObject("pre_tokenizer")
        .put("type", "ByteLevel")
        .put("add_prefix_space", false)
        .put("use_regex", false);
    assertRefused("pre_tokenizer", "ByteLevel");
    json.putNull("pre_tokenizer");
    assertRefused("pre_tokenizer", "");
  }

  @Test
  void otherModelsAndOptionsAreRefusedByName() {
    for (String type : List.of("Unigram", "WordPiece", "WordLevel")) {
      model().put("type", type);
      assertRefused("model.type", type);
    }
    model().put("type", "BPE").put("byte_fallback", true);
    assertRefused("model.byte_fallback", "true");
    model().put("byte_fallback", false).put("dropout", 0.1);
    assertRefused("model.dropout", "number");
    model().putNull("dropout").put("end_of_word_suffix", "</w>");
    assertRefused("model.end_of_word_suffix", "</w>");
    model().put("end_of_word_suffix", "");
    json.putObject("normalizer").put("type", "Lowercase");
    assertRefused("normalizer", "Lowercase");
  }

  @Test
  void addedTokensThatEatSpacesAreRefused() {
    ((ObjectNode) json.get("added_tokens").get(1)).put("rstrip", true);
    assertRefused("<|im_end|>", "rstrip");
  }

  @Test
  void damagedVocabulariesAreRefusedBeforeAnythingLargeIsMade() {
    ((ObjectNode) model().get("vocab")).put("huge", 2_000_000_000);
    assertRefused("huge", "2000000000");
    ((ObjectNode) model().get("vocab")).remove("huge");
    ((ObjectNode) model().get("vocab")).put("twice", 7);
    assertRefused("id 7", "twice");
    ((ObjectNode) model().get("vocab")).remove("twice");
    model().putArray("merges").add("t h").add("th x");
    assertRefused("merge 1", "thx");
    model().putArray("merges").add("t h e");
    assertRefused("merge 0", "t h e");
    model().remove("merges");
    assertRefused("merges", "");
  }

  @Test
  void aFolderWithoutTokenizerJsonSaysWhatIsMissing() {
    assertThatExceptionOfType(ModelFileException.class)
        .isThrownBy(() -> Tokenizers.fromFolder(folder))
        .withMessageContaining("tokenizer.json")
        .withMessageContaining(folder.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tokenizer.json",
        "tokenizer_config.json",
        "generation_config.json",
        "config.json",
        "chat_template.jinja"
      })
  void aLinkThatLeadsNowhereIsNotAnAbsentFile(String name) throws IOException {
    write("tokenizer.json", json.toString());
    Files.deleteIfExists(folder.resolve(name));
    Files.createSymbolicLink(folder.resolve(name), folder.resolve("pruned-blob"));
    assertThatExceptionOfType(ModelFileException.class)
        .isThrownBy(() -> Tokenizers.fromFolder(folder))
        .withMessageContaining(name)
        .withMessageContaining("the link leads nowhere");
  }

  @Test
  void theNormalizerOfTheFileDecides() throws IOException {
    // B229
    String decomposed = "e\u0301";
    int[] composed = open().encode("\u00E9");
    assertThat(open().encode(decomposed)).isNotEqualTo(composed);
    json.putObject("normalizer").put("type", "NFC");
    assertThat(open().encode(decomposed)).isEqualTo(composed);
    json.putObject("normalizer").put("type", "Sequence").putArray("normalizers");
    assertThat(open().encode(decomposed)).isNotEqualTo(composed);
  }

  @Test
  void addedTokensAreFoundBeforeNormalizationUnlessTheySayOtherwise() throws IOException {
    json.putObject("normalizer").put("type", "NFC");
    // U+0338 and the bracket in front of it would compose to U+226F.
    String text = "<think>\u0338";
    ObjectNode think = (ObjectNode) json.get("added_tokens").get(2);
    think.put("normalized", false);
    assertThat(open().encode(text)).startsWith(260);
    think.put("normalized", true);
    assertThat(open().encode(text)).doesNotContain(260);
    assertThat(open().encode("<think>e\u0301")).startsWith(260);
  }

  @Test
  void theLongestOfAddedTokensAtOnePlaceWins() throws IOException {
    ArrayNode added = (ArrayNode) json.get("added_tokens");
    added.addObject().put("id", 261).put("content", "  ").put("special", false);
    added.addObject().put("id", 262).put("content", "    ").put("special", false);
    assertThat(open().encode("x      y")).containsExactly('x', 262, 261, 'y');
  }

  @Test
  void stopIdsAreTheUnionOfAllFiles() throws IOException {
    // B127, B128
    ArrayNode added = (ArrayNode) json.get("added_tokens");
    added.removeAll();
    for (int id = 258; id < 264; id++) {
      added.addObject().put("id", id).put("content", "[e" + id + "]").put("special", true);
    }
    assertThat(open().stopIds()).isEmpty();
    write("generation_config.json", "{\"eos_token_id\": [258, 259]}");
    write("config.json", "{\"eos_token_id\": 260, \"text_config\": {\"eos_token_id\": 261}}");
    write("tokenizer_config.json", "{\"eos_token\": {\"content\": \"[e262]\"}}");
    Tokenizer tokenizer = open();
    assertThat(tokenizer.stopIds()).containsExactly(258, 259, 260, 261, 262);
    assertThat(tokenizer.endToken()).contains("[e262]");
  }

  @Test
  void usualEndTokensCountOnlyAsControlTokens() throws IOException {
    assertThat(open().stopIds()).containsExactly(258, 259);
    ((ObjectNode) json.get("added_tokens").get(1)).put("special", false);
    assertThat(open().stopIds()).containsExactly(258);
  }

  @Test
  void aBadEndIdIsRefused() throws IOException {
    write("generation_config.json", "{\"eos_token_id\": -1}");
    assertRefused("eos_token_id", "-1");
  }

  @Test
  void theBeginTokenComesFromTheConfigurationOrThePostProcessor() throws IOException {
    assertThat(open().beginId()).isEmpty();
    ObjectNode post = json.putObject("post_processor").put("type", "Sequence");
    ArrayNode steps = post.putArray("processors");
    steps.addObject().put("type", "ByteLevel");
    ArrayNode single = steps.addObject().put("type", "TemplateProcessing").putArray("single");
    single.addObject().putObject("SpecialToken").put("id", "<|endoftext|>").put("type_id", 0);
    single.addObject().putObject("Sequence").put("id", "A");
    assertThat(open().encodePrompt(List.of(PromptPart.text("the")))).containsExactly(258, 257);
    write("tokenizer_config.json", "{\"add_bos_token\": false, \"bos_token\": \"<|im_end|>\"}");
    assertThat(open().beginId()).isEmpty();
    assertThat(open().beginToken()).contains("<|im_end|>");
    write("tokenizer_config.json", "{\"add_bos_token\": true, \"bos_token\": \"<|im_end|>\"}");
    assertThat(open().beginId()).hasValue(259);
    json.remove("post_processor");
    write("tokenizer_config.json", "{\"add_bos_token\": true, \"bos_token\": null}");
    assertRefused("bos_token", "nothing");
    write("tokenizer_config.json", "{\"add_bos_token\": true, \"bos_token\": \"<s>\"}");
    assertRefused("bos_token", "<s>");
    write("tokenizer_config.json", "{\"add_bos_token\": false, \"bos_token\": \"<s>\"}");
    assertThat(open().beginToken()).isEmpty();
    write("tokenizer_config.json", "{\"eos_token\": \"</s>\"}");
    assertRefused("eos_token", "</s>");
  }

  @Test
  void tokensThatOnlyTheConfigurationListsAreAdded() throws IOException {
    write(
        "tokenizer_config.json",
        """
        {"added_tokens_decoder": {"259": {"content": "other", "special": true},
         "261": {"content": "<|new|>", "special": true}}}
        """);
    Tokenizer tokenizer = open();
    assertThat(tokenizer.tokenText(259)).isEqualTo("<|im_end|>");
    assertThat(tokenizer.encodeWithSpecials("<|new|>")).containsExactly(261);
    assertThat(tokenizer.size()).isEqualTo(262);
    write(
        "tokenizer_config.json",
        "{\"added_tokens_decoder\": {\"99999999\": {\"content\": \"x\"}}}");
    assertRefused("added_tokens_decoder", "99999999");
  }

  @Test
  void theTemplateFileWinsOverTheField() throws IOException {
    assertThat(open().chatTemplate()).isEmpty();
    write(
        "tokenizer_config.json",
        """
        {"chat_template": [{"name": "tool_use", "template": "T"},
         {"name": "default", "template": "D"}]}
        """);
    assertThat(open().chatTemplate()).isEqualTo("D");
    write("tokenizer_config.json", "{\"chat_template\": \"field\"}");
    assertThat(open().chatTemplate()).isEqualTo("field");
    write("chat_template.jinja", "file");
    assertThat(open().chatTemplate()).isEqualTo("file");
    Files.write(folder.resolve("chat_template.jinja"), new byte[] {(byte) 0xFF});
    assertRefused("chat_template.jinja", "UTF-8");
  }

  @Test
  void aByteWithoutATokenIsLeftOutOrBecomesTheUnknownToken() throws IOException {
    ObjectNode vocab = (ObjectNode) model().get("vocab");
    vocab.remove(String.valueOf(ByteAlphabet.charOf('x')));
    assertThat(open().encode("xthe")).containsExactly(257);
    model().put("unk_token", "the");
    assertThat(open().encode("x")).containsExactly(257);
    model().put("unk_token", "nowhere");
    assertRefused("model.unk_token", "nowhere");
  }

  @Test
  void anyEditOfTheFileGivesATokenizerOrARefusal() throws IOException {
    long seed = 4;
    Random random = new Random(seed);
    String whole = json.toString();
    for (int i = 0; i < 300; i++) {
      StringBuilder text = new StringBuilder(whole);
      int at = random.nextInt(text.length());
      switch (random.nextInt(3)) {
        case 0 -> text.setLength(at);
        case 1 -> text.setCharAt(at, "{}[],:\"0x".charAt(random.nextInt(9)));
        default -> text.delete(at, Math.min(text.length(), at + random.nextInt(30)));
      }
      write("tokenizer.json", text.toString());
      try {
        Tokenizers.fromFolder(folder).encode("the text");
      } catch (ModelFileException e) {
        assertThat(e.getMessage()).as("seed %d, edit %d", seed, i).doesNotContain("\n");
      }
    }
  }

  private void assertRefused(String subject, String found) {
    assertThatExceptionOfType(ModelFileException.class)
        .isThrownBy(this::open)
        .withMessageContaining(subject)
        .withMessageContaining(found)
        .withMessageNotContaining("\n");
  }

  /** Guards the tests above: what they edit is a file that works. */
  @Test
  void theUneditedFileIsAccepted() throws IOException {
    JsonNode copy = JSON.readTree(json.toString());
    assertThat(copy).isEqualTo(json);
    Tokenizer tokenizer = open();
    assertThat(tokenizer.size()).isEqualTo(261);
    assertThat(tokenizer.decode(tokenizer.encode("the text"))).isEqualTo("the text");
  }
}
