/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.format.flm.FlmStore;
import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.format.json.JsonFile;
import io.github.dflash4j.model.Rope;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.Tensor;
import io.github.dflash4j.weights.TensorStore;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Reads Llama, Qwen3 and Qwen3.5 targets from Hugging Face folders (target-models 1.2, 2.1). */
final class FolderTargetReader {
  private static final System.Logger LOG = System.getLogger(FolderTargetReader.class.getName());
  private static final long CONFIG_LIMIT = 1 << 24;
  private static final List<String> PREFIXES =
      List.of("model.", "model.language_model.", "language_model.model.");
  private static final List<String> PARTS =
      List.of(
          "input_layernorm",
          "self_attn.q_proj",
          "self_attn.k_proj",
          "self_attn.v_proj",
          "self_attn.o_proj",
          "self_attn.q_norm",
          "self_attn.k_norm",
          "post_attention_layernorm",
          "mlp.gate_proj",
          "mlp.up_proj",
          "mlp.down_proj");
  private static final List<String> HEADS =
      List.of("lm_head.weight", "language_model.lm_head.weight");
  private static final int SAMPLE_BYTES = 1 << 20;

  private final Path folder;
  private final TargetOptions options;
  private final JsonFields config;
  private String architecture;
  private final List<String> notes = new ArrayList<>();
  private HybridForm form;
  private HybridReader hybridReader;
  private boolean flm;

  FolderTargetReader(Path folder, TargetOptions options) {
    this.folder = folder;
    this.options = options;
    JsonFields root = JsonFile.open(folder.resolve("config.json"), CONFIG_LIMIT);
    this.config = root.has("text_config") ? root.nestedFirst("text_config") : root;
  }

  /** Reads the weights; the store is the caller's to close. */
  StackWeights read(TensorStore store, TargetPanels panels) {
    if (store instanceof FlmStore packaged) {
      flm = true;
      notes.addAll(packaged.notes());
    }
    architecture = architecture();
    String prefix =
        PREFIXES.stream()
            .filter(p -> store.find(p + "embed_tokens.weight").isPresent())
            .findFirst()
            .orElseThrow(() ->
                new ModelFileException(
                    folder,
                    "embed_tokens.weight",
                    "an embedding under " + String.join(", ", PREFIXES),
                    "none"));
    TargetSpec spec = spec(store, prefix);
    StackBuilder builder =
        new StackBuilder(
            spec,
            new StackBuilder.TensorNames(
                prefix + "embed_tokens.weight",
                prefix + "norm.weight",
                head(store),
                prefix + "layers.",
                PARTS),
            form,
            store,
            panels);
    Rope rope = rope(spec);
    if (options.predictionHead()) {
      if (hybridReader == null) {
        throw Limits.noPredictionHead(folder);
      }
      builder.withPrediction(hybridReader.prediction());
    }
    warnIfHeadsDiffer(store, spec, prefix);
    return builder.build(
        rope,
        name ->
            name.endsWith("rotary_emb.inv_freq")
                || spec.tiedHead() && HEADS.contains(name)
                || hybridReader != null && hybridReader.besideTheStack(name));
  }

  private static String head(TensorStore store) {
    return HEADS.stream().filter(n -> store.find(n).isPresent()).findFirst().orElse(HEADS.get(0));
  }

  private String architecture() {
    List<String> stated = config.findStrings("architectures").orElse(List.of());
    String name = stated.isEmpty() ? unnamed() : stated.getFirst();
    return switch (name) {
      case "LlamaForCausalLM" -> "llama";
      case "Qwen3ForCausalLM" -> "qwen3";
      case "Qwen3_5ForConditionalGeneration", "Qwen3_5ForCausalLM" -> hybrid(name);
      default -> throw TargetRefusals.architecture(folder, name, config);
    };
  }

  // Configurations of FastFlowLM packages need not name a class.
  private String unnamed() {
    String type = flm ? config.findString("model_type").orElse("") : "";
    return switch (type) {
      case "llama" -> "LlamaForCausalLM";
      case "qwen3" -> "Qwen3ForCausalLM";
      case "qwen3_5", "qwen3_5_text" -> "Qwen3_5ForCausalLM";
      default -> "";
    };
  }

  // Other families of the same makers have other tensors, whatever class they name.
  private String hybrid(String name) {
    String type = config.findString("model_type").orElse("qwen3_5");
    if (!type.equals("qwen3_5") && !type.equals("qwen3_5_text")) {
      throw TargetRefusals.architecture(folder, name + " of model_type " + type, config);
    }
    return "qwen35";
  }

