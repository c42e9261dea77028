/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.PathMatchers;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Which path leads where. */
final class Routes {
  private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  /** Paths that are counted by name. */
  static final Set<String> PATHS =
      Set.of(
          "/v1/models",
          "/v1/chat/completions",
          "/v1/completions",
          "/v1/embeddings",
          "/tokenize",
          "/detokenize",
          "/health",
          "/health/live",
          "/health/ready",
          "/metrics");

  private Routes() {}

  static void add(HttpRouting.Builder routing, ServerParts parts) {
    ServedPair served = parts.served();
    RequestReader reader = new RequestReader(served, parts.options());
    ModelsEndpoint models = new ModelsEndpoint(served);
    TokenEndpoints tokens = new TokenEndpoints(served, parts.bodies());
    HealthEndpoint health = new HealthEndpoint(parts);
    PageFiles page = new PageFiles();
    get(routing, PageFiles.ROOT, page::send);
    PageFiles.paths().forEach(path -> get(routing, path, page::send));
    get(routing, "/v1/models", models::list);
    get(routing, "/v1/models/{+name}", models::one);
    post(
        routing,
        "/v1/chat/completions",
        new GenerationEndpoint(parts, reader::chat, ChatReply::new));
    post(
        routing,
        "/v1/completions",
        new GenerationEndpoint(parts, reader::completion, CompletionReply::new));
    post(routing, "/v1/embeddings", Routes::embeddings);
    post(routing, "/tokenize", tokens::tokenize);
    post(routing, "/detokenize", tokens::detokenize);
    get(routing, "/health", health::ready);
    get(routing, "/health/ready", health::ready);
    get(routing, "/health/live", health::live);
    get(
        routing,
        "/metrics",
        (request, response) ->
            Answers.send(
                response,
                200,
                METRICS_TYPE,
                parts.metrics().scrape().getBytes(StandardCharsets.UTF_8)));
    routing.any((request, response) -> {
      throw ApiError.ofStatus(404, "there is no " + Shown.of(request.path().path()));
    });
  }

  /** HEAD is answered as GET, and {@link Answers} leaves out the body. */
  private static void get(HttpRouting.Builder routing, String path, Handler handler) {
    routing.route(
        Method.predicate(Method.GET, Method.HEAD),
        PathMatchers.create(path),
        (request, response) -> {
          ClientConnection.current().endRead();
          handler.handle(request, response);
        });
    only(routing, path, "GET, HEAD");
  }

  private static void post(HttpRouting.Builder routing, String path, Handler handler) {
    routing.post(path, handler);
    only(routing, path, "POST");
  }

  private static void only(HttpRouting.Builder routing, String path, String methods) {
    routing.any(
        path,
        (request, response) -> {
          response.header(HeaderNames.ALLOW, methods);
          throw ApiError.ofStatus(405, "the method here is " + methods.replace(",", " or"));
        });
  }

  private static void embeddings(ServerRequest request, ServerResponse response) {
    throw ApiError.ofStatus(
        400, "embeddings are not supported: the pair writes text; see /v1/chat/completions");
  }
}
