/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/** A tiny target and drafts of both generations, embedded as resources. */
package io.github.dflash4j.demo;
