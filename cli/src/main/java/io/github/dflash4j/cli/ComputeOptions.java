/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.PairOptions;
import io.github.dflash4j.kernel.Activations;
import io.github.dflash4j.kernel.FloatKernels;
import io.github.dflash4j.kernel.KernelSelection;
import io.github.dflash4j.target.PanelUse;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options about what computes. Only {@code --exact-activations} may change the text. */
final class ComputeOptions {

  /** Reads the name of kernels. */
  static final class KernelNames implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (!text.equals("auto") && !KernelSelection.names().contains(text)) {
        throw new TypeConversionException(
            "there are auto, "
                + String.join(", ", KernelSelection.names())
                + ", not '"
                + text
                + "'");
      }
      return text;
    }
  }

  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = ThreadCounts.class,
      description = "Threads to compute with, at most 256. Default: all processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--kernels",
      paramLabel = "NAME",
      converter = KernelNames.class,
      description = {
        "auto, vector-512, vector-256, vector-128 or scalar, which all give the same text, or"
            + " reference, which is slow and computes in double precision. Default: auto."
      })
  private String kernels = "auto";

  @Mixin private VectorRequirement requirement;

  @Option(
      names = "--exact-activations",
      description = {
        "Compute with inputs in single precision where the weights of the target are quantised."
            + " Slower; the text may differ. Default: inputs as bytes, a scale for every 32."
      })
  private boolean exact;

  @Option(
      names = "--no-repack",
      description = {
        "Use quantised weights as they lie in the file, several times slower, in place of a file of"
            + " panels in the cache folder. See 'dflash4j convert --help'."
      })
  private boolean noRepack;

  Activations activations() {
    return exact ? Activations.FLOAT32 : Activations.ofTargets();
  }

  PanelUse panels() {
    return noRepack ? PanelUse.AS_STORED : PanelUse.FILE;
  }

  /** Pair options with all that is asked for here. */
  PairOptions on(PairOptions options) {
    return options
        .withThreads(threads())
        .withKernels(kernels())
        .withActivations(activations())
        .withPanels(panels());
  }

  int threads() {
    return threads;
  }

  FloatKernels kernels() {
    FloatKernels asked =
        kernels.equals("auto") ? KernelSelection.chosen() : KernelSelection.named(kernels);
    requirement.check(asked);
    return asked;
  }

  /** Why these kernels. */
  String reason() {
    return kernels.equals("auto") ? KernelSelection.reason() : "asked for by --kernels";
  }
}
