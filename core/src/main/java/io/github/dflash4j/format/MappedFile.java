/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format;

import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/** Maps whole files, read-only. */
public final class MappedFile {
  private MappedFile() {}

  /**
   * Maps a file into memory that an arena owns.
   *
   * @param file a regular file or a link to one
   * @param arena owns the mapping; closing it unmaps the file
   * @return all bytes of the file; empty for an empty file
   * @throws ModelFileException if there is no such file or it cannot be mapped
   */
  public static MemorySegment map(Path file, Arena arena) {
    requireRegular(file);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /**
   * Checks that a path leads to a file that can be read to its end: no folder, pipe or device.
   *
   * @param file the path
   * @throws ModelFileException if it does not
   */
  public static void requireRegular(Path file) {
    if (Files.isDirectory(file)) {
      throw new ModelFileException(file, "this is a folder, a file was expected");
    }
    try {
      file.getFileSystem().provider().checkAccess(file);
    } catch (NoSuchFileException e) {
      boolean brokenLink = Files.isSymbolicLink(file);
      throw new ModelFileException(file, brokenLink ? "the link leads nowhere" : "no such file");
    } catch (IOException e) {
      throw unreadable(file, e);
    }
    if (!Files.isRegularFile(file)) {
      throw new ModelFileException(file, "not a regular file");
    }
  }

  /**
   * Whether a file that may be left out is there. A link that leads nowhere, and a file that cannot
   * be looked at, count as there: opening them says what is wrong, where passing over them would be
   * a guess.
   *
   * @param file the path
   * @return false only if there is certainly nothing of this name
   */
  public static boolean isPresent(Path file) {
    return !Files.notExists(file, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * The error for a file that the operating system does not let us read.
   *
   * @param file the file
   * @param cause the error behind it
   * @return the exception to throw
   */
  public static ModelFileException unreadable(Path file, IOException cause) {
    String reason =
        cause instanceof AccessDeniedException
            ? "permission denied"
            : Objects.requireNonNullElse(cause.getMessage(), cause.getClass().getSimpleName());
    return new ModelFileException(file, "cannot be read: " + reason, cause);
  }

  /**
   * Reads a part of a mapping without copying all of it.
   *
   * @param segment the bytes
   * @return a stream over them, at most as long-lived as the mapping
   */
  public static InputStream stream(MemorySegment segment) {
    return new SegmentStream(segment);
  }

  private static final class SegmentStream extends InputStream {
    private final MemorySegment segment;
    private long position;

    SegmentStream(MemorySegment segment) {
      this.segment = segment;
    }

    @Override
    public int read() {
      return position < segment.byteSize()
          ? segment.get(ValueLayout.JAVA_BYTE, position++) & 0xFF
          : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      Objects.checkFromIndexSize(offset, length, target.length);
      int count = (int) Math.min(length, segment.byteSize() - position);
      if (count == 0) {
        return length == 0 ? 0 : -1;
      }
      MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, position, target, offset, count);
      position += count;
      return count;
    }
  }
}
