/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.langchain4j;

import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.ToolChoice;
import io.github.dflash4j.decode.GenerationRequest;
import io.github.dflash4j.sampling.Sampling;

/** Parameters of LangChain4j. */
final class ChatParameters {
  private ChatParameters() {}

  static void refuseUnsupported(ChatRequestParameters parameters) {
    if (!parameters.toolSpecifications().isEmpty()) {
      throw new UnsupportedFeatureException(
          "tools are not supported, and '"
              + parameters.toolSpecifications().getFirst().name()
              + "' is one");
    }
    if (parameters.toolChoice() == ToolChoice.REQUIRED) {
      throw new UnsupportedFeatureException("tools are not supported, and one is required");
    }
    if (parameters.responseFormat() != null
        && parameters.responseFormat().type() != ResponseFormatType.TEXT) {
      throw new UnsupportedFeatureException(
          "the response format " + parameters.responseFormat().type() + " is not supported");
    }
  }

  /** A request with these parameters; those that are not stated stay as they are. */
  static GenerationRequest apply(
      ChatRequestParameters parameters, GenerationRequest request, Sampling base) {
    Sampling sampling =
        base.withFilters(
                parameters.topK() == null ? 0 : parameters.topK(),
                parameters.topP() == null ? 1 : parameters.topP(),
                base.minP())
            .withPenalties(
                base.repetitionPenalty(),
                parameters.presencePenalty() == null ? 0 : parameters.presencePenalty(),
                parameters.frequencyPenalty() == null ? 0 : parameters.frequencyPenalty());
    if (parameters.temperature() != null) {
      sampling = sampling.withTemperature(parameters.temperature());
    }
    GenerationRequest asked =
        request.withSampling(sampling).withStopStrings(parameters.stopSequences());
    return parameters.maxOutputTokens() == null
        ? asked
        : asked.withMaxTokens(parameters.maxOutputTokens());
  }
}
