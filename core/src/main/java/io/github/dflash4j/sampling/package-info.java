/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * From logits to a token: penalties and bias, temperature and filters, drawing. What is here knows
 * neither target nor draft; the decode loop uses the same code for plain steps and for every row of
 * a verified block.
 */
package io.github.dflash4j.sampling;
