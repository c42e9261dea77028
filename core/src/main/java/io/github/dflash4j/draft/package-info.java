/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/** DFlash drafts of both generations: package reading, context cache, block forward, selector. */
package io.github.dflash4j.draft;
