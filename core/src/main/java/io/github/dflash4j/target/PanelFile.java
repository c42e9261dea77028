/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.format.MappedFile;
import io.github.dflash4j.kernel.Panels;
import io.github.dflash4j.kernel.Workers;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.Tensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * A file of panels: a header with the identity of its source and, for each matrix, name, place,
 * size and checksum; then the panels. The header carries a checksum of itself, checked at every
 * opening; those of the panels are checked by {@link #verify}. Little endian.
 */
final class PanelFile {
  private static final long MAGIC = 0x4C454E41504A3444L; // "D4JPANEL"
  private static final int ALIGNMENT = 4096;
  private static final int ENTRY_NUMBERS = 4 + 8 + 8 + 4;
  private static final int FIXED_HEADER = 8 + 4 + 4 + PanelIdentity.BYTES + 4;
  private static final int CHECKSUM = 4;
  private static final int LARGEST_HEADER = 1 << 26;

  private PanelFile() {}

  /** Told about the bytes done of all. */
  @FunctionalInterface
  interface Progress {
    void done(long bytes, long all);
  }

  /**
   * Maps the panels of a file.
   *
   * @param file the file
   * @param tensors the matrices it must have, in this order
   * @param arena owns the mapping
   * @return panels by the name of the matrix
   * @throws ModelFileException if the file is damaged or of another source or version
   */
  static Map<String, MemorySegment> open(Path file, List<Tensor> tensors, Arena arena) {
    MemorySegment all = MappedFile.map(file, arena);
    ByteBuffer expected = header(tensors, new int[tensors.size()]);
    int length = expected.limit();
    if (all.byteSize() != end(tensors, length)) {
      throw damaged(file, end(tensors, length) + " bytes", all.byteSize() + " bytes");
    }
    ByteBuffer found = all.asSlice(0, length).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    if (found.getInt(length - CHECKSUM) != checksum(found.slice(0, length - CHECKSUM))) {
      throw damaged(file, "a header with its checksum", "another");
    }
    // All of the header but the checksums of the panels follows from the source.
    int at = FIXED_HEADER;
    if (!found.slice(0, at).equals(expected.slice(0, at))) {
      throw damaged(file, "panels of this model and version", "others");
    }
    Map<String, MemorySegment> panels = new LinkedHashMap<>();
    long from = align(length);
    for (Tensor tensor : tensors) {
      int size = ENTRY_NUMBERS + name(tensor).length;
      int compared = size - CHECKSUM;
      if (!found.slice(at, compared).equals(expected.slice(at, compared))) {
        throw damaged(file, "the matrix " + tensor.name(), "another");
      }
      at += size;
      panels.put(tensor.name(), all.asSlice(from, Panels.bytes(tensor)));
      from = align(from + Panels.bytes(tensor));
    }
    return panels;
  }

  /**
   * Checks every byte of an opened file.
   *
   * @throws ModelFileException if a panel is damaged
   */
  static void verify(Path file, List<Tensor> tensors) {
    try (Arena arena = Arena.ofShared()) {
      Map<String, MemorySegment> panels = open(file, tensors, arena);
      ByteBuffer header =
          MappedFile.map(file, arena).asSlice(0, headerBytes(tensors)).asByteBuffer();
      header.order(ByteOrder.LITTLE_ENDIAN);
      int at = FIXED_HEADER;
      for (Tensor tensor : tensors) {
        at += ENTRY_NUMBERS + name(tensor).length;
        if (header.getInt(at - CHECKSUM) != checksum(panels.get(tensor.name()))) {
          throw damaged(file, "the panel of " + tensor.name() + " with its checksum", "another");
        }
      }
    }
  }

  /**
   * Writes a file under a temporary name in the same folder and moves it into place whole.
   *
   * @param file the file; replaced if it is there
   * @param tensors the matrices
   * @param workers threads that share the work
   * @param progress told about it
   * @throws IOException if it cannot be written; nothing is left of it then
   */
  static void write(Path file, List<Tensor> tensors, Workers workers, Progress progress)
      throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    int headerBytes = headerBytes(tensors);
    long size = end(tensors, headerBytes);
    long free = Files.getFileStore(folder).getUsableSpace();
    if (free < size) {
      throw new IOException(
          "it takes " + size + " bytes and " + folder + " has " + free + " bytes left");
    }
    Path unfinished = Files.createTempFile(folder, file.getFileName() + ".", ".unfinished");
    try {
      writeInto(unfinished, tensors, size, workers, progress);
      Files.move(
          unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private static void writeInto(
      Path file, List<Tensor> tensors, long size, Workers workers, Progress progress)
      throws IOException {
    int[] checksums = new int[tensors.size()];
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Arena arena = Arena.ofShared()) {
      long from = align(headerBytes(tensors));
      long done = 0;
      long all = tensors.stream().mapToLong(Panels::bytes).sum();
      // Buffers, not a mapping: a full disk is an error here, there it would end the process.
      long largest = tensors.stream().mapToLong(Panels::bytes).max().orElse(0);
      MemorySegment buffer = arena.allocate(Math.max(1, largest), 64);
      for (int i = 0; i < checksums.length; i++) {
        MemorySegment panel = buffer.asSlice(0, Panels.bytes(tensors.get(i)));
        Panels.pack(tensors.get(i), panel, workers);
        checksums[i] = checksum(panel);
        writeAll(channel, panel, from);
        from = align(from + panel.byteSize());
        done += panel.byteSize();
        progress.done(done, all);
      }
      writeAll(channel, MemorySegment.ofBuffer(header(tensors, checksums)), 0);
      if (channel.size() < size) {
        channel.write(ByteBuffer.allocate(1), size - 1);
      }
      channel.force(true);
    }
  }

  private static void writeAll(FileChannel channel, MemorySegment bytes, long position)
      throws IOException {
    for (long at = 0; at < bytes.byteSize(); ) {
      long taken = Math.min(bytes.byteSize() - at, 1 << 24);
      ByteBuffer piece = bytes.asSlice(at, taken).asByteBuffer();
      while (piece.hasRemaining()) {
        at += channel.write(piece, position + at);
      }
    }
  }

  private static ByteBuffer header(List<Tensor> tensors, int[] checksums) {
    ByteBuffer header = ByteBuffer.allocate(headerBytes(tensors)).order(ByteOrder.LITTLE_ENDIAN);
    header.putLong(MAGIC).putInt(Panels.LAYOUT_VERSION).putInt(header.capacity());
    header.put(PanelIdentity.of(tensors)).putInt(tensors.size());
    long from = align(header.capacity());
    for (int i = 0; i < checksums.length; i++) {
      byte[] name = name(tensors.get(i));
      long bytes = Panels.bytes(tensors.get(i));
      header.putInt(name.length).put(name).putLong(from).putLong(bytes).putInt(checksums[i]);
      from = align(from + bytes);
    }
    header.putInt(checksum(header.slice(0, header.position())));
    return header.flip();
  }

  private static int headerBytes(List<Tensor> tensors) {
    long bytes = FIXED_HEADER + CHECKSUM;
    for (Tensor tensor : tensors) {
      bytes += ENTRY_NUMBERS + name(tensor).length;
    }
    if (bytes > LARGEST_HEADER) {
      throw new IllegalArgumentException("a header of " + bytes + " bytes is too large");
    }
    return (int) bytes;
  }

  private static long end(List<Tensor> tensors, int headerBytes) {
    long end = align(headerBytes);
    for (Tensor tensor : tensors) {
      end = align(end + Panels.bytes(tensor));
    }
    return end;
  }

  private static long align(long at) {
    return (at + ALIGNMENT - 1) & -ALIGNMENT;
  }

  private static byte[] name(Tensor tensor) {
    return tensor.name().getBytes(StandardCharsets.UTF_8);
  }

  private static int checksum(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  private static int checksum(MemorySegment bytes) {
    CRC32C crc = new CRC32C();
    for (long at = 0; at < bytes.byteSize(); at += 1 << 30) {
      crc.update(bytes.asSlice(at, Math.min(1 << 30, bytes.byteSize() - at)).asByteBuffer());
    }
    return (int) crc.getValue();
  }

  private static ModelFileException damaged(Path file, String expected, String found) {
    return new ModelFileException(file, "panels", expected, found);
  }
}
