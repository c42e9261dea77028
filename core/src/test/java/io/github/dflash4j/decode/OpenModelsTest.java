/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenModelsTest {
  private final List<String> closed = new ArrayList<>();
  private final OpenModels opened = new OpenModels();

  @Test
  void whatWasOpenedLastIsClosedFirstAndNothingTwice() {
    opened.add(() -> closed.add("threads"));
    opened.add(() -> closed.add("target"));
    opened.add(() -> closed.add("draft"));
    opened.close();
    opened.close();
    assertThat(closed).containsExactly("draft", "target", "threads");
  }

  @Test
  void aModelThatFailsToCloseDoesNotKeepTheOthersOpen() {
    opened.add(() -> closed.add("threads"));
    opened.add(() -> {
      throw new IllegalStateException("still in use");
    });
    opened.add(() -> closed.add("draft"));
    assertThatThrownBy(opened::close).hasMessage("still in use");
    assertThat(closed).containsExactly("draft", "threads");
  }
}
