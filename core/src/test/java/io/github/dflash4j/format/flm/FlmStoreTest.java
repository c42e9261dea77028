/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.flm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import io.github.dflash4j.weights.TensorClaims;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What FlmStore reads, concludes and refuses. */
class FlmStoreTest {
  private static final OptionalInt UNDECLARED = OptionalInt.empty();
  private static final Path GOLDENS = GoldenCase.root().resolve("flm");

  @TempDir private Path folder;

  // Container and types

  @ParameterizedTest
  @CsvSource({"q4_1_p16,16", "q4_1_p32,32", "q8_0_p16,16", "q8_0_p32,32"})
  void recordedChunksHaveTheRecordedBitsInTheDeclaredOrder(String name, int lanes) {
    GoldenCase golden = GoldenCase.at(GOLDENS.resolve("chunks"));
    String array = name.substring(0, 4);
    try (FlmStore store =
        FlmStore.open(golden.folder().resolve(name + ".q4nx"), OptionalInt.of(lanes))) {
      float[] found = decoded(store.require("weight", golden.shape(array)));
      assertThat(Arrays.equals(found, golden.floats(array))).as(name).isTrue();
      assertThat(store.inspectData()).isEmpty();
      assertThat(store.notes()).singleElement().asString().contains(lanes + " lanes", "declared");
    }
  }

  @ParameterizedTest
  @CsvSource({"true,16", "true,32", "false,16", "false,32"})
  void theWrongOrderIsDoubtedSinceGroupsDoNotUseTheirRange(boolean four, int lanes) {
    float[] w = weights(64, 512);
    Chunks chunks = four ? Chunks.q41(w, 64, 512, lanes) : Chunks.q80(w, 64, 512, lanes);
    Path file = new PackageFile().add("w", chunks).write(folder.resolve("model.q4nx"));
    try (FlmStore right = FlmStore.open(file, OptionalInt.of(lanes));
        FlmStore wrong = FlmStore.open(file, OptionalInt.of(48 - lanes))) {
      assertThat(right.notes()).hasSize(1).noneMatch(note -> note.contains("other one"));
      assertThat(right.inspectData()).isEmpty();
      assertThat(wrong.notes()).anyMatch(note -> note.contains("probably the other one"));
      assertThat(wrong.inspectData())
          .singleElement()
          .asString()
          .contains("w: read in " + (48 - lanes) + " lanes", "--flm-lanes");
    }
  }

  @Test
  void theTypeIsReadPerTensor() {
    float[] w = weights(32, 300);
    Path file =
        new PackageFile()
            .add("float", "F32", new byte[4 * 3], 3)
            .addBfloat("norm", new float[] {1, 2}, 2)
            .add("half", "F16", new byte[2 * 6], 2, 3)
            .add("chunks", Chunks.q4k(w, 32, 300))
            .add("minima", Chunks.q41(w, 32, 300, 32))
            .add("bytes", Chunks.q80(w, 32, 300, 32))
            .write(folder.resolve("model.q4nx"));
    try (FlmStore store = FlmStore.open(file, UNDECLARED)) {
      assertThat(store.tensors().values())
          .extracting(Tensor::type)
          .containsExactly(
              StorageType.F32,
              StorageType.BF16,
              StorageType.F16,
              StorageType.FLM_Q4_K,
              StorageType.FLM_Q4_1_P32,
              StorageType.FLM_Q8_0_P32);
      assertThat(store.unsupported()).isEmpty();
      assertThat(store.bytesMapped()).isEqualTo(file.toFile().length());
      assertThat(store.require("norm", 2).describe()).isEqualTo("BF16[2]");
      assertThat(decoded(store.require("minima", 32, 300)))
          .isEqualTo(Chunks.q41(w, 32, 300, 32).values());
    }
  }

