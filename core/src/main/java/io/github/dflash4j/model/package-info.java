/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Blocks that targets and drafts are built from: embedding, output head, rotary positions,
 * attention over a key/value cache, MLP.
 */
package io.github.dflash4j.model;
