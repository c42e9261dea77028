/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.function.BiFunction;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Answers requests for text, whole or as a stream. */
final class GenerationEndpoint implements Handler {
  private static final System.Logger LOG = System.getLogger(GenerationEndpoint.class.getName());

  private final ServerParts parts;
  private final Function<JsonNode, TextRequest> reader;
  private final BiFunction<TextRequest, ServedPair, ReplyFormat> formats;

  GenerationEndpoint(
      ServerParts parts,
      Function<JsonNode, TextRequest> reader,
      BiFunction<TextRequest, ServedPair, ReplyFormat> formats) {
    this.parts = parts;
    this.reader = reader;
    this.formats = formats;
  }

  @Override
  public void handle(ServerRequest request, ServerResponse response) {
    TextRequest read = reader.apply(parts.bodies().read(request));
    ReplyFormat format = formats.apply(read, parts.served());
    ReplySink sink = sink(read, format, response);
    GenerationJob job =
        new GenerationJob(
            parts.served().generator(), read, parts.options().limits().backlogBytes());
    CountedSink counted = new CountedSink(sink, parts.metrics());
    try (GenerationQueue.Place place = parts.queue().enter(job)) {
      new ReplyDelivery(
              job, counted, parts.served().tokenizer(), format.splitsThoughts(), this::log)
          .run(place, ClientConnection.current());
    } finally {
      job.cause().filter(cause -> !counted.isFinished()).ifPresent(parts.metrics()::ended);
    }
  }

  private static ReplySink sink(TextRequest read, ReplyFormat format, ServerResponse response) {
    return read.stream()
        ? new StreamSink(read, format, new EventStream(response, ClientConnection.current()))
        : new WholeSink(read, format, body -> Answers.send(response, body));
  }

  private void log(Throwable failure) {
    LOG.log(System.Logger.Level.WARNING, "a generation failed: " + failure, failure);
  }
}