  @Test
  void paddingColumnsDisappearInTheShapeTheLoaderAsksFor() {
    float[] w = weights(64, 257);
    Chunks chunks = Chunks.q4k(w, 64, 257);
    Path file = new PackageFile().add("w", chunks).write(folder.resolve("model.q4nx"));
    try (FlmStore store = FlmStore.open(file, UNDECLARED)) {
      assertThat(store.tensors().get("w").shape()).containsExactly(64, 512);
      assertThat(decoded(store.require("w", 64, 257))).isEqualTo(chunks.values());
      assertThat(store.require("w", 64, 512).columns()).isEqualTo(512);
      long[][] wrong = {{64, 256}, {64, 513}, {32, 257}, {65, 257}, {64}, {0, 257}};
      for (long[] shape : wrong) {
        assertThatThrownBy(() -> store.require("w", shape))
            .isInstanceOf(ModelFileException.class)
            .hasMessageContaining("w: expected shape " + Arrays.toString(shape))
            .hasMessageContaining("I8[2, 2, 4736], chunks of 32 x 256");
      }
    }
  }

  @Test
  void theFlatFormFitsEveryShapeOfItsNumberOfChunks() {
    float[] w = weights(96, 512);
    Chunks chunks = Chunks.q4k(w, 96, 512);
    Path file = new PackageFile().addFlat("w", chunks).write(folder.resolve("model.q4nx"));
    try (FlmStore store = FlmStore.open(file, UNDECLARED)) {
      assertThat(store.tensors().get("w").shape()).containsExactly(6 * 32, 256);
      assertThat(decoded(store.require("w", 96, 512))).isEqualTo(chunks.values());
      assertThatThrownBy(() -> store.require("w", 96, 256))
          .hasMessageContaining("found I8[6, 4736], chunks of 32 x 256");
    }
  }

  @Test
  void eightBitNumbersSqueezedIntoTwiceTheChunksAreNamed() {
    Chunks chunks = Chunks.q41(weights(32, 512), 32, 512, 16);
    Path file = new PackageFile().add("head", chunks).write(folder.resolve("model.q4nx"));
    try (FlmStore store = FlmStore.open(file, UNDECLARED)) {
      assertThatThrownBy(() -> store.require("head", 32, 256))
          .hasMessageContaining("head")
          .hasMessageContaining("8-bit numbers in 5120-byte chunks are not supported");
    }
  }

  // Order of the codes

  @Test
  void fiveThousandByteChunksAloneAreOfTheOlderOrder() {
    assertThat(type(Chunks.q41(weights(32, 256), 32, 256, 16), null, UNDECLARED))
        .isEqualTo(StorageType.FLM_Q4_1_P16);
  }

  @Test
  void beside4736ByteChunksTheyAreOfTheNewerOrder() {
    Chunks other = Chunks.q4k(weights(32, 256), 32, 256);
    assertThat(type(Chunks.q41(weights(32, 256), 32, 256, 32), other, UNDECLARED))
        .isEqualTo(StorageType.FLM_Q4_1_P32);
    assertThat(type(Chunks.q80(weights(32, 256), 32, 256, 32), other, UNDECLARED))
        .isEqualTo(StorageType.FLM_Q8_0_P32);
  }

  @Test
  void eightBitChunksBeside5120ByteChunksAreOfTheOlderOrder() {
    Chunks other = Chunks.q41(weights(32, 256), 32, 256, 16);
    assertThat(type(Chunks.q80(weights(32, 256), 32, 256, 16), other, UNDECLARED))
        .isEqualTo(StorageType.FLM_Q8_0_P16);
  }

  @Test
  void eightBitChunksAloneAreRefusedUntilTheOrderIsDeclared() {
    Chunks chunks = Chunks.q80(weights(32, 256), 32, 256, 16);
    assertThatThrownBy(() -> type(chunks, null, UNDECLARED))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("w")
        .hasMessageContaining("--flm-lanes 16 or 32")
        .hasMessageContaining("DraftOptions.withFlmLanes");
    assertThat(type(chunks, null, OptionalInt.of(16))).isEqualTo(StorageType.FLM_Q8_0_P16);
    assertThat(type(chunks, null, OptionalInt.of(32))).isEqualTo(StorageType.FLM_Q8_0_P32);
  }

