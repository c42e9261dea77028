/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

/** Counts what goes through it. */
final class CountedSink implements ReplySink {
  private final ReplySink sink;
  private final ServerMetrics metrics;
  private final long since = System.nanoTime();
  private boolean first = true;
  private boolean finished;

  CountedSink(ReplySink sink, ServerMetrics metrics) {
    this.sink = sink;
    this.metrics = metrics;
  }

  @Override
  public void start() {
    sink.start();
  }

  @Override
  public void add(ReplyDelta delta) {
    if (first) {
      metrics.firstToken(since);
      first = false;
    }
    sink.add(delta);
  }

  @Override
  public void end(ReplyEnd end) {
    metrics.wrote(end.result().figures());
    sink.end(end);
  }

  @Override
  public void finish() {
    finished = true;
    metrics.completed(since);
    sink.finish();
  }

  @Override
  public void fail(ApiError error) {
    sink.fail(error);
  }

  /** Whether all texts were complete. */
  boolean isFinished() {
    return finished;
  }
}
