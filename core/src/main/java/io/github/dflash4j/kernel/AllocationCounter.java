/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Counts what a team of threads and its caller allocate on the heap. Kernels that the JVM runs with
 * boxed vectors show here: they should allocate nothing (kernels 7). Used by the calling thread of
 * the team.
 */
public final class AllocationCounter {
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private final long[] others;
  private final boolean counting;

  /**
   * A counter.
   *
   * @param workers the team
   */
  public AllocationCounter(Workers workers) {
    this.others = workers.threadIds();
    this.counting =
        THREADS != null
            && THREADS.isThreadAllocatedMemorySupported()
            && THREADS.isThreadAllocatedMemoryEnabled();
  }

  /**
   * Whether this JVM counts.
   *
   * @return false if {@link #bytes} is always 0
   */
  public boolean isCounting() {
    return counting;
  }

  /**
   * Bytes allocated until now by the calling thread and the threads of the team. Asking allocates
   * nothing itself.
   *
   * @return bytes since the threads began
   */
  public long bytes() {
    if (!counting) {
      return 0;
    }
    long sum = THREADS.getCurrentThreadAllocatedBytes();
    for (long id : others) {
      sum += Math.max(0, THREADS.getThreadAllocatedBytes(id));
    }
    return sum;
  }
}
