/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.langchain4j;

import dev.langchain4j.model.chat.response.ChatResponseMetadata;
import io.github.dflash4j.decode.GenerationFigures;
import java.util.Objects;

/** What is known of an answer, with the counts and times of speculation. Immutable. */
public final class DFlashResponseMetadata extends ChatResponseMetadata {
  private final GenerationFigures figures;

  private DFlashResponseMetadata(Builder builder) {
    super(builder);
    this.figures = builder.figures;
  }

  /** Makes metadata. */
  public static final class Builder extends ChatResponseMetadata.Builder<Builder> {
    private GenerationFigures figures;

    private Builder() {}

    /**
     * Sets the figures.
     *
     * @param taken what the answer took
     * @return this
     */
    public Builder figures(GenerationFigures taken) {
      figures = taken;
      return this;
    }

    @Override
    public DFlashResponseMetadata build() {
      return new DFlashResponseMetadata(this);
    }
  }

  /**
   * Begins metadata.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Tokens drafted and accepted, by slot too, target passes and times.
   *
   * @return the figures of the generation
   */
  public GenerationFigures figures() {
    return figures;
  }

  @Override
  public Builder toBuilder() {
    Builder builder = new Builder();
    toBuilder(builder);
    return builder.figures(figures);
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other)
        && other instanceof DFlashResponseMetadata metadata
        && Objects.equals(figures, metadata.figures);
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), figures);
  }
}
