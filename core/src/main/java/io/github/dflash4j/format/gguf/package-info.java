/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/** GGUF files: tensors and metadata over mapped memory. */
package io.github.dflash4j.format.gguf;
