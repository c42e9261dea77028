/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.format.safetensors.SafetensorsStore;
import io.github.dflash4j.weights.IntegerTensor;
import io.github.dflash4j.weights.TensorStore;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Vectors of integers in both formats. */
class IntegerTensorTest {
  private static final byte[] LONGS = new LittleEndian().u64(1L << 40).u64(-3).toBytes();
  private static final byte[] INTS = new LittleEndian().u32(7).u32(-2).u32(1 << 30).toBytes();

  @TempDir Path folder;

  private static void check(TensorStore store) {
    IntegerTensor longs = store.integers().get("longs");
    assertThat(longs.describe()).isEqualTo("I64[2]");
    assertThat(longs.size()).isEqualTo(2);
    assertThat(longs.bytes()).isEqualTo(16);
    assertThat(longs.get(0)).isEqualTo(1L << 40);
    assertThat(longs.get(1)).isEqualTo(-3);
    IntegerTensor ints = store.integers().get("ints");
    assertThat(ints.type()).isEqualTo(IntegerTensor.Type.I32);
    assertThat(ints.shape()).containsExactly(3);
    assertThat(ints.get(0)).isEqualTo(7);
    assertThat(ints.get(1)).isEqualTo(-2);
    assertThat(ints.get(2)).isEqualTo(1 << 30);
    assertThatThrownBy(() -> ints.get(3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> ints.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    // Nobody who asks for weights takes them for absent.
    assertThat(store.unsupported()).containsEntry("longs", "I64").containsEntry("ints", "I32");
    assertThat(store.tensors()).containsOnlyKeys("floats");
    assertThat(store.integers()).doesNotContainKey("bytes");
    store.close();
    assertThatThrownBy(() -> ints.get(0)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void safetensorsHaveThem() {
    Path file =
        new TestSafetensors()
            .f32("floats", new long[] {1}, 2)
            .add("longs", "I64", new long[] {2}, LONGS)
            .add("ints", "I32", new long[] {3}, INTS)
            .add("bytes", "U8", new long[] {2}, new byte[2])
            .add("flags", "BOOL", new long[] {2}, new byte[] {1, 0})
            .write(folder.resolve("model.safetensors"));
    try (SafetensorsStore store = SafetensorsStore.open(file)) {
      IntegerTensor flags = store.integers().get("flags");
      assertThat(flags).hasToString("flags BOOL[2]");
      assertThat(flags.get(0)).isEqualTo(1);
      assertThat(flags.get(1)).isZero();
      check(store);
    }
  }

  @Test
  void ggufFilesHaveThem() {
    Path file =
        new TestGguf()
            .strings("list", "a", "b", "c")
            .u32("one", 1)
            .f32Tensor("floats", new long[] {1}, 2)
            .tensor("longs", 27, new long[] {2}, LONGS)
            .tensor("ints", 26, new long[] {3}, INTS)
            .tensor("bytes", 24, new long[] {2}, new byte[2])
            .write(folder.resolve("model.gguf"));
    try (GgufFile gguf = GgufFile.open(file)) {
      assertThat(gguf.metadata().findLength("list")).hasValue(3);
      assertThat(gguf.metadata().findLength("none")).isEmpty();
      assertThatThrownBy(() -> gguf.metadata().findLength("one"))
          .hasMessageContaining("one: expected an array");
      check(gguf);
    }
  }

  @Test
  void aGgufFileIsToldByItsFirstLettersWhateverItsName() throws IOException {
    Path file = new TestGguf().u32("one", 1).write(folder.resolve("sha256-0123"));
    assertThat(GgufFile.recognises(file)).isTrue();
    assertThat(GgufFile.recognises(folder)).isFalse();
    assertThat(GgufFile.recognises(folder.resolve("none"))).isFalse();
    assertThat(GgufFile.recognises(Files.write(folder.resolve("x.gguf"), new byte[] {'G', 'G'})))
        .isFalse();
  }

  @Test
  void bytesThatDoNotFitTheShapeAreRefused() {
    assertThatThrownBy(() ->
            new IntegerTensor(
                Path.of("x"),
                "map",
                IntegerTensor.Type.I32,
                new long[] {2},
                MemorySegment.ofArray(new byte[9])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("map: I32[2] does not take 9 bytes");
  }
}
