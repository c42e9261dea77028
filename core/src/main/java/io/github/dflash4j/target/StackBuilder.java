/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.model.DeltaNetShape;
import io.github.dflash4j.model.GatedDeltaNet;
import io.github.dflash4j.model.Rope;
import io.github.dflash4j.model.SmallTensors;
import io.github.dflash4j.model.SwigluMlp;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.Tensor;
import io.github.dflash4j.weights.TensorClaims;
import io.github.dflash4j.weights.TensorStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Claims the tensors of a target under the names of its packaging and builds its weights. */
final class StackBuilder {
  private final TargetSpec spec;
  private final TensorNames names;
  private final HybridForm form;
  private final TensorStore store;
  private final TargetPanels panels;
  private final TensorClaims claims;
  private PredictionNames prediction;

  /**
   * Names of one packaging. Layer names are {@code prefix + number + "." + part + ".weight"}.
   *
   * @param embedding name of the embedding
   * @param finalNorm name of the norm before the head
   * @param head name of the head
   * @param layers prefix of layer names
   * @param parts names of the parts of a layer: mixer norm, q, k, v, o, q norm, k norm, MLP norm,
   *     gate, up, down
   */
  record TensorNames(
      String embedding, String finalNorm, String head, String layers, List<String> parts) {}

  /**
   * A builder.
   *
   * @param spec sizes
   * @param names names of the packaging
   * @param form how a hybrid is stored; null for a dense target
   * @param store the tensors
   * @param panels gives the matrices of projections
   */
  StackBuilder(
      TargetSpec spec, TensorNames names, HybridForm form, TensorStore store, TargetPanels panels) {
    this.spec = spec;
    this.names = names;
    this.form = form;
    this.store = store;
    this.panels = panels;
    this.claims = new TensorClaims(store);
  }

  /** Has the head for multi-token prediction built too. */
  StackBuilder withPrediction(PredictionNames found) {
    prediction = found;
    return this;
  }

  /**
   * Builds the weights.
   *
   * @param rope rotary positions in the pairing of the stored rows
   * @param ignorable names that may be there unclaimed
   */
  StackWeights build(Rope rope, Predicate<String> ignorable) {
    int hidden = spec.hidden();
    Tensor embedding = claims.claimRows(names.embedding(), spec.vocabulary(), hidden);
    Tensor norm = claims.claim(names.finalNorm(), hidden);
    Tensor head =
        spec.tiedHead() ? embedding : claims.claim(names.head(), spec.vocabulary(), hidden);
    List<Tensor[]> found = new ArrayList<>();
    List<Tensor[]> mixers = new ArrayList<>();
    for (int n = 0; n < spec.layers(); n++) {
      String prefix = names.layers() + n + ".";
      found.add(claimLayer(prefix));
      mixers.add(hasAttention(n) ? claimAttention(prefix) : claimRecurrent(prefix));
    }
    PredictionTensors ahead = prediction == null ? null : claimPrediction();
    claims.finish(ignorable);
    List<StackLayer> layers = new ArrayList<>();
    int attending = 0;
    for (int n = 0; n < spec.layers(); n++) {
      Mixer mixer =
          hasAttention(n)
              ? attention(attending++, mixers.get(n))
              : new Mixer.Recurrent(n - attending, recurrent(mixers.get(n)));
      layers.add(layer(mixer, found.get(n)));
    }
    StackWeights stack =
        new StackWeights(
            spec,
            WeightMatrix.of(embedding),
            panels.matrix(head),
            norm(norm),
            layers,
            rope,
            Optional.empty());
    return ahead == null ? stack : stack.with(prediction(ahead, stack));
  }

  /** Tensors of the head for multi-token prediction; null where one is optional and absent. */
  private record PredictionTensors(
      Tensor fusion,
      Tensor embeddingNorm,
      Tensor hiddenNorm,
      Tensor norm,
      Tensor[] layer,
      Tensor[] attention,
      Tensor embedding,
      Tensor head) {}

  private PredictionTensors claimPrediction() {
    int hidden = spec.hidden();
    PredictionNames p = prediction;
    return new PredictionTensors(
        claims.claim(p.fusion(), hidden, 2L * hidden),
        claims.claim(p.embeddingNorm(), hidden),
        claims.claim(p.hiddenNorm(), hidden),
        p.normOptional() ? claims.claimIfPresent(p.norm(), hidden) : claims.claim(p.norm(), hidden),
        claimLayer(p.layer()),
        claimAttention(p.layer()),
        claimOwn(p.embedding()),
        claimOwn(p.head()));
  }

  private Tensor claimOwn(String name) {
    return name == null ? null : claims.claimIfPresent(name, spec.vocabulary(), spec.hidden());
  }

  private PredictionWeights prediction(PredictionTensors t, StackWeights stack) {
    return new PredictionWeights(
        panels.matrix(t.fusion()),
        norm(t.embeddingNorm()),
        norm(t.hiddenNorm()),
        layer(attention(0, t.attention()), t.layer()),
        t.norm() == null ? stack.finalNorm() : norm(t.norm()),
        t.embedding() == null ? stack.embedding() : WeightMatrix.of(t.embedding()),
        t.head() == null ? stack.head() : panels.matrix(t.head()));
  }

  TensorClaims claims() {
    return claims;
  }

  private boolean hasAttention(int layer) {
    return spec.hybrid().map(h -> h.attentionLayers().contains(layer)).orElse(true);
  }

