/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/** Tokenizers, streaming decoding and chat rendering. Knows nothing of models. */
package io.github.dflash4j.text;
