/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.Generator;
import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.decode.PromptCache;
import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.text.Tokenizer;
import java.time.Instant;
import java.util.Optional;

/**
 * The pair as all requests share it.
 *
 * @param pair the models, owned by whoever started the server
 * @param generator the loop that all requests run in
 * @param tokenizer the target's
 * @param cache prompts that are kept, or empty
 * @param chat how conversations become prompts
 * @param name what requests call the pair
 * @param note why there is no draft
 * @param since when it was opened
 */
record ServedPair(
    ModelPair pair,
    Generator generator,
    Tokenizer tokenizer,
    Optional<PromptCache> cache,
    ChatFormat chat,
    String name,
    Optional<String> note,
    Instant since) {
  private static final int CACHE_TOKENS = 4096;

  /**
   * The one place where the models that requests share are put together.
   *
   * @throws IllegalArgumentException if the target comes without a tokenizer
   */
  static ServedPair of(ModelPair pair, ServerOptions options) {
    Tokenizer tokenizer =
        pair.tokenizer()
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "the target comes without a tokenizer, and a server needs one"));
    int context = pair.target().spec().contextLength();
    Optional<PromptCache> cache =
        options.cacheSequences() == 0
            ? Optional.empty()
            : Optional.of(
                new PromptCache(
                    options.cacheSequences(),
                    options.cacheTokens().orElse(Math.min(context, CACHE_TOKENS))));
    Generator generator = cache.map(pair.generator()::withPromptCache).orElseGet(pair::generator);
    return new ServedPair(
        pair,
        generator,
        tokenizer,
        cache,
        ChatFormat.of(tokenizer),
        options.modelName(),
        options.speculationNote(),
        Instant.now());
  }

  int context() {
    return pair.target().spec().contextLength();
  }

  /** Drafted tokens in a whole block, 0 if there is no draft. */
  int widest() {
    return generator.draft().map(Draft::maxProposed).orElse(0);
  }
}
