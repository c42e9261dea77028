/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GenerateFailuresTest {
  @TempDir Path folder;
  private Path target;
  private Path draft;

  @BeforeEach
  void copyModels() throws IOException {
    Models.copyTo(folder);
    target = folder.resolve("stories.gguf");
    draft = folder.resolve("draft2");
  }

  @Test
  void aDraftIsNoTarget() {
    target = draft;
    generate().refused(1, "draft2", "this is a DFlash draft (DFlash2DraftModel), not a target");
  }

  @Test
  void aTargetIsNoDraft() {
    draft = Models.golden("targets/llama_tiny");
    generate().refused(1, "llama_tiny", "LlamaForCausalLM, which is no DFlash draft");
    draft = target;
    generate().refused(1, "stories.gguf", "found llama, which is no DFlash draft");
    draft = folder.resolve("draft2").resolve("config.json");
    generate().refused(1, "config.json", "a draft is a GGUF file, which this is not, or opened by");
  }

  @Test
  void missingFilesAreNamed() throws IOException {
    Path there = target;
    target = folder.resolve("none.gguf");
    generate().refused(1, "none.gguf", "no such file or folder");
    target = there;
    draft = folder.resolve("none");
    generate().refused(1, "none", "no such file or folder");
    draft = Files.createDirectory(folder.resolve("empty"));
    generate().refused(1, "config.json", "no such file");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 3, 100, 20_000, 1_185_375})
  void aTruncatedTargetIsRefused(long bytes) throws IOException {
    Models.cut(target, bytes);
    generate().refused(1, "stories.gguf");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 5, 100, 5_000, 410_671})
  void aTruncatedDraftIsRefused(long bytes) throws IOException {
    Models.cut(draft.resolve("model.safetensors"), bytes);
    generate().refused(1, "model.safetensors");
  }

  @Test
  void aDraftThatDoesNotSayItsBlockSizeIsRefused() throws IOException {
    Models.edit(draft.resolve("config.json"), "\"block_size\": 8,", "");
    generate().refused(1, "config.json", "block_size");
  }

  @Test
  void aDraftOfAnotherHiddenSizeDoesNotFit() {
    draft = Models.golden("drafts/gen1_old_layout");
    generate()
        .refused(
            1,
            "gen1_old_layout: the draft does not fit the target",
            "of hidden size 48, and the target's hidden size is 64");
  }

  @Test
  void aDraftOfAnotherVocabularyDoesNotFit() throws IOException {
    draft = folder.resolve("draft1");
    Models.edit(draft.resolve("config.json"), "\"vocab_size\": 512", "\"vocab_size\": 500");
    generate().refused(1, "draft1", "the draft does not fit the target: its vocabulary is 500");
  }

  @Test
  void tapsBeyondTheLayersOfTheTargetDoNotFit() throws IOException {
    String config = Files.readString(draft.resolve("config.json"));
    Files.writeString(
        draft.resolve("config.json"),
        config
            .replaceFirst("\"target_layer_ids\": \\[[^]]*]", "\"target_layer_ids\": [1, 2, 5]")
            .replace("\"num_target_layers\": 5", "\"num_target_layers\": 6"));
    generate().refused(1, "draft2", "tap 5 is no layer of a target with 5 layers");
  }

  @Test
  void aPromptLongerThanTheContextIsRefused() {
    generate("--context", 4).refused(1, "the prompt has 5 tokens, the context of the target 4");
  }

  @Test
  void idsThatAreNoRowsAreRefused() {
    Run.of("generate", "--target", target, "--draft", draft, "--prompt-ids", "1,512")
        .refused(1, "id 512", "0 to 511");
  }

  @Test
  void aBlockWiderThanTheDraftIsRefused() {
    generate("--block", 9).refused(1, "a block of 9 rows was asked for, the draft has 8");
  }

  @Test
  void promptFilesThatCannotBeReadAreNamed() throws IOException {
    refusedFile(folder.resolve("none.txt"), "none.txt: no such file or folder");
    refusedFile(folder, "this is a folder, not a prompt");
    refusedFile(Files.createFile(folder.resolve("empty.txt")), "the prompt is empty");
    refusedFile(
        Files.write(folder.resolve("latin.txt"), new byte[] {'a', (byte) 0xe9, 'b'}),
        "the prompt is not UTF-8 text");
    Run.of("generate", "--target", target, "--prompt-file", "-")
        .refused(1, "standard input: the prompt is empty");
  }

  @Test
  void aTargetWithoutAKnownChatFormatIsRefusedForChat() {
    generate("--chat").refused(1, "stories.gguf", "chat");
  }

  private void refusedFile(Path file, String words) {
    Run.of("generate", "--target", target, "--draft", draft, "--prompt-file", file)
        .refused(1, words);
  }

  private Run generate(Object... more) {
    Object[] args = new Object[7 + more.length];
    args[0] = "generate";
    args[1] = "--target";
    args[2] = target;
    args[3] = "--draft";
    args[4] = draft;
    args[5] = "--prompt";
    args[6] = "Once upon a time";
    System.arraycopy(more, 0, args, 7, more.length);
    return Run.of(args);
  }
}
