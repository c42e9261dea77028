/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.format.LittleEndian;
import io.github.dflash4j.format.flm.Chunks;
import io.github.dflash4j.format.flm.PackageFile;
import io.github.dflash4j.goldens.EditableFolder;
import io.github.dflash4j.goldens.EditableFolder.Numbers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A target in the form of a FastFlowLM package (flm-packages 3), made from a Hugging Face folder.
 * What chunks cannot hold exactly is changed in the folder too, so that both forms hold the same
 * numbers afterwards.
 */
final class FlmTargetPackage {
  private static final Map<String, String> NAMES =
      Map.of(
          "linear_attn.in_proj_qkv.weight", "linear_attn.qkv_proj.weight",
          "linear_attn.in_proj_z.weight", "self_attn.gate_proj.weight",
          "linear_attn.in_proj_b.weight", "linear_attn.ssm_beta_proj.weight",
          "linear_attn.in_proj_a.weight", "linear_attn.ssm_alpha_proj.weight",
          "linear_attn.conv1d.weight", "linear_attn.ssm_conv1d.weight",
          "linear_attn.A_log", "linear_attn.ssm_a",
          "linear_attn.dt_bias", "linear_attn.ssm_dt.bias",
          "linear_attn.norm.weight", "linear_attn.ssm_norm.weight",
          "linear_attn.out_proj.weight", "linear_attn.ssm_out_proj.weight");

  private final EditableFolder folder;
  private final ObjectNode settings;
  private final Map<String, Numbers> stored = new LinkedHashMap<>();
  private Function<String, String> format = name -> "F32";
  private Predicate<String> without = name -> false;
  private boolean tiled;

  FlmTargetPackage(EditableFolder folder) {
    this.folder = folder;
    ObjectNode root = (ObjectNode) JsonMapper.shared().readTree(folder.config());
    settings = root.has("text_config") ? (ObjectNode) root.get("text_config") : root;
    settings.set("tie_word_embeddings", root.get("tie_word_embeddings"));
    settings.remove("architectures");
  }

  /**
   * For projections, what is to be stored: {@code F32}, {@code BF16}, {@code q4k}, or {@code q41},
   * {@code q40}, {@code q80} with 32 lanes or, with {@code /16}, 16.
   */
  FlmTargetPackage format(Function<String, String> choice) {
    format = choice;
    return this;
  }

  FlmTargetPackage tiled() {
    tiled = true;
    return this;
  }

  FlmTargetPackage without(Predicate<String> names) {
    without = names;
    return this;
  }

  ObjectNode settings() {
    return settings;
  }

  /** A further tensor, or another one in place of what there would be. */
  FlmTargetPackage put(String name, long[] shape, float... values) {
    stored.put(name, new Numbers(shape, values));
    return this;
  }

  private int number(String key) {
    return settings.get(key).asInt();
  }

  private boolean hybrid() {
    return settings.has("linear_num_key_heads");
  }

