/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.flm;

import io.github.dflash4j.format.MappedFile;
import io.github.dflash4j.format.safetensors.HeaderEntry;
import io.github.dflash4j.format.safetensors.SafetensorsHeader;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import io.github.dflash4j.weights.TensorStore;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The tensors of a FastFlowLM package, {@code model.q4nx}: a safetensors file in which matrices are
 * stored as {@code I8[rows/32, columns/256, bytes of a chunk]} or {@code I8[chunks, bytes of a
 * chunk]} (flm-packages 1, 2). The type is read per tensor, so a package may mix chunks with BF16,
 * F16 and F32 tensors. The file is mapped, not read.
 *
 * <ul>
 *   <li>4736 bytes: {@code w = S s8 q + M m8}, always in the order of 32 lanes.
 *   <li>5120 bytes: {@code w = d q + m}, q unsigned. A chunk whose 256 minima are all zero was made
 *       from numbers around zero and holds signed ones: {@code w = d q}, q from -8 to 7. A chunk of
 *       the unsigned kind cannot look like that, since its minima would be those of 256 groups
 *       without a negative number.
 *   <li>8704 bytes: {@code w = d q}, q a signed byte.
 * </ul>
 *
 * <p>Chunks of another size and the dtype {@code Q4NX} of packages exported before August 2026,
 * which have zero points in place of minima, are listed as {@link #unsupported()}.
 *
 * <p>A file does not state how many columns are padding, nor, in the flat form, how chunks are
 * arranged. Until a loader asks for a shape (see {@link #shaped}), a tensor has the shape of its
 * chunks, {@code [32 chunks, 256]} in the flat form.
 *
 * <p>Opening looks at the first and the last chunk of every tensor and refuses scales that no sound
 * file has; {@link #inspectData()} looks at all chunks. The file must not be changed or cut while
 * the store is open.
 */
public final class FlmStore implements TensorStore {
  private static final int ROWS = 32;
  private static final int COLUMNS = 256;

  private final Path file;
  private final SafetensorsHeader header;
  private final Lanes lanes;
  private final Arena arena = Arena.ofShared();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Map<String, Tensor> tensors = new LinkedHashMap<>();
  private final Map<String, String> unsupported = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();

  private FlmStore(Path file, SafetensorsHeader header, Lanes lanes) {
    this.file = file;
    this.header = header;
    this.lanes = lanes;
  }

  /**
   * Maps a package.
   *
   * @param file the file, usually {@code model.q4nx}
   * @param declaredLanes 16 or 32: the order of the codes in chunks of 5120 and 8704 bytes; empty
   *     to take it from the chunk sizes in the file: 32 if any has 4736 bytes, else 16 if any has
   *     5120
   * @return the open store, which the caller closes
   * @throws ModelFileException if the file is missing or damaged, breaks a rule of the format, has
   *     8704-byte chunks whose order is neither declared nor known, or has scales no sound file has
   * @throws IllegalArgumentException if the declared lanes are neither 16 nor 32
   */
  public static FlmStore open(Path file, OptionalInt declaredLanes) {
    if (declaredLanes.isPresent()
        && declaredLanes.getAsInt() != 16
        && declaredLanes.getAsInt() != 32) {
      throw new IllegalArgumentException(
          "codes are ordered in 16 or 32 lanes, not " + declaredLanes.getAsInt());
    }
    SafetensorsHeader header = SafetensorsHeader.read(file);
    if (header.entries().isEmpty()) {
      throw new ModelFileException(file, "no tensors in it");
    }
    Lanes lanes = Lanes.of(file, header.entries().values(), declaredLanes);
    FlmStore store = new FlmStore(file, header, lanes);
    try {
      store.map();
      store.lookAtEnds();
      return store;
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  /** The kind of chunk an entry holds; empty if it holds none of a known size. */
  static Optional<ChunkSize> chunk(HeaderEntry entry) {
    long[] shape = entry.shape();
    boolean chunks =
        entry.dtype().equals("I8") && (shape.length == 2 || shape.length == 3) && entry.bytes() > 0;
    return chunks ? ChunkSize.of(shape[shape.length - 1]) : Optional.empty();
  }

  private void map() {
    MemorySegment bytes = MappedFile.map(file, arena);
    if (bytes.byteSize() != header.fileSize()) {
      throw new ModelFileException(
          file, "size", header.fileSize() + " bytes as before", bytes.byteSize() + " bytes");
    }
    for (HeaderEntry entry : header.entries().values()) {
      MemorySegment data = bytes.asSlice(header.dataStart() + entry.begin(), entry.bytes());
      switch (entry.dtype()) {
        case "F32" -> plain(entry, StorageType.F32, data);
        case "F16" -> plain(entry, StorageType.F16, data);
        case "BF16" -> plain(entry, StorageType.BF16, data);
        case "I8" -> chunks(entry, data);
        case "Q4NX" ->
            unsupported.put(
                entry.name(),
                "Q4NX (packages exported before August 2026, with zero points in place of minima)");
        default -> unsupported.put(entry.name(), entry.dtype());
      }
    }
    if (!lanes.reason().isEmpty()) {
      notes.add(lanes.count() + " lanes in 5120- and 8704-byte chunks, " + lanes.reason());
    }
  }

  private void plain(HeaderEntry entry, StorageType type, MemorySegment data) {
    tensors.put(entry.name(), new Tensor(file, entry.name(), type, entry.shape(), data));
  }

  private void chunks(HeaderEntry entry, MemorySegment data) {
    ChunkSize size = chunk(entry).orElse(null);
    if (size == null || !size.supported()) {
      String format = size == null ? "which is no known chunk size" : size.format;
      unsupported.put(entry.name(), stored(entry) + " (" + format + ")");
      return;
    }
    long[] shape = entry.shape();
    long[] tiles =
        shape.length == 3
            ? new long[] {ROWS * shape[0], COLUMNS * shape[1]}
            : new long[] {ROWS * shape[0], COLUMNS};
    tensors.put(
        entry.name(), new Tensor(file, entry.name(), size.type(lanes.count()), tiles, data));
  }

  private static String stored(HeaderEntry entry) {
    return entry.dtype() + Arrays.toString(entry.shape());
  }

  private void lookAtEnds() {
    List<String> broken = new ArrayList<>();
    for (Tensor tensor : tensors.values()) {
      if (tensor.type().tiled()) {
        ChunkFindings findings = ChunkFindings.ofEnds(tensor);
        broken.addAll(findings.broken());
        notes.addAll(findings.odd());
      }
    }
    if (!broken.isEmpty()) {
      throw new ModelFileException(
          file, "not what FastFlowLM writes, or damaged: " + String.join("; ", broken));
    }
  }

  /**
   * What a person should know about how the package was read: the order of the codes where it was
   * declared or concluded, and odd but readable scales.
   *
   * @return sentences; an unmodifiable list
   */
  public List<String> notes() {
    return Collections.unmodifiableList(notes);
  }

  @Override
  public Path location() {
    return file;
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
  public Optional<Tensor> shaped(Tensor tensor, long... shape) {
    if (!tensor.type().tiled()) {
      return TensorStore.super.shaped(tensor, shape);
    }
    long[] stored = header.entries().get(tensor.name()).shape();
    if (shape.length != 2 || shape[0] < 1 || shape[0] % ROWS != 0 || shape[1] < 1) {
      return Optional.empty();
    }
    long down = shape[0] / ROWS;
    long across = Math.ceilDiv(shape[1], COLUMNS);
    boolean fits =
        stored.length == 3 ? stored[0] == down && stored[1] == across : stored[0] == down * across;
    return fits
        ? Optional.of(new Tensor(file, tensor.name(), tensor.type(), shape, tensor.data()))
        : Optional.empty();
  }

  @Override
  public String describe(Tensor tensor, long... shape) {
    if (!tensor.type().tiled()) {
      return TensorStore.super.describe(tensor, shape);
    }
    String text = stored(header.entries().get(tensor.name())) + ", chunks of 32 x 256";
    if (shape.length != 2) {
      return text;
    }
    if (shape[0] % ROWS != 0) {
      return text + ", which cannot hold " + shape[0] + " rows";
    }
    long wanted = shape[0] / ROWS * Math.ceilDiv(shape[1], COLUMNS);
    long found = tensor.data().byteSize() / tensor.type().blockBytes();
    boolean squeezed = tensor.type().blockBytes() == ChunkSize.Q4_1.bytes && found == 2 * wanted;
    return squeezed
        ? text + ", twice as many as needed: 8-bit numbers in 5120-byte chunks are not supported"
        : text;
  }

  @Override
  public List<String> inspectData() {
    List<String> found = new ArrayList<>();
    for (Tensor tensor : tensors.values()) {
      if (tensor.type().tiled()) {
        ChunkFindings findings = ChunkFindings.ofAll(tensor);
        found.addAll(findings.broken());
        found.addAll(findings.odd());
      }
    }
    return found;
  }

  @Override
  public long bytesMapped() {
    return header.fileSize();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      arena.close();
    }
  }
}
