/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/** Arithmetic over stored weights: decoding storage types and everything built on it. */
package io.github.dflash4j.kernel;
