/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/** A projection backend over an OpenBLAS that is installed on the machine. */
package io.github.dflash4j.openblas;
