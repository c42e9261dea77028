/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.format.flm.FlmStore;
import io.github.dflash4j.format.safetensors.SafetensorsStore;
import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.model.MatrixEmbedding;
import io.github.dflash4j.model.MatrixHead;
import io.github.dflash4j.model.TokenEmbedding;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A draft of a golden case with the embedding and head that lie beside it, and what it computes.
 */
final class DraftGoldenRun implements AutoCloseable {
  static final int SHIFT = 4096;
  private static final String DEQUANTISED = "dequantised.";

  private final GoldenCase golden;
  private final DraftModel model;
  private final DraftConfig config;
  private final SafetensorsStore arrays;
  private final TokenEmbedding embedding;
  private final MatrixHead head;
  private final int positions;

  DraftGoldenRun(GoldenCase golden, Compute compute) {
    this(golden, golden.folder(), 1, compute);
  }

  /**
   * The same draft in another packaging.
   *
   * @param scale factor of embedding rows that the packaging has no place for
   */
  DraftGoldenRun(GoldenCase golden, Path draft, float scale, Compute compute) {
    this.golden = golden;
    this.model = Drafts.open(draft, compute);
    this.config = model.config();
    this.arrays = SafetensorsStore.open(golden.folder().resolve("golden.safetensors"));
    TokenEmbedding rows =
        new MatrixEmbedding(WeightMatrix.of(arrays.tensors().get("target_embedding")));
    this.embedding = scale == 1 ? rows : new ScaledEmbedding(rows, scale);
    this.head = new MatrixHead(compute, WeightMatrix.of(arrays.tensors().get("target_lm_head")));
    this.positions = (int) golden.shape("tapped")[0];
  }

  private record ScaledEmbedding(TokenEmbedding rows, float scale) implements TokenEmbedding {

    @Override
    public int vocabulary() {
      return rows.vocabulary();
    }

    @Override
    public int hidden() {
      return rows.hidden();
    }

    @Override
    public void row(int token, float[] out, int offset) {
      rows.row(token, out, offset);
      for (int i = offset; i < offset + hidden(); i++) {
        out[i] *= scale;
      }
    }
  }

  DraftModel model() {
    return model;
  }

  Draft draft() {
    int layers = config.targetLayers().orElseGet(() -> Collections.max(config.taps()) + 1);
    return model.bind(embedding, head, layers, embedding.vocabulary());
  }

  /** What a check expects, computed: arrays by name, of floats or of ints. */
  Map<String, Object> computed(String check) {
    if (check.contains("4096")) {
      return blockOver(context(SHIFT, 0), Optional.empty());
    }
    if (check.startsWith("keys at large positions")) {
      Map<String, Object> out = new HashMap<>();
      out.put("shift4096.context_k.0", allRows(0, true, SHIFT));
      return out;
    }
    if (check.startsWith("keeping only the newest W-1")) {
      int kept = config.masks().getFirst().window() - 1;
      return blockOver(context(0, positions - kept), Optional.empty());
    }
    if (check.startsWith("dequantised")) {
      return dequantised();
    }
    Map<String, Object> out = new HashMap<>();
    contextRows(out);
    out.putAll(blockOver(context(0, 0), Optional.of(out)));
    out.put("rows3.block_hidden", hidden(context(0, 0), golden.ints("anchor")[0], 3));
    proposals(out);
    growing(out);
    return out;
  }

  private Map<String, Object> dequantised() {
    Map<String, Object> out = new HashMap<>();
    try (FlmStore store =
        FlmStore.open(golden.folder().resolve("model.q4nx"), OptionalInt.empty())) {
      for (String array : golden.names()) {
        if (array.startsWith(DEQUANTISED)) {
          String name = array.substring(DEQUANTISED.length());
          WeightMatrix matrix = WeightMatrix.of(store.require(name, golden.shape(array)));
          float[] floats = new float[matrix.out() * matrix.in()];
          matrix.decode(0, matrix.out(), floats, 0);
          out.put(array, floats);
        }
      }
    }
    return out;
  }

  private DraftContext context(int shift, int firstRow) {
    DraftContext context = model.newContext(shift + firstRow, positions - firstRow);
    model.newForward().append(context, golden.floats("tapped"), firstRow, positions - firstRow);
    return context;
  }

  private void contextRows(Map<String, Object> out) {
    float[] fused = new float[positions * config.hidden()];
    model.newForward().fuse(golden.floats("tapped"), 0, positions, fused, 0);
    out.put("fused", fused);
    for (int n = 0; n < config.layers(); n++) {
      out.put("context_k." + n, allRows(n, true, 0));
      out.put("context_v." + n, allRows(n, false, 0));
    }
  }

