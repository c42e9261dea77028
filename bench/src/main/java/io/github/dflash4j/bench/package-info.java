/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/** JMH benchmarks. */
package io.github.dflash4j.bench;
