/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import java.util.Optional;

/**
 * What became of speculation in one generation: how its widths were decided, and what plain
 * decoding would have taken by the plain steps that were measured.
 *
 * @param adaptive whether widths were decided by measured costs and recent acceptance; false if
 *     they were pinned or there is no draft
 * @param fallbackSteps plain steps where a draft could have been asked
 * @param timesTurnedOff how often drafting was turned off because plain decoding was faster
 * @param givenUp whether the draft was given up for the rest of the text, because keeping its
 *     context would have taken too much time
 * @param reason why drafting was turned off last, one line for people; empty if it never was
 * @param plainStepNanos the target pass of a plain step, as measured on these models last; 0 if
 *     there was none
 * @param plainPassNanos what the target passes of plain decoding would have taken for the tokens
 *     behind the first one; 0 if no plain step was measured
 */
public record SpeculationFigures(
    boolean adaptive,
    int fallbackSteps,
    int timesTurnedOff,
    boolean givenUp,
    Optional<String> reason,
    long plainStepNanos,
    long plainPassNanos) {}
