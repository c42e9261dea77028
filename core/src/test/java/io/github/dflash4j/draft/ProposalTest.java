/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ProposalTest {

  @Test
  void everySlotKeepsItsOwnCandidates() {
    Proposal proposal = new Proposal(3, 2);
    int[] ids = {5, 6};
    double[] q = {0.25, 0.75};
    proposal.set(1, 6, 2, ids, q);
    proposal.set(2, 8, 1, new int[] {8, 9}, new double[] {1, 0});
    proposal.set(0, 4);
    ids[0] = 0;
    q[0] = 0;
    assertThat(proposal.isDrawn(0)).isFalse();
    assertThat(proposal.candidates(0)).isZero();
    assertThat(proposal.isDrawn(1)).isTrue();
    assertThat(proposal.candidates(1)).isEqualTo(2);
    assertThat(proposal.candidate(1, 0)).isEqualTo(5);
    assertThat(proposal.candidate(1, 1)).isEqualTo(6);
    assertThat(proposal.probability(1, 0)).isEqualTo(0.25);
    assertThat(proposal.probability(1, 1)).isEqualTo(0.75);
    assertThat(proposal.candidates(2)).isEqualTo(1);
    assertThat(proposal.candidate(2, 0)).isEqualTo(8);
    assertThat(proposal.probability(2, 0)).isEqualTo(1);
    int[] out = {-1, -1, -1, -1, -1};
    proposal.ids(3, out, 1);
    assertThat(out).containsExactly(-1, 4, 6, 8, -1);
    assertThat(proposal.id(2)).isEqualTo(8);
  }

  @Test
  void pointMassesTakeThePlaceOfDrawnTokens() {
    Proposal proposal = new Proposal(3, 1);
    for (int slot = 0; slot < 3; slot++) {
      proposal.set(slot, 7, 1, new int[] {7}, new double[] {1});
    }
    proposal.pointMasses(2, new int[] {0, 1, 2, 3}, 1);
    assertThat(proposal.id(0)).isEqualTo(1);
    assertThat(proposal.id(1)).isEqualTo(2);
    assertThat(proposal.isDrawn(0)).isFalse();
    assertThat(proposal.isDrawn(1)).isFalse();
    assertThat(proposal.isDrawn(2)).isTrue();
    proposal.set(2, 3);
    assertThat(proposal.isDrawn(2)).isFalse();
    assertThat(proposal.id(2)).isEqualTo(3);
  }

  @Test
  void moreCandidatesThanThereIsRoomForOrNoneAreRefused() {
    Proposal proposal = new Proposal(1, 2);
    for (int count : new int[] {0, -1, 3}) {
      assertThatThrownBy(() -> proposal.set(0, 1, count, new int[3], new double[3]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(count + " candidates");
    }
    assertThatThrownBy(() -> new Proposal(-1, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Proposal(2, -1)).isInstanceOf(IllegalArgumentException.class);
  }
}
