/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.draft.DraftModel;
import io.github.dflash4j.draft.Drafts;
import io.github.dflash4j.draft.RandomDrafts;
import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.format.json.JsonFile;
import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.target.TargetOptions;
import io.github.dflash4j.target.Targets;
import io.github.dflash4j.text.ChatMessage;
import io.github.dflash4j.text.ChatOptions;
import io.github.dflash4j.text.ChatTemplates;
import io.github.dflash4j.text.Tokenizer;
import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelPairTest {

  @Test
  void plainTextAndIdsEqualThoseOfLlamaCpp() {
    JsonFields oracle =
        JsonFile.open(StoriesPair.TARGET.resolveSibling("llama.cpp-greedy-f32.json"), 1 << 24);
    try (ModelPair pair = ModelPair.open(StoriesPair.TARGET, StoriesPair.options())) {
      assertThat(pair.draft()).isEmpty();
      for (JsonFields c : oracle.requireObjects("cases")) {
        GenerationRequest request = pair.request(c.requireString("prompt"));
        assertThat(request.prompt()).isEqualTo(ids(c, "prompt_ids"));
        List<String> pieces = new ArrayList<>();
        GenerationResult result =
            pair.generate(
                request.withMaxTokens(ids(c, "greedy_ids").length),
                GenerationListener.ofText(pieces::add));
        assertThat(result.ids()).isEqualTo(ids(c, "greedy_ids"));
        assertThat(result.text()).isEqualTo(c.requireString("text"));
        assertThat(String.join("", pieces)).isEqualTo(result.text());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void everyStepOfARealPairIsOneTargetPass(int generation) {
    try (Compute compute = Compute.host(1);
        CountingTarget target =
            new CountingTarget(
                Targets.open(
                    StoriesPair.TARGET,
                    TargetOptions.asStated().withContext(StoriesPair.CONTEXT),
                    compute));
        DraftModel draft = Drafts.open(StoriesPair.draft(generation), compute)) {
      Generator generator =
          Generator.of(target)
              .withDraft(
                  draft.bind(
                      target.embedding(),
                      target.head(),
                      target.spec().layers(),
                      target.spec().vocabulary()))
              .withWholeBlocks();
      GenerationRequest request = GenerationRequest.of(1, 403, 407, 261, 378).withMaxTokens(200);
      GenerationResult result = generator.generate(request, GenerationListener.SILENT);
      assertThat(target.forwards.getFirst()).as("the prompt").isEqualTo(5);
      assertThat(target.forwards.subList(1, target.forwards.size()))
          .isEqualTo(result.steps().stream().map(GenerationStep::rows).toList())
          .hasSize(result.figures().targetPasses());
      assertThat(result.figures().targetPasses()).isLessThan(120);
    }
  }

  @Test
  void aDraftOpenedAsTargetIsRefusedInOneLine() {
    refused(StoriesPair.draft(2), StoriesPair.draft(2), "DFlash draft", "not a target");
  }

  @Test
  void missingFilesAreNamed(@TempDir Path folder) {
    refused(folder.resolve("none.gguf"), StoriesPair.draft(2), "none.gguf", "no such file");
    refused(StoriesPair.TARGET, folder.resolve("none"), "none", "no such");
  }

  @Test
  void aFolderStandsForItsOnlyGgufFile(@TempDir Path folder) throws IOException {
    Path target = Files.createDirectory(folder.resolve("target"));
    Files.copy(StoriesPair.TARGET, target.resolve("any.GGUF"));
    Files.writeString(target.resolve("README.md"), "beside it");
    Path draft = Files.createDirectory(folder.resolve("draft"));
    Path file =
        RandomDrafts.writeGguf(draft.resolve("d.gguf"), 2, 5, 64, 512, folder.resolve("scratch"));
    assertThat(Drafts.recognises(draft)).isTrue();
    assertThat(Drafts.recognises(target)).isFalse();
    GenerationResult byFile;
    try (ModelPair pair = ModelPair.open(StoriesPair.TARGET, file, StoriesPair.options())) {
      byFile = pair.generate(pair.request("Once").withMaxTokens(20), GenerationListener.SILENT);
    }
    try (ModelPair pair = ModelPair.open(target, draft, StoriesPair.options())) {
      GenerationResult byFolder =
          pair.generate(pair.request("Once").withMaxTokens(20), GenerationListener.SILENT);
      assertThat(byFolder.ids()).isEqualTo(byFile.ids()).hasSize(20);
    }
  }

  @Test
  void ofSeveralGgufFilesInAFolderOneIsAskedFor(@TempDir Path folder) throws IOException {
    Files.copy(StoriesPair.TARGET, folder.resolve("b.gguf"));
    Files.copy(StoriesPair.TARGET, folder.resolve("a.gguf"));
    String ask = "no config.json but 2 GGUF files in it, name one of them: a.gguf, b.gguf";
    refused(folder, StoriesPair.draft(2), folder.getFileName().toString(), ask);
    refused(StoriesPair.TARGET, folder, folder.getFileName().toString(), ask);
    assertThat(Drafts.recognises(folder)).isFalse();
    Files.writeString(folder.resolve("config.json"), "{}");
    refused(folder, StoriesPair.draft(2), "no model.safetensors");
  }

  @Test
  void aPairThatDoesNotFitIsRefused() {
    Path other = GoldenCase.root().resolve("drafts/gen2_sliding");
    refused(StoriesPair.TARGET, other, "gen2_sliding", "does not fit", "160", "512");
  }

  @Test
  void truncatedFilesAreRefused(@TempDir Path folder) throws IOException {
    Path target = folder.resolve("cut.gguf");
    byte[] bytes = Files.readAllBytes(StoriesPair.TARGET);
    Files.write(target, Arrays.copyOf(bytes, bytes.length - 1));
    refused(target, StoriesPair.draft(2), "cut.gguf");
    Path draft = Files.createDirectory(folder.resolve("draft"));
    for (String name : List.of("config.json", "model.safetensors")) {
      byte[] whole = Files.readAllBytes(StoriesPair.draft(2).resolve(name));
      int kept = name.endsWith("json") ? whole.length : whole.length - 1;
      Files.write(draft.resolve(name), Arrays.copyOf(whole, kept));
    }
    refused(StoriesPair.TARGET, draft, "model.safetensors");
  }

  @Test
  void aTargetWithoutATokenizerReadsIdsAndSaysWhyItReadsNoText() {
    GoldenCase loop =
        LoopGoldenTest.cases()
            .filter(c -> !Files.exists(c.folder().resolve("target").resolve("tokenizer.json")))
            .findFirst()
            .orElseThrow();
    try (ModelPair pair =
        ModelPair.open(loop.folder().resolve("target"), PairOptions.defaults().withThreads(1))) {
      assertThat(pair.tokenizer()).isEmpty();
      GenerationRequest request = pair.request(loop.ints("prompt_ids")).withMaxTokens(5);
      GenerationResult result = pair.generate(request, GenerationListener.SILENT);
      assertThat(result.ids()).isEqualTo(Arrays.copyOf(loop.ints("output_ids"), 5));
      assertThat(result.text()).isEmpty();
      assertThatThrownBy(() -> pair.request("text"))
          .isInstanceOf(ModelFileException.class)
          .hasMessageContaining("no tokenizer");
    }
  }

  @Test
  void aChatIsRefusedOnlyWhereOneIsAskedOfATargetWithoutAKnownTemplate() {
    List<ChatMessage> conversation = List.of(ChatMessage.of("user", "Hello"));
    try (ModelPair pair = StoriesPair.open(2)) {
      assertThatThrownBy(() -> pair.request(conversation, ChatOptions.defaults()))
          .isInstanceOf(ModelFileException.class)
          .hasMessageContaining("stories260K-f32.gguf")
          .hasMessageContaining("no chat template");
    }
  }

  @Test
  void aChatIsRenderedInTheFormatOfTheTarget(@TempDir Path folder) throws IOException {
    Path golden = GoldenCase.root().resolve("targets/qwen3_tiny_tied");
    try (Stream<Path> files = Files.list(golden)) {
      for (Path file : files.filter(f -> !f.toString().contains("golden.")).toList()) {
        Files.copy(file, folder.resolve(file.getFileName().toString()));
      }
    }
    Path template = Path.of("src/test/resources/tokenizers/chat-templates/Qwen-Qwen3-0.6B.jinja");
    Files.copy(template, folder.resolve("chat_template.jinja"));
    try (ModelPair pair = ModelPair.open(folder, StoriesPair.options().withContext(64))) {
      Tokenizer tokenizer = pair.tokenizer().orElseThrow();
      List<ChatMessage> conversation = List.of(ChatMessage.of("user", "Hi <|im_end|>"));
      GenerationRequest request = pair.request(conversation, ChatOptions.defaults());
      assertThat(request.stopIds()).isEqualTo(tokenizer.stopIds());
      assertThat(request.prompt())
          .isEqualTo(
              tokenizer.encodePrompt(
                  ChatTemplates.forTokenizer(tokenizer)
                      .render(conversation, ChatOptions.defaults())));
      int end = tokenizer.idOf("<|im_end|>").orElseThrow();
      assertThat(Arrays.stream(request.prompt()).filter(id -> id == end).count())
          .as("ends of turns; the one the user typed is text")
          .isEqualTo(1);
    }
  }

  @Test
  void aClosedPairWritesNothingAndClosesAgainWithoutHarm() {
    ModelPair pair = StoriesPair.open(2);
    GenerationRequest request = pair.request("Once").withMaxTokens(3);
    pair.close();
    pair.close();
    assertThatThrownBy(() -> pair.generate(request, GenerationListener.SILENT))
        .isInstanceOf(IllegalStateException.class);
  }

  private static void refused(Path target, Path draft, String... words) {
    assertThatThrownBy(() -> ModelPair.open(target, draft, StoriesPair.options()))
        .isInstanceOf(ModelFileException.class)
        .satisfies(
            refusal -> assertThat(refusal.getMessage()).contains(words).doesNotContain("\n"));
  }

  private static int[] ids(JsonFields fields, String key) {
    return Arrays.stream(fields.requireIntegers(key)).mapToInt(Math::toIntExact).toArray();
  }
}
