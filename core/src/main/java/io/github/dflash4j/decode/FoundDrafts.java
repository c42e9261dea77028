/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.DraftModel;
import io.github.dflash4j.draft.DraftSearch;
import io.github.dflash4j.draft.Drafts;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.target.PanelUse;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetOptions;
import io.github.dflash4j.target.Targets;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The drafts that lie near a target. Hidden size, vocabulary and taps decide whether one fits, and
 * the number of layers of the target that it says it was made for.
 *
 * @param target where the target lies
 * @param fitting drafts that fit, in the order of their names
 * @param refusals why others are not used, one line for each, which names it
 */
public record FoundDrafts(Path target, List<Path> fitting, List<String> refusals) {

  /** Copies the lists. */
  public FoundDrafts {
    fitting = List.copyOf(fitting);
    refusals = List.copyOf(refusals);
  }

  /** See {@link ModelPair#findDrafts}. */
  static FoundDrafts near(Path target, PairOptions options) {
    if (!Files.exists(target)) {
      throw new ModelFileException(target, "no such file or folder");
    }
    DraftSearch search = DraftSearch.near(target);
    if (search.candidates().isEmpty()) {
      return new FoundDrafts(target, List.of(), search.problems());
    }
    List<Path> fitting = new ArrayList<>();
    List<String> refusals = new ArrayList<>(search.problems());
    // As stored: panels of a large target take minutes, and nothing is computed here.
    TargetOptions read =
        new TargetOptions(options.context(), false, PanelUse.AS_STORED, options.target());
    try (Compute compute = Compute.with(options.kernels(), 1);
        Target opened = Targets.open(target, read, compute)) {
      int rows = opened.spec().vocabulary();
      int vocabulary =
          ModelPair.tokenizer(target, opened).map(t -> Math.min(rows, t.size())).orElse(rows);
      for (Path candidate : search.candidates()) {
        refusal(candidate, opened, vocabulary, options, compute)
            .ifPresentOrElse(refusals::add, () -> fitting.add(candidate));
      }
    }
    return new FoundDrafts(target, fitting, refusals);
  }

  private static Optional<String> refusal(
      Path candidate, Target target, int vocabulary, PairOptions options, Compute compute) {
    try (DraftModel draft = Drafts.open(candidate, options.draft(), compute)) {
      int layers = target.spec().layers();
      draft.checkPair(target.embedding(), target.head(), layers, vocabulary);
      // Whoever names such a draft is warned; nobody asked for it here.
      OptionalInt made = draft.config().targetLayers();
      return made.isEmpty() || made.getAsInt() == layers
          ? Optional.empty()
          : Optional.of(
              candidate
                  + ": made for a target with "
                  + made.getAsInt()
                  + " layers, this one has "
                  + layers);
    } catch (ModelFileException e) {
      return Optional.of(e.getMessage());
    }
  }

  /**
   * The draft to use.
   *
   * @return the only one that fits, or empty if none does
   * @throws ModelFileException if several fit; the message names them
   */
  public Optional<Path> only() {
    if (fitting.size() > 1) {
      throw new ModelFileException(
          target,
          fitting.size()
              + " drafts fit, name one of them: "
              + fitting.stream().map(Path::toString).collect(Collectors.joining(", ")));
    }
    return fitting.stream().findFirst();
  }
}
