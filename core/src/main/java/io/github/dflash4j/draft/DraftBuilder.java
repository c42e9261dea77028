/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.model.SmallTensors;
import io.github.dflash4j.model.SwigluMlp;
import io.github.dflash4j.weights.Tensor;
import io.github.dflash4j.weights.TensorClaims;
import io.github.dflash4j.weights.TensorStore;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Claims the tensors of a draft by their published names (dflash-algorithm 2.1), which its layout
 * turns into those of the file, and builds its weights. Every tensor is accounted for before the
 * first one is used.
 */
final class DraftBuilder {
  private static final String SELECTOR = "candidate_selector.";

  private final DraftConfig config;
  private final TensorLayout layout;
  private final TensorStore store;
  private final Compute compute;
  private final TensorClaims claims;
  private long heapBytes;

  DraftBuilder(DraftConfig config, TensorLayout layout, TensorStore store, Compute compute) {
    this.config = config;
    this.layout = layout;
    this.store = store;
    this.compute = compute;
    this.claims = new TensorClaims(store);
  }

  DraftWeights build() {
    long hidden = config.hidden();
    String fusionName = layout.names().apply("fc.weight");
    Tensor fusion = claim("fc.weight", hidden, config.tapWidth());
    if (fusion == null && store.has(fusionName)) {
      // Which of the two numbers is wrong is for a person to see.
      claims.note(
          fusionName
              + " joins "
              + config.taps().size()
              + " taps of hidden size "
              + config.hidden());
    }
    Tensor fusionNorm = claim("hidden_norm.weight", hidden);
    Tensor finalNorm = claim("norm.weight", hidden);
    List<LayerTensors> layers =
        IntStream.range(0, config.layers()).mapToObj(n -> claimLayer("layers." + n + ".")).toList();
    Tensor[] selector = config.selector().map(this::claimSelector).orElse(null);
    OwnVocabularyReader own = new OwnVocabularyReader(config, layout, store, claims);
    own.claim();
    claims.finish(name -> false);
    heapBytes += own.heapBytes();
    return new DraftWeights(
        new TapFusion(compute, WeightMatrix.of(fusion), floats(fusionNorm), config.normEps()),
        layers.stream().map(this::layer).toList(),
        floats(finalNorm),
        selector == null
            ? null
            : new DraftWeights.SelectorWeights(
                WeightMatrix.of(selector[0]), selector[1], selector[2]),
        own.build(compute));
  }

  /** Claims a tensor by its published name. */
  private Tensor claim(String published, long... shape) {
    return claims.claim(layout.names().apply(published), shape);
  }

  private Tensor claimRows(String published, long... shape) {
    return claims.claimRows(layout.names().apply(published), shape);
  }

  /** All tensors in the shapes they were claimed with, in the order of the file. */
  Collection<Tensor> tensors() {
    return claims.claimed().values();
  }

  /** Bytes of what was copied out of the file; everything else stays in it. */
  long heapBytes() {
    return heapBytes;
  }

  private float[] floats(Tensor tensor) {
    float[] floats = SmallTensors.floats(tensor);
    heapBytes += (long) floats.length * Float.BYTES;
    return floats;
  }

  private record LayerTensors(
      Tensor attentionNorm,
      Tensor q,
      Tensor k,
      Tensor v,
      Tensor o,
      Tensor qNorm,
      Tensor kNorm,
      Tensor mlpNorm,
      Tensor gate,
      Tensor up,
      Tensor down,
      ConvolutionTensors attentionConvolution,
      ConvolutionTensors mlpConvolution) {}

  private record ConvolutionTensors(Tensor base, Tensor projection) {}

  private LayerTensors claimLayer(String layer) {
    long hidden = config.hidden();
    long query = config.queryWidth();
    long keyValue = config.keyValueWidth();
    long mlp = config.intermediate();
    return new LayerTensors(
        claim(layer + "input_layernorm.weight", hidden),
        claim(layer + "self_attn.q_proj.weight", query, hidden),
        claim(layer + "self_attn.k_proj.weight", keyValue, hidden),
        claim(layer + "self_attn.v_proj.weight", keyValue, hidden),
        claim(layer + "self_attn.o_proj.weight", hidden, query),
        claim(layer + "self_attn.q_norm.weight", config.headDim()),
        claim(layer + "self_attn.k_norm.weight", config.headDim()),
        claim(layer + "post_attention_layernorm.weight", hidden),
        claim(layer + "mlp.gate_proj.weight", mlp, hidden),
        claim(layer + "mlp.up_proj.weight", mlp, hidden),
        claim(layer + "mlp.down_proj.weight", hidden, mlp),
        config.convolution().map(c -> claimConvolution(layer + "attention_conv.", c)).orElse(null),
        config.convolution().map(c -> claimConvolution(layer + "mlp_conv.", c)).orElse(null));
  }

  private ConvolutionTensors claimConvolution(String convolution, ConvolutionShape shape) {
    int hidden = config.hidden();
    return new ConvolutionTensors(
        claim(convolution + "base_kernel", 2, shape.taps(), hidden),
        claim(convolution + "kernel_projection.weight", shape.dynamicWidth(hidden), hidden));
  }

  private Tensor[] claimSelector(SelectorShape shape) {
    return new Tensor[] {
      claim(SELECTOR + "hidden_projection.weight", shape.rank(), config.hidden()),
      claimRows(SELECTOR + "predecessor_codebook", shape.vocabulary(), shape.rank()),
      claimRows(SELECTOR + "successor_codebook", shape.vocabulary(), shape.rank())
    };
  }

  private DraftLayer layer(LayerTensors t) {
    return new DraftLayer(
        floats(t.attentionNorm()),
        WeightMatrix.of(t.q()),
        WeightMatrix.of(t.k()),
        WeightMatrix.of(t.v()),
        WeightMatrix.of(t.o()),
        floats(t.qNorm()),
        floats(t.kNorm()),
        convolution(t.attentionConvolution()),
        floats(t.mlpNorm()),
        new SwigluMlp(
            WeightMatrix.of(t.gate()), WeightMatrix.of(t.up()), WeightMatrix.of(t.down())),
        convolution(t.mlpConvolution()));
  }

  private GroupedConvolution convolution(ConvolutionTensors t) {
    return t == null
        ? null
        : new GroupedConvolution(
            compute,
            WeightMatrix.of(t.projection()),
            floats(t.base()),
            config.convolution().orElseThrow());
  }
}
