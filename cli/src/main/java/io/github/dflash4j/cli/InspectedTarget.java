/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.cli.Inspection.Detail;
import io.github.dflash4j.cli.Inspection.MemoryLine;
import io.github.dflash4j.cli.Inspection.TensorLine;
import io.github.dflash4j.decode.Generator;
import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.model.DeltaNetShape;
import io.github.dflash4j.model.PredictionHead;
import io.github.dflash4j.target.HybridSpec;
import io.github.dflash4j.target.StateRows;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetOptions;
import io.github.dflash4j.target.TargetSpec;
import io.github.dflash4j.target.TargetState;
import io.github.dflash4j.target.Targets;
import io.github.dflash4j.text.Tokenizer;
import io.github.dflash4j.text.Tokenizers;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.Tensor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** A target under inspection. */
final class InspectedTarget implements InspectedModel {
  /** Rows of a pass whose buffers are counted. */
  private static final int ROWS = 64;

  /** Rows whose logits are counted: those of a wide block. */
  private static final int LOGIT_ROWS = 16;

  private final Target target;
  private final int vocabulary;
  private final Inspection inspection;
  private final Optional<PairFit> prediction;

  private InspectedTarget(
      Target target, int vocabulary, Inspection inspection, Optional<PairFit> prediction) {
    this.target = target;
    this.vocabulary = vocabulary;
    this.inspection = inspection;
    this.prediction = prediction;
  }

  /**
   * Opens a target.
   *
   * @param mtpSteps if the multi-token prediction head is to draft: how many tokens in a step
   */
  static InspectedTarget open(
      Path path, TargetOptions options, OptionalInt mtpSteps, Compute compute) {
    Target target = Targets.open(path, options, compute);
    Optional<PairFit> prediction = Optional.empty();
    if (mtpSteps.isPresent()) {
      try {
        Target whole = Targets.open(path, options.withPredictionHead(), compute);
        target.close();
        target = whole;
        prediction = Optional.of(new PairFit(MtpSteps.MTP, path.toString(), ""));
      } catch (ModelFileException e) {
        prediction = Optional.of(new PairFit(MtpSteps.MTP, path.toString(), e.getMessage()));
      }
    }
    try {
      List<String> notes = new ArrayList<>(target.spec().notes());
      Optional<Tokenizer> tokenizer = tokenizer(path, target, notes);
      int rows = target.spec().vocabulary();
      return new InspectedTarget(
          target,
          tokenizer.map(t -> Math.min(rows, t.size())).orElse(rows),
          inspect(path, target, tokenizer, notes, mtpSteps),
          prediction);
    } catch (RuntimeException e) {
      target.close();
      throw e;
    }
  }

  Target target() {
    return target;
  }

  /** Ids with a token, as far as that is known. */
  int vocabulary() {
    return vocabulary;
  }

  /** Whether the multi-token prediction head can draft, if that was asked. */
  Optional<PairFit> prediction() {
    return prediction;
  }

  @Override
  public Inspection inspection() {
    return inspection;
  }

  @Override
  public void close() {
    target.close();
  }

  /** A target whose tokenizer cannot be read is worth a look nevertheless. */
  private static Optional<Tokenizer> tokenizer(Path path, Target target, List<String> notes) {
    try {
      return Optional.of(
          target.weights() instanceof GgufFile gguf
              ? Tokenizers.fromGguf(gguf)
              : Tokenizers.fromFolder(path));
    } catch (ModelFileException e) {
      notes.add("no tokenizer: " + e.getMessage());
      return Optional.empty();
    }
  }

  private static Inspection inspect(
      Path path,
      Target target,
      Optional<Tokenizer> tokenizer,
      List<String> notes,
      OptionalInt mtpSteps) {
    List<TensorLine> tensors = new ArrayList<>();
    for (Tensor t : target.weights().tensors().values()) {
      String shape =
          Arrays.stream(t.shape()).mapToObj(Long::toString).collect(Collectors.joining(" x "));
      tensors.add(new TensorLine(t.name(), t.type().name(), shape, t.data().byteSize()));
    }
    target
        .weights()
        .unsupported()
        .forEach((name, type) -> tensors.add(new TensorLine(name, type, "", -1)));
    List<Detail> details = details(target.spec(), tokenizer);
    target
        .predictionHead()
        .ifPresent(head -> details.add(new Detail("mtp head", describe(mtpSteps.orElseThrow()))));
    return new Inspection(
        path.toString(),
        "target",
        line(target.spec(), tensors.size()),
        details,
        tensors,
        memory(target),
        notes);
  }

