/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

/**
 * What a {@link BatchingTarget} has run so far, reading of prompts not counted.
 *
 * @param passes passes of the target, those that failed included
 * @param shared how many of them had rows of more than one caller
 * @param calls forwards of all callers; the same as the passes if none was shared
 * @param rows rows of all passes
 */
public record BatchFigures(long passes, long shared, long calls, long rows) {}
