/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.decode.WarmUp;
import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.FloatKernels;
import io.github.dflash4j.measure.BlockCosts;
import io.github.dflash4j.measure.MachineState;
import io.github.dflash4j.measure.MemoryBandwidth;
import io.github.dflash4j.measure.WeightSpeed;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Says what this machine makes of the kernels, and what passes of given models cost on it. */
@Command(
    name = "doctor",
    description = {
      "Say which kernels run here and why, how fast memory and weights are read, and, for a target,"
          + " what a pass costs by its number of rows: what a draft has to earn."
    },
    sortOptions = false)
final class DoctorCommand implements Callable<Integer> {
  private static final int DEFAULT_SECONDS = 15;

  // Twentieths of the time: memory twice, storage types, and with models warm-up and passes.
  private static final int PARTS = 20;
  private static final int MEMORY_PARTS = 1;
  private static final int WEIGHT_PARTS = 18;
  private static final int WEIGHT_PARTS_BESIDE_MODELS = 8;
  private static final int WARM_UP_PARTS = 4;
  private static final int PASS_PARTS = 6;

  /** Enough for a type; models have few types, so that they take less than their part. */
  private static final Duration MOST_FOR_A_TYPE = Duration.ofMillis(1500);

  @Mixin private OptionalModels models;

  @Option(
      names = "--time",
      paramLabel = "SECONDS",
      converter = Seconds.class,
      description = {
        "About how long to measure; more is steadier. Compiling the kernels of all types comes on"
            + " top without a target, and a large target takes longer, since everything runs twice"
            + " in any case. Default: "
            + DEFAULT_SECONDS
            + "."
      })
  private Duration time = Duration.ofSeconds(DEFAULT_SECONDS);

  @Option(names = "--json", description = "Write one JSON object in place of tables.")
  private boolean json;

  @Spec private CommandSpec spec;

  private final StandardStreams streams;
  private final Progress progress;

  DoctorCommand(StandardStreams streams) {
    this.streams = streams;
    this.progress = new Progress(streams.err());
  }

  @Override
  public Integer call() {
    if (models.draft().isPresent() && models.target().isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--draft needs the --target it drafts for");
    }
    models.check();
    models.findDraft(streams);
    if (models.isMissed()) {
      streams.note(models.whyNoDraft() + ": the target alone is measured");
    }
    try {
      progress.show("looking at the machine");
      MachineState machine = MachineState.now();
      FloatKernels kernels = models.compute().kernels();
      Set<StorageType> types = EnumSet.allOf(StorageType.class);
      Optional<DoctorFindings.Pair> pair = models.target().flatMap(target -> pair(target, types));
      DoctorFindings findings =
          new DoctorFindings(
              machine,
              ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
              kernels.name(),
              models.compute().reason(),
              models.compute().threads(),
              memory(kernels),
              weights(kernels, types),
              pair);
      progress.erase();
      if (json) {
        streams.out().line(DoctorJson.of(findings).toPrettyString());
      } else {
        new DoctorTable(findings).lines().forEach(streams.out()::line);
      }
      streams.out().flush();
      return Failures.OK;
    } finally {
      progress.erase();
    }
  }

  private Duration parts(int parts) {
    return time.multipliedBy(parts).dividedBy(PARTS);
  }

  private List<MemoryBandwidth> memory(FloatKernels kernels) {
    progress.show("reading memory");
    List<MemoryBandwidth> memory = new ArrayList<>();
    for (int threads :
        models.compute().threads() == 1
            ? new int[] {1}
            : new int[] {1, models.compute().threads()}) {
      try (Compute with = Compute.with(kernels, threads)) {
        memory.add(MemoryBandwidth.measure(with, parts(MEMORY_PARTS)));
      }
    }
    return memory;
  }

  private List<WeightSpeed> weights(FloatKernels kernels, Set<StorageType> types) {
    List<WeightSpeed> weights = new ArrayList<>();
    Duration each =
        parts(models.target().isEmpty() ? WEIGHT_PARTS : WEIGHT_PARTS_BESIDE_MODELS)
            .dividedBy(types.size());
    each = each.compareTo(MOST_FOR_A_TYPE) > 0 ? MOST_FOR_A_TYPE : each;
    try (Compute with = Compute.with(kernels, models.compute().threads())) {
      for (StorageType type : types) {
        progress.show("projecting " + type);
        Compute asTargets = with.withActivations(models.compute().activations());
        weights.add(WeightSpeed.measure(asTargets, type, each));
      }
    }
    return weights;
  }

  /** The types of the target's matrices. */
  private static Set<StorageType> types(Target target) {
    Set<StorageType> types = EnumSet.noneOf(StorageType.class);
    for (Tensor tensor : target.weights().tensors().values()) {
      if (tensor.rows() > 1) {
        types.add(tensor.type());
      }
    }
    return types;
  }

  /** Measures the models and keeps the types of the target only. */
  private Optional<DoctorFindings.Pair> pair(Path target, Set<StorageType> types) {
    progress.show("opening the models");
    try (ModelPair pair = models.open()) {
      types.retainAll(types(pair.target()));
      progress.show("warming up");
      WarmUp warmUp = pair.warmUp(parts(WARM_UP_PARTS));
      progress.show("measuring passes");
      return Optional.of(
          new DoctorFindings.Pair(
              target,
              pair.target().spec().describe(),
              models.draft(),
              pair.draft().map(Draft::describe),
              warmUp,
              BlockCosts.measure(pair.target(), pair.draft(), parts(PASS_PARTS))));
    }
  }
}
