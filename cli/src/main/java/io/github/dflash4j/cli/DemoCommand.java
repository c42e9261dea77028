/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.FinishReason;
import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.GenerationRequest;
import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.decode.PairOptions;
import io.github.dflash4j.demo.DemoModels;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows the embedded pair at work. */
@Command(
    name = "demo",
    description = "Watch a tiny embedded target and its draft write a story, and compare.",
    sortOptions = false)
final class DemoCommand implements Callable<Integer> {
  private static final int DEFAULT_MAX_TOKENS = 200;

  @Option(
      names = "--generation",
      paramLabel = "1|2",
      description = "Generation of the DFlash draft. Default: 2.")
  private int generation = 2;

  @Option(
      names = "--prompt",
      paramLabel = "TEXT",
      description = "How the story begins. Default: Once upon a time.")
  private String prompt = "Once upon a time";

  @Option(
      names = "--max-tokens",
      paramLabel = "N",
      converter = Counts.class,
      description = "The most tokens to write. Default: " + DEFAULT_MAX_TOKENS + ".")
  private int maxTokens = DEFAULT_MAX_TOKENS;

  @Option(
      names = "--block",
      paramLabel = "N",
      converter = Counts.class,
      description = {
        "Tokens the target looks at in one pass: the last known one and N - 1 drafted ones."
            + " Default: 8, which is the block of these drafts."
      })
  private Integer block;

  @Mixin private ComputeOptions compute;

  @Spec private CommandSpec spec;

  private final StandardStreams streams;
  private final Progress progress;

  DemoCommand(StandardStreams streams) {
    this.streams = streams;
    this.progress = new Progress(streams.err());
  }

  @Override
  public Integer call() {
    if (generation != 1 && generation != 2) {
      throw new ParameterException(spec.commandLine(), "--generation is 1 or 2, not " + generation);
    }
    PairOptions options = compute.on(PairOptions.defaults()).withContext(DemoModels.CONTEXT);
    progress.show("opening the models");
    try (DemoModels models = DemoModels.unpack();
        ModelPair pair = ModelPair.open(models.target(), models.draft(generation), options)) {
      // Pinned, so that the demo shows the same steps every time, whether they pay or not.
      int rows = block != null ? block : 1 + pair.draft().orElseThrow().maxProposed();
      GenerationRequest request = pair.request(prompt).withMaxTokens(maxTokens).withBlock(rows);
      pair.generator().check(request);
      progress.erase();
      new PairAnnouncement(streams).announce(pair, request, options);
      return show(pair, request);
    } finally {
      progress.erase();
    }
  }

  private int show(ModelPair pair, GenerationRequest request) {
    TextOutput out = streams.out();
    MarkedText marked = new MarkedText(out, pair.tokenizer().orElseThrow(), request.prompt());
    out.line(marked.legend());
    out.line("");
    out.print(prompt);
    out.flush();
    GenerationResult result = pair.generate(request, marked);
    out.endLine();
    out.line("");
    out.flush();
    if (result.finish() == FinishReason.CONTEXT) {
      streams.note(ContextNote.of(pair, result));
    }

    progress.show("comparing with plain decoding");
    GenerationResult plain = pair.generate(request.withoutDraft(), GenerationListener.SILENT);
    Comparison comparison = Comparison.of(plain.ids(), result.ids());
    if (!comparison.identical()) {
      throw new IllegalStateException(
          comparison.describe()
              + ", the first difference is token "
              + comparison.firstDifference()
              + "; this is a defect of dflash4j, please report it");
    }
    progress.show("measuring");
    pair.warmUp();
    SpeedTrial speeds = SpeedTrial.run(pair, request, plain.ids());
    progress.erase();
    new DemoTable(plain.figures(), result.figures(), speeds, compute.threads())
        .lines()
        .forEach(out::line);
    out.line(comparison.describe());
    out.line("");
    DemoTable.meaning().forEach(out::line);
    out.flush();
    return Failures.OK;
  }
}
