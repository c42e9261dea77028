/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.format.flm.Chunks;
import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Chunks of FastFlowLM: by hand, against recorded values, and against an encoder. */
class FlmTilesTest {
  private static final long SEED = 4736;

  // The worked example of flm-packages 2.4, written out.

  @Test
  void theWorkedExampleOfAQ4KChunk() {
    byte[] chunk = new byte[4736];
    put(chunk, 0, "C8FF"); // s8 of group 0, rows 0 and 1: 200, 255
    put(chunk, 32, "800A"); // s8 of group 1: 128, 10
    put(chunk, 256, "FA64"); // m8 of group 0: 250, 100
    put(chunk, 512, "49"); // column 0: q 9 in row 0, 4 in row 1
    put(chunk, 528, "0F"); // column 1: 15 and 0
    put(chunk, 1024, "C3"); // column 32: 3 and 12
    put(chunk, 4608, "003C803C"); // S: 0.0078125, 0.015625
    put(chunk, 4672, "80BB00BB"); // M: -0.00390625, -0.001953125

    float[] w = decode(StorageType.FLM_Q4_K, chunk, 32, 256);

    assertThat(w[0]).isEqualTo(0.0078125f * 200 * 9 - 0.00390625f * 250).isEqualTo(13.0859375f);
    assertThat(w[256]).isEqualTo(0.015625f * 255 * 4 - 0.001953125f * 100).isEqualTo(15.7421875f);
    assertThat(w[1]).isEqualTo(22.4609375f);
    assertThat(w[256 + 1]).isEqualTo(-0.1953125f);
    assertThat(w[32]).isEqualTo(3.0f);
    assertThat(w[256 + 32]).isEqualTo(1.875f);
    assertThat(w[2]).as("q = 0: the minimum alone").isEqualTo(-0.9765625f);
    assertThat(Arrays.copyOfRange(w, 512, w.length)).containsOnly(0);
  }

  // The elements of flm-packages 2.5: row 17, column 5.

  @ParameterizedTest
  @CsvSource({"FLM_Q4_1_P16,3112", "FLM_Q4_1_P32,1112"})
  void anElementOfAQ41ChunkInBothOrders(StorageType type, int place) {
    byte[] chunk = new byte[5120];
    put(chunk, 34, "003D"); // d of row 17, group 0: 0.03125
    put(chunk, 546, "80BE"); // m: -0.25
    put(chunk, place, "B0"); // row 17 is odd: q = 11 in the high half

    float[] w = decode(type, chunk, 32, 256);

    assertThat(w[17 * 256 + 5]).isEqualTo(0.03125f * 11 - 0.25f).isEqualTo(0.09375f);
    assertThat(w[17 * 256 + 6]).isEqualTo(-0.25f);
    assertThat(w[16 * 256 + 5]).isZero();
    assertThat(w[17 * 256 + 32]).isZero();
  }

  @ParameterizedTest
  @CsvSource({"FLM_Q8_0_P16,4689", "FLM_Q8_0_P32,689"})
  void anElementOfAQ80ChunkInBothOrders(StorageType type, int place) {
    byte[] chunk = new byte[8704];
    put(chunk, 34, "003D");
    put(chunk, place, "FD"); // -3

    float[] w = decode(type, chunk, 32, 256);

    assertThat(w[17 * 256 + 5]).isEqualTo(-0.09375f);
    w[17 * 256 + 5] = 0;
    assertThat(w).containsOnly(0);
  }

  @Test
  void aQ41ChunkWithoutMinimaHoldsSignedNumbers() {
    byte[] chunk = new byte[5120];
    put(chunk, 0, "003D");
    put(chunk, 1024, "07"); // row 0, column 0: 7
    put(chunk, 1024 + 16, "08"); // column 1: -8
    put(chunk, 1024 + 32, "0F"); // column 2: -1

    float[] w = decode(StorageType.FLM_Q4_1_P32, chunk, 32, 256);

    assertThat(Arrays.copyOf(w, 4)).containsExactly(0.21875f, -0.25f, -0.03125f, 0);
    put(chunk, 512 + 2 * 255, "80BE"); // one minimum, of the last group of the last row
    w = decode(StorageType.FLM_Q4_1_P32, chunk, 32, 256);
    assertThat(Arrays.copyOf(w, 4)).containsExactly(0.21875f, 0.25f, 0.46875f, 0);
  }

  @ParameterizedTest
  @CsvSource({"q4k_worked_example", "q4k_random"})
  void recordedQ4KChunksHaveTheRecordedBits(String name) throws IOException {
    GoldenCase golden = GoldenCase.at(GoldenCase.root().resolve("flm/chunks"));
    byte[] chunk = Files.readAllBytes(golden.folder().resolve(name + ".bin"));
    assertSameBits(decode(StorageType.FLM_Q4_K, chunk, 32, 256), golden.floats(name));
  }

