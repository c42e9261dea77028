/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The embedded pair: the target stories260K and a DFlash draft of each generation, unpacked into a
 * temporary folder that only this user may read. The folder is removed by {@link #close()}, or when
 * the JVM ends; models opened from it should be closed before. Thread-safe.
 */
public final class DemoModels implements AutoCloseable {

  /**
   * The context the target was trained with. Its GGUF file states 128, which is a slip of the
   * converter that wrote it, so that whoever opens it asks for this length instead.
   */
  public static final int CONTEXT = 512;

  private static final String TARGET = "stories260K";
  private static final String TARGET_FILE = "stories260K-f32.gguf";
  private static final List<String> DRAFTS = List.of("stories260K-dflash1", "stories260K-dflash2");

  private final Path folder;
  private final Thread atExit;

  private DemoModels(Path folder) {
    this.folder = folder;
    this.atExit = new Thread(() -> remove(folder), "dflash4j-demo-models");
  }

  /**
   * Unpacks target and drafts, about 2 MB.
   *
   * @return the unpacked models, to be closed by the caller
   * @throws UncheckedIOException if the temporary folder cannot be written
   */
  public static DemoModels unpack() {
    Path folder;
    try {
      folder = Files.createTempDirectory("dflash4j-demo-");
    } catch (IOException e) {
      throw new UncheckedIOException("no folder for the demo models could be made", e);
    }
    DemoModels models = new DemoModels(folder);
    try {
      copy(folder, TARGET, TARGET_FILE, "LICENSE.txt", "README.md");
      for (String draft : DRAFTS) {
        copy(folder, draft, "config.json", "model.safetensors", "README.md");
      }
    } catch (IOException e) {
      remove(folder);
      throw new UncheckedIOException("the demo models could not be written to " + folder, e);
    }
    Runtime.getRuntime().addShutdownHook(models.atExit);
    return models;
  }

  /**
   * The target; open it with a context of {@link #CONTEXT}.
   *
   * @return a GGUF file
   */
  public Path target() {
    return folder.resolve(TARGET).resolve(TARGET_FILE);
  }

  /**
   * A draft for the target.
   *
   * @param generation 1 or 2
   * @return a Hugging Face folder
   * @throws IllegalArgumentException if there is no such generation
   */
  public Path draft(int generation) {
    if (generation < 1 || generation > DRAFTS.size()) {
      throw new IllegalArgumentException("there are DFlash 1 and 2, not " + generation);
    }
    return folder.resolve(DRAFTS.get(generation - 1));
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      return; // the JVM is ending and the hook removes the folder
    }
    remove(folder);
  }

  private static void copy(Path root, String folder, String... names) throws IOException {
    Path into = Files.createDirectory(root.resolve(folder));
    for (String name : names) {
      try (InputStream in = DemoModels.class.getResourceAsStream(folder + "/" + name)) {
        if (in == null) {
          throw new IOException("the program lacks its resource " + folder + "/" + name);
        }
        Files.copy(in, into.resolve(name));
      }
    }
  }

  /** Removes what can be removed; what is left lies in the temporary folder of the system. */
  private static void remove(Path folder) {
    List<Path> found = new ArrayList<>();
    try (var tree = Files.walk(folder)) {
      tree.forEach(found::add);
    } catch (IOException e) {
      return;
    }
    Collections.reverse(found);
    for (Path path : found) {
      path.toFile().delete();
    }
  }
}