  Path write(Path to) {
    PackageFile file = new PackageFile();
    Map<String, Numbers> all = new LinkedHashMap<>();
    folder.tensors().forEach((name, t) -> all.put(renamed(name), changed(name, t)));
    if (settings.get("tie_word_embeddings").asBoolean()) {
      Numbers embedding = all.get("model.embed_tokens.weight");
      all.put("lm_head.weight", embedding);
    }
    all.putAll(stored);
    all.forEach((name, t) -> {
      if (!without.test(name)) {
        add(file, name, t);
      }
    });
    try {
      Files.createDirectories(to);
      Files.writeString(to.resolve("config.json"), settings.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    file.write(to.resolve("model.q4nx"));
    return to;
  }

  private static String renamed(String name) {
    String flat = name.replace("model.language_model.", "model.");
    for (var entry : NAMES.entrySet()) {
      if (flat.endsWith("." + entry.getKey())) {
        return flat.replace(entry.getKey(), entry.getValue());
      }
    }
    return flat;
  }

  private Numbers changed(String name, Numbers t) {
    if (!hybrid()) {
      return t;
    }
    if (name.matches(".*(layernorm|[qk]_norm|model\\.norm|hidden|embedding)\\.weight")) {
      return each(t, w -> 1f + w);
    }
    if (name.endsWith("A_log")) {
      return heads(each(t, w -> (float) -StrictMath.exp(w)), 0, 1);
    }
    if (name.endsWith("q_proj.weight")) {
      return queriesFirst(t);
    }
    int values = number("linear_value_head_dim");
    int keys = 2 * number("linear_num_key_heads") * number("linear_key_head_dim");
    int columns = (int) (t.values().length / t.shape()[0]);
    if (name.endsWith("conv1d.weight")) {
      return turned(heads(t, keys * columns, values * columns), columns);
    }
    if (name.endsWith("in_proj_qkv.weight")) {
      return heads(t, keys * columns, values * columns);
    }
    if (name.endsWith("in_proj_z.weight")) {
      return heads(t, 0, values * columns);
    }
    if (name.endsWith("dt_bias") || name.matches(".*in_proj_[ab]\\.weight")) {
      return heads(t, 0, columns);
    }
    if (name.endsWith("linear_attn.out_proj.weight") && tiled) {
      int rows = (int) t.shape()[0];
      Numbers turned = turned(t, columns);
      return turned(heads(turned, 0, values * rows), rows);
    }
    return t;
  }

  /** Rows of each head: query, gate; become all queries, all gates. */
  private Numbers queriesFirst(Numbers t) {
    int width = number("head_dim") * (int) t.shape()[1];
    int heads = number("num_attention_heads");
    float[] out = new float[t.values().length];
    for (int h = 0; h < heads; h++) {
      System.arraycopy(t.values(), 2 * h * width, out, h * width, width);
      System.arraycopy(t.values(), (2 * h + 1) * width, out, (heads + h) * width, width);
    }
    return new Numbers(t.shape(), out);
  }

  private void queriesBack(float[] stored, float[] into, int columns) {
    int width = number("head_dim") * columns;
    int heads = number("num_attention_heads");
    for (int h = 0; h < heads; h++) {
      System.arraycopy(stored, h * width, into, 2 * h * width, width);
      System.arraycopy(stored, (heads + h) * width, into, (2 * h + 1) * width, width);
    }
  }

  /** From grouped to tiled value heads, if that is asked for; each takes {@code width} numbers. */
  private Numbers heads(Numbers t, int from, int width) {
    if (!tiled) {
      return t;
    }
    int keyHeads = number("linear_num_key_heads");
    int perKey = number("linear_num_value_heads") / keyHeads;
    float[] out = t.values().clone();
    for (int g = 0; g < keyHeads; g++) {
      for (int r = 0; r < perKey; r++) {
        int there = from + (g * perKey + r) * width;
        System.arraycopy(t.values(), there, out, from + (r * keyHeads + g) * width, width);
      }
    }
    return new Numbers(t.shape(), out);
  }

  private static Numbers turned(Numbers t, int columns) {
    int rows = t.values().length / columns;
    float[] out = new float[t.values().length];
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < columns; c++) {
        out[c * rows + r] = t.values()[r * columns + c];
      }
    }
    return new Numbers(new long[] {columns, rows}, out);
  }

  private static Numbers each(Numbers t, UnaryOperator<Float> change) {
    float[] out = new float[t.values().length];
    for (int i = 0; i < out.length; i++) {
      out[i] = change.apply(t.values()[i]);
    }
    return new Numbers(t.shape(), out);
  }

  private void add(PackageFile file, String name, Numbers t) {
    boolean projection =
        t.shape().length == 2 && !name.contains("embed_tokens") && !name.contains("conv1d");
    String how = projection ? format.apply(name) : "F32";
    if (how.equals("F32")) {
      file.add(name, "F32", LittleEndian.floats(t.values()), t.shape());
      return;
    }
    if (how.equals("BF16")) {
      file.addBfloat(name, t.values(), t.shape());
      return;
    }
    int rows = (int) t.shape()[0];
    int columns = (int) t.shape()[1];
    int lanes = how.endsWith("/16") ? 16 : 32;
    Chunks chunks =
        switch (how.substring(0, 3)) {
          case "q4k" -> Chunks.q4k(t.values(), rows, columns);
          case "q41" -> Chunks.q41(t.values(), rows, columns, lanes);
          case "q40" -> Chunks.q40(t.values(), rows, columns, lanes);
          case "q80" -> Chunks.q80(t.values(), rows, columns, lanes);
          default -> throw new IllegalArgumentException(how);
        };
    if (columns % 512 == 0) {
      file.addFlat(name, chunks);
    } else {
      file.add(name, chunks);
    }
    keep(name, chunks.values(), columns);
  }

  /** Puts what the chunks stand for into the folder. */
  private void keep(String name, float[] values, int columns) {
    for (String original : List.copyOf(folder.tensors().keySet())) {
      if (renamed(original).equals(name)) {
        float[] into = folder.tensor(original).values();
        if (hybrid() && name.endsWith("q_proj.weight")) {
          queriesBack(values, into, columns);
        } else {
          System.arraycopy(values, 0, into, 0, into.length);
        }
      }
    }
  }
}
