/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.GenerationRequest;
import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.sampling.Sampling;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Every field of a request does what it does in the library, or is refused by name. */
class FieldsTest {
  private static final String STORY = "'prompt':'Once upon a time','max_tokens':24,";
  private static final String ASK = "'messages':[{'role':'user','content':'Once upon a time'}],";

  private static DflashServer server;
  private static Client client;

  @BeforeAll
  static void start() {
    server =
        DflashServer.start(
            DemoPair.get(),
            ServerOptions.of("stories")
                .withLimits(new ServerOptions.Limits(2, 16, 1 << 20, 400, 4, 64, 1 << 20)));
    client = new Client(server);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static GenerationRequest story() {
    return DemoPair.get().request("Once upon a time").withMaxTokens(24);
  }

  private static GenerationResult run(GenerationRequest request) {
    return DemoPair.get().generate(request, GenerationListener.SILENT);
  }

  /** Fields, and what the library is asked for. */
  record Sampled(String fields, Sampling sampling) {
    @Override
    public String toString() {
      return fields;
    }
  }

  static Stream<Sampled> samplings() {
    Sampling warm = Sampling.at(1).withSeed(7);
    return Stream.of(
        new Sampled("'temperature':0", Sampling.greedy()),
        new Sampled("'temperature':0.0,'seed':3", Sampling.greedy().withSeed(3)),
        new Sampled("'seed':7", warm),
        new Sampled("'seed':7,'temperature':0.7", warm.withTemperature(0.7)),
        new Sampled("'seed':7,'temperature':2", warm.withTemperature(2)),
        new Sampled("'seed':7,'top_p':0.5", warm.withFilters(0, 0.5, 0)),
        new Sampled("'seed':7,'top_k':3", warm.withFilters(3, 1, 0)),
        new Sampled("'seed':7,'top_k':-1", warm),
        new Sampled("'seed':7,'min_p':0.2", warm.withFilters(0, 1, 0.2)),
        new Sampled("'seed':-7", warm.withSeed(-7)),
        new Sampled(
            "'temperature':0,'presence_penalty':1.5", Sampling.greedy().withPenalties(1, 1.5, 0)),
        new Sampled(
            "'temperature':0,'frequency_penalty':2", Sampling.greedy().withPenalties(1, 0, 2)),
        new Sampled(
            "'temperature':0,'repetition_penalty':1.8", Sampling.greedy().withPenalties(1.8, 0, 0)),
        new Sampled(
            "'temperature':0,'logit_bias':{'432':-100,'383':5.5}",
            Sampling.greedy().withLogitBias(Map.of(432, -100f, 383, 5.5f))));
  }

  @ParameterizedTest
  @MethodSource("samplings")
  void tokensAreChosenAsAsked(Sampled sampled) {
    // Pinned, because the text of a draft that draws depends on the width.
    String text = run(story().withSampling(sampled.sampling()).withBlock(8)).text();
    String fixed = ",'speculation':{'mode':'fixed'}";

    JsonNode completion = client.complete(STORY + sampled.fields() + fixed).ok();
    JsonNode chat = client.chat(ASK + "'max_tokens':24," + sampled.fields() + fixed).ok();

    assertThat(completion.at("/choices/0/text").stringValue()).isEqualTo(text);
    assertThat(chat.at("/choices/0/message/content").stringValue()).isEqualTo(text);
  }

  @Test
  void drawsWhereNoTemperatureIsGiven() {
    Stream<String> texts =
        Stream.generate(() -> client.complete("'prompt':'Once','max_tokens':20").ok())
            .limit(4)
            .map(answer -> answer.at("/choices/0/text").stringValue());

    assertThat(texts.distinct().count()).isGreaterThan(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'max_tokens':5",
        "'max_completion_tokens':5",
        "'max_tokens':9,'max_completion_tokens':5"
      })
  void limitsTheText(String field) {
    assertThat(client.chat(ASK + field).ok().at("/usage/completion_tokens").intValue())
        .isEqualTo(5);
  }

  @Test
  void hasTheDefaultsOfOpenAi() {
    JsonNode completion = client.complete("'prompt':'Once','temperature':0").ok();
    JsonNode chat = client.chat(ASK + "'temperature':0").ok();

    assertThat(completion.at("/usage/completion_tokens").intValue()).isEqualTo(16);
    // All that fits into the context, or into the limit of the server.
    assertThat(chat.at("/usage/completion_tokens").intValue()).isEqualTo(400);
  }

  @Test
  @DisplayName("B154, B169: the end of the context is no error, a prompt that fills it is one")
  void endsWithTheContext() {
    JsonNode end =
        client
            .complete("'prompt':" + java.util.Arrays.toString(ids(500)) + ",'max_tokens':400")
            .ok();
    assertThat(end.at("/choices/0/finish_reason").stringValue()).isEqualTo("length");
    assertThat(end.at("/usage/total_tokens").intValue()).isEqualTo(512);
    client.complete("'prompt':" + java.util.Arrays.toString(ids(511))).ok();

    JsonNode error =
        client.complete("'prompt':" + java.util.Arrays.toString(ids(512))).refused(400);
    assertThat(error.get("code").stringValue()).isEqualTo("context_length_exceeded");
    assertThat(error.get("message").stringValue()).contains("512");
    String words = "word ".repeat(600);
    assertThat(
            client
                .chat("'messages':[{'role':'user','content':'" + words + "'}]")
                .refused(400)
                .get("code")
                .stringValue())
        .isEqualTo("context_length_exceeded");
  }

  private static int[] ids(int count) {
    return java.util.stream.IntStream.range(0, count).map(i -> 300 + i % 90).toArray();
  }

  @Test
  void promptsMayBeIds() {
    int[] ids = story().prompt();
    String array = java.util.Arrays.toString(ids);
    String text = run(story()).text();

    for (String prompt : List.of(array, "[" + array + "]", "['Once upon a time']")) {
      JsonNode answer = client.complete("'temperature':0,'max_tokens':24,'prompt':" + prompt).ok();
      assertThat(answer.at("/choices/0/text").stringValue()).isEqualTo(text);
    }
  }

  @Test
  void stopsAtStringsAndIds() {
    String text = run(story()).text();
    JsonNode one = client.complete(STORY + "'temperature':0,'stop':'girl'").ok();
    assertThat(one.at("/choices/0/text").stringValue())
        .isEqualTo(text.substring(0, text.indexOf("girl")));
    assertThat(one.at("/choices/0/finish_reason").stringValue()).isEqualTo("stop");
    JsonNode many = client.complete(STORY + "'temperature':0,'stop':['zzz','named']").ok();
    assertThat(many.at("/choices/0/text").stringValue())
        .isEqualTo(text.substring(0, text.indexOf("named")));
    JsonNode id = client.complete(STORY + "'temperature':0,'stop_token_ids':[383]").ok();
    assertThat(id.at("/choices/0/text").stringValue()).isEqualTo(",");
    assertThat(
            client
                .complete(STORY + "'temperature':0,'stop':null")
                .ok()
                .at("/choices/0/text")
                .stringValue())
        .isEqualTo(text);
  }

  @Test
  @DisplayName("B118: log-probabilities of every token of a block are those of plain decoding")
  void logprobsAreThoseOfPlainDecoding() {
    GenerationResult plain = run(story().withoutDraft().withLogprobs(2));
    JsonNode chat =
        client
            .chat(
                ASK
                    + "'max_tokens':24,'temperature':0,'logprobs':true,'top_logprobs':2,'speculation':{'mode':'fixed'}")
            .ok()
            .at("/choices/0/logprobs/content");

    assertThat(chat).hasSize(24);
    for (int i = 0; i < 24; i++) {
      JsonNode entry = chat.get(i);
      assertThat(entry.get("logprob").doubleValue())
          .isEqualTo(plain.logprobs().get(i).token().logprob());
      assertThat(entry.get("top_logprobs")).hasSize(2);
      assertThat(entry.at("/top_logprobs/1/logprob").doubleValue())
          .isEqualTo(plain.logprobs().get(i).top().get(1).logprob());
      byte[] bytes =
          entry.get("token").stringValue().getBytes(java.nio.charset.StandardCharsets.UTF_8);
      assertThat(entry.get("bytes")).hasSize(bytes.length);
    }
    JsonNode bare = client.chat(ASK + "'max_tokens':3,'logprobs':true").ok();
    assertThat(bare.at("/choices/0/logprobs/content/0/top_logprobs").isEmpty()).isTrue();
    assertThat(client.chat(ASK + "'max_tokens':3").ok().at("/choices/0/logprobs").isNull())
        .isTrue();
  }

  @Test
  void completionsHaveTheirOwnLogprobs() {
    JsonNode answer = client.complete(STORY + "'temperature':0,'logprobs':2").ok();
    JsonNode logprobs = answer.at("/choices/0/logprobs");
    String text = answer.at("/choices/0/text").stringValue();

    assertThat(logprobs.get("tokens")).hasSize(24);
    assertThat(logprobs.get("token_logprobs")).hasSize(24);
    assertThat(logprobs.get("top_logprobs")).hasSize(24);
    StringBuilder joined = new StringBuilder();
    for (int i = 0; i < 24; i++) {
      assertThat(logprobs.at("/text_offset/" + i).intValue()).isEqualTo(joined.length());
      joined.append(logprobs.at("/tokens/" + i).stringValue());
    }
    assertThat(joined).hasToString(text);
    JsonNode none = client.complete(STORY + "'temperature':0,'logprobs':0").ok();
    assertThat(none.at("/choices/0/logprobs/top_logprobs").isNull()).isTrue();
    assertThat(none.at("/choices/0/logprobs/token_logprobs"))
        .isEqualTo(logprobs.get("token_logprobs"));
  }

  @Test
  void echoesThePrompt() {
    GenerationResult whole = run(story().withEcho(true).withLogprobs(1));
    JsonNode answer = client.complete(STORY + "'temperature':0,'echo':true,'logprobs':1").ok();
    JsonNode values = answer.at("/choices/0/logprobs/token_logprobs");

    assertThat(answer.at("/choices/0/text").stringValue()).isEqualTo(whole.text());
    assertThat(values.get(0).isNull()).isTrue();
    assertThat(values.get(1).doubleValue())
        .isEqualTo(whole.promptLogprobs().getFirst().token().logprob());
    assertThat(
            StreamTest.text(
                client.stream("/v1/completions", STORY + "'temperature':0,'echo':true"), 0))
        .isEqualTo(whole.text());
    client.complete(STORY + "'echo':true,'logprobs':1,'stream':true").refused(400);
  }

  @Test
  @DisplayName("B170: equal requests are drafted for equally, with the cache and without")
  void drafting() {
    String fields = STORY + "'temperature':0,'speculation':{'mode':'fixed'}";
    JsonNode first = client.complete(fields).ok().at("/usage/speculation");

    assertThat(first.get("drafted").intValue()).isPositive();
    assertThat(first.get("accepted").intValue()).isPositive();
    assertThat(first.get("tokens_per_pass").doubleValue()).isGreaterThan(1);
    for (int i = 0; i < 3; i++) {
      JsonNode usage = client.complete(fields).ok().get("usage");
      assertThat(usage.get("speculation")).isEqualTo(first);
      assertThat(usage.at("/prompt_tokens_details/cached_tokens").intValue()).isEqualTo(4);
    }
  }

  @Test
  void draftingIsSetByRequest() {
    String text = run(story()).text();
    for (String off : List.of("false", "{'mode':'off'}", "{'width':0}")) {
      JsonNode answer = client.complete(STORY + "'temperature':0,'speculation':" + off).ok();
      assertThat(answer.at("/usage/speculation/drafted").intValue()).as(off).isZero();
      assertThat(answer.at("/usage/speculation/tokens_per_pass").doubleValue()).isEqualTo(1);
      assertThat(answer.at("/choices/0/text").stringValue()).isEqualTo(text);
    }
    for (int width = 1; width <= 7; width++) {
      JsonNode answer =
          client.complete(STORY + "'temperature':0,'speculation':{'width':" + width + "}").ok();
      GenerationResult same = run(story().withBlock(1 + width));
      assertThat(answer.at("/usage/speculation/drafted").intValue())
          .isEqualTo(same.figures().drafted());
      assertThat(answer.at("/choices/0/text").stringValue()).isEqualTo(text);
    }
    for (String mode : List.of("true", "{}", "{'mode':'adaptive'}", "null")) {
      JsonNode answer = client.complete(STORY + "'temperature':0,'speculation':" + mode).ok();
      assertThat(answer.at("/choices/0/text").stringValue()).as(mode).isEqualTo(text);
    }
  }

  @Test
  void detailsTellWhereTokensComeFrom() {
    String fields =
        "'prompt':'Once upon a time','max_tokens':90,'temperature':0,"
            + "'speculation':{'mode':'fixed','details':true}";
    GenerationResult same = run(story().withMaxTokens(90).withBlock(8));
    JsonNode whole = client.complete(fields).ok().at("/choices/0/speculation");
    List<JsonNode> events = client.stream("/v1/completions", fields);

    StringBuilder text = new StringBuilder();
    StringBuilder origins = new StringBuilder();
    int accepted = 0;
    for (JsonNode event : events) {
      for (JsonNode token : event.at("/choices/0/speculation/tokens")) {
        text.append(token.get("text").stringValue());
        origins.append(token.get("origin").stringValue().charAt(0));
        accepted += token.get("origin").stringValue().equals("accepted") ? 1 : 0;
      }
    }
    assertThat(text).hasToString(same.text());
    assertThat(accepted).isEqualTo(same.steps().stream().mapToInt(s -> s.keptDrafted()).sum());
    assertThat(origins.toString()).startsWith("p").contains("a").contains("c");
    JsonNode end = events.getLast().at("/choices/0/speculation");
    assertThat(end.get("target_passes").intValue()).isEqualTo(same.figures().targetPasses());
    assertThat(end.get("slots")).hasSize(same.figures().slots().size());
    assertThat(end.at("/slots/0/accepted").intValue())
        .isEqualTo(same.figures().slots().getFirst().accepted());
    assertThat(end.has("plain_step_ms")).isTrue();
    assertThat(whole.get("tokens")).hasSize(90);
    assertThat(whole.get("steps")).hasSize(same.figures().targetPasses());
    assertThat(whole.get("slots")).isEqualTo(end.get("slots"));
  }

  @Test
  void timesAreTold() {
    JsonNode usage = client.complete(STORY + "'timings':true").ok().get("usage");
    assertThat(usage.at("/timings/prompt_ms").doubleValue()).isPositive();
    assertThat(usage.at("/timings/tokens_per_second").doubleValue()).isPositive();
    assertThat(client.complete(STORY + "'timings':false").ok().get("usage").has("timings"))
        .isFalse();
  }

  @Test
  void whatChangesNothingIsIgnored() {
    String text = run(story()).text();
    String ignored =
        "'user':'me','store':true,'metadata':{'a':'b'},'service_tier':'auto','nonsense':[1,{}],"
            + "'tools':[],'tool_choice':'none','response_format':{'type':'text'},'functions':null,"
            + "'parallel_tool_calls':true,'modalities':['text'],'best_of':1,'suffix':'',";
    assertThat(
            client
                .complete(STORY + ignored + "'temperature':0")
                .ok()
                .at("/choices/0/text")
                .stringValue())
        .isEqualTo(text);
  }
}
