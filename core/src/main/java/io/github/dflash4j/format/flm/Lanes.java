/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.flm;

import io.github.dflash4j.format.safetensors.HeaderEntry;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;

/**
 * How many rows stand side by side in the codes of a package: 16 in older ones, 32 in newer ones
 * (flm-packages 2.2).
 *
 * @param count 16 or 32
 * @param reason how that is known, or empty if nothing in the package depends on it
 */
record Lanes(int count, String reason) {

  /**
   * The declared number, else the one that follows from the chunk sizes in the file (flm-packages
   * 2.5): chunks of 4736 bytes came with the newer order, chunks of 5120 bytes without them are
   * older, and chunks of 8704 bytes alone do not tell.
   */
  static Lanes of(Path file, Collection<HeaderEntry> entries, OptionalInt declared) {
    List<HeaderEntry> open =
        entries.stream()
            .filter(e -> FlmStore.chunk(e).map(ChunkSize::needsLanes).orElse(false))
            .toList();
    if (open.isEmpty()) {
      return new Lanes(32, "");
    }
    if (declared.isPresent()) {
      return new Lanes(declared.getAsInt(), "as declared");
    }
    if (any(entries, ChunkSize.Q4_K)) {
      return new Lanes(32, "since the package has 4736-byte chunks");
    }
    if (any(entries, ChunkSize.Q4_1)) {
      return new Lanes(16, "since the package has 5120-byte chunks and none of 4736 bytes");
    }
    throw new ModelFileException(
        file,
        open.getFirst().name(),
        "a declared order of the codes",
        "8704-byte chunks only, which do not tell whether 16 or 32 rows stand side by side; declare"
            + " it with --flm-lanes 16 or 32 (DraftOptions.withFlmLanes, FlmOptions.withLanes)");
  }

  private static boolean any(Collection<HeaderEntry> entries, ChunkSize size) {
    return entries.stream().anyMatch(e -> FlmStore.chunk(e).filter(size::equals).isPresent());
  }
}
