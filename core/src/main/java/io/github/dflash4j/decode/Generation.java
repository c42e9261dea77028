/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.decode.Acceptance.Verdict;
import io.github.dflash4j.decode.PhaseClock.Phase;
import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.draft.Proposal;
import io.github.dflash4j.sampling.Penalties;
import io.github.dflash4j.sampling.RandomStreams;
import io.github.dflash4j.sampling.Sampling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** One run of the decode loop, with all that changes in it (dflash-algorithm 6.1 to 6.3). */
final class Generation {
  private final GenerationRequest request;
  private final int[] prompt;
  private final int limit;
  private final int rowLength;
  private final int vocabulary;
  private final int promptChunk;
  private final Speculation speculation;
  private final GenerationListener listener;
  private final Cancellation cancellation;

  private final PhaseClock clock;
  private final Sequence sequence;
  private final RandomStreams random;
  private final Acceptance acceptance;
  private final Optional<LogprobReader> logprobs;

  /** Whether passes give the most likely tokens, because nothing else of the logits is needed. */
  private final boolean choosing;

  private final TextStream text;
  private final List<PositionLogprobs> promptLogprobs = new ArrayList<>();
  private final List<PositionLogprobs> textLogprobs = new ArrayList<>();
  private final List<GenerationStep> steps = new ArrayList<>();
  private final int[] block;
  private final boolean wholeBlocks;
  private final Proposal proposal;
  private int[] ids = new int[16];
  private int emitted;
  private int reused;
  private int promptPasses;
  private FinishReason finish;

  /**
   * @param models what generates; the request has been checked against it
   * @param draft the draft to use, or empty for plain decoding
   * @param sequence a sequence of both with room for prompt and text; what the prompt has in common
   *     with what is in it is not read again
   */
  Generation(
      Generator models,
      Optional<Draft> draft,
      Sequence sequence,
      GenerationRequest request,
      VerifyWidth width,
      AcceptanceRule rule,
      GenerationListener listener,
      Cancellation cancellation) {
    this.request = request;
    speculation = new Speculation(width, models.costs());
    clock = new PhaseClock(models.time());
    this.listener = listener;
    this.cancellation = cancellation;
    prompt = request.prompt();
    rowLength = models.target().spec().vocabulary();
    vocabulary = models.vocabulary();
    promptChunk = models.promptChunk();
    this.sequence = sequence;
    limit = models.limit(request);
    block = new int[1 + draft.map(Draft::maxProposed).orElse(0)];
    wholeBlocks = draft.map(Draft::proposesBlocks).orElse(true);
    proposal = new Proposal(block.length - 1, draft.map(Draft::candidates).orElse(0));
    random = streams(request.sampling());
    acceptance = rule.of(request.sampling(), rowLength, vocabulary, penalties(), random);
    logprobs =
        request.logprobs().isPresent()
            ? Optional.of(new LogprobReader(rowLength, vocabulary, request.logprobs().getAsInt()))
            : Optional.empty();
    int enough = logprobs.isEmpty() ? acceptance.mostLikelyNeeded() : 0;
    choosing = sequence.chooseAmong(vocabulary, enough);
    text = new TextStream(models.tokenizer(), prompt, request.stopStrings(), request.echo());
  }

  private static RandomStreams streams(Sampling sampling) {
    return sampling.seed().isPresent()
        ? RandomStreams.of(sampling.seed().getAsLong())
        : RandomStreams.unseeded();
  }

  private Penalties penalties() {
    Penalties penalties = new Penalties(request.sampling(), vocabulary);
    for (int id : prompt) {
      penalties.read(id);
    }
    return penalties;
  }

  GenerationResult run() {
    if (!text.echoed().isEmpty()) {
      listener.text(text.echoed());
    }
    readPrompt();
    while (finish == null) {
      step();
    }
    String rest = text.finish();
    if (!rest.isEmpty()) {
      listener.text(rest);
    }
    clock.charge(Phase.OTHER);
    GenerationResult result =
        new GenerationResult(
            Arrays.copyOf(ids, emitted),
            text.written(),
            finish,
            text.stop(),
            promptLogprobs,
            textLogprobs,
            steps,
            figures());
    listener.finish(result);
    return result;
  }

