/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.safetensors;

import io.github.dflash4j.format.MappedFile;
import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.format.json.JsonFile;
import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which files make up a model, and which tensors are taken from each.
 *
 * @param names file to the names an index file gives it; an empty set takes all tensors of the file
 */
record ModelFiles(Map<Path, Set<String>> names) {
  private static final String SUFFIX = ".safetensors";
  private static final String INDEX_SUFFIX = ".safetensors.index.json";
  private static final String USUAL_NAME = "model" + SUFFIX;
  private static final String USUAL_INDEX = "model" + INDEX_SUFFIX;
  private static final long MAX_INDEX = 256L << 20;

  static ModelFiles of(Path fileOrFolder) {
    if (!Files.isDirectory(fileOrFolder)) {
      Path name = fileOrFolder.getFileName();
      return name != null && name.toString().endsWith(INDEX_SUFFIX)
          ? indexed(fileOrFolder)
          : single(fileOrFolder);
    }
    Path index = choose(fileOrFolder, INDEX_SUFFIX, USUAL_INDEX);
    if (index != null) {
      return indexed(index);
    }
    Path file = choose(fileOrFolder, SUFFIX, USUAL_NAME);
    if (file == null) {
      throw new ModelFileException(
          fileOrFolder, "no " + USUAL_NAME + " and no other file ending in " + SUFFIX + " in it");
    }
    return single(file);
  }

  private static ModelFiles single(Path file) {
    return new ModelFiles(Map.of(file, Set.of()));
  }

  /** The usual name if it is there, else the only file with the suffix, else null. */
  private static Path choose(Path folder, String suffix, String usual) {
    Path file = folder.resolve(usual);
    if (Files.exists(file) || Files.isSymbolicLink(file)) {
      return file;
    }
    List<Path> candidates = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, path -> path.getFileName().toString().endsWith(suffix))) {
      files.forEach(candidates::add);
    } catch (IOException e) {
      throw MappedFile.unreadable(folder, e);
    }
    if (candidates.size() > 1) {
      throw new ModelFileException(
          folder, "files", "one file ending in " + suffix, candidates.size() + " and no " + usual);
    }
    return candidates.isEmpty() ? null : candidates.getFirst();
  }

  private static ModelFiles indexed(Path index) {
    JsonFields map = JsonFile.open(index, MAX_INDEX).requireObject("weight_map");
    Map<Path, Set<String>> names = new LinkedHashMap<>();
    for (String tensor : map.keys()) {
      String shard = map.requireString(tensor);
      requirePlainName(index, tensor, shard);
      names.computeIfAbsent(sibling(index, shard), _ -> new LinkedHashSet<>()).add(tensor);
    }
    if (names.isEmpty()) {
      throw new ModelFileException(index, "no tensors in its weight_map");
    }
    return new ModelFiles(names);
  }

  /**
   * A shard is a file beside the index. Without separators a name cannot leave the folder; whether
   * the file itself is a link, as in a download cache, is up to the owner of the folder.
   */
  private static void requirePlainName(Path index, String tensor, String shard) {
    boolean plain =
        !shard.isEmpty()
            && shard.length() <= 255
            && !shard.equals(".")
            && !shard.equals("..")
            && shard
                .chars()
                .noneMatch(c -> c == '/' || c == '\\' || c == ':' || Character.isISOControl(c));
    if (!plain) {
      throw new ModelFileException(
          index, tensor, "the plain name of a file in the same folder", "\"" + shard + "\"");
    }
  }

  private static Path sibling(Path index, String shard) {
    try {
      return index.resolveSibling(shard);
    } catch (InvalidPathException e) {
      throw new ModelFileException(
          index, "the file name \"" + shard + "\" cannot be written in this system's encoding", e);
    }
  }
}
