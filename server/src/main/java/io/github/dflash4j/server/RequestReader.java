/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.GenerationRequest;
import io.github.dflash4j.sampling.Sampling;
import io.github.dflash4j.text.PromptPart;
import io.github.dflash4j.text.ThoughtSplitter;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Reads requests for text into what the library is asked for. Immutable. */
final class RequestReader {
  /** What the API of OpenAI has by default for plain completions. */
  private static final int COMPLETION_TOKENS = 16;

  private static final int STOP_STRINGS = 16;
  private static final int CHAT_LOGPROBS = 20;
  private static final int COMPLETION_LOGPROBS = 20;

  private final ServedPair served;
  private final ServerOptions options;

  RequestReader(ServedPair served, ServerOptions options) {
    this.served = served;
    this.options = options;
  }

  /** A prompt, and whether it ends inside thoughts. */
  private record Prompt(GenerationRequest request, boolean opensThoughts) {}

  /**
   * Reads the body of a chat completion.
   *
   * @throws ApiError if it cannot be answered
   */
  TextRequest chat(JsonNode body) {
    Fields fields = Fields.ofBody(body);
    checkModel(fields);
    UnsupportedFields.check(fields);
    refuse(fields, "echo");
    List<PromptPart> parts =
        served
            .chat()
            .render(ConversationFields.messages(fields), ConversationFields.options(fields));
    Prompt prompt = new Prompt(requestOf("messages", parts), ThoughtSplitter.opens(parts));
    OptionalInt logprobs = OptionalInt.empty();
    OptionalInt top = fields.integer("top_logprobs", 0, CHAT_LOGPROBS);
    if (fields.flag("logprobs")) {
      logprobs = OptionalInt.of(top.orElse(0));
    } else if (top.orElse(0) > 0) {
      throw fields.wrong("top_logprobs", "needs logprobs");
    }
    return finish(fields, "messages", prompt, chatTokens(fields, prompt.request()), logprobs);
  }

  /** All that fits, if nothing is asked for. */
  private int chatTokens(Fields fields, GenerationRequest request) {
    int rest = Math.max(1, served.context() - request.prompt().length);
    OptionalInt asked = maxTokens(fields, "max_completion_tokens");
    return asked.isPresent()
        ? asked.getAsInt()
        : maxTokens(fields, "max_tokens").orElse(Math.min(rest, options.limits().maxTokens()));
  }

  /**
   * Reads the body of a completion.
   *
   * @throws ApiError if it cannot be answered
   */
  TextRequest completion(JsonNode body) {
    Fields fields = Fields.ofBody(body);
    checkModel(fields);
    UnsupportedFields.check(fields);
    Prompt prompt = new Prompt(completionPrompt(fields), false);
    OptionalInt bestOf = fields.integer("best_of", 1, Integer.MAX_VALUE);
    if (bestOf.isPresent() && bestOf.getAsInt() != choices(fields)) {
      throw ApiError.unsupported("best_of", "best_of: all texts are returned, set n alone");
    }
    OptionalInt logprobs = fields.integer("logprobs", 0, COMPLETION_LOGPROBS);
    boolean echo = fields.flag("echo");
    if (echo && logprobs.isPresent() && fields.flag("stream")) {
      throw ApiError.unsupported("echo", "echo with logprobs cannot be streamed");
    }
    int tokens = maxTokens(fields, "max_tokens").orElse(Math.min(COMPLETION_TOKENS, limit()));
    Prompt echoed = new Prompt(prompt.request().withEcho(echo), false);
    return finish(fields, "prompt", echoed, tokens, logprobs);
  }

