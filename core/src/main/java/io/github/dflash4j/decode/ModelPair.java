/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.draft.DraftModel;
import io.github.dflash4j.draft.Drafts;
import io.github.dflash4j.draft.MtpDraft;
import io.github.dflash4j.format.MappedFile;
import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetOptions;
import io.github.dflash4j.target.Targets;
import io.github.dflash4j.text.ChatMessage;
import io.github.dflash4j.text.ChatOptions;
import io.github.dflash4j.text.ChatTemplate;
import io.github.dflash4j.text.ChatTemplates;
import io.github.dflash4j.text.PromptPart;
import io.github.dflash4j.text.Tokenizer;
import io.github.dflash4j.text.Tokenizers;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A target and, if there is one, its draft, loaded and ready to write: the short way into this
 * library. Thread-safe; several generations may run at the same time. Close it after the last one.
 */
public final class ModelPair implements AutoCloseable {
  private static final String TOKENIZER_FILE = "tokenizer.json";
  private static final String TOKENIZER_KEY = "tokenizer.ggml.model";

  private final Path targetPath;
  private final OpenModels opened;
  private final Target target;
  private final Optional<Draft> draft;
  private final Optional<Tokenizer> tokenizer;
  private final Generator generator;

  private ModelPair(
      Path targetPath,
      OpenModels opened,
      Target target,
      Optional<Draft> draft,
      Optional<Tokenizer> tokenizer,
      Generator generator) {
    this.targetPath = targetPath;
    this.opened = opened;
    this.target = target;
    this.draft = draft;
    this.tokenizer = tokenizer;
    this.generator = generator;
  }

  /**
   * Loads a target alone.
   *
   * @param target as in {@link Targets#open}
   * @param options how to load
   * @return the pair without a draft, to be closed by the caller
   * @throws ModelFileException as {@link #open(Path, Path, PairOptions)}
   */
  public static ModelPair open(Path target, PairOptions options) {
    return open(target, Optional.empty(), options);
  }

  /**
   * Loads a target and its draft and checks that they fit. If anything fails, everything opened
   * until then is closed again.
   *
   * @param target as in {@link Targets#open}
   * @param draft a draft package
   * @param options how to load
   * @return the pair, to be closed by the caller
   * @throws ModelFileException if a file is missing, damaged or of a kind that is not supported, or
   *     the two do not fit; the message is one line for people
   */
  public static ModelPair open(Path target, Path draft, PairOptions options) {
    return open(target, Optional.of(draft), options);
  }

  /**
   * Loads a target with the multi-token prediction head that its files hold, which drafts for it.
   *
   * @param target as in {@link Targets#open}
   * @param steps the most tokens proposed in a step, {@link MtpDraft#MIN_STEPS} to {@link
   *     MtpDraft#MAX_STEPS}
   * @param options how to load
   * @return the pair, to be closed by the caller
   * @throws ModelFileException as {@link #open(Path, Path, PairOptions)}; also if there is no such
   *     head
   * @throws IllegalArgumentException if so many steps are not possible
   */
  public static ModelPair openWithMtp(Path target, int steps, PairOptions options) {
    TargetOptions read =
        new TargetOptions(options.context(), true, options.panels(), options.target());
    return open(
        target,
        read,
        options,
        (bound, vocabulary, opened, compute) ->
            Optional.of(new MtpDraft(bound.predictionHead().orElseThrow(), steps, vocabulary)));
  }

  /**
   * Looks for drafts near a target: beside it, inside its folder, and in folders there that are
   * called {@code draft} or have {@code dflash} in their name. Opens what it finds for its headers
   * only; nothing stays open.
   *
   * @param target a GGUF file or a folder
   * @param options how the models are going to be loaded
   * @return which drafts fit, and why others do not
   * @throws ModelFileException if there is no target, or drafts lie there and it cannot be opened
   */
  public static FoundDrafts findDrafts(Path target, PairOptions options) {
    return FoundDrafts.near(target, options);
  }

