/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.buildchecks;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The files and folders of a tree with size and time of change, to be compared later. */
record TreeSnapshot(SortedMap<String, Entry> entries) {

  /**
   * State of one file or folder; a folder counts only as being there.
   *
   * @param bytes size of a file, -1 for a folder
   * @param modified nanoseconds since the epoch, 0 for a folder
   */
  record Entry(long bytes, long modified) {}

  /** Walks a tree without following links, leaving out the folders that {@code skip} names. */
  static TreeSnapshot of(Path root, Predicate<Path> skip) throws IOException {
    SortedMap<String, Entry> entries = new TreeMap<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            if (folder.equals(root)) {
              return FileVisitResult.CONTINUE;
            }
            if (skip.test(folder)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            entries.put(root.relativize(folder).toString(), new Entry(-1, 0));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            long modified = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
            entries.put(root.relativize(file).toString(), new Entry(attributes.size(), modified));
            return FileVisitResult.CONTINUE;
          }
        });
    return new TreeSnapshot(entries);
  }

  /** What appeared, changed or vanished, one sentence each. */
  List<String> changesSince(TreeSnapshot before) {
    SortedSet<String> paths = new TreeSet<>(entries.keySet());
    paths.addAll(before.entries.keySet());
    List<String> changes = new ArrayList<>();
    for (String path : paths) {
      Entry was = before.entries.get(path);
      Entry is = entries.get(path);
      if (was == null) {
        changes.add(path + " came");
      } else if (is == null) {
        changes.add(path + " went");
      } else if (!is.equals(was)) {
        changes.add(path + " changed");
      }
    }
    return changes;
  }

  void write(Path file) throws IOException {
    try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
      out.writeInt(entries.size());
      for (var entry : entries.entrySet()) {
        out.writeUTF(entry.getKey());
        out.writeLong(entry.getValue().bytes());
        out.writeLong(entry.getValue().modified());
      }
    }
  }

  static TreeSnapshot read(Path file) throws IOException {
    SortedMap<String, Entry> entries = new TreeMap<>();
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      for (int left = in.readInt(); left > 0; left--) {
        entries.put(in.readUTF(), new Entry(in.readLong(), in.readLong()));
      }
    }
    return new TreeSnapshot(entries);
  }
}