  private static String describe(int mtpSteps) {
    return "proposes up to " + mtpSteps + " tokens a step, behind the last known one";
  }

  private static String line(TargetSpec s, int tensors) {
    return s.architecture()
        + " target, "
        + s.packaging()
        + ": "
        + tensors
        + " tensors, "
        + s.layers()
        + " layers, hidden "
        + s.hidden()
        + ", heads "
        + s.heads()
        + "/"
        + s.keyValueHeads()
        + " x "
        + s.headDim()
        + ", mlp "
        + s.intermediate()
        + ", vocab "
        + s.vocabulary()
        + ", context "
        + s.contextLength()
        + (s.tiedHead() ? ", tied head" : ", own head");
  }

  private static List<Detail> details(TargetSpec s, Optional<Tokenizer> tokenizer) {
    List<Detail> details = new ArrayList<>();
    details.add(
        new Detail(
            "rope",
            s.ropeType()
                + ", base "
                + Quantity.shortest(s.ropeTheta())
                + (s.rotaryDims() == s.headDim()
                    ? ""
                    : ", " + s.rotaryDims() + " of " + s.headDim())));
    details.add(new Detail("norm epsilon", Quantity.shortest(s.normEpsilon())));
    s.hybrid().ifPresent(h -> details.addAll(hybridDetails(s, h)));
    tokenizer.ifPresent(t -> details.add(new Detail("tokenizer", describe(t))));
    return details;
  }

  private static List<Detail> hybridDetails(TargetSpec s, HybridSpec h) {
    DeltaNetShape r = h.recurrent();
    String attention =
        s.attentionLayers()
            + " of "
            + s.layers()
            + ", gated: "
            + h.attentionLayers().stream().map(String::valueOf).collect(Collectors.joining(" "));
    String recurrent =
        (s.layers() - s.attentionLayers())
            + ", key heads "
            + r.keyHeads()
            + " x "
            + r.keyDim()
            + ", value heads "
            + r.valueHeads()
            + " x "
            + r.valueDim()
            + ", convolution over "
            + r.taps();
    return List.of(
        new Detail("attention layers", attention), new Detail("recurrent layers", recurrent));
  }

  private static String describe(Tokenizer t) {
    String begin = t.beginId().isPresent() ? "begins with " + t.beginId().getAsInt() : "no begin";
    String stops =
        t.stopIds().stream().sorted().map(String::valueOf).collect(Collectors.joining(" "));
    return t.size()
        + " tokens, "
        + begin
        + ", "
        + (stops.isEmpty() ? "no stop tokens" : "stops at " + stops);
  }

  /** Keys, values and the hidden row of a committed token. */
  private static long bytesPerToken(PredictionHead head) {
    return head.keyValueBytesPerToken() + (long) head.hidden() * Float.BYTES;
  }

  private static List<MemoryLine> memory(Target target) {
    TargetSpec s = target.spec();
    long mapped = target.weights().bytesMapped();
    long perToken = s.keyValueBytesPerToken();
    TargetState smallest = target.newState(1, new StateRows(ROWS, LOGIT_ROWS));
    long recurrent = s.recurrentStateBytes();
    long tape = LOGIT_ROWS * s.tapeBytesPerRow();
    long buffers = smallest.bytes() - perToken - recurrent - tape;
    long logits = (long) LOGIT_ROWS * s.vocabulary() * Float.BYTES;
    long context = perToken * s.contextLength();
    List<MemoryLine> lines = new ArrayList<>();
    lines.add(new MemoryLine("weights mapped", mapped));
    lines.add(new MemoryLine("context per token", perToken));
    if (recurrent > 0) {
      lines.add(new MemoryLine("recurrent state", recurrent));
      lines.add(new MemoryLine("tape of " + LOGIT_ROWS + " rows", tape));
    }
    lines.add(new MemoryLine("buffers", buffers));
    lines.add(new MemoryLine("logits of " + LOGIT_ROWS + " rows", logits));
    lines.add(new MemoryLine("context of " + s.contextLength() + " tokens", context));
    // With a tape for the widest block, as a draft may come that is not known here.
    long kept = Generator.of(target).mostBytesKept(s.contextLength());
    kept += (LOGIT_ROWS - 1) * s.tapeBytesPerRow();
    lines.add(new MemoryLine("kept prompt, at most", kept));
    long ahead = target.predictionHead().map(InspectedTarget::bytesPerToken).orElse(0L);
    if (ahead > 0) {
      lines.add(new MemoryLine("mtp context per token", ahead));
    }
    long all = mapped + recurrent + tape + buffers + logits + context + ahead * s.contextLength();
    lines.add(new MemoryLine("in all", all));
    return lines;
  }
}
