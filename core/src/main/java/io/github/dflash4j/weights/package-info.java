/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What a weight file holds, whatever its format: named tensors over mapped memory, their storage
 * types, and the one exception for files that cannot be used.
 */
package io.github.dflash4j.weights;
