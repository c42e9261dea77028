/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.goldens.GoldenSet;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.KernelSelection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What the drafts of the goldens compute, bit for bit: goldens leave room for rounding, these
 * digests do not, so that a change of one bit is seen and decided on. The file beside the goldens
 * is renewed by the command in its first lines.
 */
class DraftDigestsTest {
  private static final Path PINNED = Path.of("src/test/resources/draft-digests.txt");

  /** A file to write what was computed to, for people who mean to change bits. */
  private static final String RENEW = "dflash4j.digests.renew";

  private static final Path SHIPPED = Path.of("src/test/resources/goldens").toAbsolutePath();

  private static final List<String> ARRAYS =
      List.of(
          "fused",
          "block_hidden",
          "rows3.block_hidden",
          "tokens",
          "grow.block_hidden",
          "grow.tokens");

  @Test
  void theDraftsOfTheGoldensComputeThePinnedBits() throws IOException {
    List<String> computed = new ArrayList<>();
    for (GoldenCase golden : GoldenSet.at(SHIPPED).cases("draft", "flm").toList()) {
      try (Compute compute = Compute.with(KernelSelection.named("scalar"), 1);
          DraftGoldenRun run = new DraftGoldenRun(golden, compute)) {
        Map<String, Object> results = run.computed("one step");
        for (String array : ARRAYS) {
          computed.add(golden + " " + array + " " + digest(results.get(array)));
        }
      }
    }
    List<String> pinned = Files.readAllLines(PINNED);
    List<String> comments = pinned.stream().filter(line -> line.startsWith("#")).toList();
    String renewed = System.getProperty(RENEW, "");
    if (!renewed.isEmpty()) {
      Files.write(Path.of(renewed), Stream.concat(comments.stream(), computed.stream()).toList());
    }
    assertThat(computed)
        .as("digests of draft outputs; %s says how to renew them", PINNED)
        .hasSizeGreaterThan(ARRAYS.size())
        .isEqualTo(pinned.stream().filter(line -> !line.startsWith("#")).toList());
  }

  /** SHA-256 of the numbers, big endian. */
  static String digest(Object array) {
    ByteBuffer bytes;
    switch (array) {
      case float[] floats -> {
        bytes = ByteBuffer.allocate(floats.length * Float.BYTES);
        bytes.asFloatBuffer().put(floats);
      }
      case int[] ints -> {
        bytes = ByteBuffer.allocate(ints.length * Integer.BYTES);
        bytes.asIntBuffer().put(ints);
      }
      default -> throw new IllegalArgumentException(String.valueOf(array));
    }
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes.array());
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void oneBitChangesTheDigest() {
    float[] numbers = {1f, 2f};
    String before = digest(numbers);
    numbers[1] = Math.nextUp(numbers[1]);
    assertThat(digest(numbers)).isNotEqualTo(before);
    assertThat(digest(new int[] {1})).isNotEqualTo(digest(new int[] {2}));
  }
}
