/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.safetensors;

import io.github.dflash4j.format.MappedFile;
import io.github.dflash4j.weights.IntegerTensor;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import io.github.dflash4j.weights.TensorStore;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The tensors of a safetensors file or of a folder with one model in it. The files are mapped, not
 * read. F32, F16 and BF16 become tensors, everything else is listed as {@link #unsupported()}.
 *
 * <p>In a folder an index file ({@code model.safetensors.index.json}, or the only one ending in
 * {@code .safetensors.index.json}) decides; without one {@code model.safetensors} is read, or the
 * only file ending in {@code .safetensors}. Anything else is refused.
 *
 * <p>The files must not be changed or cut while the store is open.
 */
public final class SafetensorsStore implements TensorStore {
  private final Path location;
  private final Arena arena = Arena.ofShared();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Map<Path, SafetensorsHeader> headers = new LinkedHashMap<>();
  private final Map<String, Tensor> tensors = new LinkedHashMap<>();
  private final Map<String, String> unsupported = new LinkedHashMap<>();
  private final Map<String, IntegerTensor> integers = new LinkedHashMap<>();

  private SafetensorsStore(Path location) {
    this.location = location;
  }

  /**
   * Maps a model.
   *
   * @param fileOrFolder a safetensors file, an index file, or the folder of a model
   * @return the open store, which the caller closes
   * @throws ModelFileException if there is no such model or a file of it breaks a rule of the
   *     format
   */
  public static SafetensorsStore open(Path fileOrFolder) {
    SafetensorsStore store = new SafetensorsStore(fileOrFolder);
    try {
      ModelFiles.of(fileOrFolder).names().forEach(store::add);
      if (store.tensors.isEmpty() && store.unsupported.isEmpty()) {
        throw new ModelFileException(fileOrFolder, "no tensors in it");
      }
      return store;
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  /**
   * The headers of the files, in the order in which they were opened.
   *
   * @return an unmodifiable map from the path of a file to its header
   */
  public Map<Path, SafetensorsHeader> headers() {
    return Collections.unmodifiableMap(headers);
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
    return headers.values().stream().mapToLong(SafetensorsHeader::fileSize).sum();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      arena.close();
    }
  }

  /** Takes the named tensors of a file, or all if no names are given. */
  private void add(Path file, Set<String> names) {
    MemorySegment bytes = MappedFile.map(file, arena);
    SafetensorsHeader header = HeaderReader.read(file, bytes);
    headers.put(file, header);
    for (String name : names) {
      if (!header.entries().containsKey(name)) {
        throw new ModelFileException(
            file, name, "the tensor, since the index names this file", "no such tensor");
      }
    }
    for (HeaderEntry entry : header.entries().values()) {
      if (names.isEmpty() || names.contains(entry.name())) {
        add(header, entry, bytes);
      }
    }
  }

  private void add(SafetensorsHeader header, HeaderEntry entry, MemorySegment bytes) {
    StorageType type =
        switch (entry.dtype()) {
          case "F32" -> StorageType.F32;
          case "F16" -> StorageType.F16;
          case "BF16" -> StorageType.BF16;
          default -> null;
        };
    MemorySegment data = bytes.asSlice(header.dataStart() + entry.begin(), entry.bytes());
    if (type == null) {
      unsupported.put(entry.name(), entry.dtype());
      addIntegers(header, entry, data);
      return;
    }
    tensors.put(entry.name(), new Tensor(header.file(), entry.name(), type, entry.shape(), data));
  }

  private void addIntegers(SafetensorsHeader header, HeaderEntry entry, MemorySegment data) {
    IntegerTensor.Type type =
        switch (entry.dtype()) {
          case "BOOL" -> IntegerTensor.Type.BOOL;
          case "I32" -> IntegerTensor.Type.I32;
          case "I64" -> IntegerTensor.Type.I64;
          default -> null;
        };
    if (type != null) {
      integers.put(
          entry.name(), new IntegerTensor(header.file(), entry.name(), type, entry.shape(), data));
    }
  }
}