  /** Makes the draft of a target; what has to be closed goes to the models opened so far. */
  @FunctionalInterface
  private interface DraftSource {
    Optional<Draft> open(Target target, int vocabulary, OpenModels opened, Compute compute);
  }

  private static ModelPair open(Path targetPath, Optional<Path> draftPath, PairOptions options) {
    return open(
        targetPath,
        new TargetOptions(options.context(), false, options.panels(), options.target()),
        options,
        (target, vocabulary, opened, compute) ->
            draftPath.map(path -> {
              DraftModel model = Drafts.open(path, options.draft(), compute);
              opened.add(model::close);
              return model.bind(
                  target.embedding(), target.head(), target.spec().layers(), vocabulary);
            }));
  }

  private static ModelPair open(
      Path targetPath, TargetOptions read, PairOptions options, DraftSource source) {
    OpenModels opened = new OpenModels();
    try {
      Compute compute = Compute.with(options.kernels(), options.threads());
      opened.add(compute::close);
      Target own = Targets.open(targetPath, read, compute.withActivations(options.activations()));
      opened.add(own::close);
      Target target = shared(own, options.sharedRows(), opened);
      Optional<Tokenizer> tokenizer = tokenizer(targetPath, target);
      Generator generator = Generator.of(target);
      if (tokenizer.isPresent()) {
        generator = generator.withTokenizer(tokenizer.get());
      }
      Optional<Draft> draft = source.open(target, generator.vocabulary(), opened, compute);
      if (draft.isPresent()) {
        generator = generator.withDraft(draft.get());
      }
      return new ModelPair(targetPath, opened, target, draft, tokenizer, generator);
    } catch (RuntimeException | Error e) {
      opened.close();
      throw e;
    }
  }

  private static Target shared(Target target, int rows, OpenModels opened) {
    if (rows == 0) {
      return target;
    }
    BatchingTarget shared = BatchingTarget.of(target, rows);
    opened.add(shared::close);
    return shared;
  }

  /** A target without any tokenizer can still be used with token ids; a damaged one is an error. */
  static Optional<Tokenizer> tokenizer(Path path, Target target) {
    if (target.weights() instanceof GgufFile gguf) {
      return gguf.metadata().has(TOKENIZER_KEY)
          ? Optional.of(Tokenizers.fromGguf(gguf))
          : Optional.empty();
    }
    return MappedFile.isPresent(path.resolve(TOKENIZER_FILE))
        ? Optional.of(Tokenizers.fromFolder(path))
        : Optional.empty();
  }

  /**
   * A request to go on with a text, with the stop tokens of the vocabulary.
   *
   * @param prompt plain text; special tokens written in it are ordinary characters
   * @return the request, for at most 256 tokens
   * @throws ModelFileException if the target comes without a tokenizer
   * @throws IllegalArgumentException if the text gives no token
   */
  public GenerationRequest request(String prompt) {
    return request(List.of(PromptPart.text(prompt)));
  }

  /**
   * A request to go on with text and special tokens, as chat templates render them, with the stop
   * tokens of the vocabulary.
   *
   * @param prompt the parts in order
   * @return the request, for at most 256 tokens
   * @throws ModelFileException if the target comes without a tokenizer
   * @throws IllegalArgumentException if it gives no token, or names a token that does not exist
   */
  public GenerationRequest request(List<PromptPart> prompt) {
    return request(requireTokenizer().encodePrompt(prompt));
  }

  /**
   * A request to go on with a conversation, in the chat format of the target, with the stop tokens
   * of the vocabulary. The format is looked for here and not when the pair is opened, so that a
   * target with an unknown one still writes plain text.
   *
   * @param conversation the messages, oldest first
   * @param options switches of the format
   * @return the request, for at most 256 tokens
   * @throws ModelFileException if the target comes without a tokenizer, or its chat template is
   *     none of those that are built in
   * @throws IllegalArgumentException if the template cannot render this conversation
   */
  public GenerationRequest request(List<ChatMessage> conversation, ChatOptions options) {
    return request(chatTemplate().render(conversation, options));
  }

