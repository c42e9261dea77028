/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

/**
 * What endpoints share.
 *
 * @param options how to serve
 * @param served the models
 * @param bodies reads requests
 * @param queue where they wait
 * @param metrics what is counted
 */
record ServerParts(
    ServerOptions options,
    ServedPair served,
    RequestBodies bodies,
    GenerationQueue queue,
    ServerMetrics metrics) {}