  @Test
  void aDeclarationCountsForWhatDependsOnItOnly() {
    Chunks chunks = Chunks.q41(weights(32, 256), 32, 256, 32);
    Chunks other = Chunks.q4k(weights(32, 256), 32, 256);
    assertThat(type(chunks, null, OptionalInt.of(32))).isEqualTo(StorageType.FLM_Q4_1_P32);
    assertThat(type(other, null, OptionalInt.of(16))).isEqualTo(StorageType.FLM_Q4_K);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 8, 17, 64})
  void otherLanesDoNotExist(int lanes) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FlmStore.open(folder.resolve("none"), OptionalInt.of(lanes)))
        .withMessageContaining("16 or 32");
  }

  // Refusals

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "4608|Q4_0",
        "5632|Q4_1 with biases",
        "9216|Q8_1",
        "9728|Q8_1 with biases",
        "2560|tiles of 128 columns",
        "4737|no known chunk size",
        "1|no known chunk size"
      })
  void otherChunkSizesAreRefusedWithTensorAndSize(int size, String format) {
    Path file =
        new PackageFile()
            .add("some.weight", "I8", new byte[2 * size], 2, 1, size)
            .write(folder.resolve("model.q4nx"));
    try (FlmStore store = FlmStore.open(file, UNDECLARED)) {
      TensorClaims claims = new TensorClaims(store);
      claims.claim("some.weight", 64, 256);
      assertThatThrownBy(() -> claims.finish(name -> false))
          .isInstanceOf(ModelFileException.class)
          .hasMessageContaining("some.weight")
          .hasMessageContaining("I8[2, 1, " + size + "]")
          .hasMessageContaining(format);
    }
  }

  @Test
  void theOldDtypeAndForeignDtypesAreRefusedByName() {
    Path file =
        new PackageFile()
            .add("old", "Q4NX", new byte[5120], 32, 256)
            .add("experts", "U8", new byte[2560], 1, 2560)
            .add("flat", "I8", new byte[4736], 4736)
            .add("nothing", "I8", new byte[0], 1 << 20, 0, 4736)
            .write(folder.resolve("model.q4nx"));
    try (FlmStore store = FlmStore.open(file, UNDECLARED)) {
      assertThat(store.tensors()).isEmpty();
      assertThat(store.unsupported().get("old")).contains("Q4NX", "zero points");
      assertThat(store.unsupported()).containsKeys("experts", "flat", "nothing");
      assertThatThrownBy(() -> store.require("old", 32, 256)).hasMessageContaining("Q4NX");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4736, 1 << 20})
  void aCutPackageIsRefusedWithWhatIsMissing(int cut) throws IOException {
    byte[] whole = Files.readAllBytes(GOLDENS.resolve("gen2_q4k/model.q4nx"));
    Path file = folder.resolve("model.q4nx");
    Files.write(file, Arrays.copyOf(whole, whole.length - cut));
    assertThatThrownBy(() -> FlmStore.open(file, UNDECLARED))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("the file is cut or damaged");
  }

  @Test
  void anEmptyFileAndAnEmptyHeaderAreRefused() throws IOException {
    Path file = folder.resolve("model.q4nx");
    Files.write(file, new byte[0]);
    assertThatThrownBy(() -> FlmStore.open(file, UNDECLARED))
        .isInstanceOf(ModelFileException.class);
    new PackageFile().write(file);
    assertThatThrownBy(() -> FlmStore.open(file, UNDECLARED))
        .hasMessageContaining("no tensors in it");
  }

  // Plausibility

  @ParameterizedTest
  @CsvSource({
    "0,4608,C07F,scale NaN in row 0 of chunk 0",
    "0,4612,807F,scale Infinity in row 2 of chunk 0",
    "2,4608,80BB,scale -0.00390625 in row 0 of chunk 2",
    "2,4734,803B,negated minimum 0.00390625 in row 31 of chunk 2",
    "2,4672,C0FF,negated minimum NaN in row 0 of chunk 2",
  })
  void scalesNobodyWritesAreRefusedInTheFirstAndTheLastChunk(
      int chunk, int at, String bfloat, String message) {
    Chunks chunks = Chunks.q4k(weights(96, 256), 96, 256);
    putBfloat(chunks, chunk, at, bfloat);
    Path file = new PackageFile().add("w", chunks).write(folder.resolve("model.q4nx"));
    assertThatThrownBy(() -> FlmStore.open(file, UNDECLARED))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("w: " + message);
  }

  @Test
  void otherChunksAreLookedAtByInspection() {
    Chunks chunks = Chunks.q4k(weights(96, 256), 96, 256);
    putBfloat(chunks, 1, 4608, "C07F");
    Path file = new PackageFile().add("w", chunks).write(folder.resolve("model.q4nx"));
    try (FlmStore store = FlmStore.open(file, UNDECLARED)) {
      assertThat(store.notes()).isEmpty();
      assertThat(store.inspectData()).containsExactly("w: scale NaN in row 0 of chunk 1");
    }
  }

  @ParameterizedTest
  @CsvSource({"true,0,scale", "true,700,minimum", "false,510,scale"})
  void scalesOfOtherChunksHaveToBeNumbers(boolean four, int at, String what) {
    float[] w = weights(32, 256);
    Chunks chunks = four ? Chunks.q41(w, 32, 256, 32) : Chunks.q80(w, 32, 256, 32);
    putBfloat(chunks, 0, at, "807F");
    Path file = new PackageFile().add("w", chunks).write(folder.resolve("model.q4nx"));
    assertThatThrownBy(() -> FlmStore.open(file, OptionalInt.of(32)))
        .hasMessageContaining("w: " + what + " Infinity");
  }

  @Test
  void scalesFastFlowLmWouldNotWriteAreReported() {
    Chunks chunks = Chunks.q4k(weights(32, 256), 32, 256);
    for (int g = 0; g < 8; g++) {
      chunks.bytes()[g * 32 + 3] = 100;
      chunks.bytes()[256 + g * 32 + 4] = (byte) 246;
    }
    putBfloat(chunks, 0, 4608, "0040");
    Path file = new PackageFile().add("w", chunks).write(folder.resolve("model.q4nx"));
    try (FlmStore store = FlmStore.open(file, UNDECLARED)) {
      assertThat(store.notes()).hasSize(2);
      assertThat(store.notes().getFirst())
          .contains("w: the largest 8-bit scale or minimum is below 247 in 2 of 32 rows");
      assertThat(store.notes().getLast()).contains("1 of 32 scales");
    }
  }

  @Test
  void aTailOfZerosIsReported() {
    Chunks chunks = Chunks.q4k(weights(96, 256), 96, 256);
    Arrays.fill(chunks.bytes(), 4736, 3 * 4736, (byte) 0);
    Path file = new PackageFile().add("w", chunks).write(folder.resolve("model.q4nx"));
    try (FlmStore store = FlmStore.open(file, UNDECLARED)) {
      assertThat(store.notes()).containsExactly("w: 1 of 2 chunks hold nothing but zeros");
      assertThat(store.inspectData()).containsExactly("w: 2 of 3 chunks hold nothing but zeros");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gen1_q4k", "gen2_q4k"})
  void soundPackagesShowNothing(String name) {
    try (FlmStore store = FlmStore.open(GOLDENS.resolve(name).resolve("model.q4nx"), UNDECLARED)) {
      assertThat(store.notes()).isEmpty();
      assertThat(store.inspectData()).isEmpty();
    }
  }

  @Test
  void aClosedStoreFails() {
    FlmStore store = FlmStore.open(GOLDENS.resolve("gen1_q4k/model.q4nx"), UNDECLARED);
    Tensor tensor = store.require("fc.weight", 256, 512);
    store.close();
    store.close();
    assertThatThrownBy(() -> decoded(tensor)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(store::inspectData).isInstanceOf(IllegalStateException.class);
  }

  private StorageType type(Chunks chunks, Chunks other, OptionalInt lanes) {
    PackageFile file = new PackageFile().add("w", chunks);
    if (other != null) {
      file.add("other", other);
    }
    try (FlmStore store = FlmStore.open(file.write(folder.resolve("model.q4nx")), lanes)) {
      return store.tensors().get("w").type();
    }
  }

  private static void putBfloat(Chunks chunks, int chunk, int at, String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    System.arraycopy(bytes, 0, chunks.bytes(), chunk * chunks.size() + at, 2);
  }

  private static float[] decoded(Tensor tensor) {
    WeightMatrix matrix = WeightMatrix.of(tensor);
    float[] out = new float[matrix.out() * matrix.in()];
    matrix.decode(0, matrix.out(), out, 0);
    return out;
  }

  private static float[] weights(int rows, int columns) {
    Random random = new Random(rows * 31L + columns);
    float[] weights = new float[rows * columns];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) random.nextGaussian() / 40;
    }
    return weights;
  }
}
