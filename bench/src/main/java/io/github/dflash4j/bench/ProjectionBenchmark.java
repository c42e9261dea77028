/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import io.github.dflash4j.kernel.Activations;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.Panels;
import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a verify block costs beside a single row: one projection over several rows, by storage type
 * of the weights. Speculation pays only where rows are much cheaper together than one by one.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsPrepend = "--add-modules=jdk.incubator.vector")
public class ProjectionBenchmark {
  /** In every type a number neither zero, denormal nor infinite. */
  private static final byte WEIGHT_BYTE = 0x2A;

  /** Storage type of the weights. */
  @Param({"F32", "BF16", "Q8_0", "Q6_K", "Q4_0", "Q4_K", "FLM_Q4_K"})
  public StorageType type;

  /** Rows of a call: 1 is plain decoding, more is a verify block or a piece of a prompt. */
  @Param({"1", "4", "8", "16"})
  public int rows;

  /** Inputs and outputs of the square matrix. */
  @Param("1024")
  public int width;

  /** What the rows are multiplied as; types that have no bytes for it take floats. */
  @Param({"INT8"})
  public Activations activations;

  /** Threads that share the work. */
  @Param("1")
  public int threads;

  private Arena arena;
  private Compute compute;
  private WeightMatrix weights;
  private float[] x;
  private float[] y;

  /** A benchmark; JMH sets its parameters. */
  public ProjectionBenchmark() {}

  /** Makes weights and rows. */
  @Setup(Level.Trial)
  public void prepare() {
    arena = Arena.ofShared();
    compute = Compute.host(threads).withActivations(activations);
    MemorySegment bytes = arena.allocate(type.bytes(width, width), 64).fill(WEIGHT_BYTE);
    Tensor tensor = new Tensor(Path.of("none"), "weights", type, new long[] {width, width}, bytes);
    weights = WeightMatrix.of(tensor);
    if (activations == Activations.INT8 && Panels.has(type)) {
      MemorySegment panel = arena.allocate(Panels.bytes(tensor), 64);
      Panels.pack(tensor, panel, compute.workers());
      weights = weights.withPanel(panel);
    }
    x = new float[rows * width];
    y = new float[rows * width];
    Arrays.fill(x, 0.5f);
  }

  /** Stops the threads and frees the weights. */
  @TearDown(Level.Trial)
  public void close() {
    compute.close();
    arena.close();
  }

  /**
   * Projects all rows.
   *
   * @return the result, so that it counts as used
   */
  @Benchmark
  public float[] project() {
    compute.project(weights, x, rows, y);
    return y;
  }
}
