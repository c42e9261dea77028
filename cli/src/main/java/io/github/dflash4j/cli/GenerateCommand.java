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
import io.github.dflash4j.decode.PairOptions;
import io.github.dflash4j.draft.Draft;
import java.nio.file.Path;
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

  @Option(
      names = "--target",
      required = true,
      paramLabel = "DIR|FILE",
      description = "Hugging Face folder, FastFlowLM package or GGUF file of the target.")
  private Path target;

  @Option(
      names = "--draft",
      paramLabel = "DIR|FILE|mtp",
      description = {
        "Hugging Face folder, FastFlowLM package or GGUF file of its DFlash draft; or mtp for the"
            + " multi-token prediction head in the target's own files."
      })
  private Path draft;

  @Mixin private MtpSteps mtp;

  @Mixin private PackageOptions draftPackage;

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

  @Option(
      names = "--context",
      paramLabel = "N",
      converter = Counts.class,
      description = "Context length in place of the one the target's files state.")
  private Integer context;

  @Mixin private ComputeOptions compute;

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
    progress.show("opening the models");
    try (ModelPair pair = open()) {
      GenerationRequest request = request(pair, text);
      pair.generator().check(request);
      progress.erase();
      new PairAnnouncement(streams).announce(pair, request, options());
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
    mtp.check(MtpSteps.isMeant(draft));
    ending.check(json);
    sampling.sampling();
    if (block != null && block > 1 && (draft == null || noDraft)) {
      throw new ParameterException(
          spec.commandLine(), "--block " + block + " needs a draft; there is none");
    }
  }

  private PairOptions options() {
    PairOptions options =
        compute
            .on(PairOptions.defaults())
            .withDraft(draftPackage.draft())
            .withTarget(draftPackage.target());
    return context == null ? options : options.withContext(context);
  }

  private ModelPair open() {
    if (draft == null || noDraft) {
      return ModelPair.open(target, options());
    }
    return MtpSteps.isMeant(draft)
        ? ModelPair.openWithMtp(target, mtp.steps(), options())
        : ModelPair.open(target, draft, options());
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
    if (pair.draft().isPresent()) {
      pair.tokenizer()
          .filter(own -> !MtpSteps.isMeant(draft))
          .flatMap(own -> DraftTokenizer.difference(draft, own))
          .ifPresent(streams::note);
    } else if (!noDraft) {
      streams.note("no --draft given: plain decoding");
    } else {
      streams.note("--no-draft: plain decoding");
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
    root.put("dflash4j", Version.ofProgram());
    root.put("target", target.toString());
    root.put("draft", rows(pair, request) > 1 ? draft.toString() : null);
    ObjectNode settings = root.putObject("settings");
    settings.put("max_tokens", maxTokens);
    settings.put("block", rows(pair, request));
    settings.put("context", pair.target().spec().contextLength());
    settings.put("threads", compute.threads());
    settings.put("kernels", options().kernels().name());
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
