/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import java.util.EnumMap;
import java.util.Map;

/** The strip decoder of each storage type. */
final class StripDecoders {
  private static final StripDecoder FLM_Q4_K = new TileStrips(new FlmQ4KTiles());
  private static final StripDecoder FLM_Q4_1_P16 = new TileStrips(new FlmQ41Tiles(16));
  private static final StripDecoder FLM_Q4_1_P32 = new TileStrips(new FlmQ41Tiles(32));
  private static final StripDecoder FLM_Q8_0_P16 = new TileStrips(new FlmQ80Tiles(16));
  private static final StripDecoder FLM_Q8_0_P32 = new TileStrips(new FlmQ80Tiles(32));

  /** Made once: a projection makes no objects. */
  private static final Map<StorageType, StripDecoder> ROWS = rows();

  private StripDecoders() {}

  private static Map<StorageType, StripDecoder> rows() {
    Map<StorageType, StripDecoder> rows = new EnumMap<>(StorageType.class);
    for (StorageType type : StorageType.values()) {
      if (!type.tiled()) {
        rows.put(type, new RowStrips(RowDecoder.of(type)));
      }
    }
    return rows;
  }

  static StripDecoder of(StorageType type) {
    return switch (type) {
      case FLM_Q4_K -> FLM_Q4_K;
      case FLM_Q4_1_P16 -> FLM_Q4_1_P16;
      case FLM_Q4_1_P32 -> FLM_Q4_1_P32;
      case FLM_Q8_0_P16 -> FLM_Q8_0_P16;
      case FLM_Q8_0_P32 -> FLM_Q8_0_P32;
      case F32, F16, BF16, Q4_0, Q4_1, Q8_0, Q4_K, Q5_K, Q6_K -> ROWS.get(type);
    };
  }
}
