/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.measure.TextEntry;
import io.github.dflash4j.measure.TextScore;

/** A text of a file and its score. */
record ScoredText(TextEntry entry, TextScore score) {}
