/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.GenerationRequest;
import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.measure.PairComparison;
import io.github.dflash4j.measure.TextEntry;
import io.github.dflash4j.measure.TextFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Decodes prompts with and without the draft. */
@Command(
    name = "compare",
    description = {
      "Decode every prompt plainly and with the draft, in turn. Say whether the texts are the same,"
          + " how much of them the draft gets right, and which way is faster. Fails if any text"
          + " differs."
    },
    sortOptions = false)
final class CompareCommand implements Callable<Integer> {
  private static final int DEFAULT_MAX_TOKENS = 256;
  private static final int DEFAULT_ROUNDS = 3;
  private static final int DEFAULT_WARM_UP = 2;

  @Mixin private PairArguments models;

  @Option(
      names = "--prompts",
      required = true,
      paramLabel = "FILE",
      description = {
        "Prompts: a .jsonl file with an object a line that has a prompt, messages or ids, and"
            + " perhaps a kind; or any other file, which is one prompt. May be repeated."
      })
  private List<Path> files;

  @Mixin private ChatArguments chat;

  @Option(
      names = "--max-tokens",
      paramLabel = "N",
      converter = Counts.class,
      description = "The most tokens to write for a prompt. Default: " + DEFAULT_MAX_TOKENS + ".")
  private int maxTokens = DEFAULT_MAX_TOKENS;

  @Option(
      names = "--block",
      paramLabel = "N",
      converter = BlockRows.class,
      description = {
        "Tokens the target looks at in one pass: the last known one and N - 1 drafted ones."
            + " Default: the block size of the draft."
      })
  private Integer block;

  @Option(
      names = "--adaptive",
      description = {
        "Decode as generate does: the number of drafted tokens is decided step by step, and a"
            + " draft that does not pay is left aside. Without it every block is whole."
      })
  private boolean adaptive;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      converter = Counts.class,
      description = {
        "How often each prompt is decoded in both ways; speeds are medians. Default: "
            + DEFAULT_ROUNDS
            + "."
      })
  private int rounds = DEFAULT_ROUNDS;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      converter = Seconds.class,
      description = {
        "Decode the first prompt without measuring for so long before, since the first runs wait"
            + " for the JVM to compile them; 0 for not at all. Default: "
            + DEFAULT_WARM_UP
            + "."
      })
  private Duration warmUp = Duration.ofSeconds(DEFAULT_WARM_UP);

  @Option(names = "--json", description = "Write one JSON object in place of tables.")
  private boolean json;

  @Spec private CommandSpec command;

  private final StandardStreams streams;
  private final Progress progress;
  private final UnaryOperator<ComparedPrompt> check;

  CompareCommand(StandardStreams streams) {
    this(streams, UnaryOperator.identity());
  }

  /** For tests: what came out may be changed, since no model at hand makes a difference. */
  CompareCommand(StandardStreams streams, UnaryOperator<ComparedPrompt> check) {
    this.streams = streams;
    this.check = check;
    this.progress = new Progress(streams.err());
  }

  @Override
  public Integer call() {
    models.check();
    chat.check(false);
    if (adaptive && block != null) {
      throw new ParameterException(
          command.commandLine(), "--adaptive decides the number of tokens that --block names");
    }
    List<TextEntry> entries = files.stream().flatMap(f -> TextFile.prompts(f).stream()).toList();
    models.findDraft(streams);
    progress.show("opening the models");
    try (ModelPair pair = models.open()) {
      List<GenerationRequest> requests = entries.stream().map(e -> request(pair, e)).toList();
      progress.erase();
      new PairAnnouncement(streams).announce(pair, requests.getFirst(), models.options());
      models.announceTokenizer(pair, streams);
      PairComparison comparison = PairComparison.of(pair.generator()).withRounds(rounds);
      progress.show("warming up");
      if (!warmUp.isZero()) {
        pair.warmUp(warmUp);
      }
      int before = warmUp.isZero() ? 0 : comparison.warmUp(requests.getFirst(), warmUp);
      List<ComparedPrompt> compared = new ArrayList<>();
      for (int i = 0; i < requests.size(); i++) {
        progress.show("prompt " + (i + 1) + " of " + requests.size());
        compared.add(
            check.apply(new ComparedPrompt(entries.get(i), comparison.compare(requests.get(i)))));
      }
      progress.erase();
      return write(pair, compared, before);
    } finally {
      progress.erase();
    }
  }

  private GenerationRequest request(ModelPair pair, TextEntry entry) {
    try {
      GenerationRequest request =
          chat.request(pair, entry, chat.options()).withMaxTokens(maxTokens);
      if (!adaptive) {
        // Pinned: what is asked is how good the draft is, not what the policy makes of it.
        request = request.withBlock(rows(pair));
      }
      pair.generator().check(request);
      return request;
    } catch (IllegalArgumentException e) {
      throw entry.refusal(e.getMessage(), e);
    }
  }

  private int rows(ModelPair pair) {
    return block == null ? 1 + pair.draft().map(Draft::maxProposed).orElseThrow() : block;
  }

  private int write(ModelPair pair, List<ComparedPrompt> compared, int warmUpRounds) {
    TextOutput out = streams.out();
    if (json) {
      out.line(json(pair, compared, warmUpRounds).toPrettyString());
    } else {
      new ComparisonTable(pair.tokenizer(), compared).lines(warmUpRounds).forEach(out::line);
    }
    out.flush();
    long different = compared.stream().filter(c -> !c.comparison().identical()).count();
    if (different > 0) {
      Failures.line(
          different
              + " of "
              + Quantity.count(compared.size(), "prompt", "prompts")
              + " got another text than plain decoding writes",
          streams);
    }
    return different == 0 ? Failures.OK : Failures.FAILURE;
  }

  private ObjectNode json(ModelPair pair, List<ComparedPrompt> compared, int warmUpRounds) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    models.put(root);
    ObjectNode settings = root.putObject("settings");
    settings.put("max_tokens", maxTokens);
    settings.put("adaptive", adaptive);
    settings.put("block", adaptive ? null : rows(pair));
    settings.put("repeat", rounds);
    settings.put("warm_up_rounds", warmUpRounds);
    models.putSettings(settings, pair);
    ComparisonJson.put(root, compared);
    return root;
  }
}
