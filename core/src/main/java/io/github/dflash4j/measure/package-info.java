/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Measuring a pair: speculative against plain decoding over sets of prompts, and how well a draft
 * knows given texts.
 */
package io.github.dflash4j.measure;
