/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.gguf;

import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A folder that holds GGUF files and no model of another packaging. Goes by names alone. */
public final class GgufFolder {
  private static final String CONFIG = "config.json";
  private static final Pattern PART = Pattern.compile(".*-(\\d{5})-of-\\d{5}\\.gguf");

  private GgufFolder() {}

  /**
   * The file that is meant where a path names a folder.
   *
   * @param path any path
   * @return the only GGUF file of the folder if it has one and no {@code config.json}, of a split
   *     model the first part; else the path itself
   * @throws ModelFileException if there are several; the message names them
   */
  public static Path fileOf(Path path) {
    List<Path> models = models(path);
    if (models.size() > 1) {
      throw new ModelFileException(
          path,
          "no config.json but "
              + models.size()
              + " GGUF files in it, name one of them: "
              + models.stream()
                  .map(model -> model.getFileName().toString())
                  .collect(Collectors.joining(", ")));
    }
    return models.isEmpty() ? path : models.getFirst();
  }

  /**
   * The models in a folder.
   *
   * @param folder any path
   * @return its GGUF files in the order of their names, of a split model the first part; empty if
   *     it is no folder, has a {@code config.json} or cannot be listed
   */
  public static List<Path> models(Path folder) {
    if (!Files.isDirectory(folder)
        || Files.exists(folder.resolve(CONFIG), LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(GgufFolder::isModel).sorted().toList();
    } catch (IOException e) {
      return List.of(); // opening it says why
    }
  }

  private static boolean isModel(Path file) {
    String name = file.getFileName().toString();
    return isModelName(name) && !name.startsWith(".") && !Files.isDirectory(file);
  }

  /**
   * Whether a file is called like a GGUF model.
   *
   * @param name the name of a file
   * @return true if it ends as those do and is no later part of a split model
   */
  public static boolean isModelName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    Matcher part = PART.matcher(lower);
    return lower.endsWith(".gguf") && !(part.matches() && !part.group(1).equals("00001"));
  }
}
