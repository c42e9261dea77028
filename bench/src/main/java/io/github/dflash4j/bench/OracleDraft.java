/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.draft.DraftSession;
import io.github.dflash4j.kernel.Activations;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.IntPredicate;

/**
 * A draft that knows the text, and errs where a script says so: acceptance as wanted, at a price as
 * wanted. It projects through matrices of the size a draft of that price would have, so its time is
 * spent as a draft spends it; what comes out is not looked at.
 */
final class OracleDraft implements Draft, AutoCloseable {
  private static final byte WEIGHT_BYTE = 0x2A;
  private static final StorageType TYPE = StorageType.BF16;

  private final Arena arena = Arena.ofShared();
  private final Compute compute;
  private final WeightMatrix body;
  private final WeightMatrix fusion;
  private final int block;
  private final int[] taps;
  private final int vocabulary;
  private final int[] text;
  private final IntPredicate hard;

  /**
   * An oracle.
   *
   * @param target the target it drafts for
   * @param weightBytes weights it reads for a block
   * @param block rows of a block, the anchor's included
   * @param text prompt and text, as plain decoding wrote it
   * @param hard the positions at which it errs
   */
  OracleDraft(Target target, long weightBytes, int block, int[] text, IntPredicate hard) {
    int hidden = target.spec().hidden();
    int layers = target.spec().layers();
    // As drafts are: brain floats, and activations in single precision.
    this.compute = target.compute().withActivations(Activations.FLOAT32);
    this.block = block;
    this.taps = new int[] {layers / 4, layers / 2, 3 * layers / 4};
    this.vocabulary = target.spec().vocabulary();
    this.text = text.clone();
    this.hard = hard;
    this.body = matrix("body", Math.max(1, weightBytes / TYPE.rowBytes(hidden)), hidden);
    this.fusion = matrix("fusion", hidden, taps.length * hidden);
  }

  private WeightMatrix matrix(String name, long rows, int width) {
    MemorySegment bytes = arena.allocate(TYPE.rowBytes(width) * rows, 64).fill(WEIGHT_BYTE);
    return WeightMatrix.of(
        new Tensor(Path.of("none"), name, TYPE, new long[] {rows, width}, bytes));
  }

  @Override
  public String describe() {
    return "oracle, block " + block;
  }

  @Override
  public int[] taps() {
    return taps.clone();
  }

  @Override
  public int maxProposed() {
    return block - 1;
  }

  @Override
  public DraftSession newSession(int capacity) {
    return new Session();
  }

  @Override
  public void close() {
    arena.close();
  }

  private final class Session implements DraftSession {
    private static final int CHUNK = 64;

    private final float[] in = new float[block * body.in()];
    private final float[] out = new float[block * body.out()];
    private final float[] tapped = new float[CHUNK * fusion.in()];
    private final float[] fused = new float[CHUNK * fusion.out()];
    private int length;

    @Override
    public int length() {
      return length;
    }

    @Override
    public void append(float[] rows, int rowOffset, int count) {
      for (int done = 0; done < count; done += CHUNK) {
        int n = Math.min(CHUNK, count - done);
        System.arraycopy(rows, (rowOffset + done) * fusion.in(), tapped, 0, n * fusion.in());
        compute.project(fusion, tapped, n, fused);
      }
      length += count;
    }

    @Override
    public void propose(int anchor, int count, int[] ids, int offset) {
      compute.project(body, in, count + 1, out);
      for (int slot = 1; slot <= count; slot++) {
        int position = length + slot;
        int right = position < text.length ? text[position] : 0;
        ids[offset + slot - 1] = hard.test(position) ? (right + 1) % vocabulary : right;
      }
    }

    @Override
    public void truncate(int rows) {
      length = rows;
    }

    @Override
    public long bytes() {
      return (long) (in.length + out.length + tapped.length + fused.length) * Float.BYTES;
    }
  }
}
