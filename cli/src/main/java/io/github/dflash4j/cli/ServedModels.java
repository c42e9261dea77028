/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.BatchingTarget;
import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.decode.PairOptions;
import io.github.dflash4j.demo.DemoModels;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The pair of a server: the embedded one if nothing is named, and a draft only where it is known.
 */
final class ServedModels extends ModelArguments {
  private static final String NONE = "none";
  private static final String ASKED_FOR = "asked for by --draft none";
  private static final int DEMO_GENERATION = 2;
  private static final String DEMO_NAME = "stories260K";

  @Option(
      names = TARGET,
      paramLabel = TARGET_LABEL,
      description = TARGET_TEXT + " Default: the embedded pair of the demo.")
  void target(Path path) {
    setTarget(path);
  }

  @Option(
      names = DRAFT,
      paramLabel = DRAFT_LABEL + "|" + NONE,
      defaultValue = AUTO,
      description = {DRAFT_TEXT, "none is plain decoding. Default: " + AUTO + "."})
  void draft(Path path) {
    setDraft(path);
  }

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
  void checkServed() {
    check();
    if (target().isEmpty() && !is(AUTO) && !is(NONE)) {
      throw new ParameterException(
          command.commandLine(),
          "--draft " + draft().orElseThrow() + " needs the --target it is for");
    }
  }

  /** Requests that are answered at the same time share passes of the target. */
  @Override
  PairOptions options() {
    return super.options().withSharedPasses(BatchingTarget.DEFAULT_ROWS);
  }

  private boolean is(String word) {
    return draft().filter(path -> path.toString().equals(word)).isPresent();
  }

  /** Looks for a draft if none is named, and says which one is used and why others are not. */
  void findServed(StandardStreams streams) {
    if (target().isPresent()) {
      findDraft(streams);
    }
  }

  /** Opens the pair. */
  Opened openServed() {
    if (target().isEmpty()) {
      return demo();
    }
    String name = nameOf(target().get());
    if (is(NONE)) {
      return new Opened(openAlone(), name, Optional.of(ASKED_FOR), Optional.empty());
    }
    // Clients are told too, and paths are none of their business.
    Optional<String> note =
        isMissed()
            ? Optional.of("--draft auto found none that fits beside the target")
            : Optional.empty();
    return new Opened(open(), name, note, Optional.empty());
  }

  private Opened demo() {
    DemoModels models = DemoModels.unpack();
    try {
      PairOptions options = hasContext() ? options() : options().withContext(DemoModels.CONTEXT);
      ModelPair pair =
          is(NONE)
              ? ModelPair.open(models.target(), options)
              : ModelPair.open(models.target(), models.draft(DEMO_GENERATION), options);
      Optional<String> note = is(NONE) ? Optional.of(ASKED_FOR) : Optional.empty();
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
}
