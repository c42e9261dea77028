/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import java.lang.foreign.MemorySegment;

/**
 * The order in which the kernels for signed bytes read weights: strips of 32 rows, read strictly
 * forward. A panel holds the scales and codes of the file unchanged; only their places differ.
 */
public final class Panels {

  /** Changes whenever the order of any type does. */
  public static final int LAYOUT_VERSION = 2;

  private Panels() {}

  /**
   * Whether a stored type gains by a panel. Types that are not quantised are computed with as they
   * lie, and so is what already lies in strips.
   *
   * @param type the stored type
   * @return whether {@link #pack} knows it
   */
  public static boolean has(StorageType type) {
    PanelForm form = PanelForm.of(type);
    return form != null && !form.asStored();
  }

  /**
   * The size of a panel.
   *
   * @param tensor a matrix of a type that {@linkplain #has has} panels
   * @return bytes
   */
  public static long bytes(Tensor tensor) {
    WeightMatrix matrix = WeightMatrix.of(tensor);
    return PanelForm.of(tensor.type()).bytes(matrix.out(), matrix.in());
  }

  /**
   * Writes the panel of a matrix.
   *
   * @param tensor a matrix of a type that has panels
   * @param to receives {@link #bytes} bytes
   * @param workers threads that share the strips
   */
  public static void pack(Tensor tensor, MemorySegment to, Workers workers) {
    WeightMatrix matrix = WeightMatrix.of(tensor);
    PanelForm form = PanelForm.of(tensor.type());
    long strip = form.stripBytes(matrix.in());
    workers.run(
        Math.ceilDiv(matrix.out(), PanelForm.ROWS),
        1,
        (from, end) -> {
          byte[] codes = new byte[PanelForm.GROUPS * PanelForm.GROUP * PanelForm.ROWS];
          for (int s = from; s < end; s++) {
            PanelPacker.packStrip(form, matrix, s * PanelForm.ROWS, to, s * strip, codes);
          }
        });
  }
}
