/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The decode loop: draft a block, verify it in one target pass, accept, commit, roll back; with
 * stops, events and figures. Plain decoding is the same loop without a draft.
 */
package io.github.dflash4j.decode;
