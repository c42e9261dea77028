/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import io.github.dflash4j.decode.GenerationFigures;

/**
 * Times of a plain run and the speculative one right behind it, or sums of such pairs. Prompt and
 * first token are left out.
 *
 * @param plainTokens tokens of the plain run behind the first one
 * @param plainNanos wall clock time of the plain run
 * @param plainPassNanos the part of it that target passes took
 * @param tokens tokens of the speculative run behind the first one
 * @param nanos wall clock time of the speculative run
 * @param draftNanos the part of it that drafting took
 * @param verifyNanos the part of it that target passes took
 */
public record Round(
    long plainTokens,
    long plainNanos,
    long plainPassNanos,
    long tokens,
    long nanos,
    long draftNanos,
    long verifyNanos) {
  /** Of no run. */
  public static final Round NONE = new Round(0, 0, 0, 0, 0, 0, 0);

  static Round of(GenerationFigures plain, GenerationFigures speculative) {
    return new Round(
        Math.max(0, plain.emitted() - 1),
        plain.decodeNanos(),
        plain.verifyNanos(),
        Math.max(0, speculative.emitted() - 1),
        speculative.decodeNanos(),
        speculative.draftNanos(),
        speculative.verifyNanos());
  }

  /**
   * Both pairs together.
   *
   * @param other another pair
   * @return the sums
   */
  public Round plus(Round other) {
    return new Round(
        plainTokens + other.plainTokens,
        plainNanos + other.plainNanos,
        plainPassNanos + other.plainPassNanos,
        tokens + other.tokens,
        nanos + other.nanos,
        draftNanos + other.draftNanos,
        verifyNanos + other.verifyNanos);
  }

  /**
   * Whether both runs wrote more than their first token, so that there are speeds.
   *
   * @return true if they did
   */
  public boolean isTimed() {
    return plainTokens > 0 && tokens > 0;
  }

  /**
   * Speed of the speculative run over that of the plain one.
   *
   * @return above 1 for a gain, below 1 for a loss, NaN if not {@link #isTimed()}
   */
  public double speedRatio() {
    return ratio(nanos);
  }

  /**
   * The ratio that the times of passes alone foretell: tokens per target pass x plain pass / (draft
   * + verify). Where it is far from {@link #speedRatio()}, something else takes time.
   *
   * @return above 1 for a gain, below 1 for a loss, NaN if not {@link #isTimed()}
   */
  public double predictedRatio() {
    return perToken(plainPassNanos, plainTokens) / perToken(draftNanos + verifyNanos, tokens);
  }

  private double ratio(long time) {
    return perToken(plainNanos, plainTokens) / perToken(time, tokens);
  }

  private static double perToken(long time, long tokens) {
    return tokens == 0 ? Double.NaN : Math.max(1, time) / (double) tokens;
  }
}
