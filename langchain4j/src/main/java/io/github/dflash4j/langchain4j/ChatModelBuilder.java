/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.langchain4j;

import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.DefaultChatRequestParameters;
import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.decode.PromptCache;
import io.github.dflash4j.sampling.Sampling;
import io.github.dflash4j.text.ChatOptions;
import io.github.dflash4j.text.ChatTemplate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What both chat models can be told. Parameters of a request go before those that are set here.
 *
 * @param <B> the builder itself
 */
public abstract sealed class ChatModelBuilder<B extends ChatModelBuilder<B>>
    permits DFlashChatModel.Builder, DFlashStreamingChatModel.Builder {
  final ModelPair pair;
  String modelName;
  ChatRequestParameters parameters = DefaultChatRequestParameters.EMPTY;
  Sampling sampling = Sampling.greedy();
  ChatOptions chat = ChatOptions.defaults();
  Optional<ChatTemplate> format = Optional.empty();
  OptionalInt block = OptionalInt.empty();
  Optional<PromptCache> cache = Optional.empty();
  List<ChatModelListener> listeners = List.of();

  ChatModelBuilder(ModelPair pair) {
    this.pair = pair;
    this.modelName = pair.target().spec().name();
  }

  abstract B self();

  /**
   * The name that requests may state and responses do state; the name of the target's file or
   * folder by default.
   *
   * @param name any name
   * @return this
   */
  public B modelName(String name) {
    modelName = name;
    return self();
  }

  /**
   * Parameters of requests that do not state them. Without any, the most likely token is taken
   * always, and an answer may fill the context.
   *
   * @param defaults temperature, top-p, top-k, penalties, stop sequences, most tokens
   * @return this
   */
  public B defaultRequestParameters(ChatRequestParameters defaults) {
    parameters = parameters.overrideWith(defaults);
    return self();
  }

  /**
   * Temperature of requests that do not state it; 0 by default.
   *
   * @param value 0 for the most likely token always
   * @return this
   */
  public B temperature(double value) {
    return set(b -> b.temperature(value));
  }

  /**
   * Top-p of requests that do not state it.
   *
   * @param value mass of the tokens that may be drawn, above 0 to 1
   * @return this
   */
  public B topP(double value) {
    return set(b -> b.topP(value));
  }

  /**
   * Top-k of requests that do not state it.
   *
   * @param value how many of the most likely tokens may be drawn; 0 for all
   * @return this
   */
  public B topK(int value) {
    return set(b -> b.topK(value));
  }

  /**
   * Penalties of requests that do not state them.
   *
   * @param presence 0 for none
   * @param frequency 0 for none
   * @return this
   */
  public B penalties(double presence, double frequency) {
    return set(b -> b.presencePenalty(presence).frequencyPenalty(frequency));
  }

  /**
   * The most tokens of an answer, thoughts included, where a request does not state it.
   *
   * @param tokens at least 1
   * @return this
   */
  public B maxOutputTokens(int tokens) {
    return set(b -> b.maxOutputTokens(tokens));
  }

  /**
   * Texts that end an answer, where a request states none.
   *
   * @param texts none of them empty
   * @return this
   */
  public B stopSequences(List<String> texts) {
    return set(b -> b.stopSequences(texts));
  }

  private interface Change {
    void apply(DefaultChatRequestParameters.Builder<?> builder);
  }

  private B set(Change change) {
    DefaultChatRequestParameters.Builder<?> builder = DefaultChatRequestParameters.builder();
    change.apply(builder);
    return defaultRequestParameters(builder.build());
  }

  /**
   * What requests of LangChain4j have no parameter for; temperature, filters and penalties that
   * they do have come from parameters alone.
   *
   * @param minP least probability in shares of the largest; 0 for all
   * @param repetitionPenalty 1 for none
   * @return this
   */
  public B sampling(double minP, double repetitionPenalty) {
    sampling = sampling.withFilters(0, 1, minP).withPenalties(repetitionPenalty, 0, 0);
    return self();
  }

  /**
   * A seed for every request, so that the same request gives the same answer again on this machine.
   *
   * @param value any number
   * @return this
   */
  public B seed(long value) {
    sampling = sampling.withSeed(value);
    return self();
  }

  /**
   * Switches thinking on or off in chat formats that know it; by default as the format has it.
   *
   * @param think whether the model is to think first
   * @return this
   */
  public B thinking(boolean think) {
    chat = chat.withThinking(think);
    return self();
  }

  /**
   * The chat format, in place of the one in the target's files.
   *
   * @param template renders conversations
   * @return this
   */
  public B chatFormat(ChatTemplate template) {
    format = Optional.of(template);
    return self();
  }

  /**
   * Pins how many tokens a pass of the target looks at. Without this as many drafted tokens are
   * verified as pay.
   *
   * @param rows 1 for plain decoding, 2 up to the block size of the draft otherwise
   * @return this
   */
  public B block(int rows) {
    block = OptionalInt.of(rows);
    return self();
  }

  /**
   * Keeps conversations, so that a longer one goes on where the shorter one ended.
   *
   * @param kept the cache, used by models of one pair only
   * @return this
   */
  public B promptCache(PromptCache kept) {
    cache = Optional.of(kept);
    return self();
  }

  /**
   * Listeners of LangChain4j.
   *
   * @param all in place of those set before
   * @return this
   */
  public B listeners(List<ChatModelListener> all) {
    listeners = List.copyOf(all);
    return self();
  }
}
