/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.measure.PromptComparison;
import io.github.dflash4j.measure.TextEntry;

/** A prompt of a file and what came out. */
record ComparedPrompt(TextEntry entry, PromptComparison comparison) {}
