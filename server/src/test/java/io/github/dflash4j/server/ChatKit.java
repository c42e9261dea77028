/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.Generator;
import io.github.dflash4j.text.Tokenizer;
import io.github.dflash4j.text.Tokenizers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * A scripted target with the tokenizer of the golden Qwen3 target, one token for each byte and a
 * few more, and a published chat template (F9).
 */
final class ChatKit {
  private static final Path CORE = Path.of("../core/src/test/resources");

  final Tokenizer tokenizer;
  final ScriptedTarget target;

  private ChatKit(Tokenizer tokenizer) {
    this.tokenizer = tokenizer;
    target = new ScriptedTarget(tokenizer.size(), tokenizer.idOf("<|im_end|>").orElseThrow());
  }

  /**
   * A kit.
   *
   * @param folder an empty folder
   * @param template a file of a chat template
   */
  static ChatKit with(String template, Path folder) {
    try {
      Path golden = CORE.resolve("goldens/targets/qwen3_tiny_tied");
      for (String name : new String[] {"tokenizer.json", "tokenizer_config.json"}) {
        Files.copy(golden.resolve(name), folder.resolve(name));
      }
      Files.copy(
          CORE.resolve("tokenizers/chat-templates").resolve(template),
          folder.resolve("chat_template.jinja"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return new ChatKit(Tokenizers.fromFolder(folder));
  }

  static ChatKit qwen3(Path folder) {
    return with("Qwen-Qwen3-0.6B.jinja", folder);
  }

  /** Opens the block of thoughts in the prompt. */
  static ChatKit qwen35(Path folder) {
    return with("Qwen3.5-4B.jinja", folder);
  }

  ChatKit write(String text) {
    target.write(tokenizer.encode(text));
    return this;
  }

  /** Without a cache, with a draft of this block; block 1 is none. */
  DflashServer serve(ServerOptions options, int block, int errsEvery) {
    Generator generator = Generator.of(target).withTokenizer(tokenizer);
    if (block > 1) {
      generator = generator.withDraft(target.draft(block, errsEvery)).withWholeBlocks();
    }
    ServerOptions uncached = options.withCache(0, OptionalInt.empty());
    return DflashServer.start(ServedPair.of(generator, tokenizer, uncached), uncached);
  }
}
