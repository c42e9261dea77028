/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * A pair of models behind the HTTP API of OpenAI: {@link io.github.dflash4j.server.DflashServer}
 * serves it as {@link io.github.dflash4j.server.ServerOptions} say. All other classes are parts of
 * that: requests are read into a {@code TextRequest}, wait in the {@code GenerationQueue}, and what
 * a generation writes comes back to the thread of the connection as events.
 */
package io.github.dflash4j.server;
