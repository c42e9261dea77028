/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

/**
 * A token and the logarithm of its probability: of the softmax of the target's own logits over all
 * ids with a token, before bias, penalties, temperature and filters.
 *
 * @param id the token
 * @param logprob natural logarithm, at most 0
 */
public record TokenLogprob(int id, double logprob) {}
