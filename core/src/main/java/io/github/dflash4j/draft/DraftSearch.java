/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.format.gguf.GgufFolder;
import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The places where the draft of a target may lie: beside it, inside its folder, and in folders
 * there that are called {@code draft} or have {@code dflash} in their name. Beside the folder of a
 * GGUF file that is the only one in it, too, what has {@code dflash} in its name. Goes by names and
 * headers; whether what it finds can be used is another question.
 */
public final class DraftSearch {
  private static final String FOLDER = "draft";
  private static final String MARK = "dflash";
  private static final String CONFIG = "config.json";

  private final Path target;
  private final Set<Path> candidates = new TreeSet<>();
  private final Set<Path> seen = new HashSet<>();
  private final List<String> problems = new ArrayList<>();

  private DraftSearch(Path target) {
    this.target = target;
  }

  /**
   * Looks around.
   *
   * @param target a file or folder that exists
   * @return what was found
   */
  public static DraftSearch near(Path target) {
    DraftSearch search = new DraftSearch(target);
    search.seen.add(identity(target));
    List<Path> models = GgufFolder.models(target);
    if (models.size() == 1) {
      search.seen.add(identity(models.getFirst()));
    }
    if (Files.isDirectory(target)) {
      search.list(target, true);
    }
    Path beside = parent(target);
    if (beside != null) {
      search.list(beside, true);
      if (!Files.isDirectory(target) && isOwn(beside, target)) {
        search.listAbove(parent(beside));
      }
    }
    return search;
  }

  /** Whether a folder is that of a model alone, so that its name is that of the model. */
  private static boolean isOwn(Path folder, Path model) {
    List<Path> models = GgufFolder.models(folder);
    return models.size() == 1 && identity(models.getFirst()).equals(identity(model));
  }

  private static Path parent(Path path) {
    // A relative name alone has no parent, and the parent of "." is not what its name says.
    boolean named = path.getFileName() != null && !path.getFileName().toString().startsWith(".");
    return named && path.getParent() != null
        ? path.getParent()
        : path.toAbsolutePath().normalize().getParent();
  }

  /**
   * What says that it is a draft, and what is only called one.
   *
   * @return paths in the order of their names, without the target and without second names of one
   *     file
   */
  public List<Path> candidates() {
    return List.copyOf(candidates);
  }

  /**
   * Places that could not be looked into.
   *
   * @return a line for each, which names it and says why
   */
  public List<String> problems() {
    return List.copyOf(problems);
  }

  private void list(Path folder, boolean deeper) {
    try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
      for (Path child : children) {
        look(child, deeper);
      }
    } catch (IOException e) {
      problems.add(unlisted(folder, e));
    }
  }

  /**
   * Beside the folder of a model lies much that has nothing to do with it. What is called as a
   * draft counts, and GGUF files in a folder that is.
   */
  private void listAbove(Path folder) {
    if (folder == null) {
      return;
    }
    try (DirectoryStream<Path> children = Files.newDirectoryStream(folder, DraftSearch::isNamed)) {
      for (Path child : children) {
        look(child, false);
        GgufFolder.models(child).forEach(model -> look(model, false));
      }
    } catch (IOException e) {
      problems.add(unlisted(folder, e));
    }
  }

  private static String unlisted(Path folder, IOException e) {
    return folder + ": cannot be listed (" + e.getClass().getSimpleName() + ")";
  }

  private static boolean isNamed(Path path) {
    return path.getFileName().toString().toLowerCase(Locale.ROOT).contains(MARK);
  }

  private void look(Path child, boolean deeper) {
    String name = child.getFileName().toString().toLowerCase(Locale.ROOT);
    boolean named = isNamed(child);
    if (!Files.isDirectory(child)) {
      boolean file = GgufFolder.isModelName(name);
      boolean dangling = !Files.exists(child);
      if (named && (file || dangling) || file && GgufFile.recognises(child) && isDraft(child)) {
        add(child);
      }
      return;
    }
    if (Files.exists(child.resolve(CONFIG))) {
      if (named || isDraft(child)) {
        add(child);
      }
    } else if (deeper && (named || name.equals(FOLDER))) {
      int before = candidates.size();
      list(child, false);
      if (candidates.size() == before && named) {
        add(child); // which opening it refuses by name
      }
    }
  }

  /** A damaged configuration may be that of a draft. */
  private boolean isDraft(Path child) {
    try {
      return Drafts.recognises(child);
    } catch (ModelFileException e) {
      problems.add(e.getMessage());
      return false;
    }
  }

  private void add(Path candidate) {
    if (seen.add(identity(candidate))) {
      candidates.add(candidate);
    }
  }

  /** The same for two names of one file. */
  private static Path identity(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.toAbsolutePath().normalize();
    }
  }

  @Override
  public String toString() {
    return candidates + " near " + target;
  }
}
