/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.GenerationRequest;
import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.decode.PairOptions;
import io.github.dflash4j.draft.Draft;

/** Says on standard error what is going to run, before it runs. */
final class PairAnnouncement {
  private final StandardStreams streams;

  PairAnnouncement(StandardStreams streams) {
    this.streams = streams;
  }

  void announce(ModelPair pair, GenerationRequest request, PairOptions options) {
    TextOutput err = streams.err();
    err.line("target: " + SafeText.oneLine(pair.target().spec().describe()));
    pair.draft().ifPresent(draft -> err.line("draft: " + describe(draft, request)));
    err.line(
        "compute: "
            + options.kernels().name()
            + ", "
            + Quantity.count(options.threads(), "thread", "threads")
            + ", activations "
            + pair.target().compute().activations().label());
    pair.target().spec().notes().forEach(streams::note);
    err.flush();
  }

  private static String describe(Draft draft, GenerationRequest request) {
    int most = draft.maxProposed();
    if (request.block().isEmpty()) {
      return SafeText.oneLine(draft.describe())
          + ", proposing "
          + most
          + ", of which as many are verified as pay";
    }
    int verified = request.block().getAsInt() - 1;
    return SafeText.oneLine(draft.describe())
        + (verified == most
            ? ", proposing " + most
            : ", proposing " + most + " of which " + verified + " are verified");
  }
}