  private TargetSpec spec(TensorStore store, String prefix) {
    refuseWhatIsNotImplemented();
    int hidden = config.requireInt("hidden_size", 1, Limits.HIDDEN);
    int heads = config.requireInt("num_attention_heads", 1, Limits.HEADS);
    int keyValueHeads = config.findInt("num_key_value_heads", 1, heads).orElse(heads);
    int layers = config.requireInt("num_hidden_layers", 1, Limits.LAYERS);
    int headDim = headDim(store, prefix, hidden, heads);
    Limits.checkHeads(folder, heads, keyValueHeads, headDim);
    Optional<HybridSpec> hybrid = Optional.empty();
    if (architecture.equals("qwen35")) {
      hybridReader =
          flm
              ? new FlmHybridReader(config, store, prefix, options, notes)
              : new FolderHybridReader(config, store, prefix, options, notes);
      hybrid = Optional.of(hybridReader.spec(layers));
      form = hybridReader.form(hybrid.get());
    } else {
      refuseSlidingLayers(layers);
    }
    int context = context();
    return new TargetSpec(
        architecture,
        Limits.displayName(folder),
        flm ? "FastFlowLM" : "safetensors",
        layers,
        hidden,
        config.requireInt("intermediate_size", 1, Limits.INTERMEDIATE),
        heads,
        keyValueHeads,
        headDim,
        config.requireInt("vocab_size", 1, Limits.VOCABULARY),
        Limits.context(context, options, notes),
        Limits.epsilon(folder, "rms_norm_eps", config.requireNumber("rms_norm_eps")),
        theta(),
        ropeType(),
        rotaryDims(headDim),
        tied(store),
        notes,
        hybrid);
  }

  // Packages need not state it; then it has to be asked for.
  private int context() {
    var stated = config.findInt("max_position_embeddings", 1, Limits.CONTEXT);
    return flm && stated.isEmpty() && options.context().isPresent()
        ? options.context().getAsInt()
        : config.requireInt("max_position_embeddings", 1, Limits.CONTEXT);
  }

  private int headDim(TensorStore store, String prefix, int hidden, int heads) {
    var stated = config.findInt("head_dim", 2, Limits.HEAD_DIM);
    if (stated.isPresent()) {
      return stated.getAsInt();
    }
    if (!architecture.equals("llama")) {
      // Readers disagree about the default of Qwen3; the q norm has one number per component.
      return (int)
          store
              .find(prefix + "layers.0.self_attn.q_norm.weight")
              .map(Tensor::elements)
              .filter(n -> n <= Limits.HEAD_DIM)
              .orElseThrow(() ->
                  new ModelFileException(
                      folder, "head_dim", "a head size", "none, and no q_norm to take it from"))
              .longValue();
    }
    if (hidden % heads != 0) {
      throw new ModelFileException(
          folder, "hidden_size", "a multiple of " + heads + " heads", String.valueOf(hidden));
    }
    return hidden / heads;
  }

  private void refuseWhatIsNotImplemented() {
    TargetRefusals.quantised(folder, config);
    if (config.findInteger("num_experts").orElse(0) > 0) {
      throw new ModelFileException(
          folder, "num_experts", "none", "a mixture of experts, which this version does not run");
    }
    for (String bias : List.of("attention_bias", "mlp_bias")) {
      if (config.findBoolean(bias).orElse(false)) {
        throw new ModelFileException(folder, bias, "false", "true: biases are not supported");
      }
    }
    String activation = config.findString("hidden_act").orElse("silu");
    if (!activation.equals("silu")) {
      throw new ModelFileException(folder, "hidden_act", "silu", activation);
    }
  }

  private void refuseSlidingLayers(int layers) {
    if (config.findBoolean("use_sliding_window").orElse(false)) {
      throw new ModelFileException(
          folder, "use_sliding_window", "false", "true: sliding targets are not supported");
    }
    Optional<List<String>> types = config.findStrings("layer_types");
    if (types.isPresent()) {
      if (types.get().size() != layers) {
        throw new ModelFileException(
            folder, "layer_types", layers + " entries", String.valueOf(types.get().size()));
      }
      for (String type : types.get()) {
        if (!type.equals("full_attention")) {
          throw new ModelFileException(folder, "layer_types", "full_attention", type);
        }
      }
    }
  }

  private JsonFields ropeFields() {
    return config.findObject("rope_parameters").orElse(config);
  }