  /** Runs the prompt in chunks; its last row gives the first token, the first anchor. */
  private void readPrompt() {
    if (prompt.length == limit) {
      finish = FinishReason.CONTEXT;
    }
    boolean everyRow = request.readsEveryRow();
    float[] logits = null;
    int logitRows = 0;
    reused = sequence.rewind(everyRow ? 0 : sequence.common(prompt));
    for (int row = reused; row < prompt.length && !ended(); ) {
      int rows = promptRows(row);
      boolean last = row + rows == prompt.length;
      logitRows = everyRow ? rows : last ? 1 : 0;
      logits = sequence.read(prompt, row, rows, logitRows);
      promptPasses++;
      if (everyRow) {
        readPromptLogprobs(logits, row, rows);
      }
      row += rows;
      if (row == prompt.length - 1 && sequence.needsCheckpoints()) {
        sequence.checkpoint();
      }
    }
    if (sequence.length() == prompt.length) {
      firstToken(logits, logitRows - 1);
    }
    clock.charge(Phase.PREFILL);
  }

  /** The last row runs alone if that makes it possible to come back to just before it. */
  private int promptRows(int row) {
    int rest = prompt.length - row;
    return Math.min(promptChunk, sequence.needsCheckpoints() && rest > 1 ? rest - 1 : rest);
  }

  private void readPromptLogprobs(float[] logits, int start, int rows) {
    for (int row = 0; row < rows && start + row + 1 < prompt.length; row++) {
      promptLogprobs.add(logprobs.orElseThrow().read(logits, row, prompt[start + row + 1]));
    }
  }

  private void firstToken(float[] logits, int row) {
    int from = row * rowLength;
    float[] last = row == 0 ? logits : Arrays.copyOfRange(logits, from, from + rowLength);
    int position = prompt.length - 1;
    Verdict verdict = judge(last, prompt, 1);
    keep(verdict, position, 1);
    List<PositionLogprobs> probabilities = logprobs(last, verdict, 1);
    clock.charge(Phase.PREFILL);
    emit(new GenerationStep(position, 0, List.of(), 0, verdict.next(), 1, probabilities));
  }

  /** Drafts, verifies, accepts, commits: one target pass. */
  private void step() {
    int start = sequence.length();
    int room = limit - 1 - start;
    int most = Math.min(block.length - 1, room);
    int rows = 1 + speculation.next(most);
    if (ended()) {
      return;
    }
    block[0] = ids[emitted - 1];
    int caughtUp = 0;
    long appendNanos = 0;
    long proposeNanos = 0;
    if (rows > 1) {
      caughtUp = sequence.catchUp();
      appendNanos = clock.charge(Phase.DRAFT);
      propose(wholeBlocks ? most : rows - 1, start);
      proposeNanos = clock.charge(Phase.DRAFT);
      if (ended()) {
        return;
      }
    }
    float[] logits = sequence.verify(block, rows);
    Verdict verdict = judge(logits, block, rows);
    long passNanos = clock.charge(Phase.VERIFY);
    int kept = keep(verdict, start, Math.min(verdict.accepted() + 1, room));
    List<PositionLogprobs> probabilities = logprobs(logits, verdict, kept);
    clock.charge(Phase.OTHER);
    sequence.commit(block, 0, kept);
    passNanos += clock.charge(Phase.VERIFY);
    sequence.keepTaps(kept);
    caughtUp += makeRoom();
    appendNanos += clock.charge(Phase.DRAFT);
    speculation.observe(
        new StepOutcome(
            rows - 1, verdict.accepted(), kept, caughtUp, appendNanos, proposeNanos, passNanos));
    GenerationStep step =
        new GenerationStep(
            start, rows, drafted(rows), verdict.accepted(), verdict.next(), kept, probabilities);
    steps.add(step);
    emit(step);
  }

