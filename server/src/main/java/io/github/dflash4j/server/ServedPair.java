/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.GenerationRequest;
import io.github.dflash4j.decode.Generator;
import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.decode.PromptCache;
import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.text.PromptPart;
import io.github.dflash4j.text.Tokenizer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The pair as all requests share it.
 *
 * @param generator the loop that all requests run in; its models belong to whoever started the
 *     server
 * @param tokenizer the target's
 * @param cache prompts that are kept, or empty
 * @param chat how conversations become prompts
 * @param name what requests call the pair
 * @param note why there is no draft
 * @param since when it was opened
 */
record ServedPair(
    Generator generator,
    Tokenizer tokenizer,
    Optional<PromptCache> cache,
    ChatFormat chat,
    String name,
    Optional<String> note,
    Instant since) {
  private static final int CACHE_TOKENS = 4096;

  /**
   * The pair of a server.
   *
   * @throws IllegalArgumentException if the target comes without a tokenizer
   */
  static ServedPair of(ModelPair pair, ServerOptions options) {
    Tokenizer tokenizer =
        pair.tokenizer()
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "the target comes without a tokenizer, and a server needs one"));
    return of(pair.generator(), tokenizer, options);
  }

  /** The one place where what requests share is put together. */
  static ServedPair of(Generator models, Tokenizer tokenizer, ServerOptions options) {
    Optional<PromptCache> cache = cache(models, options);
    return new ServedPair(
        cache.map(models::withPromptCache).orElse(models),
        tokenizer,
        cache,
        ChatFormat.of(tokenizer),
        options.modelName(),
        options.speculationNote(),
        Instant.now());
  }

  private static Optional<PromptCache> cache(Generator models, ServerOptions options) {
    if (options.cacheSequences() == 0) {
      return Optional.empty();
    }
    int context = models.target().spec().contextLength();
    int tokens = options.cacheTokens().orElse(Math.min(context, CACHE_TOKENS));
    return Optional.of(new PromptCache(options.cacheSequences(), tokens));
  }

  /**
   * A request to go on with text and special tokens.
   *
   * @throws IllegalArgumentException if it gives no token
   */
  GenerationRequest request(List<PromptPart> prompt) {
    return request(tokenizer.encodePrompt(prompt));
  }

  /** A request to go on with tokens, with the stop tokens of the vocabulary. */
  GenerationRequest request(int... ids) {
    return GenerationRequest.of(ids).withStopIds(tokenizer.stopIds());
  }

  int context() {
    return generator.target().spec().contextLength();
  }

  /** Drafted tokens in a whole block, 0 if there is no draft. */
  int widest() {
    return generator.draft().map(Draft::maxProposed).orElse(0);
  }
}
