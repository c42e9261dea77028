/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Fields of the API of OpenAI, and of servers like it, that would change the answer and that this
 * server does not have. They are refused by name; what changes nothing is ignored.
 */
final class UnsupportedFields {
  /** By name, with what is said. An empty value, false or 0 asks for nothing. */
  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("tools", "calling tools is not supported"),
          Map.entry("functions", "calling functions is not supported"),
          Map.entry("audio", "audio is not supported"),
          Map.entry("prediction", "predicted outputs are not supported"),
          Map.entry("web_search_options", "web search is not supported"),
          Map.entry("suffix", "inserting text in front of a suffix is not supported"),
          Map.entry("chat_template", "a chat template of a request is never executed"),
          Map.entry("continue_final_message", "going on with a message is not supported"),
          Map.entry("use_beam_search", "beam search is not supported"),
          Map.entry("guided_json", "structured output is not supported"),
          Map.entry("guided_regex", "structured output is not supported"),
          Map.entry("guided_choice", "structured output is not supported"),
          Map.entry("guided_grammar", "structured output is not supported"),
          Map.entry("structured_outputs", "structured output is not supported"),
          Map.entry("json_schema", "structured output is not supported"),
          Map.entry("grammar", "structured output is not supported"));

  private UnsupportedFields() {}

  /**
   * Checks a request.
   *
   * @throws ApiError that names the first field that is not supported
   */
  static void check(Fields fields) {
    for (Map.Entry<String, String> name : NAMES.entrySet()) {
      if (fields.get(name.getKey()).filter(UnsupportedFields::asksForSomething).isPresent()) {
        throw ApiError.unsupported(name.getKey(), name.getKey() + ": " + name.getValue());
      }
    }
    checkFormat(fields);
    allow(fields, "tool_choice", "none", "calling tools is not supported");
    allow(fields, "function_call", "none", "calling functions is not supported");
    fields
        .get("modalities")
        .ifPresent(modalities -> {
          if (!modalities.isArray() || modalities.size() != 1 || !isText(modalities.get(0))) {
            throw ApiError.unsupported("modalities", "modalities: there is text alone");
          }
        });
  }

  private static void checkFormat(Fields fields) {
    Optional<Fields> format = fields.object("response_format");
    if (format.isPresent() && !format.get().text("type").orElse("text").equals("text")) {
      throw ApiError.unsupported(
          "response_format",
          "response_format: there is \"text\" alone, structured output is not supported");
    }
  }

  private static void allow(Fields fields, String name, String allowed, String message) {
    Optional<JsonNode> value = fields.get(name);
    if (value.isPresent()
        && !(value.get().isString() && value.get().stringValue().equals(allowed))) {
      throw ApiError.unsupported(name, name + ": " + message);
    }
  }

  private static boolean isText(JsonNode modality) {
    return modality.isString() && modality.stringValue().equals("text");
  }

  private static boolean asksForSomething(JsonNode value) {
    return switch (value.getNodeType()) {
      case BOOLEAN -> value.booleanValue();
      case STRING -> !value.stringValue().isEmpty();
      case ARRAY, OBJECT -> !value.isEmpty();
      default -> true;
    };
  }
}
