/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.decode.PairOptions;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** A target and its draft, for commands that need both, and how they are loaded. */
final class PairArguments {

  @Option(
      names = "--target",
      required = true,
      paramLabel = "DIR|FILE",
      description = "Hugging Face folder or GGUF file of the target.")
  private Path target;

  @Option(
      names = "--draft",
      required = true,
      paramLabel = "DIR|FILE|mtp",
      description = {
        "Hugging Face folder, FastFlowLM package or GGUF file of its DFlash draft; or mtp for the"
            + " multi-token prediction head in the target's own files."
      })
  private Path draft;

  @Mixin private MtpSteps mtp;
  @Mixin private PackageOptions draftPackage;

  @Option(
      names = "--context",
      paramLabel = "N",
      converter = Counts.class,
      description = "Context length in place of the one the target's files state.")
  private Integer context;

  @Mixin private ComputeOptions compute;

  PairOptions options() {
    PairOptions options = compute.on(PairOptions.defaults()).withDraft(draftPackage.draft());
    return context == null ? options : options.withContext(context);
  }

  /** Checks what picocli cannot. */
  void check() {
    mtp.check(MtpSteps.isMeant(draft));
  }

  ModelPair open() {
    return MtpSteps.isMeant(draft)
        ? ModelPair.openWithMtp(target, mtp.steps(), options())
        : ModelPair.open(target, draft, options());
  }

  /** A remark if the draft's package has a tokenizer that is not the target's. */
  void announceTokenizer(ModelPair pair, StandardStreams streams) {
    pair.tokenizer().flatMap(own -> DraftTokenizer.difference(draft, own)).ifPresent(streams::note);
  }

  /** Which program and which models. */
  void put(ObjectNode into) {
    into.put("dflash4j", Version.ofProgram());
    into.put("target", target.toString());
    into.put("draft", draft.toString());
  }

  /** Context and what computes. */
  void putSettings(ObjectNode into, ModelPair pair) {
    into.put("context", pair.target().spec().contextLength());
    into.put("threads", compute.threads());
    into.put("kernels", options().kernels().name());
  }
}
