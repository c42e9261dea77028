/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.gguf;

import io.github.dflash4j.format.MappedFile;
import io.github.dflash4j.weights.IntegerTensor;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.Tensor;
import io.github.dflash4j.weights.TensorStore;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A GGUF file, version 2 or 3, little endian, or all parts of a split one. The file is mapped, not
 * read. Shapes are turned into row-major order, so a matrix is {@code [out, in]}; tensors of types
 * without a {@link io.github.dflash4j.weights.StorageType} are listed as {@link #unsupported()}.
 *
 * <p>The file must not be changed or cut while it is open.
 */
public final class GgufFile implements TensorStore {
  private static final Pattern PART_NAME = Pattern.compile("(.*)-(\\d{5})-of-(\\d{5})\\.gguf");

  private final Path location;
  private final Arena arena = Arena.ofShared();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Map<String, Tensor> tensors = new LinkedHashMap<>();
  private final Map<String, String> unsupported = new LinkedHashMap<>();
  private final Map<String, IntegerTensor> integers = new LinkedHashMap<>();
  private long bytesMapped;
  private int version;
  private GgufMetadata metadata;

  private GgufFile(Path location) {
    this.location = location;
  }

  /**
   * Maps a model.
   *
   * @param file a GGUF file; of a split model any part
   * @return the open file, which the caller closes
   * @throws ModelFileException if there is no such file, it breaks a rule of the format or has no
   *     tensors
   */
  public static GgufFile open(Path file) {
    GgufFile gguf = openMetadata(file);
    if (gguf.tensors.isEmpty() && gguf.unsupported.isEmpty()) {
      gguf.close();
      throw new ModelFileException(file, "no tensors in it: at most a vocabulary, no model");
    }
    return gguf;
  }

  /**
   * Whether a file begins as a GGUF file does, whatever its name.
   *
   * @param file any path
   * @return true if it is a readable file with the four letters at its beginning
   */
  public static boolean recognises(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(4), new byte[] {'G', 'G', 'U', 'F'});
    } catch (IOException e) {
      return false; // opening it says why
    }
  }

  /**
   * Maps a file for its metadata, for example the vocabulary: as {@link #open}, but a file without
   * any tensor is fine.
   *
   * @param file a GGUF file; of a split model any part
   * @return the open file, which the caller closes
   * @throws ModelFileException if there is no such file or it breaks a rule of the format
   */
  public static GgufFile openMetadata(Path file) {
    GgufFile gguf = new GgufFile(file);
    try {
      gguf.readParts();
      return gguf;
    } catch (RuntimeException | Error e) {
      gguf.close();
      throw e;
    }
  }

  /**
   * The metadata; of a split model that of the first part.
   *
   * @return metadata that can be read until this file is closed
   */
  public GgufMetadata metadata() {
    return metadata;
  }

  /**
   * The version of the format.
   *
   * @return 2 or 3
   */
  public int version() {
    return version;
  }

  @Override
  public Path location() {
    return location;
  }

  @Override
  public Map<String, Tensor> tensors() {
    return Collections.unmodifiableMap(tensors);
  }

  @Override
  public Map<String, String> unsupported() {
    return Collections.unmodifiableMap(unsupported);
  }

  @Override
  public Map<String, IntegerTensor> integers() {
    return Collections.unmodifiableMap(integers);
  }

  @Override
  public long bytesMapped() {
    return bytesMapped;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      arena.close();
    }
  }

  private void readParts() {
    GgufPart part = map(location);
    int parts = part.metadata().findInt("split.count", 0, 99_999).orElse(0);
    if (parts <= 1) {
      version = part.version();
      metadata = part.metadata();
      add(part);
      return;
    }
    Matcher name = PART_NAME.matcher(location.getFileName().toString());
    if (!name.matches() || Integer.parseInt(name.group(3)) != parts) {
      throw new ModelFileException(
          location,
          "file name",
          String.format("a name ending in -0000X-of-%05d.gguf, since it is a part", parts),
          location.getFileName().toString());
    }
    for (int i = 0; i < parts; i++) {
      String sibling = String.format("%s-%05d-of-%05d.gguf", name.group(1), i + 1, parts);
      addPart(location.resolveSibling(sibling), i, parts);
    }
    int total = tensors.size() + unsupported.size();
    metadata
        .findInt("split.tensors.count", 0, Integer.MAX_VALUE)
        .ifPresent(count -> {
          if (count != total) {
            throw new ModelFileException(
                location, "split.tensors.count", total + ", as in the parts", "" + count);
          }
        });
  }

  private void addPart(Path file, int index, int parts) {
    GgufPart part = map(file);
    int count = part.metadata().requireInt("split.count", 0, 99_999);
    int number = part.metadata().requireInt("split.no", 0, 99_999);
    if (count != parts || number != index) {
      throw new ModelFileException(
          file,
          "split.no and split.count",
          index + " and " + parts + ", as in the file name",
          number + " and " + count);
    }
    if (index == 0) {
      version = part.version();
      metadata = part.metadata();
    }
    add(part);
  }

  private GgufPart map(Path file) {
    return GgufPart.read(file, MappedFile.map(file, arena));
  }

  private void add(GgufPart part) {
    Path file = part.metadata().file();
    bytesMapped += part.bytes().byteSize();
    for (TensorInfo info : part.tensors()) {
      if (has(info.name())) {
        throw new ModelFileException(
            file, info.name(), "each tensor in one part", "it in another part too");
      }
      MemorySegment data = part.bytes().asSlice(part.dataStart() + info.offset(), info.bytes());
      if (info.type().storage() == null) {
        unsupported.put(info.name(), info.type().name());
        addIntegers(file, info, data);
      } else {
        tensors.put(
            info.name(), new Tensor(file, info.name(), info.type().storage(), info.shape(), data));
      }
    }
  }

  private void addIntegers(Path file, TensorInfo info, MemorySegment data) {
    IntegerTensor.Type type =
        switch (info.type()) {
          case I32 -> IntegerTensor.Type.I32;
          case I64 -> IntegerTensor.Type.I64;
          default -> null;
        };
    if (type != null) {
      integers.put(info.name(), new IntegerTensor(file, info.name(), type, info.shape(), data));
    }
  }
}
