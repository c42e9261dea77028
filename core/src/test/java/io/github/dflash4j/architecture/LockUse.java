/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.reflect.AccessFlag;
import java.util.Set;

/**
 * Finds classes that may make a thread wait for another: synchronized methods, locks and their
 * like, and synchronized blocks, which ArchUnit does not show and the class file does.
 */
final class LockUse extends ArchCondition<JavaClass> {
  private static final Set<String> WAITING =
      Set.of("Semaphore", "CountDownLatch", "CyclicBarrier", "Phaser", "Exchanger");

  LockUse() {
    super("make threads wait for each other");
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
      JavaClass used = dependency.getTargetClass();
      boolean waits =
          used.getPackageName().equals("java.util.concurrent")
              && (WAITING.contains(used.getSimpleName())
                  || used.getSimpleName().endsWith("BlockingQueue"));
      if (waits || used.getPackageName().equals("java.util.concurrent.locks")) {
        events.add(SimpleConditionEvent.satisfied(type, dependency.getDescription()));
      }
    }
    for (MethodModel method : ClassFile.of().parse(bytes(type)).methods()) {
      boolean enters =
          method.flags().has(AccessFlag.SYNCHRONIZED)
              || method
                  .code()
                  .map(c -> c.elementStream().anyMatch(MonitorInstruction.class::isInstance))
                  .orElse(false);
      if (enters) {
        String where = type.getName() + "." + method.methodName().stringValue();
        events.add(SimpleConditionEvent.satisfied(type, where + " is synchronized"));
      }
    }
  }

  private static byte[] bytes(JavaClass type) {
    try (InputStream in = type.getSource().orElseThrow().getUri().toURL().openStream()) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
