/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Ranges that sizes from a file must lie in before anything is made of them (target-models 6.4).
 */
final class Limits {
  static final int HIDDEN = 1 << 16;
  static final int INTERMEDIATE = 1 << 20;
  static final int HEADS = 1 << 10;
  static final int HEAD_DIM = 1 << 12;
  static final int LAYERS = 1 << 10;
  static final int VOCABULARY = 1 << 22;
  static final int CONTEXT = 1 << 30;
  static final int CONVOLUTION = 64;

  private Limits() {}

  static void checkHeads(Path file, int heads, int keyValueHeads, int headDim) {
    if (heads % keyValueHeads != 0) {
      throw new ModelFileException(
          file,
          "key/value heads",
          "a divisor of " + heads + " query heads",
          String.valueOf(keyValueHeads));
    }
    if (headDim % 2 != 0) {
      throw new ModelFileException(file, "head size", "an even number", String.valueOf(headDim));
    }
  }

  static float epsilon(Path file, String key, double eps) {
    if (!(eps > 0 && eps < 1)) {
      throw new ModelFileException(file, key, "a number between 0 and 1", String.valueOf(eps));
    }
    return (float) eps;
  }

  static double theta(Path file, String key, double theta) {
    if (!(theta > 1 && theta < 1e12)) {
      throw new ModelFileException(file, key, "a number above 1", String.valueOf(theta));
    }
    return theta;
  }

  static int context(int stated, TargetOptions options, List<String> notes) {
    if (options.context().isEmpty()) {
      return stated;
    }
    int used = options.context().getAsInt();
    if (used != stated) {
      notes.add("context " + used + " as asked for; the file states " + stated);
    }
    return used;
  }

  static void checkRecurrentHeads(Path file, int keyHeads, int valueHeads) {
    if (valueHeads % keyHeads != 0) {
      throw new ModelFileException(
          file,
          "recurrent key heads",
          "a divisor of " + valueHeads + " value heads",
          String.valueOf(keyHeads));
    }
  }

  /** Layers with attention where every n-th has it. */
  static List<Integer> everyNth(int layers, int interval) {
    return IntStream.range(0, layers).filter(n -> (n + 1) % interval == 0).boxed().toList();
  }

  static String mtpNote(int tensors) {
    return tensors + " tensors of a multi-token prediction head are there and not used";
  }

  static ModelFileException noPredictionHead(Path file) {
    return new ModelFileException(
        file, "this target has no multi-token prediction head (mtp.* or nextn tensors)");
  }

  /** Gives {@code what} back if the head has one layer, the only depth ever published. */
  static <T> T oneLayerAhead(Path file, T what, int layers) {
    if (layers != 1) {
      throw new ModelFileException(
          file, "multi-token prediction head", "one layer", String.valueOf(layers));
    }
    return what;
  }

  static String displayName(Path path) {
    Path name = path.toAbsolutePath().normalize().getFileName();
    return name == null ? path.toString() : name.toString();
  }
}
