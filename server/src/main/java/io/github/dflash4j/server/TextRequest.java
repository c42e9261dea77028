/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.GenerationRequest;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * A request as the server runs it.
 *
 * @param generation what the library is asked for
 * @param choices how many texts
 * @param stream whether the text is sent as it is written
 * @param includeUsage whether a stream ends with a chunk of counts
 * @param timings whether times are wanted beside the counts
 * @param logprobs top tokens wanted at each position; empty for no log-probabilities
 * @param speculation how it wants to be drafted for
 * @param opensThoughts whether the prompt ends inside a block of thoughts
 * @param deadline time from now on after which nobody waits for it any more
 */
record TextRequest(
    GenerationRequest generation,
    int choices,
    boolean stream,
    boolean includeUsage,
    boolean timings,
    OptionalInt logprobs,
    SpeculationChoice speculation,
    boolean opensThoughts,
    Duration deadline) {}
