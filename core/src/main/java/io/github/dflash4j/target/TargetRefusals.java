/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.model.DraftMarks;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Says by name why something is no target that can be run. */
final class TargetRefusals {
  private static final String SUPPORTED =
      "supported targets are LlamaForCausalLM, Qwen3ForCausalLM and"
          + " Qwen3_5ForConditionalGeneration";

  private TargetRefusals() {}

  static ModelFileException architecture(Path folder, String name, JsonFields config) {
    String type = config.findString("model_type").orElse("");
    Optional<String> mark = DraftMarks.in(config);
    if (mark.isPresent()) {
      boolean relative = mark.get().contains("Draft") && !mark.get().contains("DFlash");
      return new ModelFileException(
          folder,
          (relative ? "this is a draft (" : "this is a DFlash draft (")
              + mark.get()
              + "), not a target; open it as the draft of a target");
    }
    if (name.isEmpty() && type.isEmpty()) {
      return new ModelFileException(
          folder, "architectures", "the name of an architecture", "none; " + SUPPORTED);
    }
    return new ModelFileException(
        folder,
        "architectures",
        "an architecture this version runs",
        (name.isEmpty() ? "model_type " + type : name) + "; " + SUPPORTED);
  }

  /** Refuses weights of other tools by their name, and the kind where the file says more. */
  static void quantised(Path folder, JsonFields config) {
    Optional<JsonFields> found = config.findObject("quantization_config");
    String unnamed = "unnamed";
    if (found.isEmpty()) {
      found = config.findObject("quantization");
      unnamed = "MLX";
    }
    if (found.isEmpty()) {
      return;
    }
    JsonFields settings = found.get();
    // ModelOpt states its name as the method and the number format beside it.
    String kind =
        settings
            .findString("quant_algo")
            .or(() -> settings.findString("format"))
            .map(name -> " (" + name + ")")
            .orElse("");
    throw new ModelFileException(
        folder,
        "quantization_config: weights quantised by '"
            + settings.findString("quant_method").orElse(unnamed)
            + "'"
            + kind
            + " are not supported; use plain BF16/F16/F32 safetensors or a GGUF file");
  }

  static ModelFileException ggufArchitecture(Path file, String name) {
    if (DraftMarks.inGguf(name)) {
      return new ModelFileException(
          file,
          "this is a DFlash draft (architecture '"
              + name
              + "'), not a target; open it as the draft of a target");
    }
    return new ModelFileException(
        file,
        "general.architecture",
        "llama, qwen3 or qwen35",
        "'" + name + "', which this version does not run");
  }
}
