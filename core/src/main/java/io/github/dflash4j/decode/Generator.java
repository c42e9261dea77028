/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetSpec;
import io.github.dflash4j.target.TargetState;
import io.github.dflash4j.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The decode loop over a target and, if there is one, a draft (dflash-algorithm 6): the draft
 * proposes a block, one target pass verifies it, what the target would have written itself is kept.
 * Plain decoding is the same loop with nothing proposed, and the text is the same.
 *
 * <p>How many drafted tokens a step verifies is decided by what passes of the target and blocks of
 * the draft were seen to take, which all generations of a generator learn together, and by how
 * often drafted tokens were accepted of late; where plain decoding is faster, nothing is drafted.
 * {@link GenerationRequest#withBlock} or {@link #withWholeBlocks} pin the number instead.
 *
 * <p>Thread-safe, and immutable but for those times: every generation owns its state, so several
 * may run at the same time, and one that fails or is cancelled leaves nothing behind. Target and
 * draft belong to the caller.
 */
public final class Generator {
  /** Rows of a prompt pass: enough to share each weight read, few enough to keep buffers small. */
  private static final int PROMPT_CHUNK = 64;

  private final Target target;
  private final Optional<Draft> draft;
  private final Optional<Tokenizer> tokenizer;
  private final int vocabulary;
  private final Running running;

  /**
   * How to run, beside the models.
   *
   * @param promptChunk rows of a prompt pass
   * @param cache where sequences are kept
   * @param wholeBlocks whether widths are pinned where no block is asked for
   * @param costs what was learnt about the models, shared by copies
   * @param time the clock, in nanoseconds
   */
  private record Running(
      int promptChunk,
      Optional<PromptCache> cache,
      boolean wholeBlocks,
      RowCosts costs,
      LongSupplier time) {}

  private Generator(
      Target target,
      Optional<Draft> draft,
      Optional<Tokenizer> tokenizer,
      int vocabulary,
      Running running) {
    this.target = target;
    this.draft = draft;
    this.tokenizer = tokenizer;
    this.vocabulary = vocabulary;
    this.running = running;
  }

  /**
   * A generator that decodes plainly, over all rows of the target's vocabulary and without text.
   *
   * @param target the target
   * @return the generator
   */
  public static Generator of(Target target) {
    RowCosts costs = new RowCosts(1, true);
    return new Generator(
        target,
        Optional.empty(),
        Optional.empty(),
        target.spec().vocabulary(),
        new Running(PROMPT_CHUNK, Optional.empty(), false, costs, System::nanoTime));
  }

  /**
   * Adds a draft.
   *
   * @param bound a draft bound to the same target
   * @return a changed copy, with nothing learnt yet about the time the two take
   */
  public Generator withDraft(Draft bound) {
    Running r = running;
    RowCosts fresh = new RowCosts(1 + bound.maxProposed(), bound.proposesBlocks());
    return new Generator(
        target,
        Optional.of(bound),
        tokenizer,
        vocabulary,
        new Running(r.promptChunk(), r.cache(), r.wholeBlocks(), fresh, r.time()));
  }

  /**
   * Adds a tokenizer: text is decoded, and rows of the vocabulary behind its last token are
   * padding.
   *
   * @param tokens the target's tokenizer
   * @return a changed copy
   */
  public Generator withTokenizer(Tokenizer tokens) {
    int ids = Math.min(vocabulary, tokens.size());
    return new Generator(target, draft, Optional.of(tokens), ids, running);
  }

  /**
   * Says how many ids have a token. Ids from there on are padding and never written, with or
   * without a draft.
   *
   * @param ids 1 to the target's vocabulary
   * @return a changed copy
   * @throws IllegalArgumentException if it is out of range
   */
  public Generator withVocabulary(int ids) {
    if (ids < 1 || ids > target.spec().vocabulary()) {
      throw new IllegalArgumentException(
          "the vocabulary must be 1 to " + target.spec().vocabulary() + " ids, not " + ids);
    }
    return new Generator(target, draft, tokenizer, ids, running);
  }

  /**
   * Keeps what was read and written for prompts that begin in the same way.
   *
   * @param kept the cache; may be shared by generators, whose models share its room then
   * @return a changed copy
   */
  public Generator withPromptCache(PromptCache kept) {
    Running r = running;
    return with(
        new Running(r.promptChunk(), Optional.of(kept), r.wholeBlocks(), r.costs(), r.time()));
  }

  /**
   * The most memory that one sequence of this generator takes in a {@link PromptCache}: keys and
   * values of all its tokens, the recurrent state with {@link TargetState#DEFAULT_CHECKPOINTS}
   * copies and a tape, row buffers and logits of a pass, the draft's context, taps that wait for
   * it, and the ids.
   *
   * @param tokens room in the sequence, at least 1; no more than the context of the target counts
   * @return bytes
   * @throws IllegalArgumentException if there is no room
   */
  public long mostBytesKept(int tokens) {
    if (tokens < 1) {
      throw new IllegalArgumentException("a sequence of " + tokens + " tokens keeps nothing");
    }
    int room = Math.min(tokens, target.spec().contextLength());
    int block = 1 + draft.map(Draft::maxProposed).orElse(0);
    return SequenceBytes.most(target, draft, room, Math.max(block, promptChunk()));
  }

  /**
   * Pins the width of requests that ask for no block: every step verifies a whole block, whether
   * that pays or not, so that the steps of a request are the same in every run.
   *
   * @return a changed copy
   */
  public Generator withWholeBlocks() {
    Running r = running;
    return with(new Running(r.promptChunk(), r.cache(), true, r.costs(), r.time()));
  }

  /**
   * Shares passes of the target between generations that run at the same time; all copies of this
   * generator made afterwards share them too. A draft that was bound to the target stays bound. See
   * {@link BatchingTarget}.
   *
   * @param rows rows of the largest shared pass, at least 1
   * @return a changed copy
   * @throws IllegalArgumentException as {@link BatchingTarget#of}
   */
  public Generator withSharedPasses(int rows) {
    return new Generator(BatchingTarget.of(target, rows), draft, tokenizer, vocabulary, running);
  }

  /** For tests: the text must not depend on how the prompt is cut. */
  Generator withPromptChunk(int rows) {
    Running r = running;
    return with(new Running(rows, r.cache(), r.wholeBlocks(), r.costs(), r.time()));
  }

  /** For tests: time that is simulated. */
  Generator withTime(LongSupplier nanos) {
    Running r = running;
    return with(new Running(r.promptChunk(), r.cache(), r.wholeBlocks(), r.costs(), nanos));
  }

  private Generator with(Running changed) {
    return new Generator(target, draft, tokenizer, vocabulary, changed);
  }

  /**
   * Generates without cancellation.
   *
   * @param request what to write
   * @param listener follows the generation
   * @return the result
   * @throws IllegalArgumentException as {@link #generate(GenerationRequest, GenerationListener,
   *     Cancellation)}
   * @throws ArithmeticException as there
   */
  public GenerationResult generate(GenerationRequest request, GenerationListener listener) {
    return generate(request, listener, new Cancellation());
  }

  /**
   * Generates; greedily unless the request asks for sampling. Greedy is the target's most likely
   * token at every position, the lowest id on ties.
   *
   * @param request what to write
   * @param listener follows the generation
   * @param cancellation ends it early; the result has what was written until then
   * @return the result
   * @throws IllegalArgumentException before any work, if a prompt id is no row of the target, the
   *     prompt is longer than the context, the block is wider than the draft's, an id with a logit
   *     bias has no token, or there are stop strings but no tokenizer
   * @throws ArithmeticException if the target's logits are not numbers
   * @throws CancellationException if the thread is interrupted while it waits for a pass of a
   *     {@link BatchingTarget}
   */
  public GenerationResult generate(
      GenerationRequest request, GenerationListener listener, Cancellation cancellation) {
    return generate(request, width(request), listener, cancellation);
  }

  /**
   * Generates several texts for one prompt, which is read once. They are written one after the
   * other. If the request has a seed, the first one has that seed and every next one the number
   * behind it.
   *
   * @param request what to write
   * @param count how many texts, at least 1
   * @param listeners follow the generations, by number from 0
   * @param cancellation ends all of them early
   * @return the results in order; fewer if it was cancelled
   * @throws IllegalArgumentException as {@link #generate(GenerationRequest, GenerationListener)},
   *     or if none is asked for
   * @throws ArithmeticException as there
   */
  public List<GenerationResult> generateChoices(
      GenerationRequest request,
      int count,
      IntFunction<GenerationListener> listeners,
      Cancellation cancellation) {
    if (count < 1) {
      throw new IllegalArgumentException("at least 1 text must be asked for, not " + count);
    }
    return run(request, count, () -> width(request), listeners, cancellation);
  }

  /** With any policy of how many drafted tokens a step verifies. */
  GenerationResult generate(
      GenerationRequest request,
      VerifyWidth width,
      GenerationListener listener,
      Cancellation cancellation) {
    return run(request, 1, () -> width, choice -> listener, cancellation).getFirst();
  }

  /** For tests: with another rule of acceptance. */
  GenerationResult generate(GenerationRequest request, VerifyWidth width, AcceptanceRule rule) {
    check(request);
    Sequence sequence = new Sequence(target, draft, limit(request), maxRows(draft, request), false);
    GenerationListener listener = GenerationListener.SILENT;
    return new Generation(this, draft, sequence, request, width, rule, listener, new Cancellation())
        .run();
  }

  /** Pins the width if a block was asked for; otherwise measured costs and acceptance decide. */
  private VerifyWidth width(GenerationRequest request) {
    int most = draft.map(Draft::maxProposed).orElse(0);
    boolean pinned = running.wholeBlocks() || request.block().isPresent() || most == 0;
    return pinned || textDependsOnWidths(request)
        ? VerifyWidth.fixed(request.block().orElse(most + 1) - 1)
        : new AdaptiveWidth(running.costs(), most);
  }

  /**
   * A seed promises the same text again. Where drafted tokens are drawn, the random numbers that
   * accepting takes depend on how many are verified, and that must not depend on the clock.
   */
  private boolean textDependsOnWidths(GenerationRequest request) {
    return !request.sampling().isGreedy()
        && request.sampling().seed().isPresent()
        && draft.map(Draft::candidates).orElse(0) > 0;
  }

  private List<GenerationResult> run(
      GenerationRequest request,
      int count,
      Supplier<VerifyWidth> widths,
      IntFunction<GenerationListener> listeners,
      Cancellation cancellation) {
    check(request);
    boolean plain = request.block().equals(OptionalInt.of(1));
    Optional<Draft> used = plain ? Optional.empty() : draft;
    int maxRows = maxRows(used, request);
    Optional<Sequence> kept =
        running
            .cache()
            .flatMap(c -> c.take(target, used, request.prompt(), limit(request), maxRows));
    Sequence sequence =
        kept.orElseGet(() -> new Sequence(target, used, limit(request), maxRows, count > 1));
    List<GenerationResult> results = new ArrayList<>();
    try {
      for (int i = 0; i < count && (i == 0 || !cancellation.isRequested()); i++) {
        results.add(
            new Generation(
                    this,
                    used,
                    sequence,
                    request.forChoice(i),
                    widths.get(),
                    AcceptanceRule::lossless,
                    listeners.apply(i),
                    cancellation)
                .run());
      }
    } catch (RuntimeException | Error e) {
      kept.ifPresent(s -> running.cache().get().forget(s));
      throw e;
    } finally {
      sequence.rest();
    }
    kept.ifPresent(s -> running.cache().get().give(s, results.getFirst().figures().reusedTokens()));
    return results;
  }

  private int maxRows(Optional<Draft> used, GenerationRequest request) {
    int block = 1 + used.map(Draft::maxProposed).orElse(0);
    int chunk =
        running.cache().isPresent()
            ? promptChunk()
            : Math.min(promptChunk(), request.prompt().length);
    return Math.max(block, chunk);
  }

  /** Length at which prompt and text end. */
  int limit(GenerationRequest request) {
    int context = target.spec().contextLength();
    return (int) Math.min(context, (long) request.prompt().length + request.maxTokens());
  }

  /**
   * Checks a request as {@link #generate(GenerationRequest, GenerationListener)} does before any
   * work, for those who want to say something between the check and the work.
   *
   * @param request what to write
   * @throws IllegalArgumentException if a prompt id is no row of the target, the prompt is longer
   *     than the context, or the block is wider than the draft's
   */
  public void check(GenerationRequest request) {
    TargetSpec spec = target.spec();
    int[] prompt = request.prompt();
    if (prompt.length > spec.contextLength()) {
      throw new IllegalArgumentException(
          "the prompt has "
              + prompt.length
              + " tokens, the context of the target "
              + spec.contextLength());
    }
    for (int i = 0; i < prompt.length; i++) {
      if (prompt[i] < 0 || prompt[i] >= spec.vocabulary()) {
        throw new IllegalArgumentException(
            "token "
                + i
                + " of the prompt is id "
                + prompt[i]
                + ", the target has ids 0 to "
                + (spec.vocabulary() - 1));
      }
    }
    checkChoice(request);
    int most = 1 + draft.map(Draft::maxProposed).orElse(0);
    if (request.block().isPresent() && request.block().getAsInt() > most) {
      throw new IllegalArgumentException(
          "a block of "
              + request.block().getAsInt()
              + " rows was asked for, "
              + (draft.isPresent() ? "the draft has " + most : "but there is no draft"));
    }
  }

  private void checkChoice(GenerationRequest request) {
    for (int id : request.sampling().logitBias().keySet()) {
      if (id >= vocabulary) {
        throw new IllegalArgumentException(
            "id " + id + " has a logit bias, the vocabulary has ids 0 to " + (vocabulary - 1));
      }
    }
    if (tokenizer.isEmpty() && (request.echo() || !request.stopStrings().isEmpty())) {
      throw new IllegalArgumentException(
          (request.echo() ? "an echo" : "a stop string")
              + " needs a tokenizer, and none comes with the target");
    }
  }

  /**
   * The target.
   *
   * @return the target, owned by the caller
   */
  public Target target() {
    return target;
  }

  /**
   * The draft.
   *
   * @return the draft, owned by the caller, or empty for plain decoding
   */
  public Optional<Draft> draft() {
    return draft;
  }

  Optional<Tokenizer> tokenizer() {
    return tokenizer;
  }

  /**
   * How many ids have a token; those from there on are padding.
   *
   * @return 1 to the target's vocabulary
   */
  public int vocabulary() {
    return vocabulary;
  }

  int promptChunk() {
    return running.promptChunk();
  }

  RowCosts costs() {
    return running.costs();
  }

  LongSupplier time() {
    return running.time();
  }
}
