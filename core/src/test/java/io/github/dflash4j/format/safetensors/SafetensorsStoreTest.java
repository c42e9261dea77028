/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.safetensors;

import static io.github.dflash4j.format.TestSafetensors.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.format.Allocation;
import io.github.dflash4j.format.LittleEndian;
import io.github.dflash4j.format.TestSafetensors;
import io.github.dflash4j.kernel.RowDecoder;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SafetensorsStoreTest {
  private static final long[] TWO_BY_TWO = {2, 2};

  @TempDir Path folder;

  @Test
  void tensorsHaveTheirShapeTypeAndBytes() {
    Path file =
        new TestSafetensors()
            .metadata("format", "pt")
            .f32("a", TWO_BY_TWO, 1, 2, 3, 4)
            .f16("b", new long[] {3}, 0.5f, -1, 65504)
            .bf16("c", new long[] {1, 1, 2}, 1.5f, -2)
            .f32("scalar", new long[] {}, 7)
            .f32("empty", new long[] {0, 5})
            .padding(3)
            .write(folder.resolve("x.safetensors"));
    try (SafetensorsStore store = SafetensorsStore.open(file)) {
      assertThat(store.tensors().keySet())
          .containsExactlyInAnyOrder("a", "b", "c", "scalar", "empty");
      assertThat(numbers(store.require("a", 2, 2))).containsExactly(1, 2, 3, 4);
      assertThat(numbers(store.require("b", 3))).containsExactly(0.5f, -1, 65504);
      assertThat(numbers(store.require("c", 1, 1, 2))).containsExactly(1.5f, -2);
      assertThat(numbers(store.require("scalar"))).containsExactly(7);
      assertThat(store.require("empty", 0, 5).data().byteSize()).isZero();
      assertThat(store.require("b", 3).type()).isEqualTo(StorageType.F16);
      assertThat(store.headers().get(file).metadata()).containsEntry("format", "pt");
      assertThat(store.location()).isEqualTo(file);
      assertThat(store.unsupported()).isEmpty();
      assertThat(store.find("d")).isEmpty();
    }
  }

  @Test
  void tensorsComeInTheOrderOfTheirData() {
    String header =
        "{%s,%s}".formatted(entry("late", "F32", "[1]", 4, 8), entry("early", "F32", "[1]", 0, 4));
    Path file = write(TestSafetensors.raw(header, LittleEndian.floats(1, 2)));
    try (SafetensorsStore store = SafetensorsStore.open(file)) {
      assertThat(store.tensors().keySet()).containsExactly("early", "late");
      assertThat(numbers(store.require("late", 1))).containsExactly(2);
    }
  }

  @Test
  void aMissingTensorAndAWrongShapeAreNamed() {
    Path file = new TestSafetensors().f32("a", TWO_BY_TWO, 1, 2, 3, 4).write(file());
    try (SafetensorsStore store = SafetensorsStore.open(file)) {
      assertThatThrownBy(() -> store.require("b", 4))
          .isInstanceOf(ModelFileException.class)
          .hasMessage(file + ": b: expected a tensor of shape [4], found no such tensor");
      assertThatThrownBy(() -> store.require("a", 4))
          .isInstanceOf(ModelFileException.class)
          .hasMessage(file + ": a: expected shape [4], found F32[2, 2]");
    }
  }

  /** B193: weights packed by another tool share names with plain ones, but are no plain weights. */
  @Test
  void packedWeightsOfAnotherToolAreRefusedByNameAndNeverReadAsPlain() {
    Path file =
        new TestSafetensors()
            .add("q_proj.weight", "U32", new long[] {2, 1}, new byte[8])
            .f16("q_proj.scales", new long[] {2, 1}, 1, 1)
            .f16("q_proj.biases", new long[] {2, 1}, 0, 0)
            .write(file());
    try (SafetensorsStore store = SafetensorsStore.open(file)) {
      assertThat(store.tensors()).doesNotContainKey("q_proj.weight");
      assertThat(store.unsupported()).containsExactly(Map.entry("q_proj.weight", "U32"));
      assertThat(store.has("q_proj.weight")).isTrue();
      assertThatThrownBy(() -> store.require("q_proj.weight", 2, 8))
          .isInstanceOf(ModelFileException.class)
          .hasMessageContainingAll("q_proj.weight", "U32", "not supported");
      assertThatThrownBy(() -> store.find("q_proj.weight")).isInstanceOf(ModelFileException.class);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "F64,8",
    "I64,8",
    "U64,8",
    "I32,4",
    "I16,2",
    "U16,2",
    "I8,1",
    "U8,1",
    "BOOL,1",
    "F8_E4M3,1",
    "F8_E5M2,1",
    "Q4NX,5",
    "SOMETHING,3"
  })
  void tensorsOfOtherTypesAreListedAndKeepTheirHeaderEntry(String dtype, int bytes) {
    Path file =
        new TestSafetensors()
            .add("ids", dtype, new long[] {2}, new byte[2 * bytes])
            .f32("w", new long[] {1}, 3)
            .write(file());
    try (SafetensorsStore store = SafetensorsStore.open(file)) {
      assertThat(store.unsupported()).containsEntry("ids", dtype);
      assertThat(numbers(store.require("w", 1))).containsExactly(3);
    }
    SafetensorsHeader header = SafetensorsHeader.read(file);
    assertThat(header.entries().get("ids"))
        .isEqualTo(new HeaderEntry("ids", dtype, new long[] {2}, 0, 2L * bytes));
    assertThat(header.fileSize() - header.dataStart()).isEqualTo(2L * bytes + 4);
  }

  /** B022: a conversion that matched no name. */
  @Test
  void aFileWithoutTensorsIsRefused() {
    assertRefused(TestSafetensors.raw("{}", new byte[0]), "no tensors");
    assertRefused(
        TestSafetensors.raw("{\"__metadata__\":{\"a\":\"b\"}}", new byte[0]), "no tensors");
  }

  /** B196: the length of the header is not to be trusted. */
  @ParameterizedTest
  @ValueSource(
      longs = {Long.MAX_VALUE, 1L << 31, -1L, 0, 1, 9, 100_000_001, Long.MIN_VALUE, 1L << 40})
  void aHeaderLengthThatDoesNotFitTheFileIsRefusedWithoutAllocatingIt(long length) {
    byte[] bytes = new LittleEndian().u64(length).utf8("{\"a\":{}}").toBytes();
    Path file = write(bytes);
    long heap = Allocation.of(() -> assertRefused(file, "header"));
    assertThat(heap).isPositive().isLessThan(8 << 20);
  }

  /** B196. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8})
  void aFileShorterThanAnyHeaderIsRefused(int size) {
    byte[] bytes = new byte[size];
    if (size == 8) {
      bytes[0] = 2;
    }
    assertRefused(bytes, "header");
  }

  /** B196: the limit of the reference reader holds even where the file is large enough. */
  @Test
  void aHeaderAboveTheLimitIsRefusedUnread() throws IOException {
    Path file = write(new LittleEndian().u64(200_000_000).utf8("{").toBytes());
    extend(file, 300_000_000L);
    long heap = Allocation.of(() -> assertRefused(file, "100000000"));
    assertThat(heap).isPositive().isLessThan(8 << 20);
  }

  /** B199. */
  @Test
  void overlappingTensorsAreRefused() {
    String same =
        "{%s,%s}".formatted(entry("a", "F32", "[1]", 0, 4), entry("b", "F32", "[1]", 0, 4));
    assertRefused(TestSafetensors.raw(same, new byte[4]), "b", "overlap");
    String part =
        "{%s,%s}".formatted(entry("a", "F32", "[2]", 0, 8), entry("b", "F32", "[2]", 4, 12));
    assertRefused(TestSafetensors.raw(part, new byte[12]), "b", "overlap");
  }

  /** B199: the format forbids holes, which could hide anything. */
  @Test
  void aHoleBetweenTensorsIsRefused() {
    String hole =
        "{%s,%s}".formatted(entry("a", "F32", "[1]", 0, 4), entry("b", "F32", "[1]", 8, 12));
    assertRefused(TestSafetensors.raw(hole, new byte[12]), "b", "hole");
    String front = "{%s}".formatted(entry("a", "F32", "[1]", 4, 8));
    assertRefused(TestSafetensors.raw(front, new byte[8]), "a", "hole");
  }

  @Test
  void bytesBehindTheLastTensorAreRefused() {
    String header = "{%s}".formatted(entry("a", "F32", "[1]", 0, 4));
    assertRefused(TestSafetensors.raw(header, new byte[5]), "no tensor owns");
  }

  /** B190: a download that stopped early. */
  @Test
  void aCutFileIsRefused() {
    byte[] whole = new TestSafetensors().f32("a", TWO_BY_TWO, 1, 2, 3, 4).toBytes();
    for (int cut = 1; cut < whole.length; cut++) {
      byte[] bytes = Arrays.copyOf(whole, whole.length - cut);
      assertRefused(bytes, "x.safetensors");
    }
  }

  /** B200. */
  @Test
  void aRangeThatDoesNotFitShapeAndTypeIsRefused() {
    String header = "{%s}".formatted(entry("a", "F32", "[4,4]", 0, 60));
    assertRefused(TestSafetensors.raw(header, new byte[60]), "a", "64 bytes");
    // 3 x 192153584101141163 x 32 bits are 32 bits, modulo 2^64.
    String wrapped = "{%s}".formatted(entry("a", "F32", "[3,192153584101141163]", 0, 4));
    assertRefused(TestSafetensors.raw(wrapped, new byte[4]), "a", "below 2^60");
    String backwards = "{%s}".formatted(entry("a", "OTHER", "[1]", 4, 0));
    assertRefused(TestSafetensors.raw(backwards, new byte[4]), "a", "ascending order");
    String packed = "{%s}".formatted(entry("a", "F4", "[3]", 0, 2));
    assertRefused(TestSafetensors.raw(packed, new byte[2]), "whole number of bytes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'a':{'dtype':'F32','shape':[1],'data_offsets':[4,0]}}",
        "{'a':{'dtype':'F32','shape':[1],'data_offsets':[0]}}",
        "{'a':{'dtype':'F32','shape':[1],'data_offsets':[0,4,8]}}",
        "{'a':{'dtype':'F32','shape':[1],'data_offsets':[-4,0]}}",
        "{'a':{'dtype':'F32','shape':[1.0],'data_offsets':[0,4]}}",
        "{'a':{'dtype':'F32','shape':[1],'data_offsets':[0,4e0]}}",
        "{'a':{'dtype':'F32','shape':[1],'data_offsets':[0,18446744073709551620]}}",
        "{'a':{'dtype':'F32','shape':['1'],'data_offsets':[0,4]}}",
        "{'a':{'dtype':'F32','shape':[null],'data_offsets':[0,4]}}",
        "{'a':{'dtype':'F32','shape':[-1],'data_offsets':[0,4]}}",
        "{'a':{'dtype':'F32','shape':[[1]],'data_offsets':[0,4]}}",
        "{'a':{'dtype':'F32','shape':[1,1,1,1,1,1,1,1,1],'data_offsets':[0,4]}}",
        "{'a':{'dtype':'F32','shape':[4611686018427387904,4,4],'data_offsets':[0,4]}}",
        "{'a':{'dtype':'','shape':[1],'data_offsets':[0,4]}}",
        "{'a':{'dtype':5,'shape':[1],'data_offsets':[0,4]}}",
        "{'a':{'shape':[1],'data_offsets':[0,4]}}",
        "{'a':{'dtype':'F32','shape':[1],'data_offsets':[0,4],'more':1}}",
        "{'a':[]}",
        "{'a':null}",
        "{'':{'dtype':'F32','shape':[1],'data_offsets':[0,4]}}",
        "{'a\\u0000b':{'dtype':'F32','shape':[1],'data_offsets':[0,4]}}",
        "{'a\\ud800':{'dtype':'F32','shape':[1],'data_offsets':[0,4]}}",
        "{'__metadata__':{'a':1},'a':{'dtype':'F32','shape':[1],'data_offsets':[0,4]}}",
        "{'__metadata__':7,'a':{'dtype':'F32','shape':[1],'data_offsets':[0,4]}}",
        "{'a':{'dtype':'F32','shape':[1],'data_offsets':[0,4]}",
        "{'a':{'dtype':'F32','shape':[1],'data_offsets':[0,4]}}x",
        "[1]",
        "[[[[[[[[",
        "{",
        "\t{}",
        "nonsense"
      })
  void aHeaderThatBreaksARuleIsRefused(String header) {
    assertRefused(TestSafetensors.raw(header.replace('\'', '"'), new byte[4]), "x.safetensors");
  }

  @Test
  void aNameThatOccursTwiceIsRefused() {
    String a = entry("a", "F32", "[1]", 0, 4);
    String again = entry("a", "F32", "[1]", 4, 8);
    assertRefused(TestSafetensors.raw("{%s,%s}".formatted(a, again), new byte[8]), "twice");
    String key = a.replace("\"shape\"", "\"dtype\":\"F16\",\"shape\"");
    assertRefused(TestSafetensors.raw("{" + key + "}", new byte[4]), "dtype", "twice");
  }

  @Test
  void deepNestingIsRefusedWithoutDescending() {
    String deep = "{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";
    assertRefused(TestSafetensors.raw(deep, new byte[4]), "nested");
  }

  @Test
  void aHeaderThatIsNotUtf8IsRefused() {
    byte[] text = "{\"aaaa\":1}".getBytes(StandardCharsets.ISO_8859_1);
    text[3] = (byte) 0xC0;
    byte[] bytes = new LittleEndian().u64(text.length).raw(text).toBytes();
    assertRefused(bytes, "UTF-8");
    byte[] utf16 = "{}  ".getBytes(StandardCharsets.UTF_16LE);
    assertRefused(new LittleEndian().u64(utf16.length).raw(utf16).toBytes(), "JSON");
  }

  /** The message is one line and does not carry what a strange file contains. */
  @Test
  void aMessageIsOneLineWithoutTheContentOfTheFile() {
    byte[] bytes = TestSafetensors.raw("{\"se\\ncret\": topsecret\n\n}", new byte[4]);
    Path file = write(bytes);
    assertThatThrownBy(() -> SafetensorsStore.open(file))
        .isInstanceOf(ModelFileException.class)
        .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1).doesNotContain("topsecret"));
    Path text = TestSafetensors.write(folder.resolve("passwd"), "root:x:0:0:secret".getBytes());
    assertThatThrownBy(() -> SafetensorsStore.open(text))
        .isInstanceOf(ModelFileException.class)
        .satisfies(
            e -> assertThat(e.getMessage()).doesNotContain("root:x").doesNotContain("secret"));
  }

  /** Whatever a damaged file looks like, it ends in the one exception. */
  @Test
  void anyDamagedByteEitherReadsOrIsRefused() {
    byte[] whole =
        new TestSafetensors()
            .metadata("format", "pt")
            .f32("weight.a", TWO_BY_TWO, 1, 2, 3, 4)
            .bf16("weight.b", new long[] {2}, 1, 2)
            .toBytes();
    long seed = 4711;
    Random random = new Random(seed);
    int refused = 0;
    for (int round = 0; round < 600; round++) {
      byte[] bytes = whole.clone();
      for (int flips = 0; flips <= random.nextInt(3); flips++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      Path file = write(bytes);
      try (SafetensorsStore store = SafetensorsStore.open(file)) {
        store.tensors().values().forEach(tensor -> tensor.data().byteSize());
      } catch (ModelFileException e) {
        assertThat(e.getMessage()).as("seed %d round %d", seed, round).hasLineCount(1);
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  /** B214: writers that do not pad leave the data at an odd address. */
  @Test
  void dataAtAnOddAddressIsRead() {
    for (int padding = 0; padding < 8; padding++) {
      Path file =
          new TestSafetensors().f32("a", TWO_BY_TWO, 1, -2, 3, 4).padding(padding).write(file());
      try (SafetensorsStore store = SafetensorsStore.open(file)) {
        assertThat(numbers(store.require("a", 2, 2))).containsExactly(1, -2, 3, 4);
      }
    }
  }

  /** B215, B197: more than an int can count, and more than the heap holds. */
  @Test
  void aTensorOfThreeGibibytesIsReadAtBothEnds() throws IOException {
    long bytes = 3L << 30;
    String header = "{%s}".formatted(entry("big", "F16", "[3,536870912]", 0, bytes));
    Path file = write(TestSafetensors.raw(header, LittleEndian.halves(1.5f)));
    long size = 8 + header.length() + bytes;
    extend(file, size);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(LittleEndian.halves(-2.5f)), size - 2);
    }
    long heap =
        Allocation.of(() -> {
          try (SafetensorsStore store = SafetensorsStore.open(file)) {
            Tensor big = store.require("big", 3, 536870912);
            assertThat(store.bytesMapped()).isEqualTo(size);
            assertThat(big.elements()).isEqualTo(bytes / 2);
            float[] ends = new float[2];
            RowDecoder decoder = RowDecoder.of(StorageType.F16);
            decoder.decode(big.data(), 0, 1, ends, 0);
            decoder.decode(big.data(), bytes - 2, 1, ends, 1);
            assertThat(ends).containsExactly(1.5f, -2.5f);
          }
        });
    assertThat(heap).isPositive().isLessThan(32 << 20);
  }

  @Test
  void nothingCanBeReadAfterClosing() {
    Path file = new TestSafetensors().f32("a", TWO_BY_TWO, 1, 2, 3, 4).write(file());
    SafetensorsStore store = SafetensorsStore.open(file);
    Tensor tensor = store.require("a", 2, 2);
    store.close();
    store.close();
    assertThatThrownBy(() -> numbers(tensor)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theDataCannotBeWritten() {
    Path file = new TestSafetensors().f32("a", TWO_BY_TWO, 1, 2, 3, 4).write(file());
    try (SafetensorsStore store = SafetensorsStore.open(file)) {
      MemorySegment data = store.require("a", 2, 2).data();
      assertThat(data.isReadOnly()).isTrue();
      assertThatThrownBy(() -> data.set(ValueLayout.JAVA_BYTE, 0, (byte) 1))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private Path file() {
    return folder.resolve("x.safetensors");
  }

  private Path write(byte[] bytes) {
    return TestSafetensors.write(file(), bytes);
  }

  /** Makes the file longer without taking the space on disk. */
  private static void extend(Path file, long size) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)) {
      channel.write(ByteBuffer.wrap(new byte[1]), size - 1);
    }
  }

  private void assertRefused(byte[] bytes, String... parts) {
    assertRefused(write(bytes), parts);
  }

  private static void assertRefused(Path file, String... parts) {
    assertThatThrownBy(() -> SafetensorsStore.open(file).close())
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
