/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/** Target models: the model whose text is written, and its state with verify, commit, roll back. */
package io.github.dflash4j.target;
