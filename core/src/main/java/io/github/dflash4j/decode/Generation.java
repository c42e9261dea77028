/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.decode.Acceptance.Verdict;
import io.github.dflash4j.decode.PhaseClock.Phase;
import io.github.dflash4j.draft.Draft;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** One run of the decode loop, with all that changes in it (dflash-algorithm 6.1 to 6.3). */
final class Generation {
  private final GenerationRequest request;
  private final int[] prompt;
  private final int limit;
  private final int vocabulary;
  private final int promptChunk;
  private final VerifyWidth width;
  private final GenerationListener listener;
  private final Cancellation cancellation;

  private final PhaseClock clock = new PhaseClock();
  private final Sequence sequence;
  private final Acceptance acceptance;
  private final TextStream text;
  private final List<GenerationStep> steps = new ArrayList<>();
  private final int[] block;
  private int[] ids = new int[16];
  private int emitted;
  private int promptPasses;
  private FinishReason finish;

  /**
   * @param models what generates; the request has been checked against it
   * @param draft the draft to use, or empty for plain decoding
   */
  Generation(
      Generator models,
      Optional<Draft> draft,
      GenerationRequest request,
      VerifyWidth width,
      GenerationListener listener,
      Cancellation cancellation) {
    this.request = request;
    this.width = width;
    this.listener = listener;
    this.cancellation = cancellation;
    prompt = request.prompt();
    vocabulary = models.vocabulary();
    promptChunk = models.promptChunk();
    int context = models.target().spec().contextLength();
    limit = (int) Math.min(context, (long) prompt.length + request.maxTokens());
    block = new int[1 + draft.map(Draft::maxProposed).orElse(0)];
    int maxRows = Math.max(block.length, Math.min(promptChunk, prompt.length));
    sequence = new Sequence(models.target(), draft, limit, maxRows);
    acceptance = new GreedyAcceptance(models.target().spec().vocabulary(), vocabulary);
    text = new TextStream(models.tokenizer(), prompt);
  }

  GenerationResult run() {
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
        new GenerationResult(Arrays.copyOf(ids, emitted), text.written(), finish, steps, figures());
    listener.finish(result);
    return result;
  }

  /** Runs the prompt in chunks; its last row gives the first token, the first anchor. */
  private void readPrompt() {
    if (prompt.length == limit) {
      finish = FinishReason.CONTEXT;
    }
    float[] logits = null;
    for (int row = 0; row < prompt.length && !ended(); ) {
      int rows = Math.min(promptChunk, prompt.length - row);
      boolean last = row + rows == prompt.length;
      logits = sequence.read(prompt, row, rows, last ? 1 : 0);
      promptPasses++;
      row += rows;
    }
    if (sequence.length() == prompt.length) {
      int position = prompt.length - 1;
      Verdict verdict = acceptance.judge(logits, prompt, 1);
      int first = token(verdict, 0, position);
      clock.charge(Phase.PREFILL);
      emit(new GenerationStep(position, 0, List.of(), 0, first, 1));
    } else {
      clock.charge(Phase.PREFILL);
    }
  }

  /** Drafts, verifies, accepts, commits: one target pass. */
  private void step() {
    int start = sequence.length();
    int room = limit - 1 - start;
    int most = Math.min(block.length - 1, room);
    int rows = 1 + Math.clamp(width.next(most), 0, most);
    if (ended()) {
      return;
    }
    block[0] = ids[emitted - 1];
    if (rows > 1) {
      propose(most, start);
      clock.charge(Phase.DRAFT);
      if (ended()) {
        return;
      }
    }
    float[] logits = sequence.verify(block, rows);
    Verdict verdict = acceptance.judge(logits, block, rows);
    int kept = untilStop(verdict, start, Math.min(verdict.accepted() + 1, room));
    sequence.commit(kept);
    clock.charge(Phase.VERIFY);
    sequence.extendDraft(kept);
    clock.charge(Phase.DRAFT);
    GenerationStep step =
        new GenerationStep(start, rows, drafted(rows), verdict.accepted(), verdict.next(), kept);
    steps.add(step);
    emit(step);
  }

  /**
   * Drafts a whole block even if fewer rows are verified, since every token of a block depends on
   * its length (dflash-algorithm 6.6); only the end of the budget shortens it.
   */
  private void propose(int count, int start) {
    sequence.propose(block, count);
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

  /** Cuts the tokens of a step behind the first stop token, which may be a drafted one. */
  private int untilStop(Verdict verdict, int start, int most) {
    for (int i = 0; i < most; i++) {
      if (isStop(token(verdict, i, start))) {
        return i + 1;
      }
    }
    return most;
  }

  /** Token {@code i} of a step: an accepted one, or the target's own behind them. */
  private int token(Verdict verdict, int i, int start) {
    if (i < verdict.accepted()) {
      return block[1 + i];
    }
    if (verdict.next() == Verdict.NOT_A_NUMBER) {
      throw new ArithmeticException(
          "the target's logits at position " + (start + i) + " are not numbers");
    }
    return verdict.next();
  }

  private boolean isStop(int id) {
    return !request.ignoreStops() && request.stopIds().contains(id);
  }

  private List<Integer> drafted(int rows) {
    return Arrays.stream(block, 1, rows).boxed().toList();
  }

  /**
   * Adds the tokens of a step to the text, tells the listener and sees whether this was the end.
   */
  private void emit(GenerationStep step) {
    int[] added = step.ids();
    if (emitted + added.length > ids.length) {
      ids = Arrays.copyOf(ids, Math.max(2 * ids.length, emitted + added.length));
    }
    System.arraycopy(added, 0, ids, emitted, added.length);
    emitted += added.length;
    boolean stopped = isStop(added[added.length - 1]);
    if (stopped) {
      finish = FinishReason.STOP;
    } else if (emitted == request.maxTokens()) {
      finish = FinishReason.LENGTH;
    } else if (prompt.length + emitted == limit) {
      finish = FinishReason.CONTEXT;
    }
    listener.tokens(step);
    String completed = text.next(added, stopped ? added.length - 1 : added.length);
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
        prompt.length, promptPasses, emitted, sequence.length(), steps, clock);
  }
}
