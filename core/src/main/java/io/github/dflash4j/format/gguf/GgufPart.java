/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.gguf;

import io.github.dflash4j.format.Names;
import io.github.dflash4j.weights.ModelFileException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One GGUF file, checked (target-models 6.1, 6.4): counts before anything is allocated for them,
 * and tensors that lie back to back in the order of their entries.
 *
 * @param bytes the whole file
 * @param version the version of the format
 * @param metadata what the file says of the model
 * @param tensors the entries in the order of the file
 * @param dataStart where the data section starts
 */
record GgufPart(
    MemorySegment bytes,
    int version,
    GgufMetadata metadata,
    List<TensorInfo> tensors,
    long dataStart) {

  private static final int MAGIC = 0x46554747; // "GGUF"
  private static final int MIN_ENTRY = 8 + 1 + 4 + 1;
  private static final int MAX_KEY = (1 << 16) - 1;
  private static final String ALIGNMENT = "general.alignment";
  private static final int DEFAULT_ALIGNMENT = 32;
  private static final int MAX_ALIGNMENT = 1 << 20;

  static GgufPart read(Path file, MemorySegment bytes) {
    Cursor cursor = new Cursor(file, bytes, 0);
    if (cursor.remaining() < 4 || cursor.i32("magic") != MAGIC) {
      throw new ModelFileException(file, "this is no GGUF file: it does not start with GGUF");
    }
    int version = version(cursor);
    long tensorCount = cursor.count(TensorInfo.MIN_BYTES, "number of tensors");
    long entryCount = cursor.count(MIN_ENTRY, "number of metadata entries");
    GgufMetadata metadata = metadata(cursor, bytes, entryCount);
    int alignment = alignment(metadata);
    List<TensorInfo> tensors = tensors(cursor, tensorCount, alignment);
    long dataStart = roundUp(cursor.position(), alignment);
    requireExactLayout(file, bytes.byteSize(), dataStart, tensors, alignment);
    return new GgufPart(bytes, version, metadata, tensors, dataStart);
  }

  private static int version(Cursor cursor) {
    int version = cursor.i32("version");
    if (version != 2 && version != 3) {
      String found =
          (version & 0xFFFF) == 0 && version != 0
              ? "a big-endian file"
              : "version " + Integer.toUnsignedString(version);
      throw new ModelFileException(
          cursor.file(), "version", "version 2 or 3, little endian", found);
    }
    return version;
  }

  private static GgufMetadata metadata(Cursor cursor, MemorySegment bytes, long count) {
    Map<String, MetadataValue> values = new LinkedHashMap<>();
    for (long i = 0; i < count; i++) {
      String key = cursor.string(MAX_KEY, "metadata key");
      Names.check(cursor.file(), "metadata key", key, MAX_KEY);
      if (values.put(key, MetadataValue.read(cursor, key)) != null) {
        throw new ModelFileException(cursor.file(), key, "each key once", "the key twice");
      }
    }
    return new GgufMetadata(cursor.file(), bytes, values);
  }

  private static int alignment(GgufMetadata metadata) {
    MetadataValue value = metadata.value(ALIGNMENT);
    if (value == null) {
      return DEFAULT_ALIGNMENT;
    }
    if (value.array() || value.type() != ValueType.U32) {
      throw new ModelFileException(metadata.file(), ALIGNMENT, "a u32", value.label());
    }
    long alignment = metadata.requireInteger(ALIGNMENT);
    if (alignment < 1 || alignment > MAX_ALIGNMENT || Long.bitCount(alignment) != 1) {
      throw new ModelFileException(
          metadata.file(),
          ALIGNMENT,
          "a power of two from 1 to " + MAX_ALIGNMENT,
          String.valueOf(alignment));
    }
    return (int) alignment;
  }

  private static List<TensorInfo> tensors(Cursor cursor, long count, int alignment) {
    Map<String, TensorInfo> tensors = new LinkedHashMap<>();
    for (long i = 0; i < count; i++) {
      TensorInfo tensor = TensorInfo.read(cursor, alignment);
      if (tensors.put(tensor.name(), tensor) != null) {
        throw new ModelFileException(
            cursor.file(), tensor.name(), "each tensor name once", "the name twice");
      }
    }
    return new ArrayList<>(tensors.values());
  }

  private static void requireExactLayout(
      Path file, long fileSize, long dataStart, List<TensorInfo> tensors, int alignment) {
    long next = 0;
    for (TensorInfo tensor : tensors) {
      if (tensor.offset() != next) {
        String problem = tensor.offset() < next ? ", an overlap with another tensor" : ", a hole";
        throw new ModelFileException(
            file, tensor.name(), "offset " + next, tensor.offset() + problem);
      }
      // The comparison comes first, so that no sum can overflow.
      if (tensor.bytes() > fileSize - dataStart - next) {
        throw new ModelFileException(
            file,
            tensor.name(),
            tensor.bytes() + " bytes of data",
            Math.max(0, fileSize - dataStart - next) + "; the file is cut or damaged");
      }
      next = roundUp(next + tensor.bytes(), alignment);
    }
    // The last tensor may be padded or not; a file without tensors may end before its data section.
    if (fileSize > dataStart + next) {
      throw new ModelFileException(
          file,
          "size",
          "at most " + (dataStart + next) + " bytes",
          fileSize + "; there are bytes no tensor owns");
    }
  }

  /** Sizes here are bounded by a file size plus an alignment, which cannot overflow. */
  private static long roundUp(long size, int alignment) {
    return (size + alignment - 1) & -alignment;
  }
}
