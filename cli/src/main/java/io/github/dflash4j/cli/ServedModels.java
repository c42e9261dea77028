/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.decode.PairOptions;
import io.github.dflash4j.demo.DemoModels;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The pair of a server: the embedded one if nothing is named, and a draft only where it is known.
 */
final class ServedModels {
  private static final String AUTO = "auto";
  private static final String NONE = "none";
  private static final int DEMO_GENERATION = 2;
  private static final String DEMO_NAME = "stories260K";

  @Option(
      names = "--target",
      paramLabel = "DIR|FILE",
      description = {
        "Hugging Face folder, FastFlowLM package or GGUF file of the target. Default: the embedded"
            + " pair of the demo."
      })
  private Path target;

  @Option(
      names = "--draft",
      paramLabel = "auto|DIR|FILE|mtp|none",
      description = {
        "Hugging Face folder, FastFlowLM package or GGUF file of its DFlash draft; mtp for the"
            + " multi-token prediction head in the target's own files; none for plain decoding."
            + " Default: auto, what is found."
      })
  private Path draft = Path.of(AUTO);

  @Mixin private MtpSteps mtp;
  @Mixin private PackageOptions draftPackage;

  @Option(
      names = "--context",
      paramLabel = "N",
      converter = Counts.class,
      description = "Context length in place of the one the target's files state.")
  private Integer context;

  @Mixin private ComputeOptions compute;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /**
   * What was opened.
   *
   * @param pair to be closed
   * @param name what to call it if nothing else is asked for
   * @param note why there is no draft
   * @param demo files to be removed afterwards
   */
  record Opened(ModelPair pair, String name, Optional<String> note, Optional<DemoModels> demo)
      implements AutoCloseable {
    @Override
    public void close() {
      pair.close();
      demo.ifPresent(DemoModels::close);
    }
  }

  /** Checks what picocli cannot. */
  void check() {
    mtp.check(MtpSteps.isMeant(draft));
    if (target == null && !is(AUTO) && !is(NONE)) {
      throw new ParameterException(
          command.commandLine(), "--draft " + draft + " needs the --target it is for");
    }
  }

  private boolean is(String word) {
    return draft.toString().equals(word);
  }

  PairOptions options() {
    PairOptions options =
        compute
            .on(PairOptions.defaults())
            .withDraft(draftPackage.draft())
            .withTarget(draftPackage.target());
    return context == null ? options : options.withContext(context);
  }

  Opened open() {
    if (target == null) {
      return demo();
    }
    String name = nameOf(target);
    if (is(NONE)) {
      return opened(ModelPair.open(target, options()), name, "asked for by --draft none");
    }
    if (is(AUTO)) {
      return auto(name);
    }
    ModelPair pair =
        MtpSteps.isMeant(draft)
            ? ModelPair.openWithMtp(target, mtp.steps(), options())
            : ModelPair.open(target, draft, options());
    return new Opened(pair, name, Optional.empty(), Optional.empty());
  }

  /** The one place where a draft is looked for. */
  private Opened auto(String name) {
    return opened(
        ModelPair.open(target, options()),
        name,
        "--draft auto found none beside the target; --draft PATH names one");
  }

  private static Opened opened(ModelPair pair, String name, String note) {
    return new Opened(pair, name, Optional.of(note), Optional.empty());
  }

  private Opened demo() {
    DemoModels models = DemoModels.unpack();
    try {
      PairOptions options = context == null ? options().withContext(DemoModels.CONTEXT) : options();
      ModelPair pair =
          is(NONE)
              ? ModelPair.open(models.target(), options)
              : ModelPair.open(models.target(), models.draft(DEMO_GENERATION), options);
      Optional<String> note =
          is(NONE) ? Optional.of("asked for by --draft none") : Optional.empty();
      return new Opened(pair, DEMO_NAME, note, Optional.of(models));
    } catch (RuntimeException | Error e) {
      models.close();
      throw e;
    }
  }

  /** The last name of a path, without the ending of a file. */
  private static String nameOf(Path path) {
    Path last = path.toAbsolutePath().normalize().getFileName();
    String name = last == null ? "model" : last.toString();
    return name.endsWith(".gguf") ? name.substring(0, name.length() - ".gguf".length()) : name;
  }

  int threads() {
    return compute.threads();
  }
}
