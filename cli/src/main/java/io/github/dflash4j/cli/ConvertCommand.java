/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.target.PanelFiles;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes what is derived from a model once and for all. */
@Command(
    name = "convert",
    description = {
      "Write the weights of a quantised GGUF target in the order that the kernels read: a file of"
          + " panels beside the model. Without it the first run writes one into the cache folder"
          + " ($XDG_CACHE_HOME, else .cache of the home folder)."
    },
    sortOptions = false)
final class ConvertCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "A GGUF file.")
  private Path model;

  @Option(names = "--panel", description = "Write the file of panels.")
  private boolean panel;

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      description =
          "Write it there; targets are looked up beside the model and in the cache folder.")
  private Path folder;

  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = ThreadCounts.class,
      description = "Threads to work with, at most 256. Default: all processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Spec private CommandSpec spec;

  private final StandardStreams streams;
  private final Progress progress;

  ConvertCommand(StandardStreams streams) {
    this.streams = streams;
    this.progress = new Progress(streams.err());
  }

  @Override
  public Integer call() {
    if (!panel) {
      throw new ParameterException(spec.commandLine(), "Missing option: --panel");
    }
    try (Compute compute = Compute.host(threads)) {
      Path written =
          PanelFiles.write(
              model,
              Optional.ofNullable(folder),
              compute.workers(),
              (done, all) -> progress.show("panels: " + 100 * done / all + " %"));
      progress.erase();
      streams.out().line(SafeText.oneLine(written.toString()));
      streams.out().flush();
    } finally {
      progress.erase();
    }
    return Failures.OK;
  }
}
