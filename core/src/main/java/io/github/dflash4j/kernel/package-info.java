/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Arithmetic: decoding stored numbers, projections, and the few operations a forward pass is made
 * of. The only package that uses the vector module. Every operation adds in one order that does not
 * depend on the number of rows, the number of threads or the vector width, so a row of an n-row
 * pass has the bits of a 1-row pass (target-models 4.3).
 */
package io.github.dflash4j.kernel;
