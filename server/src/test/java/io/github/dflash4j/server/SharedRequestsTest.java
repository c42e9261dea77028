/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.decode.BatchingTarget;
import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.Generator;
import io.github.dflash4j.decode.ModelPair;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What requests that run at the same time have in common, and what not. */
@Timeout(300)
class SharedRequestsTest {
  private static final int REQUESTS = 4;

  @ParameterizedTest
  @CsvSource({"false, 200", "{'mode':'fixed'}, 400"})
  void equalRequestsTogetherTakeFewerPassesThanOneByOne(String speculation, int tokens) {
    ModelPair pair = DemoPair.get();
    MeetingTarget target = new MeetingTarget(pair.target());
    Generator generator =
        Generator.of(target)
            .withTokenizer(pair.tokenizer().orElseThrow())
            .withDraft(pair.draft().orElseThrow())
            .withSharedPasses(BatchingTarget.DEFAULT_ROWS);
    ServerOptions options = ServerOptions.of("stories").withCache(0, OptionalInt.empty());
    String ask =
        "'prompt':'Once upon a time','temperature':0,'max_tokens':"
            + tokens
            + ",'speculation':"
            + speculation;
    try (DflashServer server =
        DflashServer.start(
            ServedPair.of(generator, pair.tokenizer().orElseThrow(), options), options)) {
      Client client = new Client(server);
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < REQUESTS; i++) {
        texts.add(text(client, ask));
      }
      double serial = client.metric("dflash4j_passes_total");
      assertThat(client.metric("dflash4j_passes_shared_total")).isZero();

      meet(target);
      List<CompletableFuture<String>> all = new ArrayList<>();
      for (int i = 0; i < REQUESTS; i++) {
        all.add(
            CompletableFuture.supplyAsync(
                () -> text(client, ask), task -> Thread.ofVirtual().start(task)));
      }
      all.forEach(each -> texts.add(each.join()));
      double together = client.metric("dflash4j_passes_total") - serial;

      System.out.printf("passes: %.0f one by one, %.0f together%n", serial, together);
      assertThat(serial).isPositive();
      assertThat(together).isPositive().isLessThan(serial);
      assertThat(texts).containsOnly(right(tokens));
    } finally {
      ((BatchingTarget) generator.target()).close();
    }
  }

  private static String text(Client client, String ask) {
    return client.complete(ask).ok().at("/choices/0/text").stringValue();
  }

  private static String right(int tokens) {
    return DemoPair.get()
        .generate(
            DemoPair.get().request("Once upon a time").withMaxTokens(tokens).withoutDraft(),
            GenerationListener.SILENT)
        .text();
  }

  /** None begins before all have come. */
  private static void meet(MeetingTarget target) {
    CyclicBarrier all = new CyclicBarrier(REQUESTS);
    target.atBegin(() -> {
      try {
        all.await(2, TimeUnit.MINUTES);
      } catch (Exception e) {
        throw new IllegalStateException("the others did not come", e);
      }
    });
  }
}
