/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The commands of the command line. Nothing here computes: commands read arguments, call the
 * library and write what it returns. Standard output carries the result only.
 */
package io.github.dflash4j.cli;