  /** Read as the context grows, since a sliding layer keeps only what can be seen. */
  private float[] allRows(int layer, boolean keys, int shift) {
    int width = config.keyValueWidth();
    float[] all = new float[positions * width];
    DraftContext context = model.newContext(shift, positions);
    DraftForward forward = model.newForward();
    for (int p = 0; p < positions; p++) {
      forward.append(context, golden.floats("tapped"), p, 1);
      if (keys) {
        context.key(layer, shift + p, all, p * width);
      } else {
        context.value(layer, shift + p, all, p * width);
      }
    }
    return all;
  }

  private float[] hidden(DraftContext context, int anchor, int rows) {
    float[] hidden = new float[rows * config.hidden()];
    model.newForward().block(context, embedded(anchor, rows), rows, hidden);
    return hidden;
  }

  private float[] embedded(int anchor, int rows) {
    float[] out = new float[rows * config.hidden()];
    for (int r = 0; r < rows; r++) {
      embedding.row(r == 0 ? anchor : config.maskToken(), out, r * config.hidden());
    }
    return out;
  }

  private Map<String, Object> blockOver(
      DraftContext context, Optional<Map<String, Object>> inside) {
    Map<String, Object> out = new HashMap<>();
    int rows = config.blockSize();
    DraftForward forward = model.newForward();
    inside.ifPresent(map ->
        forward.trace((layer, point, data, numbers) ->
            map.put(
                point.equals("residual")
                    ? "block_residual." + layer
                    : "layer" + layer + "." + point,
                Arrays.copyOf(data, numbers))));
    float[] hidden = new float[rows * config.hidden()];
    forward.block(context, embedded(golden.ints("anchor")[0], rows), rows, hidden);
    out.put("block_hidden", hidden);
    float[] logits = new float[(rows - 1) * head.vocabulary()];
    head.logits(Arrays.copyOfRange(hidden, config.hidden(), hidden.length), rows - 1, logits);
    config.logits().apply(logits, 0, logits.length);
    out.put("logits", logits);
    return out;
  }

  private void proposals(Map<String, Object> out) {
    int rows = config.blockSize() - 1;
    DFlashSession session = (DFlashSession) draft().newSession(positions);
    session.append(golden.floats("tapped"), 0, positions);
    int[] tokens = new int[rows];
    session.propose(golden.ints("anchor")[0], rows, tokens, 0);
    out.put("tokens", tokens);
    if (config.selector().isEmpty()) {
      return;
    }
    Candidates found = session.candidates();
    out.put("candidate_ids", found.ids.clone());
    out.put("candidate_logits", found.logits.clone());
    out.put("selector_g", session.g().clone());
    out.put("path_scores", found.scores.clone());
    if (golden.has("sample.path")) {
      alongAPath(out, session, found, golden.golden().requireNumber("sample_temperature"));
    }
  }

  private void alongAPath(
      Map<String, Object> out, DFlashSession session, Candidates found, double temperature) {
    int[] path = golden.ints("sample.path");
    CandidateSelector selector = model.newSelector().orElseThrow();
    float[] q = new float[path.length * found.width];
    double[] row = new double[found.width];
    for (int r = 0; r < path.length; r++) {
      int predecessor = r == 0 ? golden.ints("anchor")[0] : path[r - 1];
      selector.score(r, predecessor, session.g(), found);
      found.distribution(r, temperature, row);
      for (int s = 0; s < row.length; s++) {
        q[r * found.width + s] = (float) row[s];
      }
    }
    out.put("sample.scores", found.scores.clone());
    out.put("sample.q", q);
  }

  private void growing(Map<String, Object> out) {
    int[] pieces = golden.ints("grow.pieces");
    int[] anchors = golden.ints("grow.anchors");
    int rows = config.blockSize();
    DFlashSession session = (DFlashSession) draft().newSession(positions);
    float[] hidden = new float[pieces.length * rows * config.hidden()];
    int[] tokens = new int[pieces.length * (rows - 1)];
    int at = 0;
    for (int i = 0; i < pieces.length; i++) {
      session.append(golden.floats("tapped"), at, pieces[i]);
      at += pieces[i];
      if (session.length() != at) {
        throw new AssertionError(session.length() + " rows after " + at + " were handed in");
      }
      session.propose(anchors[i], rows - 1, tokens, i * (rows - 1));
      float[] one = new float[rows * config.hidden()];
      session.forward().block(session.context(), embedded(anchors[i], rows), rows, one);
      System.arraycopy(one, 0, hidden, i * one.length, one.length);
    }
    out.put("grow.block_hidden", hidden);
    out.put("grow.tokens", tokens);
  }

  @Override
  public void close() {
    arrays.close();
    model.close();
  }
}