  private Tensor[] claimLayer(String prefix) {
    long hidden = spec.hidden();
    long mlp = spec.intermediate();
    return new Tensor[] {
      claim(prefix, 0, hidden),
      claim(prefix, 7, hidden),
      claim(prefix, 8, mlp, hidden),
      claim(prefix, 9, mlp, hidden),
      claim(prefix, 10, hidden, mlp),
    };
  }

  private StackLayer layer(Mixer mixer, Tensor[] t) {
    return new StackLayer(
        norm(t[0]),
        mixer,
        norm(t[1]),
        new SwigluMlp(panels.matrix(t[2]), panels.matrix(t[3]), panels.matrix(t[4])));
  }

  private Tensor[] claimAttention(String prefix) {
    long hidden = spec.hidden();
    long q = (long) spec.heads() * spec.headDim();
    long kv = (long) spec.keyValueHeads() * spec.headDim();
    boolean headNorms = !spec.architecture().equals("llama");
    return new Tensor[] {
      claim(prefix, 1, form == null ? q : 2 * q, hidden),
      claim(prefix, 2, kv, hidden),
      claim(prefix, 3, kv, hidden),
      claim(prefix, 4, hidden, q),
      headNorms ? claim(prefix, 5, spec.headDim()) : null,
      headNorms ? claim(prefix, 6, spec.headDim()) : null,
    };
  }

  private Mixer attention(int index, Tensor[] t) {
    return new Mixer.FullAttention(
        index,
        panels.matrix(t[0]),
        panels.matrix(t[1]),
        panels.matrix(t[2]),
        panels.matrix(t[3]),
        t[4] == null ? null : norm(t[4]),
        t[5] == null ? null : norm(t[5]),
        form == null ? Gating.NONE : form.gatesBehind() ? Gating.BEHIND : Gating.BESIDE);
  }

  private Tensor claim(String prefix, int part, long... shape) {
    return claims.claim(prefix + names.parts().get(part) + ".weight", shape);
  }

  private Tensor[] claimRecurrent(String prefix) {
    DeltaNetShape s = spec.hybrid().orElseThrow().recurrent();
    long hidden = spec.hidden();
    long[] small =
        form.headsLast()
            ? new long[] {hidden, s.valueHeads()}
            : new long[] {s.valueHeads(), hidden};
    long[][] shapes = {
      {s.channels(), hidden},
      {s.valueWidth(), hidden},
      small,
      small,
      form.convolution(),
      {s.valueHeads()},
      {s.valueHeads()},
      {s.valueDim()},
      {hidden, s.valueWidth()},
    };
    Tensor[] tensors = new Tensor[shapes.length];
    for (int part = 0; part < shapes.length; part++) {
      tensors[part] = claims.claim(prefix + form.parts().get(part), shapes[part]);
    }
    return tensors;
  }

  private GatedDeltaNet recurrent(Tensor[] t) {
    DeltaNetShape s = spec.hybrid().orElseThrow().recurrent();
    return new GatedDeltaNet(
        s,
        form.keyHeads(s.keyHeads(), s.valueHeads()),
        new GatedDeltaNet.Projections(
            panels.matrix(t[0]),
            panels.matrix(t[1]),
            headsFirst(t[2]),
            headsFirst(t[3]),
            panels.matrix(t[8])),
        form.tapsFirst() ? finite(t[4]) : tapsFirst(finite(t[4]), s),
        rates(t[5]),
        finite(t[6]),
        outputNorm(t[7]),
        spec.normEpsilon());
  }

  // Two of the smallest matrices, and the only ones ever turned round.
  private WeightMatrix headsFirst(Tensor stored) {
    return form.headsLast()
        ? WeightMatrix.of(SmallTensors.transposed(stored))
        : panels.matrix(stored);
  }

  // Files keep the taps of a channel together; the kernel wants the channels of a tap together.
  private static float[] tapsFirst(float[] stored, DeltaNetShape s) {
    float[] out = new float[stored.length];
    for (int c = 0; c < s.channels(); c++) {
      for (int j = 0; j < s.taps(); j++) {
        out[j * s.channels() + c] = stored[c * s.taps() + j];
      }
    }
    return out;
  }

  private float[] rates(Tensor tensor) {
    float[] rates = finite(tensor);
    for (int h = 0; h < rates.length; h++) {
      if (form.logarithmicRates()) {
        rates[h] = (float) -StrictMath.exp(rates[h]);
      }
      // A rate of zero never forgets and one above zero grows without bound.
      if (!(rates[h] < 0) || Float.isInfinite(rates[h])) {
        throw new ModelFileException(
            store.location(),
            tensor.name(),
            "negative rates, -exp(A_log)",
            rates[h] + " for head " + h);
      }
    }
    return rates;
  }

  private float[] outputNorm(Tensor tensor) {
    float[] norm = finite(tensor);
    double sum = 0;
    for (float w : norm) {
      sum += w;
    }
    if (!(sum > 0)) {
      throw new ModelFileException(
          store.location(),
          tensor.name(),
          "multipliers with a positive mean",
          String.valueOf(sum / norm.length));
    }
    return norm;
  }

  private float[] norm(Tensor tensor) {
    if (form == null) {
      return SmallTensors.floats(tensor);
    }
    float[] norm = finite(tensor);
    if (form.zeroCentredNorms()) {
      for (int i = 0; i < norm.length; i++) {
        norm[i] += 1f;
      }
    }
    return norm;
  }

  private float[] finite(Tensor tensor) {
    float[] numbers = SmallTensors.floats(tensor);
    for (int i = 0; i < numbers.length; i++) {
      if (!Float.isFinite(numbers[i])) {
        throw new ModelFileException(
            store.location(), tensor.name(), "finite numbers", numbers[i] + " at " + i);
      }
    }
    return numbers;
  }
}
