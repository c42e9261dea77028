/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;

/**
 * Opens the tokenizer of a model. A pattern, normalizer or vocabulary kind that is not known is
 * refused by name: text cut in another way gives ids that look right and a model that answers
 * worse.
 */
public final class Tokenizers {
  private Tokenizers() {}

  /**
   * Reads {@code tokenizer.json} of a model folder, and beside it {@code tokenizer_config.json},
   * {@code chat_template.jinja}, {@code generation_config.json} and {@code config.json} where they
   * exist.
   *
   * @param modelFolder the folder
   * @return the tokenizer
   * @throws ModelFileException if {@code tokenizer.json} is missing, one of the files is damaged,
   *     or the tokenizer is of a kind that is not known
   */
  public static Tokenizer fromFolder(Path modelFolder) {
    return FolderTokenizer.read(modelFolder);
  }

  /**
   * Reads the tokenizer out of the metadata of a GGUF file. The file may be closed afterwards.
   *
   * @param file an open file
   * @return the tokenizer
   * @throws ModelFileException if a key is missing or damaged, or the tokenizer is of a kind that
   *     is not known
   */
  public static Tokenizer fromGguf(GgufFile file) {
    return GgufTokenizer.read(file.metadata());
  }
}
