/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/** Safetensors files, single or in shards, over mapped memory. */
package io.github.dflash4j.format.safetensors;
