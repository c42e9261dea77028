/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.decode.PairOptions;
import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.server.DflashServer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Serves a pair until it is told to end. */
@Command(
    name = "serve",
    description = "Serve a target and its draft behind the HTTP API of OpenAI.",
    sortOptions = false)
final class ServeCommand implements Callable<Integer> {

  @Mixin private ServedModels models;
  @Mixin private ServerArguments arguments;

  /** Where the policy says that it turns drafting off, or on again. */
  private static final String POLICY = "io.github.dflash4j.decode.";

  /** Every text has a policy of its own; one line a minute says for all what they do. */
  private static final Duration QUIET = Duration.ofMinutes(1);

  private final StandardStreams streams;
  private final Progress progress;

  ServeCommand(StandardStreams streams) {
    this.streams = streams;
    this.progress = new Progress(streams.err());
  }

  @Override
  public Integer call() throws InterruptedException {
    models.checkServed();
    arguments.check();
    DflashServer.check(arguments.options("unnamed", Optional.empty()));
    models.findServed(streams);
    progress.show("opening the models");
    try (ServedModels.Opened opened = models.openServed()) {
      opened.pair().warmUp();
      progress.erase();
      announce(opened);
      serve(opened);
    } finally {
      progress.erase();
    }
    return Failures.OK;
  }

  private void announce(ServedModels.Opened opened) {
    ModelPair pair = opened.pair();
    PairOptions options = models.options();
    TextOutput err = streams.err();
    err.line("target: " + SafeText.oneLine(pair.target().spec().describe()));
    err.line(
        "draft: "
            + pair.draft()
                .map(Draft::describe)
                .map(SafeText::oneLine)
                .orElseGet(() -> "none (" + opened.note().orElse("none given") + ")"));
    err.line(
        "compute: "
            + options.kernels().name()
            + ", "
            + Quantity.count(options.threads(), "thread", "threads"));
    pair.target().spec().notes().forEach(streams::note);
    err.flush();
  }

  /** Ends when the process is told to, as by SIGTERM; running answers are finished then. */
  private void serve(ServedModels.Opened opened) throws InterruptedException {
    NoteLoggers.follow(POLICY, QUIET);
    DflashServer server =
        DflashServer.start(opened.pair(), arguments.options(opened.name(), opened.note()));
    Thread atExit = new Thread(server::close, "dflash4j-end");
    Runtime.getRuntime().addShutdownHook(atExit);
    streams.out().line("listening on http://" + arguments.host() + ":" + server.port());
    streams.out().flush();
    new CountDownLatch(1).await();
  }
}
