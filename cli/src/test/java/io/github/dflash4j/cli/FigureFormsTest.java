/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FigureFormsTest {

  @Test
  void numbersReadTheSameInEveryLocale() {
    assertThat(Quantity.bytes(0)).isEqualTo("0 bytes");
    assertThat(Quantity.bytes(1023)).isEqualTo("1023 bytes");
    assertThat(Quantity.bytes(1024)).isEqualTo("1.00 KiB");
    assertThat(Quantity.bytes(3L << 40)).isEqualTo("3.00 TiB");
    assertThat(Quantity.bytes(Long.MAX_VALUE)).isEqualTo("8388608.00 TiB");
    assertThat(Quantity.seconds(1_234_500_000)).isEqualTo("1.235 s");
    assertThat(Quantity.speed(34.25)).isEqualTo("34.3 tokens/s");
    assertThat(Quantity.ratio(1.0 / 3)).isEqualTo("0.33");
    assertThat(Quantity.percent(0.125)).isEqualTo("13 %");
    assertThat(Quantity.count(1, "token", "tokens")).isEqualTo("1 token");
    assertThat(Quantity.count(0, "token", "tokens")).isEqualTo("0 tokens");
    assertThat(Quantity.shortest(10_000)).isEqualTo("10000");
    assertThat(Quantity.shortest(1e-5f)).isEqualTo("1.0E-5");
  }

  @Test
  void columnsAreAsWideAsTheirWidestCell() {
    assertThat(
            new TextTable("lrl")
                .row("a", "1", "x")
                .row("long", "1000", "")
                .row("\uD83D\uDE00", "10", "y")
                .lines())
        .containsExactly("a        1  x", "long  1000", "\uD83D\uDE00       10  y");
  }

  @Test
  void aRowHasAsManyCellsAsThereAreColumns() {
    assertThatThrownBy(() -> new TextTable("ll").row("one"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("2 cells are needed, not 1");
  }

  @Test
  void aComparisonCountsEqualPlacesAndFindsTheFirstDifference() {
    assertThat(Comparison.of(new int[] {1, 2, 3}, new int[] {1, 2, 3}))
        .isEqualTo(new Comparison(3, 3, -1));
    assertThat(Comparison.of(new int[] {1, 2, 3}, new int[] {1, 9, 3}))
        .isEqualTo(new Comparison(2, 3, 1));
    assertThat(Comparison.of(new int[] {1, 2, 3}, new int[] {1, 2}))
        .isEqualTo(new Comparison(2, 3, 2));
    assertThat(Comparison.of(new int[] {1, 2}, new int[] {1, 2, 3}).identical()).isFalse();
    assertThat(Comparison.of(new int[] {4}, new int[] {4}).describe())
        .isEqualTo("identical to plain decoding: 1 of 1 tokens");
  }

  @Test
  void aBusyMachineIsRemarked() {
    assertThat(MachineLoad.warning(2.4, 2)).isEmpty();
    assertThat(MachineLoad.warning(-1, 2)).isEmpty();
    assertThat(MachineLoad.warning(7.25, 2))
        .contains("the machine is busy (load 7.3 on 2 processors): these speeds say little");
  }
}