  private Verdict judge(float[] logits, int[] tokens, int rows) {
    return choosing
        ? acceptance.judge(sequence.mostLikely(), tokens, rows, proposal)
        : acceptance.judge(logits, tokens, rows, proposal);
  }

  /** The next step may keep a whole block of rows, for which there has to be room. */
  private int makeRoom() {
    if (sequence.hasRoomForABlock()) {
      return 0;
    }
    if (speculation.mayCatchUp(sequence.waiting())) {
      return sequence.catchUp();
    }
    sequence.giveUpDraft();
    return 0;
  }

  /**
   * Drafts a whole block even if fewer rows are verified, where every token of a block depends on
   * its length (dflash-algorithm 6.6); only the end of the budget shortens it.
   */
  private void propose(int count, int start) {
    if (request.sampling().isGreedy()) {
      sequence.propose(block, count);
    } else {
      double temperature = request.sampling().temperature();
      sequence.draw(block, count, temperature, random.drafting(), proposal);
    }
    for (int slot = 1; slot <= count; slot++) {
      if (block[slot] < 0 || block[slot] >= vocabulary) {
        throw new IllegalStateException(
            "the draft proposed id "
                + block[slot]
                + " for position "
                + (start + slot)
                + ", the vocabulary has "
                + vocabulary);
      }
    }
  }

  /**
   * Adds the tokens of a step to the text and cuts them behind the first one that ends it, which
   * may be a drafted one.
   */
  private int keep(Verdict verdict, int start, int most) {
    for (int i = 0; i < most; i++) {
      int id = token(verdict, i, start);
      if (isStop(id) || text.add(id)) {
        return i + 1;
      }
    }
    return most;
  }

  private List<PositionLogprobs> logprobs(float[] logits, Verdict verdict, int kept) {
    if (logprobs.isEmpty()) {
      return List.of();
    }
    List<PositionLogprobs> read = new ArrayList<>(kept);
    for (int i = 0; i < kept; i++) {
      read.add(
          logprobs.get().read(logits, i, i < verdict.accepted() ? block[1 + i] : verdict.next()));
    }
    textLogprobs.addAll(read);
    return read;
  }

  /** Token {@code i} of a step: an accepted one, or the target's own behind them. */
  private int token(Verdict verdict, int i, int start) {
    if (i < verdict.accepted()) {
      return block[1 + i];
    }
    if (verdict.next() == Verdict.NOT_A_NUMBER) {
      throw new ArithmeticException(
          "the target's logits at position "
              + (start + i)
              + " are not numbers, or leave no token to choose");
    }
    return verdict.next();
  }

  private boolean isStop(int id) {
    return !request.ignoreStops() && request.stopIds().contains(id);
  }

  private List<Integer> drafted(int rows) {
    return Arrays.stream(block, 1, rows).boxed().toList();
  }

  /** Adds the tokens of a step to the ids, tells the listener and sees whether this was the end. */
  private void emit(GenerationStep step) {
    int[] added = step.ids();
    if (emitted + added.length > ids.length) {
      ids = Arrays.copyOf(ids, Math.max(2 * ids.length, emitted + added.length));
    }
    System.arraycopy(added, 0, ids, emitted, added.length);
    emitted += added.length;
    if (isStop(added[added.length - 1]) || text.stop().isPresent()) {
      finish = FinishReason.STOP;
    } else if (emitted == request.maxTokens()) {
      finish = FinishReason.LENGTH;
    } else if (prompt.length + emitted == limit) {
      finish = FinishReason.CONTEXT;
    }
    listener.tokens(step);
    String completed = text.release();
    if (!completed.isEmpty()) {
      listener.text(completed);
    }
    clock.charge(Phase.OTHER);
  }

  /** Looked at before every forward. */
  private boolean ended() {
    if (finish == null && cancellation.isRequested()) {
      finish = FinishReason.CANCELLED;
    }
    return finish != null;
  }

  private GenerationFigures figures() {
    return GenerationFigures.of(
        prompt.length,
        reused,
        promptPasses,
        emitted,
        sequence.length(),
        steps,
        speculation.figures(),
        clock);
  }
}