  private GenerationRequest completionPrompt(Fields fields) {
    JsonNode prompt = fields.get("prompt").orElseThrow(() -> fields.wrong("prompt", "is missing"));
    if (prompt.isArray()
        && prompt.size() == 1
        && (prompt.get(0).isString() || isIds(prompt.get(0)))) {
      prompt = prompt.get(0);
    }
    if (prompt.isString()) {
      return requestOf("prompt", List.of(PromptPart.text(prompt.stringValue())));
    }
    if (isIds(prompt)) {
      int[] ids = Fields.ofBody(Json.object().set("prompt", prompt)).ids("prompt", vocabulary());
      return served.request(ids);
    }
    if (prompt.isArray() && prompt.size() > 1) {
      throw ApiError.unsupported(
          "prompt", "prompt: several prompts in one request are not supported");
    }
    throw fields.wrong("prompt", "must be a text or an array of token ids, and not empty");
  }

  private static boolean isIds(JsonNode node) {
    return node.isArray() && !node.isEmpty() && node.get(0).isNumber();
  }

  private GenerationRequest requestOf(String field, List<PromptPart> parts) {
    try {
      return served.request(parts);
    } catch (IllegalArgumentException e) {
      throw ApiError.invalid(field, e.getMessage());
    }
  }

  private TextRequest finish(
      Fields fields, String promptField, Prompt prompt, int tokens, OptionalInt logprobs) {
    SpeculationChoice speculation = SpeculationChoice.read(fields, served.widest());
    Sampling sampling = SamplingFields.read(fields, vocabulary());
    GenerationRequest request =
        speculation
            .apply(prompt.request())
            .withMaxTokens(tokens)
            .withSampling(sampling)
            .withStopStrings(stopStrings(fields))
            .withStopIds(stopIds(fields, prompt.request()))
            .withIgnoredStops(fields.flag("ignore_eos"));
    request = logprobs.isPresent() ? request.withLogprobs(logprobs.getAsInt()) : request;
    checkLength(promptField, request);
    Duration deadline = options.times().request();
    double seconds = fields.number("timeout", 0, 1e6).orElse(Double.POSITIVE_INFINITY);
    if (seconds * 1e3 < deadline.toMillis()) {
      deadline = Duration.ofMillis((long) (seconds * 1e3));
    }
    return new TextRequest(
        request,
        choices(fields),
        fields.flag("stream"),
        fields.object("stream_options").map(o -> o.flag("include_usage")).orElse(false),
        fields.flag("timings"),
        logprobs,
        speculation,
        prompt.opensThoughts(),
        deadline);
  }

  /** There has to be room for one token at least. */
  private void checkLength(String field, GenerationRequest request) {
    int length = request.prompt().length;
    if (length >= served.context()) {
      throw ApiError.contextExceeded(
          field,
          "the prompt has " + length + " tokens, and the context of the model " + served.context());
    }
    try {
      served.generator().check(request);
    } catch (IllegalArgumentException e) {
      throw ApiError.ofStatus(400, e.getMessage());
    }
  }

  private OptionalInt maxTokens(Fields fields, String name) {
    return fields.integer(name, 1, limit());
  }

  private int limit() {
    return options.limits().maxTokens();
  }

  private int choices(Fields fields) {
    return fields.integer("n", 1, options.limits().choices()).orElse(1);
  }

  private int vocabulary() {
    return served.generator().vocabulary();
  }

  private static List<String> stopStrings(Fields fields) {
    List<String> strings = fields.texts("stop", STOP_STRINGS);
    if (strings.stream().anyMatch(String::isEmpty)) {
      throw fields.wrong("stop", "must not have an empty string");
    }
    return strings;
  }

  private Set<Integer> stopIds(Fields fields, GenerationRequest request) {
    Set<Integer> ids = new HashSet<>(request.stopIds());
    if (fields.get("stop_token_ids").isPresent()) {
      for (int id : fields.ids("stop_token_ids", vocabulary())) {
        ids.add(id);
      }
    }
    return ids;
  }

  private void checkModel(Fields fields) {
    String model = fields.text("model").orElse(served.name());
    if (!model.equals(served.name())) {
      throw ApiError.unknownModel(
          "there is no model '" + model + "' here, but '" + served.name() + "'");
    }
  }

  private static void refuse(Fields fields, String name) {
    if (fields.flag(name)) {
      throw ApiError.unsupported(name, name + " is not supported in a chat");
    }
  }
}
