/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.GenerationRequest;
import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.measure.DraftScorer;
import io.github.dflash4j.measure.TextEntry;
import io.github.dflash4j.measure.TextFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Scores a draft on given texts. */
@Command(
    name = "score",
    description = {
      "Say how well a draft knows given texts, slot by slot: at every position it proposes a block"
          + " behind the text so far, which is held against what the target would choose and"
          + " against what the text says."
    },
    sortOptions = false)
final class ScoreCommand implements Callable<Integer> {

  @Mixin private PairArguments models;

  @Option(
      names = "--texts",
      required = true,
      paramLabel = "FILE",
      description = {
        "Texts: a .jsonl file with an object a line that has a text, messages or ids, and perhaps"
            + " a kind; or any other file, which is one text. May be repeated."
      })
  private List<Path> files;

  @Option(
      names = "--stride",
      paramLabel = "N",
      converter = Counts.class,
      description = "Propose at every N-th position only. Default: 1.")
  private int stride = 1;

  @Option(
      names = "--max-tokens",
      paramLabel = "N",
      converter = Counts.class,
      description = "Use no more than the first N tokens of each text.")
  private Integer maxTokens;

  @Mixin private ChatArguments chat;

  @Option(names = "--json", description = "Write one JSON object in place of tables.")
  private boolean json;

  private final StandardStreams streams;
  private final Progress progress;

  ScoreCommand(StandardStreams streams) {
    this.streams = streams;
    this.progress = new Progress(streams.err());
  }

  @Override
  public Integer call() {
    models.check();
    chat.check(false);
    List<TextEntry> entries = files.stream().flatMap(f -> TextFile.texts(f).stream()).toList();
    models.findDraft(streams);
    progress.show("opening the models");
    try (ModelPair pair = models.open()) {
      DraftScorer scorer = DraftScorer.of(pair.generator()).withStride(stride);
      List<int[]> texts = entries.stream().map(e -> ids(pair, scorer, e)).toList();
      progress.erase();
      int whole = 1 + pair.draft().orElseThrow().maxProposed();
      GenerationRequest any = GenerationRequest.of(texts.getFirst()).withBlock(whole);
      new PairAnnouncement(streams).announce(pair, any, models.options());
      models.announceTokenizer(pair, streams);
      List<ScoredText> scored = new ArrayList<>();
      for (int i = 0; i < texts.size(); i++) {
        progress.show("text " + (i + 1) + " of " + texts.size());
        scored.add(new ScoredText(entries.get(i), scorer.score(texts.get(i))));
      }
      progress.erase();
      write(pair, scored);
    } finally {
      progress.erase();
    }
    return Failures.OK;
  }

  private int[] ids(ModelPair pair, DraftScorer scorer, TextEntry entry) {
    try {
      int[] ids = chat.request(pair, entry, chat.options().withGenerationPrompt(false)).prompt();
      if (maxTokens != null && ids.length > maxTokens) {
        ids = Arrays.copyOf(ids, maxTokens);
      }
      scorer.check(ids);
      return ids;
    } catch (IllegalArgumentException e) {
      throw entry.refusal(e.getMessage(), e);
    }
  }

  private void write(ModelPair pair, List<ScoredText> scored) {
    TextOutput out = streams.out();
    if (json) {
      ObjectNode root = JsonNodeFactory.instance.objectNode();
      models.put(root);
      ObjectNode settings = root.putObject("settings");
      settings.put("stride", stride);
      settings.put("max_tokens", maxTokens);
      models.putSettings(settings, pair);
      ScoreJson.put(root, scored);
      out.line(root.toPrettyString());
    } else {
      new ScoreTable(scored).lines().forEach(out::line);
    }
    out.flush();
  }
}
