/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.kernel.Compute;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DraftSummaryTest {
  @TempDir Path folder;

  @Test
  void oneLineSaysWhatASecondGenerationPackageIs() {
    Path draft =
        DraftPackage.random(2, 70)
            .layers(
                "sliding_attention",
                "sliding_attention",
                "sliding_attention",
                "sliding_attention",
                "sliding_attention")
            .withNested("target_layer_ids", List.of(5, 19, 33, 47, 61))
            .with("num_target_layers", 64)
            .withNested("block_size", 8)
            .withNested("conv_group_size", 16)
            .fill(70)
            .write(folder);
    try (DraftModel model = Drafts.open(draft, Compute.reference())) {
      assertThat(model.summary().line())
          .isEqualTo(
              "DFlash 2 package: 81 tensors, 5 layers, hidden 32, block 8, taps 5 19 33 47 61,"
                  + " conv 2 x groups of 16, selector rank 8 top 4, vocab 97");
      assertThat(model).hasToString(model.summary().line());
    }
  }

  @Test
  void oneLineSaysWhatAFirstGenerationPackageIs() {
    Path draft =
        DraftPackage.random(1, 71)
            .layers(
                "full_attention",
                "full_attention",
                "full_attention",
                "full_attention",
                "full_attention")
            .fill(71)
            .write(folder);
    try (DraftModel model = Drafts.open(draft, Compute.reference())) {
      assertThat(model.summary().line())
          .isEqualTo(
              "DFlash 1 package: 58 tensors, 5 layers, hidden 32, block 4, taps 0 2, vocab 97");
    }
  }

  @Test
  void tensorsAreListedWithTypeShapeAndBytes() {
    Path draft = DraftPackage.random(2, 72).as("F32", "fc.weight").write(folder);
    try (DraftModel model = Drafts.open(draft, Compute.reference())) {
      DraftSummary summary = model.summary();
      assertThat(summary.tensors())
          .hasSize(36)
          .contains(
              new DraftSummary.TensorRow("fc.weight", "F32", "32 x 64", 4L * 32 * 64),
              new DraftSummary.TensorRow("norm.weight", "BF16", "32", 64),
              new DraftSummary.TensorRow(
                  "layers.1.mlp_conv.base_kernel", "BF16", "2 x 2 x 32", 2L * 128));
      long bytes = summary.tensors().stream().mapToLong(DraftSummary.TensorRow::bytes).sum();
      assertThat(summary.bytesMapped()).isGreaterThan(bytes).isLessThan(bytes + 10_000);
      assertThat(summary.notes()).isEmpty();
    }
  }
}