  private ChatTemplate chatTemplate() {
    Tokenizer own = requireTokenizer();
    try {
      return ChatTemplates.forTokenizer(own);
    } catch (IllegalArgumentException e) {
      throw new ModelFileException(targetPath, e.getMessage(), e);
    }
  }

  /**
   * A request to go on with tokens, taken as they are, with the stop tokens of the vocabulary if
   * the target comes with a tokenizer.
   *
   * @param ids the prompt, a begin-of-text token included if one is wanted
   * @return the request, for at most 256 tokens
   * @throws IllegalArgumentException if there is no token
   */
  public GenerationRequest request(int... ids) {
    GenerationRequest request = GenerationRequest.of(ids);
    return tokenizer.map(t -> request.withStopIds(t.stopIds())).orElse(request);
  }

  /**
   * Generates; see {@link Generator#generate(GenerationRequest, GenerationListener)}.
   *
   * @param request what to write
   * @param listener receives the text as it is written, in whole characters
   * @return the result
   * @throws IllegalArgumentException if the request does not fit the models
   * @throws ArithmeticException if the target's logits are not numbers
   */
  public GenerationResult generate(GenerationRequest request, GenerationListener listener) {
    return generator.generate(request, listener);
  }

  /**
   * Generates, with a way to end it early.
   *
   * @param request what to write
   * @param listener receives the text as it is written, in whole characters
   * @param cancellation ends it early
   * @return the result
   * @throws IllegalArgumentException if the request does not fit the models
   * @throws ArithmeticException if the target's logits are not numbers
   */
  public GenerationResult generate(
      GenerationRequest request, GenerationListener listener, Cancellation cancellation) {
    return generator.generate(request, listener, cancellation);
  }

  /**
   * Runs the models until the JVM has compiled them, for at most two seconds and the passes under
   * way; see {@link #warmUp(Duration)}.
   *
   * @return how it went
   */
  public WarmUp warmUp() {
    return warmUp(WarmUp.USUAL);
  }

  /**
   * Runs the models until the JVM has compiled them: passes of 1, 2 and 4 rows and then of 8,
   * because a wide pass that is compiled first may stay slow for good. Then looks at what a pass
   * allocates. If that says that a kernel runs on boxed vectors, it is logged as a warning, once in
   * a process. Nothing depends on having called this.
   *
   * @param most when to end at the latest; each number of rows runs once in any case
   * @return how it went
   */
  public WarmUp warmUp(Duration most) {
    return WarmUp.run(batching().map(BatchingTarget::alone).orElse(target), draft, most);
  }

  /**
   * The loop over these models.
   *
   * @return the generator, valid until the pair is closed
   */
  public Generator generator() {
    return generator;
  }

  /**
   * The target.
   *
   * @return the target, owned by the pair
   */
  public Target target() {
    return target;
  }

  /**
   * The target as what shares its passes between generations.
   *
   * @return {@link #target()}, or empty unless {@link PairOptions#withSharedPasses} asked for it
   */
  public Optional<BatchingTarget> batching() {
    return target instanceof BatchingTarget shared ? Optional.of(shared) : Optional.empty();
  }

  /**
   * The draft, bound to the target.
   *
   * @return the draft, owned by the pair, or empty
   */
  public Optional<Draft> draft() {
    return draft;
  }

  /**
   * The target's tokenizer.
   *
   * @return the tokenizer, or empty if the target comes without one: then it reads and writes token
   *     ids only
   */
  public Optional<Tokenizer> tokenizer() {
    return tokenizer;
  }

  private Tokenizer requireTokenizer() {
    return tokenizer.orElseThrow(() ->
        new ModelFileException(
            targetPath, "no tokenizer comes with this target; give the prompt as token ids"));
  }

  /** Unmaps both models and ends the threads. Closing again does nothing. */
  @Override
  public void close() {
    opened.close();
  }
}
