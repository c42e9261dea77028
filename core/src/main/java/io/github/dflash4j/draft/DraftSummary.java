/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.weights.Tensor;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a draft package is and what it needs, for {@code inspect}.
 *
 * @param line one line about the package
 * @param tensors all tensors in the order of the file
 * @param bytesMapped bytes of file mapped into memory
 * @param contextBytesPerToken memory of the context per token in layers that see everything
 * @param ringBytes memory of the context in layers that slide, however long the context grows
 * @param bufferBytes memory of the buffers of one session, logits not included
 * @param chunks tiles of a FastFlowLM package; 0 in other packagings
 * @param heapBytes memory of the weights copied out of the file at load, norms and base kernels;
 *     all others stay mapped
 * @param codebookRowsRead rows of the codebooks read so far by all sessions; each is one read from
 *     the mapped file
 * @param notes what a person should know about how the package was read
 */
public record DraftSummary(
    String line,
    List<TensorRow> tensors,
    long bytesMapped,
    long contextBytesPerToken,
    long ringBytes,
    long bufferBytes,
    long chunks,
    long heapBytes,
    long codebookRowsRead,
    List<String> notes) {

  /**
   * One tensor.
   *
   * @param name its name
   * @param type its storage type
   * @param shape its shape, for example {@code 512 x 64}
   * @param bytes its size in the file
   */
  public record TensorRow(String name, String type, String shape, long bytes) {

    static TensorRow of(Tensor tensor) {
      String shape =
          Arrays.stream(tensor.shape()).mapToObj(Long::toString).collect(Collectors.joining(" x "));
      return new TensorRow(tensor.name(), tensor.type().name(), shape, tensor.data().byteSize());
    }
  }

  /**
   * A summary; lists are copied.
   *
   * @param line one line about the package
   * @param tensors all tensors
   * @param bytesMapped bytes of file mapped into memory
   * @param contextBytesPerToken memory of the context per token
   * @param ringBytes memory of the context in layers that slide
   * @param bufferBytes memory of the buffers of one session
   * @param chunks tiles of a FastFlowLM package
   * @param heapBytes memory of the weights copied out of the file
   * @param codebookRowsRead rows of the codebooks read so far
   * @param notes what a person should know about how the package was read
   */
  public DraftSummary {
    tensors = List.copyOf(tensors);
    notes = List.copyOf(notes);
  }

  static DraftSummary of(
      DraftConfig c,
      Collection<Tensor> tensors,
      long bytesMapped,
      long heapBytes,
      long codebookRowsRead,
      List<String> notes) {
    List<TensorRow> rows = tensors.stream().map(TensorRow::of).toList();
    long perToken = 0;
    long ring = 0;
    for (int n = 0; n < c.layers(); n++) {
      if (c.masks().get(n).slides()) {
        ring += DraftContext.bytes(c, n, Integer.MAX_VALUE);
      } else {
        perToken += 2L * c.keyValueWidth() * Float.BYTES;
      }
    }
    long chunks =
        tensors.stream()
            .filter(tensor -> tensor.type().tiled())
            .mapToLong(tensor -> tensor.data().byteSize() / tensor.type().blockBytes())
            .sum();
    return new DraftSummary(
        line(c, rows.size()),
        rows,
        bytesMapped,
        perToken,
        ring,
        ForwardBuffers.bytes(c),
        chunks,
        heapBytes,
        codebookRowsRead,
        notes);
  }

  /** Says in the line what the draft does not borrow. */
  DraftSummary withOwn(String own) {
    return own.isEmpty()
        ? this
        : new DraftSummary(
            line + ", " + own,
            tensors,
            bytesMapped,
            contextBytesPerToken,
            ringBytes,
            bufferBytes,
            chunks,
            heapBytes,
            codebookRowsRead,
            notes);
  }

  static String line(DraftConfig c, int tensors) {
    StringBuilder line = new StringBuilder();
    line.append("DFlash ").append(c.generation()).append(" package: ");
    line.append(tensors).append(" tensors, ");
    line.append(c.layers()).append(" layers, hidden ").append(c.hidden());
    line.append(", block ").append(c.blockSize());
    line.append(", taps ");
    line.append(c.taps().stream().map(String::valueOf).collect(Collectors.joining(" ")));
    c.convolution()
        .ifPresent(
            s -> line.append(", conv ").append(s.taps()).append(" x groups of ").append(s.group()));
    c.selector()
        .ifPresent(s ->
            line.append(", selector rank ")
                .append(s.rank())
                .append(" top ")
                .append(s.candidates()));
    line.append(", vocab ");
    return c.vocabulary() == DraftConfig.UNSTATED
        ? line.append("not stated").toString()
        : line.append(c.vocabulary()).toString();
  }
}
