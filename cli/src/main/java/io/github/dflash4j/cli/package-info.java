/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/** The commands of the command line. */
package io.github.dflash4j.cli;
