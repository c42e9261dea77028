/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/** JSON files of a model: configurations, tokenizers, shard indexes. */
package io.github.dflash4j.format.json;
