/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.FoundDrafts;
import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.decode.PairOptions;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/**
 * A target and its draft, and how they are loaded. Which of the two has to be given is said by the
 * subclasses, which have the options themselves.
 */
abstract class ModelArguments {
  static final String TARGET = "--target";
  static final String TARGET_LABEL = "DIR|FILE";
  static final String TARGET_TEXT =
      "Hugging Face folder, FastFlowLM package or GGUF file of the target.";
  static final String DRAFT = "--draft";
  static final String DRAFT_LABEL = "DIR|FILE|auto|mtp";
  static final String DRAFT_TEXT =
      "Hugging Face folder, FastFlowLM package or GGUF file of its DFlash draft; or auto for the"
          + " only one that fits of those beside the target, in its folder, and in folders there"
          + " named draft or *dflash*; or mtp for the multi-token prediction head in the target's"
          + " own files.";

  /** In place of the path of a draft. A folder of that name is reached as {@code ./auto}. */
  static final String AUTO = "auto";

  private Path target;
  private Path draft;
  private boolean missed;

  @Mixin private MtpSteps mtp;
  @Mixin private PackageOptions packages;

  @Option(
      names = "--context",
      paramLabel = "N",
      converter = Counts.class,
      description = "Context length in place of the one the target's files state.")
  private Integer context;

  @Mixin private ComputeOptions compute;

  final void setTarget(Path path) {
    target = path;
  }

  final void setDraft(Path path) {
    draft = path;
  }

  /** Where the target lies, if one is given. */
  final Optional<Path> target() {
    return Optional.ofNullable(target);
  }

  /** The draft as given; after {@link #findDraft} the one that was found. */
  final Optional<Path> draft() {
    return Optional.ofNullable(draft);
  }

  /** Whether a context length is asked for. */
  final boolean hasContext() {
    return context != null;
  }

  final ComputeOptions compute() {
    return compute;
  }

  PairOptions options() {
    PairOptions options =
        compute
            .on(PairOptions.defaults())
            .withDraft(packages.draft())
            .withTarget(packages.target());
    return context == null ? options : options.withContext(context);
  }

  /** Checks what picocli cannot. */
  final void check() {
    mtp.check(MtpSteps.isMeant(draft));
  }

  private boolean isAuto() {
    return draft != null && draft.toString().equals(AUTO);
  }

  /**
   * Looks for a draft if that is asked for, and says which one is used and why others are not.
   * Where none fits, there is none from then on, which the command has to say.
   */
  final void findDraft(StandardStreams streams) {
    if (!isAuto()) {
      return;
    }
    FoundDrafts found = ModelPair.findDrafts(target, options());
    found.refusals().forEach(refusal -> streams.note("--draft auto: not used: " + refusal));
    draft = found.only().orElse(null);
    missed = draft == null;
    if (!missed) {
      streams.note("--draft auto: using " + draft);
    }
  }

  /** Whether a draft was looked for and none was found. */
  final boolean isMissed() {
    return missed;
  }

  /** Why there is none. */
  final String whyNoDraft() {
    return missed ? "--draft auto: no draft that fits lies near " + target : "no --draft given";
  }

  /** Opens the target, and the draft if there is one. */
  ModelPair open() {
    if (draft == null) {
      return openAlone();
    }
    return MtpSteps.isMeant(draft)
        ? ModelPair.openWithMtp(target, mtp.steps(), options())
        : ModelPair.open(target, draft, options());
  }

  /** Opens the target. */
  final ModelPair openAlone() {
    return ModelPair.open(target, options());
  }

  /** A remark if the draft's package has a tokenizer that is not the target's. */
  final void announceTokenizer(ModelPair pair, StandardStreams streams) {
    if (pair.draft().isPresent() && !MtpSteps.isMeant(draft)) {
      pair.tokenizer()
          .flatMap(own -> DraftTokenizer.difference(draft, own))
          .ifPresent(streams::note);
    }
  }

  /** Which program and which models. */
  final void put(ObjectNode into) {
    into.put("dflash4j", Version.ofProgram());
    into.put("target", target.toString());
    into.put("draft", draft == null ? null : draft.toString());
  }

  /** Context and what computes. */
  final void putSettings(ObjectNode into, ModelPair pair) {
    into.put("context", pair.target().spec().contextLength());
    into.put("threads", compute.threads());
    into.put("kernels", options().kernels().name());
  }
}