  /** The newer form, or the older one; both may be there only if they say the same. */
  private Optional<JsonFields> scaling() {
    Optional<JsonFields> newer = config.findObject("rope_parameters");
    Optional<JsonFields> older = config.findObject("rope_scaling");
    if (newer.isPresent() && older.isPresent() && !type(newer).equals(type(older))) {
      throw new ModelFileException(
          folder,
          "rope_parameters and rope_scaling",
          "the same rope_type in both",
          type(newer) + " and " + type(older));
    }
    return newer.isPresent() ? newer : older;
  }

  private static String type(Optional<JsonFields> fields) {
    return fields
        .flatMap(f -> f.findString("rope_type").or(() -> f.findString("type")))
        .orElse("default");
  }

  private double theta() {
    double theta =
        agreed("rope_theta")
            .orElseThrow(() ->
                new ModelFileException(
                    folder,
                    "rope_theta",
                    "the rotary base at top level or in rope_parameters",
                    "none: rotary base not found"));
    return Limits.theta(folder, "rope_theta", theta);
  }

  /** A number at top level or in rope_parameters; in both only if they say the same. */
  private Optional<Double> agreed(String key) {
    OptionalDouble nested = ropeFields().findNumber(key);
    OptionalDouble top = config.findNumber(key);
    if (nested.isPresent() && top.isPresent() && nested.getAsDouble() != top.getAsDouble()) {
      throw new ModelFileException(
          folder,
          key,
          "the same number at top level and in rope_parameters",
          top.getAsDouble() + " and " + nested.getAsDouble());
    }
    OptionalDouble found = nested.isPresent() ? nested : top;
    return found.isPresent() ? Optional.of(found.getAsDouble()) : Optional.empty();
  }

  private String ropeType() {
    String type = type(scaling());
    if (!type.equals("default") && !type.equals("llama3")) {
      throw new ModelFileException(folder, "rope_type", "default or llama3", type);
    }
    return type;
  }

  private int rotaryDims(int headDim) {
    double factor = agreed("partial_rotary_factor").orElse(1.0);
    int dims = (int) (headDim * factor);
    if (dims < 2 || dims > headDim || dims % 2 != 0) {
      throw new ModelFileException(
          folder,
          "partial_rotary_factor",
          "an even number of rotated components up to " + headDim,
          dims + " of " + headDim);
    }
    return dims;
  }

  private boolean tied(TensorStore store) {
    Optional<Boolean> stated = config.findBoolean("tie_word_embeddings");
    boolean hasHead = store.find(head(store)).isPresent();
    if (flm && hasHead && stated.orElse(false)) {
      notes.add("the head of the package is used, which was made of the embedding");
      return false;
    }
    if (stated.isEmpty() && !hasHead) {
      throw new ModelFileException(
          folder,
          "tie_word_embeddings",
          "true, or a tensor lm_head.weight",
          "neither: the output head cannot be told");
    }
    return stated.orElse(false);
  }

  // A tied file may still carry a head; the embedding is used, as its config says.
  private void warnIfHeadsDiffer(TensorStore store, TargetSpec spec, String prefix) {
    Optional<Tensor> head = store.find(head(store));
    if (!spec.tiedHead() || head.isEmpty()) {
      return;
    }
    Tensor embedding = store.tensors().get(prefix + "embed_tokens.weight");
    boolean same = embedding.data().byteSize() == head.get().data().byteSize();
    if (same) {
      long bytes = embedding.data().byteSize();
      long sample = Math.min(bytes, SAMPLE_BYTES);
      same =
          embedding.data().asSlice(0, sample).mismatch(head.get().data().asSlice(0, sample)) < 0
              && embedding
                      .data()
                      .asSlice(bytes - sample)
                      .mismatch(head.get().data().asSlice(bytes - sample))
                  < 0;
    }
    if (!same) {
      LOG.log(
          Level.WARNING,
          folder
              + ": tie_word_embeddings is true, yet lm_head.weight differs from the embedding;"
              + " the embedding is used");
    }
  }

  private Rope rope(TargetSpec spec) {
    if (!spec.ropeType().equals("llama3")) {
      return Rope.standard(spec.rotaryDims(), spec.ropeTheta());
    }
    JsonFields s = scaling().orElseThrow();
    double factor = scale(s, "factor", 1);
    double low = scale(s, "low_freq_factor", Double.MIN_VALUE);
    double high = scale(s, "high_freq_factor", low);
    double original = scale(s, "original_max_position_embeddings", 1);
    return Rope.llama3(spec.rotaryDims(), spec.ropeTheta(), factor, low, high, original);
  }

  private static double scale(JsonFields fields, String key, double least) {
    double number = fields.requireNumber(key);
    if (!(number >= least && number < 1e12)) {
      throw new ModelFileException(
          fields.file(), key, "a number of at least " + least, String.valueOf(number));
    }
    return number;
  }
}
