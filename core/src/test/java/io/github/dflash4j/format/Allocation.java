/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format;

import java.lang.reflect.Method;

/** Measures what an action allocates on the heap. */
public final class Allocation {
  private Allocation() {}

  /** Bytes the current thread allocated while it ran the action. */
  public static long of(Runnable action) {
    long before = allocated();
    action.run();
    return allocated() - before;
  }

  // By reflection, since the module under test has no need for the management modules.
  private static long allocated() {
    try {
      Object threads =
          Class.forName("java.lang.management.ManagementFactory")
              .getMethod("getThreadMXBean")
              .invoke(null);
      Method allocated =
          Class.forName("com.sun.management.ThreadMXBean")
              .getMethod("getCurrentThreadAllocatedBytes");
      return (long) allocated.invoke(threads);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
