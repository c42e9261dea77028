/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a machine did between two samples. */
class MachineWatchTest {

  @Test
  void sharesOfTimeComeFromTwoSamples() {
    // Of 200 ticks 20 were stolen and 100 used; 60 idle and 20 waiting for a disk are not.
    MachineState state =
        MachineWatch.state(
            2,
            0.25,
            Optional.of("cpu  100 0 50 1000 10 0 0 5 7 0"),
            Optional.of("cpu  170 10 60 1060 30 4 6 25 9 0"));
    assertThat(state.busy()).hasValue(0.5);
    assertThat(state.stolen()).hasValue(0.1);
    assertThat(state.load()).hasValue(0.25);
    assertThat(state.isIdle()).isFalse();
  }

  @Test
  void aMachineThatTellsNothingIsTakenForIdle() {
    MachineState state = MachineWatch.state(1, -1, Optional.empty(), Optional.of("cpu 1 2"));
    assertThat(state.load()).isEmpty();
    assertThat(state.busy()).isEmpty();
    assertThat(state.isIdle()).isTrue();
    assertThat(
            MachineWatch.state(2, 0, Optional.of("cpu a b c d e f g h i"), Optional.of("cpu 1"))
                .busy())
        .isEmpty();
  }

  @Test
  void loadAndStolenTimeAreSaidToSpoilTheNumbers() {
    assertThat(MachineWatch.state(2, 1.5, Optional.empty(), Optional.empty()).isIdle()).isFalse();
    MachineState stolen =
        MachineWatch.state(
            2, 0, Optional.of("cpu 0 0 0 0 0 0 0 0"), Optional.of("cpu 0 0 0 90 0 0 0 10"));
    assertThat(stolen.isIdle()).isFalse();
  }

  @Test
  void thisMachineIsWatched() {
    MachineState state = MachineWatch.start().state();
    assertThat(state.processors()).isEqualTo(Runtime.getRuntime().availableProcessors());
    state.busy().ifPresent(share -> assertThat(share).isBetween(0.0, 1.0));
    state.stolen().ifPresent(share -> assertThat(share).isBetween(0.0, 1.0));
  }
}
