/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.draft.Drafts;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.KernelSelection;
import io.github.dflash4j.target.PanelUse;
import io.github.dflash4j.target.TargetOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what models are, what is wrong with them and which of them fit. */
@Command(
    name = "inspect",
    description = {
      "Say what targets and drafts are, what they need, and what is wrong with them. With several"
          + " of them, also which draft fits which target."
    },
    sortOptions = false)
final class InspectCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "PATH",
      arity = "1..*",
      description = "Hugging Face folders, FastFlowLM packages and GGUF files.")
  private List<Path> paths;

  @Option(
      names = "--context",
      paramLabel = "N",
      converter = Counts.class,
      description = "Context length to count memory for. Default: what a target states.")
  private Integer context;

  @Option(
      names = "--memory",
      description = {
        "Also say what of a draft is in memory after opening: chunks mapped, weights copied,"
            + " codebook rows read, heap used."
      })
  private boolean memory;

  @Option(
      names = "--draft",
      paramLabel = MtpSteps.MTP,
      description = {
        "mtp: also load the multi-token prediction head of each target, say what it needs and"
            + " whether it can draft. Drafts in files of their own are given as PATH."
      })
  private Path draft;

  @Mixin private MtpSteps mtp;

  @Mixin private PackageOptions draftPackage;

  @Mixin private VectorRequirement requirement;

  @Option(names = "--json", description = "Write one JSON object in place of text.")
  private boolean json;

  @Spec private CommandSpec spec;

  private final StandardStreams streams;

  InspectCommand(StandardStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    if (draft != null && !MtpSteps.isMeant(draft)) {
      throw new ParameterException(
          spec.commandLine(),
          "--draft is mtp here, not '" + draft + "'; give other drafts as PATH");
    }
    mtp.check(draft != null);
    requirement.check(KernelSelection.chosen());
    List<InspectedModel> models = new ArrayList<>();
    Map<String, String> failures = new LinkedHashMap<>();
    try (Compute compute = Compute.host(1)) {
      for (Path path : paths) {
        try {
          models.add(open(path, compute));
        } catch (RuntimeException e) {
          failures.put(path.toString(), Failures.message(e));
        }
      }
      write(models, failures);
    } finally {
      models.forEach(InspectedModel::close);
    }
    return failures.isEmpty() ? Failures.OK : Failures.FAILURE;
  }

  private InspectedModel open(Path path, Compute compute) {
    OptionalInt length = context == null ? OptionalInt.empty() : OptionalInt.of(context);
    OptionalInt steps = draft == null ? OptionalInt.empty() : OptionalInt.of(mtp.steps());
    return Drafts.recognises(path)
        ? InspectedDraft.open(path, draftPackage.draft(), length, memory, compute)
        : InspectedTarget.open(
            path,
            new TargetOptions(length, false, PanelUse.AS_STORED, draftPackage.target()),
            steps,
            compute);
  }

  private void write(List<InspectedModel> models, Map<String, String> failures) {
    List<Inspection> inspections = models.stream().map(InspectedModel::inspection).toList();
    List<PairFit> pairs = pairs(models);
    TextOutput out = streams.out();
    if (json && !models.isEmpty()) {
      out.line(InspectionJson.of(inspections, failures, pairs).toPrettyString());
    } else if (!json) {
      List<List<String>> parts = new ArrayList<>();
      inspections.forEach(inspection -> parts.add(InspectionText.lines(inspection)));
      if (!pairs.isEmpty()) {
        parts.add(InspectionText.lines(pairs));
      }
      for (int i = 0; i < parts.size(); i++) {
        if (i > 0) {
          out.line("");
        }
        parts.get(i).forEach(out::line);
      }
    }
    out.flush();
    failures.values().forEach(message -> Failures.line(message, streams));
  }

  private static List<PairFit> pairs(List<InspectedModel> models) {
    List<PairFit> pairs = new ArrayList<>();
    for (InspectedModel model : models) {
      if (model instanceof InspectedTarget target) {
        target.prediction().ifPresent(pairs::add);
      }
    }
    for (InspectedModel draft : models) {
      for (InspectedModel target : models) {
        if (draft instanceof InspectedDraft d && target instanceof InspectedTarget t) {
          pairs.add(PairFit.of(d, t));
        }
      }
    }
    return pairs;
  }
}