  @ParameterizedTest
  @EnumSource(value = StorageType.class, names = "FLM_.*", mode = EnumSource.Mode.MATCH_ALL)
  void whatAnEncoderWroteIsReadBackToTheBit(StorageType type) {
    for (int columns : new int[] {1, 33, 255, 256, 300, 768}) {
      Random random = new Random(SEED + columns);
      int rows = 96;
      float[] weights = new float[rows * columns];
      for (int i = 0; i < weights.length; i++) {
        weights[i] = (float) random.nextGaussian() / 50;
      }
      Chunks chunks = encode(type, weights, rows, columns);
      float[] decoded = decode(type, chunks.bytes(), rows, columns);
      assertSameBits(decoded, chunks.values());
      double squares = 0;
      double errors = 0;
      for (int i = 0; i < weights.length; i++) {
        squares += weights[i] * weights[i];
        errors += (decoded[i] - weights[i]) * (decoded[i] - weights[i]);
      }
      assertThat(Math.sqrt(errors / squares))
          .as("%s %d columns: error of the encoder, seed %d", type, columns, SEED + columns)
          .isLessThan(0.12);
    }
  }

  @ParameterizedTest
  @EnumSource(StorageType.class)
  void anyRowsCanBeDecoded(StorageType type) {
    int rows = 64;
    int columns = type.tiled() ? 300 : 512;
    byte[] bytes = new byte[(int) type.bytes(rows, columns)];
    new Random(SEED).nextBytes(bytes);
    float[] all = decode(type, bytes, rows, columns);
    WeightMatrix matrix = matrix(type, bytes, rows, columns);
    for (int[] range : new int[][] {{0, 1}, {31, 2}, {33, 31}, {5, 59}, {63, 1}, {64, 0}}) {
      float[] some = new float[range[1] * columns + 7];
      matrix.decode(range[0], range[1], some, 7);
      assertSameBits(
          Arrays.copyOfRange(some, 7, some.length),
          Arrays.copyOfRange(all, range[0] * columns, (range[0] + range[1]) * columns));
    }
    assertThatThrownBy(() -> matrix.decode(60, 5, all, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> matrix.decode(0, 64, all, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void decodersNameTheOrderTheyRead() {
    assertThat(new FlmQ41Tiles(16).type()).isEqualTo(StorageType.FLM_Q4_1_P16);
    assertThat(new FlmQ41Tiles(32).type()).isEqualTo(StorageType.FLM_Q4_1_P32);
    assertThat(new FlmQ80Tiles(16).type()).isEqualTo(StorageType.FLM_Q8_0_P16);
    assertThat(new FlmQ80Tiles(32).type()).isEqualTo(StorageType.FLM_Q8_0_P32);
  }

  @Test
  void tilesHaveSizesButNoRows() {
    StorageType type = StorageType.FLM_Q4_K;
    assertThat(type.bytes(64, 257)).isEqualTo(4 * 4736);
    assertThat(type.bytes(0, 5)).isZero();
    assertThatIllegalArgumentException().isThrownBy(() -> type.bytes(33, 256));
    assertThatIllegalArgumentException().isThrownBy(() -> type.rowBytes(256));
    assertThatIllegalArgumentException().isThrownBy(() -> RowDecoder.of(type));
    assertThat(StorageType.Q4_K.bytes(3, 512)).isEqualTo(3 * 2 * 144);
    assertThatIllegalArgumentException().isThrownBy(() -> StorageType.Q4_K.bytes(3, 511));
  }

  private static Chunks encode(StorageType type, float[] weights, int rows, int columns) {
    return switch (type) {
      case FLM_Q4_K -> Chunks.q4k(weights, rows, columns);
      case FLM_Q4_1_P16 -> Chunks.q41(weights, rows, columns, 16);
      case FLM_Q4_1_P32 -> Chunks.q41(weights, rows, columns, 32);
      case FLM_Q8_0_P16 -> Chunks.q80(weights, rows, columns, 16);
      case FLM_Q8_0_P32 -> Chunks.q80(weights, rows, columns, 32);
      default -> throw new IllegalArgumentException(type.name());
    };
  }

  private static float[] decode(StorageType type, byte[] bytes, int rows, int columns) {
    float[] out = new float[rows * columns];
    matrix(type, bytes, rows, columns).decode(0, rows, out, 0);
    return out;
  }

  /** At an odd address, since nothing in a file is aligned. */
  private static WeightMatrix matrix(StorageType type, byte[] bytes, int rows, int columns) {
    MemorySegment data = Arena.ofAuto().allocate(bytes.length + 1L).asSlice(1);
    MemorySegment.copy(bytes, 0, data, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return WeightMatrix.of(
        new Tensor(Path.of("test"), "w", type, new long[] {rows, columns}, data));
  }

  private static void put(byte[] chunk, int at, String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    System.arraycopy(bytes, 0, chunk, at, bytes.length);
  }

  private static void assertSameBits(float[] found, float[] expected) {
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < found.length; i++) {
      if (Float.floatToIntBits(found[i]) != Float.floatToIntBits(expected[i] + 0f)
          && found[i] != expected[i]) {
        assertThat(found[i]).as("number %d", i).isEqualTo(expected[i]);
      }
    }
  }
}
