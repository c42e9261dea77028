/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.weights;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Accounts for every tensor of a store: a loader claims what it needs with the shape it expects,
 * and {@link #finish} reports everything that is missing, misshapen, of another type or left over
 * in one message. Used by one thread while loading.
 */
public final class TensorClaims {
  // All problems of a model that was ever published; a bound for files made to be refused.
  private static final int LISTED = 1000;

  private final TensorStore store;
  private final Set<String> claimed = new HashSet<>();
  private final Map<String, Tensor> tensors = new HashMap<>();
  private final List<String> problems = new ArrayList<>();

  /**
   * Claims on a store.
   *
   * @param store the tensors of the model
   */
  public TensorClaims(TensorStore store) {
    this.store = store;
  }

  /**
   * Claims a tensor.
   *
   * @param name its name
   * @param shape the expected shape, outermost first
   * @return the tensor, or null after noting a problem; the loader goes on so that all problems are
   *     found, and calls {@link #finish} before it uses any tensor
   */
  public Tensor claim(String name, long... shape) {
    claimed.add(name);
    Tensor tensor = store.tensors().get(name);
    if (tensor == null) {
      String type = store.unsupported().get(name);
      problems.add(
          type == null
              ? name + ": missing, expected shape " + Arrays.toString(shape)
              : name + ": type " + type + " is not supported");
      return null;
    }
    Tensor shaped = store.shaped(tensor, shape).orElse(null);
    if (shaped == null) {
      problems.add(
          name
              + ": expected shape "
              + Arrays.toString(shape)
              + ", found "
              + store.describe(tensor, shape));
      return null;
    }
    tensors.put(name, shaped);
    return shaped;
  }

  /**
   * Claims a tensor whose rows have to lie in one piece, since they are read one at a time.
   *
   * @param name its name
   * @param shape the expected shape, outermost first
   * @return the tensor, or null after noting a problem
   */
  public Tensor claimRows(String name, long... shape) {
    Tensor tensor = claim(name, shape);
    if (tensor != null && tensor.type().tiled()) {
      problems.add(name + ": expected rows in one piece, found " + tensor.type() + " tiles");
      return null;
    }
    return tensor;
  }

  /**
   * What was claimed and found.
   *
   * @return the tensors in the shapes of their claims, by name in the order of the file
   */
  public Map<String, Tensor> claimed() {
    Map<String, Tensor> ordered = new LinkedHashMap<>();
    for (String name : store.tensors().keySet()) {
      if (tensors.containsKey(name)) {
        ordered.put(name, tensors.get(name));
      }
    }
    return ordered;
  }

  /**
   * Claims a tensor that may be absent.
   *
   * @param name its name
   * @param shape the expected shape if it is there
   * @return the tensor, or null if it is absent or after noting a problem
   */
  public Tensor claimIfPresent(String name, long... shape) {
    boolean present = store.tensors().containsKey(name) || store.unsupported().containsKey(name);
    return present ? claim(name, shape) : null;
  }

  /**
   * Claims a vector of integers that may be absent.
   *
   * @param name its name
   * @return the vector, of any length, or null if it is absent or after noting a problem
   */
  public IntegerTensor claimIntegersIfPresent(String name) {
    if (!store.has(name)) {
      return null;
    }
    claimed.add(name);
    IntegerTensor tensor = store.integers().get(name);
    if (tensor == null || tensor.shape().length != 1) {
      Tensor other = store.tensors().get(name);
      String found =
          tensor != null
              ? tensor.describe()
              : other != null ? other.describe() : store.unsupported().get(name);
      problems.add(name + ": expected a vector of integers, found " + found);
      return null;
    }
    return tensor;
  }

  /**
   * Notes a problem found by the loader itself.
   *
   * @param problem one clause that names the tensor or key
   */
  public void note(String problem) {
    problems.add(problem);
  }

  /**
   * Ends the accounting.
   *
   * @param ignorable names that may be there unclaimed
   * @throws ModelFileException if there is any problem; it lists all of them
   */
  public void finish(Predicate<String> ignorable) {
    List<String> found = new ArrayList<>(problems);
    List<String> names = new ArrayList<>(store.tensors().keySet());
    names.addAll(store.unsupported().keySet());
    for (String name : names) {
      if (!claimed.contains(name) && !ignorable.test(name)) {
        found.add(name + ": unexpected tensor");
      }
    }
    if (found.isEmpty()) {
      return;
    }
    String listed = String.join("; ", found.subList(0, Math.min(found.size(), LISTED)));
    String more = found.size() > LISTED ? "; and " + (found.size() - LISTED) + " more" : "";
    throw new ModelFileException(
        store.location(),
        (found.size() == 1 ? "1 problem" : found.size() + " problems")
            + " with its tensors: "
            + listed
            + more);
  }
}
