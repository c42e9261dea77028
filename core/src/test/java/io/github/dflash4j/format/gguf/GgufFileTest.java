/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.format.Allocation;
import io.github.dflash4j.format.LittleEndian;
import io.github.dflash4j.format.TestGguf;
import io.github.dflash4j.format.TestSafetensors;
import io.github.dflash4j.kernel.RowDecoder;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class GgufFileTest {
  private static final String ALIGNMENT = "general.alignment";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void tensorsHaveRowMajorShapesAndTheirBytes(int version) {
    Path file =
        new TestGguf()
            .version(version)
            .string("general.architecture", "llama")
            .f32Tensor("token_embd.weight", new long[] {3, 2}, 1, 2, 3, 4, 5, 6)
            .tensor("half", 1, new long[] {5}, LittleEndian.halves(1, 2, 3, 4, 5))
            .tensor("brain", 30, new long[] {1, 2, 1, 2}, LittleEndian.brainFloats(1, 2, 3, 4))
            .write(file());
    try (GgufFile gguf = GgufFile.open(file)) {
      assertThat(gguf.version()).isEqualTo(version);
      assertThat(gguf.tensors().keySet()).containsExactly("token_embd.weight", "half", "brain");
      assertThat(numbers(gguf.require("token_embd.weight", 2, 3)))
          .containsExactly(1, 2, 3, 4, 5, 6);
      assertThat(numbers(gguf.require("half", 5))).containsExactly(1, 2, 3, 4, 5);
      assertThat(numbers(gguf.require("brain", 2, 1, 2, 1))).containsExactly(1, 2, 3, 4);
      assertThat(gguf.metadata().requireString("general.architecture")).isEqualTo("llama");
      assertThat(gguf.bytesMapped()).isEqualTo(file.toFile().length());
      assertThat(gguf.location()).isEqualTo(file);
    }
  }

  @ParameterizedTest
  @EnumSource(value = StorageType.class, names = "FLM_.*", mode = EnumSource.Mode.MATCH_NONE)
  void everyStorageTypeIsRecognised(StorageType type) {
    int id = GgmlType.valueOf(type.name()).id();
    int columns = 2 * type.blockElements();
    byte[] bytes = new byte[(int) (3 * type.rowBytes(columns))];
    Path file = new TestGguf().tensor("w", id, new long[] {columns, 3}, bytes).write(file());
    try (GgufFile gguf = GgufFile.open(file)) {
      assertThat(gguf.require("w", 3, columns).type()).isEqualTo(type);
    }
  }

  @Test
  void theSizesOfKnownTypesAreThoseOfTheStorageTypes() {
    for (GgmlType type : GgmlType.values()) {
      assertThat(GgmlType.of(type.id())).isEqualTo(type);
      if (type.storage() != null) {
        assertThat(type.name()).isEqualTo(type.storage().name());
        assertThat(type.blockElements()).isEqualTo(type.storage().blockElements());
        assertThat(type.blockBytes()).isEqualTo(type.storage().blockBytes());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"6,Q5_0,22", "10,Q2_K,84", "23,IQ4_XS,136", "39,MXFP4,17", "26,I32,4"})
  void tensorsOfOtherTypesAreListedAndRefusedByNameWhenNeeded(int id, String name, int bytes) {
    GgmlType type = GgmlType.of(id);
    Path file =
        new TestGguf()
            .tensor("odd", id, new long[] {type.blockElements()}, new byte[bytes])
            .f32Tensor("plain", new long[] {1}, 7)
            .write(file());
    try (GgufFile gguf = GgufFile.open(file)) {
      assertThat(gguf.unsupported()).isEqualTo(Map.of("odd", name));
      assertThat(numbers(gguf.require("plain", 1))).containsExactly(7);
      assertThatThrownBy(() -> gguf.require("odd", type.blockElements()))
          .isInstanceOf(ModelFileException.class)
          .hasMessageContainingAll("odd", name, "not supported");
    }
  }

  /** B191: no size can be guessed for a type of someone else. */
  @ParameterizedTest
  @ValueSource(ints = {42, 41, 99, -1, 4, 5, 31, 36, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void anUnknownTypeIsNamedWithItsTensor(int id) {
    assertRefused(
        new TestGguf().tensor("blk.0.x", id, new long[] {32}, new byte[64]),
        "tensor blk.0.x",
        "the unknown type " + id);
  }

  /** B022. */
  @Test
  void aFileWithoutTensorsIsRefusedUnlessOnlyItsMetadataIsAskedFor() {
    TestGguf gguf = new TestGguf().string("general.architecture", "dflash");
    assertRefused(gguf, "no tensors");
    try (GgufFile file = GgufFile.openMetadata(file())) {
      assertThat(file.tensors()).isEmpty();
      assertThat(file.metadata().requireString("general.architecture")).isEqualTo("dflash");
    }
    // Without the padding in front of a data section that is not there.
    byte[] bytes = gguf.toBytes();
    int end = 4 + 4 + 16 + 8 + "general.architecture".length() + 4 + 8 + "dflash".length();
    TestSafetensors.write(file(), Arrays.copyOf(bytes, end));
    try (GgufFile file = GgufFile.openMetadata(file())) {
      assertThat(file.metadata().keys()).containsExactly("general.architecture");
    }
  }

  @Test
  void whatIsNoGgufFileIsRefused() {
    assertRefused(new byte[0], "no GGUF file");
    assertRefused("GGU".getBytes(), "no GGUF file");
    assertRefused("GGML and more than that".getBytes(), "no GGUF file");
    assertRefused("GGUF".getBytes(), "version");
  }

  @ParameterizedTest
  @CsvSource({
    "1,version 1",
    "4,version 4",
    "0,version 0",
    "50331648,a big-endian file",
    "33554432,a big-endian file"
  })
  void otherVersionsAndByteOrdersAreRefused(int version, String found) {
    assertRefused(sound().version(version), "version 2 or 3, little endian", found);
  }

  /** B206: a count the file has no room for. */
  @ParameterizedTest
  @ValueSource(longs = {1L << 40, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1000})
  void countsBeyondTheFileAreRefusedWithoutAllocatingThem(long count) {
    Path entries = sound().entryCount(count).write(file());
    assertThat(Allocation.of(() -> assertRefused(entries, "number of metadata entries")))
        .isPositive()
        .isLessThan(8 << 20);
    Path tensors = sound().tensorCount(count).write(file());
    assertThat(Allocation.of(() -> assertRefused(tensors, "number of tensors")))
        .isPositive()
        .isLessThan(8 << 20);
  }

  /** B206: a string longer than the file. */
  @ParameterizedTest
  @ValueSource(longs = {1L << 62, -1, 1L << 31, 1L << 30, 1000})
  void stringsBeyondTheFileAreRefusedWithoutAllocatingThem(long length) {
    TestGguf value = new TestGguf();
    value.entry("text", TestGguf.STRING).u64(length).utf8("abc");
    Path file = value.f32Tensor("a", new long[] {1}, 1).write(file());
    assertThat(Allocation.of(() -> assertRefused(file, "text"))).isPositive().isLessThan(8 << 20);

    byte[] key =
        new LittleEndian().utf8("GGUF").u32(3).u64(0).u64(1).u64(length).zeros(90).toBytes();
    Path keyFile = TestSafetensors.write(file(), key);
    assertThat(Allocation.of(() -> assertRefused(keyFile, "metadata key")))
        .isPositive()
        .isLessThan(8 << 20);

    TestGguf strings = new TestGguf();
    strings.entry("texts", TestGguf.ARRAY).u32(TestGguf.STRING).u64(2).string("a").u64(length);
    assertRefused(strings.f32Tensor("a", new long[] {1}, 1), "texts");
  }

  /** The other counts of the same family: arrays. */
  @ParameterizedTest
  @ValueSource(longs = {1L << 62, -1, 1L << 31, 1000})
  void arraysBeyondTheFileAreRefusedWithoutAllocatingThem(long count) {
    for (int type : new int[] {TestGguf.U8, TestGguf.U32, TestGguf.STRING, TestGguf.F64}) {
      TestGguf gguf = new TestGguf();
      gguf.entry("list", TestGguf.ARRAY).u32(type).u64(count);
      Path file = gguf.f32Tensor("a", new long[] {1}, 1).write(file());
      assertThat(Allocation.of(() -> assertRefused(file, "list"))).isPositive().isLessThan(8 << 20);
    }
  }

  @Test
  void nestedArraysAreRefused() {
    TestGguf gguf = new TestGguf();
    LittleEndian list = gguf.entry("list", TestGguf.ARRAY);
    for (int i = 0; i < 100_000; i++) {
      list.u32(TestGguf.ARRAY).u64(1);
    }
    assertRefused(gguf, "list", "array inside an array");
  }

  @Test
  void unknownValueTypesAndBooleansAreRefused() {
    for (int type : new int[] {13, -1, 255}) {
      TestGguf gguf = new TestGguf();
      gguf.entry("key", type).u64(0);
      assertRefused(gguf.f32Tensor("a", new long[] {1}, 1), "key", "type " + type);
    }
    TestGguf gguf = new TestGguf();
    gguf.entry("flag", TestGguf.BOOL).u8(2);
    assertRefused(gguf.f32Tensor("a", new long[] {1}, 1), "flag", "boolean");
  }

  @Test
  void keysAndNamesThatAreEmptyDoubleOrNoTextAreRefused() {
    assertRefused(sound().u32("", 1), "metadata key");
    assertRefused(sound().u32("a", 1).u32("a", 1), "a", "twice");
    assertRefused(sound().u32("a\nb", 1), "metadata key");
    TestGguf gguf = new TestGguf();
    gguf.u32("ok", 1).f32Tensor("", new long[] {1}, 1);
    assertRefused(gguf, "tensor name");
    assertRefused(
        new TestGguf().f32Tensor("a", new long[] {1}, 1).f32Tensor("a", new long[] {1}, 1),
        "a",
        "twice");
    assertRefused(new TestGguf().f32Tensor("x".repeat(2000), new long[] {1}, 1), "tensor name");
    byte[] broken =
        new LittleEndian()
            .utf8("GGUF")
            .u32(3)
            .u64(0)
            .u64(1)
            .u64(1)
            .u8(0xC0)
            .u32(0)
            .zeros(9)
            .toBytes();
    assertRefused(broken, "UTF-8");
  }

  /** B206, B208: 0 divides nothing, 3 is no alignment, and 2^31 is absurd. */
  @ParameterizedTest
  @ValueSource(longs = {0, 3, 1L << 31, 24, 1L << 21})
  void alignmentsThatAreNoPowerOfTwoOrAbsurdAreRefused(long alignment) {
    assertRefused(sound().u32(ALIGNMENT, alignment), ALIGNMENT, "" + alignment);
  }

  @Test
  void anAlignmentOfAnotherTypeIsRefused() {
    TestGguf signed = sound();
    signed.entry(ALIGNMENT, TestGguf.I32).u32(32);
    assertRefused(signed, ALIGNMENT, "i32");
    TestGguf wide = sound();
    wide.entry(ALIGNMENT, TestGguf.U64).u64(32);
    assertRefused(wide, ALIGNMENT, "u64");
    assertRefused(sound().string(ALIGNMENT, "32"), ALIGNMENT, "string");
    assertRefused(sound().u32s(ALIGNMENT, 32), ALIGNMENT, "array");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 64, 4096})
  void anotherAlignmentIsFollowed(int alignment) {
    Path file =
        new TestGguf()
            .alignTo(alignment)
            .u32(ALIGNMENT, alignment)
            .f32Tensor("a", new long[] {1}, 1)
            .tensor("h", 1, new long[] {1}, LittleEndian.halves(2))
            .f32Tensor("b", new long[] {1}, 3)
            .write(file());
    try (GgufFile gguf = GgufFile.open(file)) {
      assertThat(numbers(gguf.require("a", 1))).containsExactly(1);
      assertThat(numbers(gguf.require("h", 1))).containsExactly(2);
      assertThat(numbers(gguf.require("b", 1))).containsExactly(3);
    }
  }

  /** B205. */
  @ParameterizedTest
  @ValueSource(ints = {0, 5, Integer.MIN_VALUE, -1})
  void ranksOtherThanOneToFourAreRefused(int rank) {
    long[] dimensions = new long[rank == 5 ? 5 : 1];
    Arrays.fill(dimensions, 1);
    assertRefused(
        new TestGguf().info("a", rank, dimensions, 0, 0).data(new byte[64]), "a", "1 to 4");
  }

  @Test
  void dimensionsThatAreZeroHugeOrOverflowAreRefused() {
    assertRefused(new TestGguf().info("a", 2, new long[] {0, 2}, 0, 0), "a", "0");
    assertRefused(new TestGguf().info("a", 1, new long[] {-1}, 0, 0), "a", "18446744073709551615");
    long[] product = {1L << 32, 1L << 32};
    assertRefused(new TestGguf().info("a", 2, product, 0, 0), "a", "below 2^63");
    assertRefused(new TestGguf().info("a", 1, new long[] {1L << 62}, 0, 0), "a", "below 2^63");
    // 7 x 7905747460161236407 is 1, modulo 2^64.
    long[] wrapped = {7, 7905747460161236407L};
    assertRefused(new TestGguf().info("a", 2, wrapped, 0, 0).data(new byte[4]), "a", "below 2^63");
    long[] large = {1L << 40, 1L << 10};
    assertRefused(new TestGguf().info("a", 2, large, 0, 0), "a", "cut or damaged");
  }

  @Test
  void rowsThatAreNoWholeBlocksAreRefused() {
    assertRefused(new TestGguf().tensor("a", 8, new long[] {16, 2}, new byte[34]), "a", "32", "16");
    assertRefused(new TestGguf().tensor("a", 12, new long[] {128}, new byte[72]), "a", "256");
  }

  /** B209: an offset that is negative once it is signed. */
  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE + 8, Long.MIN_VALUE, -32, 8, 1})
  void offsetsThatAreNegativeOrNotAlignedAreRefused(long offset) {
    assertRefused(
        new TestGguf().info("a", 1, new long[] {1}, 0, offset).data(new byte[64]),
        "a",
        "a multiple of 32",
        Long.toUnsignedString(offset));
  }

  @Test
  void overlapsAndHolesAreRefused() {
    TestGguf far = new TestGguf().info("a", 1, new long[] {1}, 0, 1L << 62).data(new byte[64]);
    assertRefused(far, "a", "offset 0", "hole");
    TestGguf same =
        new TestGguf()
            .info("a", 1, new long[] {8}, 0, 0)
            .info("b", 1, new long[] {8}, 0, 0)
            .data(new byte[64]);
    assertRefused(same, "b", "overlap");
    TestGguf hole =
        new TestGguf()
            .info("a", 1, new long[] {8}, 0, 0)
            .info("b", 1, new long[] {8}, 0, 64)
            .data(new byte[96]);
    assertRefused(hole, "b", "hole");
    TestGguf shuffled =
        new TestGguf()
            .info("a", 1, new long[] {8}, 0, 32)
            .info("b", 1, new long[] {8}, 0, 0)
            .data(new byte[64]);
    assertRefused(shuffled, "a", "offset 0");
  }

  @Test
  void paddingBehindTheLastTensorIsFineAndAnythingMoreIsNot() {
    byte[] bytes = new TestGguf().f32Tensor("a", new long[] {1}, 5).toBytes();
    for (int more : new int[] {0, 1, 28}) {
      TestSafetensors.write(file(), Arrays.copyOf(bytes, bytes.length + more));
      try (GgufFile gguf = GgufFile.open(file())) {
        assertThat(numbers(gguf.require("a", 1))).containsExactly(5);
      }
    }
    assertRefused(Arrays.copyOf(bytes, bytes.length + 29), "no tensor owns");
  }

  @Test
  void aCutFileIsRefusedWhereverItEnds() {
    byte[] whole = sound().strings("list", "x", "yz").toBytes();
    for (int size = 0; size < whole.length; size++) {
      assertRefused(Arrays.copyOf(whole, size), "x.gguf");
    }
  }

  @Test
  void anyDamagedByteEitherReadsOrIsRefused() {
    byte[] whole = sound().strings("list", "x", "yz").u32("n", 7).toBytes();
    long seed = 815;
    Random random = new Random(seed);
    int refused = 0;
    for (int round = 0; round < 600; round++) {
      byte[] bytes = whole.clone();
      for (int flips = 0; flips <= random.nextInt(3); flips++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      Path file = TestSafetensors.write(file(), bytes);
      try (GgufFile gguf = GgufFile.open(file)) {
        gguf.metadata().keys().forEach(gguf.metadata()::describe);
      } catch (ModelFileException e) {
        assertThat(e.getMessage()).as("seed %d round %d", seed, round).hasLineCount(1);
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void aMissingFileAndAFolderAreRefused() {
    assertThatThrownBy(() -> GgufFile.open(folder.resolve("none.gguf")))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("no such file");
    assertThatThrownBy(() -> GgufFile.open(folder))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("folder");
  }

  @Test
  void nothingCanBeReadAfterClosing() {
    Path file = sound().write(file());
    GgufFile gguf = GgufFile.open(file);
    Tensor tensor = gguf.require("w", 2);
    GgufMetadata metadata = gguf.metadata();
    gguf.close();
    gguf.close();
    assertThatThrownBy(() -> numbers(tensor)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> metadata.requireString("general.architecture"))
        .isInstanceOf(IllegalStateException.class);
  }

  private static TestGguf sound() {
    return new TestGguf()
        .string("general.architecture", "llama")
        .f32Tensor("w", new long[] {2}, 1, 2);
  }

  private Path file() {
    return folder.resolve("x.gguf");
  }

  private void assertRefused(TestGguf gguf, String... parts) {
    assertRefused(gguf.write(file()), parts);
  }

  private void assertRefused(byte[] bytes, String... parts) {
    assertRefused(TestSafetensors.write(file(), bytes), parts);
  }

  private static void assertRefused(Path file, String... parts) {
    assertThatThrownBy(() -> GgufFile.open(file).close())
        .isInstanceOf(ModelFileException.class)
        .hasMessageContainingAll(parts)
        .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1));
  }

  private static float[] numbers(Tensor tensor) {
    float[] numbers = new float[(int) tensor.elements()];
    RowDecoder.of(tensor.type()).decode(tensor.data(), 0, numbers.length, numbers, 0);
    return numbers;
  }
}
