/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.kernel.Panels;
import io.github.dflash4j.weights.Tensor;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Tells the weights of one model from those of another without reading all of them: names, types
 * and shapes of the matrices, and the first, middle and last 4 KB of each. Copying or moving the
 * file of the model does not change it.
 */
final class PanelIdentity {
  static final int BYTES = 32;

  private static final int SAMPLE = 4096;

  private PanelIdentity() {}

  static byte[] of(List<Tensor> tensors) {
    MessageDigest digest = sha256();
    digest.update((byte) Panels.LAYOUT_VERSION);
    for (Tensor tensor : tensors) {
      digest.update((tensor + "\n").getBytes(StandardCharsets.UTF_8));
      MemorySegment data = tensor.data();
      long last = Math.max(0, data.byteSize() - SAMPLE);
      sample(digest, data, 0);
      sample(digest, data, last / 2);
      sample(digest, data, last);
    }
    return digest.digest();
  }

  /** The name of the file of panels for a model. */
  static String fileName(String model, List<Tensor> tensors) {
    byte[] start = Arrays.copyOf(of(tensors), 8);
    return model + "." + HexFormat.of().formatHex(start) + ".panels";
  }

  private static void sample(MessageDigest digest, MemorySegment data, long from) {
    digest.update(data.asSlice(from, Math.min(SAMPLE, data.byteSize() - from)).asByteBuffer());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
