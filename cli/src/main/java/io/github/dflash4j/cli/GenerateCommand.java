/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.Cancellation;
import io.github.dflash4j.decode.FinishReason;
import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.GenerationRequest;
import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.draft.Draft;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes text with a target and a draft. */
@Command(
    name = "generate",
    description = "Write text with a target, sped up by a draft. The draft never changes the text.",
    sortOptions = false)
final class GenerateCommand implements Callable<Integer> {
  private static final char REPLACEMENT = '\uFFFD';

  private static final int DEFAULT_MAX_TOKENS = 256;

  @Mixin private TargetArguments models;

  @Mixin private PromptOptions prompt;
  @Mixin private ChatArguments chat;

  @Option(
      names = "--max-tokens",
      paramLabel = "N",
      converter = Counts.class,
      description = "The most tokens to write. Default: " + DEFAULT_MAX_TOKENS + ".")
  private int maxTokens = DEFAULT_MAX_TOKENS;

  @Mixin private EndingOptions ending;
  @Mixin private SamplingOptions sampling;

  @Option(
      names = "--block",
      paramLabel = "N",
      converter = Counts.class,
      description = {
        "Tokens the target looks at in one pass: the last known one and N - 1 drafted ones."
            + " Default: as many as pay by what passes are measured to take, none included."
      })
  private Integer block;

  @Option(
      names = "--no-draft",
      description = "Decode plainly, as if there were no --draft, which is not opened either.")
  private boolean noDraft;

  @Option(names = "--stats", description = "Show counts and times on standard error afterwards.")
  private boolean stats;

  @Option(
      names = "--json",
      description = {
        "Write one JSON object with text, token ids, every step and the figures in place of the"
            + " text."
      })
  private boolean json;

  @Spec private CommandSpec spec;

  private final StandardStreams streams;
  private final Progress progress;

  GenerateCommand(StandardStreams streams) {
    this.streams = streams;
    this.progress = new Progress(streams.err());
  }

  @Override
  public Integer call() {
    check();
    String text = prompt.isIds() ? "" : prompt.text(streams.in());
    if (text.indexOf(REPLACEMENT) >= 0) {
      streams.note("the prompt holds U+FFFD, which stands for bytes that are no UTF-8 text");
    }
    if (!noDraft) {
      models.findDraft(streams);
      checkBlock();
    }
    progress.show("opening the models");
    try (ModelPair pair = open()) {
      GenerationRequest request = request(pair, text);
      pair.generator().check(request);
      progress.erase();
      new PairAnnouncement(streams).announce(pair, request, models.options());
      announceMode(pair);
      progress.show("reading the prompt");
      List<GenerationResult> results =
          pair.generator()
              .generateChoices(request, ending.choices(), choice -> listener(), new Cancellation());
      progress.erase();
      write(pair, request, results);
    } finally {
      progress.erase();
    }
    return Failures.OK;
  }

  private void check() {
    prompt.check();
    chat.check(prompt);
    models.check();
    ending.check(json);
    sampling.sampling();
    checkBlock();
  }

  private void checkBlock() {
    if (block != null && block > 1 && (models.draft().isEmpty() || noDraft)) {
      throw new ParameterException(
          spec.commandLine(), "--block " + block + " needs a draft; there is none");
    }
  }

  private ModelPair open() {
    return noDraft ? models.openAlone() : models.open();
  }

  private GenerationRequest request(ModelPair pair, String text) {
    GenerationRequest request =
        prompt.isIds()
            ? pair.request(prompt.ids())
            : chat.isAsked()
                ? pair.request(chat.messages(text), chat.options())
                : pair.request(text);
    request = ending.apply(request.withMaxTokens(maxTokens)).withSampling(sampling.sampling());
    return block == null ? request : request.withBlock(block);
  }

  private void announceMode(ModelPair pair) {
    if (pair.tokenizer().isEmpty() && !json) {
      streams.note("no tokenizer comes with the target: token ids are written");
    }
    models.announceTokenizer(pair, streams);
    if (noDraft) {
      streams.note("--no-draft: plain decoding");
    } else if (pair.draft().isEmpty()) {
      streams.note(models.whyNoDraft() + ": plain decoding");
    }
  }

  private GenerationListener listener() {
    return json ? progress : new AnswerWriter(streams.out(), progress);
  }

  private void write(ModelPair pair, GenerationRequest request, List<GenerationResult> results) {
    GenerationResult result = results.getFirst();
    if (json) {
      streams.out().line(json(pair, request, results).toPrettyString());
    } else if (pair.tokenizer().isEmpty()) {
      streams.out().line(ids(result));
    } else {
      streams.out().endLine();
    }
    streams.out().flush();
    if (stats) {
      results.forEach(r -> FigureTable.lines(r).forEach(streams.err()::line));
    }
    if (result.finish() == FinishReason.CONTEXT) {
      streams.note(ContextNote.of(pair, result) + "; --context sets another");
    }
    DraftVerdict.lowAcceptance(result.figures()).ifPresent(streams::note);
    DraftVerdict.turnedOff(result.figures()).ifPresent(streams::note);
    DraftVerdict.losing(result.figures()).ifPresent(streams::note);
    streams.err().flush();
  }

  private static String ids(GenerationResult result) {
    return Arrays.stream(result.ids()).mapToObj(String::valueOf).collect(Collectors.joining(","));
  }

  private ObjectNode json(
      ModelPair pair, GenerationRequest request, List<GenerationResult> results) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    models.put(root);
    if (rows(pair, request) <= 1) {
      root.putNull("draft");
    }
    ObjectNode settings = root.putObject("settings");
    settings.put("max_tokens", maxTokens);
    settings.put("block", rows(pair, request));
    models.putSettings(settings, pair);
    settings.put("activations", pair.target().compute().activations().label());
    GenerationJson.putSampling(settings, request.sampling());
    GenerationJson.put(root, request.prompt(), results);
    return root;
  }

  private static int rows(ModelPair pair, GenerationRequest request) {
    OptionalInt asked = request.block();
    return asked.orElse(1 + pair.draft().map(Draft::maxProposed).orElse(0));
  }
}
