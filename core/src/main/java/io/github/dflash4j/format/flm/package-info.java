/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/** FastFlowLM packages: safetensors whose matrices are stored in tiles, over mapped memory. */
package io.github.dflash4j.format.flm;
