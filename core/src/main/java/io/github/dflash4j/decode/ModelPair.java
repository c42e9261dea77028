/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.text.PromptPart;
import io.github.dflash4j.text.Tokenizer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A target and, if there is one, its draft, loaded and ready to write: the short way into this
 * library. Thread-safe; several generations may run at the same time. Close it after the last one.
 */
public final class ModelPair implements AutoCloseable {

  private ModelPair() {}

  /**
   * Loads a target alone.
   *
   * @param target a GGUF file or a Hugging Face folder
   * @param options how to load
   * @return the pair without a draft, to be closed by the caller
   * @throws io.github.dflash4j.weights.ModelFileException as {@link #open(Path, Path, PairOptions)}
   */
  public static ModelPair open(Path target, PairOptions options) {
    throw new UnsupportedOperationException();
  }

  /**
   * Loads a target and its draft and checks that they fit. If anything fails, everything opened until
   * then is closed again.
   *
   * @param target a GGUF file or a Hugging Face folder
   * @param draft a draft package
   * @param options how to load
   * @return the pair, to be closed by the caller
   * @throws io.github.dflash4j.weights.ModelFileException if a file is missing, damaged or of a kind
   *     that is not supported, or the two do not fit; the message is one line for people
   */
  public static ModelPair open(Path target, Path draft, PairOptions options) {
    throw new UnsupportedOperationException();
  }

  /**
   * A request to go on with a text, with the stop tokens of the vocabulary.
   *
   * @param prompt plain text; special tokens written in it are ordinary characters
   * @return the request, for at most 256 tokens
   * @throws IllegalArgumentException if the text gives no token
   */
  public GenerationRequest request(String prompt) {
    throw new UnsupportedOperationException();
  }

  /**
   * A request to go on with text and special tokens, as chat templates render them.
   *
   * @param prompt the parts in order
   * @return the request, for at most 256 tokens
   * @throws IllegalArgumentException if it gives no token, or names a token that does not exist
   */
  public GenerationRequest request(List<PromptPart> prompt) {
    throw new UnsupportedOperationException();
  }

  /**
   * Generates; see {@link Generator#generate(GenerationRequest, GenerationListener)}.
   *
   * @param request what to write
   * @param listener receives the text as it is written, in whole characters
   * @return the result
   * @throws IllegalArgumentException if the request does not fit the models
   */
  public GenerationResult generate(GenerationRequest request, GenerationListener listener) {
    return generator().generate(request, listener);
  }

  /**
   * Generates, with a way to end it early.
   *
   * @param request what to write
   * @param listener receives the text as it is written, in whole characters
   * @param cancellation ends it early
   * @return the result
   * @throws IllegalArgumentException if the request does not fit the models
   */
  public GenerationResult generate(
      GenerationRequest request, GenerationListener listener, Cancellation cancellation) {
    return generator().generate(request, listener, cancellation);
  }

  /**
   * The loop over these models.
   *
   * @return the generator, valid until the pair is closed
   */
  public Generator generator() {
    throw new UnsupportedOperationException();
  }

  /**
   * The target.
   *
   * @return the target, owned by the pair
   */
  public Target target() {
    throw new UnsupportedOperationException();
  }

  /**
   * The draft, bound to the target.
   *
   * @return the draft, owned by the pair, or empty
   */
  public Optional<Draft> draft() {
    throw new UnsupportedOperationException();
  }

  /**
   * The target's tokenizer.
   *
   * @return the tokenizer
   */
  public Tokenizer tokenizer() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
