/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.kernel.Activations;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.KernelWarmUp;
import io.github.dflash4j.kernel.Panels;
import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import io.github.dflash4j.weights.TensorStore;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The panels of one target. They are looked for, or made, when the first matrix that needs one is
 * asked for: after all checks of the model.
 */
final class TargetPanels implements AutoCloseable {
  /** Below this, making them at every start is cheaper than a file more. */
  private static final long SMALL = 16 << 20;

  private static final System.Logger LOG = System.getLogger(TargetPanels.class.getName());

  private final TensorStore store;
  private final Compute compute;
  private final PanelUse use;
  private final Arena arena = Arena.ofShared();
  private Map<String, MemorySegment> panels;

  /** Runs while panels are looked for and files are mapped; null when nobody waits for it. */
  private volatile KernelWarmUp warmUp;

  private boolean warmed;

  /**
   * Panels of a target.
   *
   * @param store its tensors
   * @param compute what it computes with; without signed bytes there are no panels
   * @param use where they come from
   */
  TargetPanels(TensorStore store, Compute compute, PanelUse use) {
    this.store = store;
    this.compute = compute;
    this.use = compute.activations() == Activations.INT8 ? use : PanelUse.AS_STORED;
  }

  /** Waits until the kernels are compiled that read what was handed out. */
  void awaitKernels() {
    KernelWarmUp running = warmUp;
    if (running != null) {
      running.await();
      warmUp = null;
    }
  }

  /** The matrix of a tensor, with its panel if there is one. */
  WeightMatrix matrix(Tensor tensor) {
    warmUp(tensor);
    WeightMatrix matrix = WeightMatrix.of(tensor);
    if (use == PanelUse.AS_STORED || !Panels.has(tensor.type())) {
      return matrix;
    }
    if (panels == null) {
      panels = find();
    }
    MemorySegment panel = panels.get(tensor.name());
    return panel == null ? matrix : matrix.withPanel(panel);
  }

  /** Small targets reach compiled kernels by themselves. */
  private void warmUp(Tensor tensor) {
    if (!warmed && tensor.data().byteSize() > SMALL / 16) {
      warmed = true;
      List<StorageType> types =
          store.tensors().values().stream()
              .filter(t -> t.data().byteSize() > SMALL / 16)
              .map(Tensor::type)
              .distinct()
              .toList();
      boolean asStored = use == PanelUse.AS_STORED && types.stream().anyMatch(Panels::has);
      warmUp = KernelWarmUp.start(compute, types, use != PanelUse.MEMORY && !asStored);
    }
  }

  private Map<String, MemorySegment> find() {
    List<Tensor> tensors = PanelFiles.matrices(store);
    long bytes = tensors.stream().mapToLong(Panels::bytes).sum();
    if (use == PanelUse.MEMORY || bytes <= SMALL) {
      return inMemory(tensors);
    }
    String name = PanelIdentity.fileName(PanelFiles.name(store.location()), tensors);
    Path beside = store.location().toAbsolutePath().resolveSibling(name);
    Path cached = cacheFolder().resolve(name);
    for (Path file : List.of(beside, cached)) {
      if (Files.isRegularFile(file)) {
        try {
          return PanelFile.open(file, tensors, arena);
        } catch (ModelFileException e) {
          LOG.log(Level.WARNING, e.getMessage() + "; it is written again");
        }
      }
    }
    return write(tensors, bytes, cached, beside);
  }

  private Map<String, MemorySegment> write(
      List<Tensor> tensors, long bytes, Path cached, Path beside) {
    String reason = "";
    for (Path file : List.of(cached, beside)) {
      try {
        LOG.log(Level.WARNING, announcement(bytes, file));
        PanelFile.write(file, tensors, compute.workers(), (done, all) -> {});
        return PanelFile.open(file, tensors, arena);
      } catch (IOException | ModelFileException e) {
        reason = Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
      }
    }
    LOG.log(
        Level.WARNING,
        "Weights are used as they lie in the file, which is several times slower: their panels"
            + " cannot be written ("
            + reason
            + "). Remedy: set XDG_CACHE_HOME to a folder with room for "
            + bytes / 1_000_000
            + " MB.");
    return Map.of();
  }

  private static String announcement(long bytes, Path file) {
    return "Bringing "
        + bytes / 1_000_000
        + " MB of weights into the order the kernels read, once: "
        + file;
  }

  private Map<String, MemorySegment> inMemory(List<Tensor> tensors) {
    Map<String, MemorySegment> made = new LinkedHashMap<>();
    for (Tensor tensor : tensors) {
      MemorySegment panel = arena.allocate(Panels.bytes(tensor), 64);
      Panels.pack(tensor, panel, compute.workers());
      made.put(tensor.name(), panel);
    }
    return made;
  }

  private static Path cacheFolder() {
    String stated = System.getenv("XDG_CACHE_HOME");
    // A relative path there is to be ignored, says the specification of these folders.
    Path root =
        stated != null && Path.of(stated).isAbsolute()
            ? Path.of(stated)
            : Path.of(System.getProperty("user.home"), ".cache");
    return root.resolve("dflash4j").resolve("panels");
  }

  @Override
  public void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }
}
