/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.model.Rope;
import io.github.dflash4j.model.SmallTensors;
import io.github.dflash4j.model.SwigluMlp;
import io.github.dflash4j.weights.Tensor;
import io.github.dflash4j.weights.TensorClaims;
import io.github.dflash4j.weights.TensorStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Claims the tensors of a dense target under the names of its packaging and builds its weights. */
final class DenseBuilder {
  private final TargetSpec spec;
  private final TensorNames names;
  private final TensorClaims claims;

  /**
   * Names of one packaging. Layer names are {@code prefix + number + "." + part + ".weight"}.
   *
   * @param embedding name of the embedding
   * @param finalNorm name of the norm before the head
   * @param head name of the head
   * @param layers prefix of layer names
   * @param parts names of the parts of a layer: attention norm, q, k, v, o, q norm, k norm, MLP
   *     norm, gate, up, down
   */
  record TensorNames(
      String embedding, String finalNorm, String head, String layers, List<String> parts) {}

  DenseBuilder(TargetSpec spec, TensorNames names, TensorStore store) {
    this.spec = spec;
    this.names = names;
    this.claims = new TensorClaims(store);
  }

  /**
   * Builds the weights.
   *
   * @param rope rotary positions in the pairing of the stored rows
   * @param ignorable names that may be there unclaimed
   */
  DenseWeights build(Rope rope, Predicate<String> ignorable) {
    int hidden = spec.hidden();
    Tensor embedding = claims.claim(names.embedding(), spec.vocabulary(), hidden);
    Tensor norm = claims.claim(names.finalNorm(), hidden);
    Tensor head =
        spec.tiedHead() ? embedding : claims.claim(names.head(), spec.vocabulary(), hidden);
    List<Tensor[]> found = new ArrayList<>();
    for (int n = 0; n < spec.layers(); n++) {
      found.add(claimLayer(names.layers() + n + "."));
    }
    claims.finish(ignorable);
    List<DenseLayer> layers = found.stream().map(DenseBuilder::layer).toList();
    return new DenseWeights(
        spec,
        WeightMatrix.of(embedding),
        WeightMatrix.of(head),
        SmallTensors.floats(norm),
        layers,
        rope);
  }

  TensorClaims claims() {
    return claims;
  }

  private Tensor[] claimLayer(String prefix) {
    long hidden = spec.hidden();
    long q = (long) spec.heads() * spec.headDim();
    long kv = (long) spec.keyValueHeads() * spec.headDim();
    long mlp = spec.intermediate();
    boolean headNorms = spec.architecture().equals("qwen3");
    return new Tensor[] {
      claim(prefix, 0, hidden),
      claim(prefix, 1, q, hidden),
      claim(prefix, 2, kv, hidden),
      claim(prefix, 3, kv, hidden),
      claim(prefix, 4, hidden, q),
      headNorms ? claim(prefix, 5, spec.headDim()) : null,
      headNorms ? claim(prefix, 6, spec.headDim()) : null,
      claim(prefix, 7, hidden),
      claim(prefix, 8, mlp, hidden),
      claim(prefix, 9, mlp, hidden),
      claim(prefix, 10, hidden, mlp),
    };
  }

  private Tensor claim(String prefix, int part, long... shape) {
    return claims.claim(prefix + names.parts().get(part) + ".weight", shape);
  }

  private static DenseLayer layer(Tensor[] t) {
    return new DenseLayer(
        SmallTensors.floats(t[0]),
        WeightMatrix.of(t[1]),
        WeightMatrix.of(t[2]),
        WeightMatrix.of(t[3]),
        WeightMatrix.of(t[4]),
        t[5] == null ? null : SmallTensors.floats(t[5]),
        t[6] == null ? null : SmallTensors.floats(t[6]),
        SmallTensors.floats(t[7]),
        new SwigluMlp(WeightMatrix.of(t[8]), WeightMatrix.of(t[9]), WeightMatrix.of(t[10])));
  }
}
