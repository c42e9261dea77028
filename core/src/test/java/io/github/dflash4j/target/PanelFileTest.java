/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.Panels;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PanelFileTest {
  private static final long SEED = 31;

  @TempDir private Path folder;

  @Test
  void panelsComeBackAsTheyWerePackedOnAnyNumberOfThreads() throws IOException {
    List<Tensor> tensors = tensors(SEED);
    List<Long> told = new ArrayList<>();
    byte[] first = null;
    for (int threads : new int[] {1, 3}) {
      Path file = folder.resolve("m" + threads + ".panels");
      try (Compute compute = Compute.host(threads);
          Arena arena = Arena.ofShared()) {
        PanelFile.write(file, tensors, compute.workers(), (done, all) -> told.add(all - done));
        Map<String, MemorySegment> panels = PanelFile.open(file, tensors, arena);
        for (Tensor tensor : tensors) {
          MemorySegment expected = arena.allocate(Panels.bytes(tensor));
          Panels.pack(tensor, expected, compute.workers());
          assertThat(panels.get(tensor.name()).mismatch(expected)).isEqualTo(-1);
        }
      }
      PanelFile.verify(file, tensors);
      assertThat(told.getLast()).isZero();
      byte[] bytes = Files.readAllBytes(file);
      assertThat(first == null || java.util.Arrays.equals(first, bytes)).isTrue();
      first = bytes;
    }
    assertThat(folder.toFile().list()).hasSize(2);
  }

  @Test
  void aFileOfOtherWeightsOrAShortenedOneIsRefused() throws IOException {
    List<Tensor> tensors = tensors(SEED);
    Path file = write(tensors);
    assertRefused(file, tensors(SEED + 1), "panels of this model");
    assertRefused(file, tensors.subList(0, 1), "bytes");
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 1));
    assertRefused(file, tensors, bytes.length + " bytes");
    Files.write(file, new byte[0]);
    assertRefused(file, tensors, "0 bytes");
  }

  @Test
  void aChangedByteIsFound() throws IOException {
    List<Tensor> tensors = tensors(SEED);
    Path file = write(tensors);
    byte[] bytes = Files.readAllBytes(file);
    Random random = new Random(SEED);
    int header = 8 + 4 + 4 + 32 + 4 + tensors.size() * 25 + 4;
    for (int i = 0; i < 40; i++) {
      int at = i < 20 ? random.nextInt(header) : 4096 + random.nextInt(1000);
      byte[] changed = bytes.clone();
      changed[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, changed);
      assertThatThrownBy(() -> PanelFile.verify(file, tensors))
          .as("byte %d, seed %d", at, SEED)
          .isInstanceOf(ModelFileException.class);
    }
    Files.write(file, bytes);
    assertThatCode(() -> PanelFile.verify(file, tensors)).doesNotThrowAnyException();
  }

  @Test
  void whatCannotBeWrittenLeavesNothingBehind() throws IOException {
    List<Tensor> tensors = tensors(SEED);
    Path taken = Files.createDirectory(folder.resolve("taken.panels"));
    Files.createFile(taken.resolve("inside"));
    try (Compute compute = Compute.host(1)) {
      assertThatThrownBy(
              () -> PanelFile.write(taken, tensors, compute.workers(), (done, all) -> {}))
          .isInstanceOf(IOException.class);
    }
    assertThat(folder.toFile().list()).containsExactly("taken.panels");
  }

  private void assertRefused(Path file, List<Tensor> tensors, String expected) {
    try (Arena arena = Arena.ofShared()) {
      assertThatThrownBy(() -> PanelFile.open(file, tensors, arena))
          .isInstanceOf(ModelFileException.class)
          .hasMessageContaining(expected);
    }
  }

  private Path write(List<Tensor> tensors) throws IOException {
    Path file = folder.resolve("m.panels");
    try (Compute compute = Compute.host(1)) {
      PanelFile.write(file, tensors, compute.workers(), (done, all) -> {});
    }
    return file;
  }

  private static List<Tensor> tensors(long seed) {
    Random random = new Random(seed);
    List<Tensor> tensors = new ArrayList<>();
    for (StorageType type : new StorageType[] {StorageType.Q4_K, StorageType.Q8_0}) {
      byte[] raw = new byte[(int) type.bytes(70, 512)];
      random.nextBytes(raw);
      MemorySegment data = Arena.ofAuto().allocate(raw.length);
      data.copyFrom(MemorySegment.ofArray(raw));
      tensors.add(new Tensor(Path.of("m.gguf"), "t", type, new long[] {70, 512}, data));
    }
    return List.of(
        tensors.get(0),
        new Tensor(
            Path.of("m.gguf"), "u", StorageType.Q8_0, new long[] {70, 512}, tensors.get(1).data()));
  }
}
