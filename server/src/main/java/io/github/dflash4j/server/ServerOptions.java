/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How to serve. Immutable; the {@code with} methods give changed copies. Numbers are checked here,
 * whether they fit the models by {@link DflashServer#start}.
 *
 * @param host name or address to listen on; other than loopback only with a key
 * @param port port to listen on, 0 for any free one
 * @param apiKey what clients have to send as bearer token, or empty for no check
 * @param modelName name of the pair in requests and answers
 * @param speculationNote why there is no draft, one line for people; empty where there is one
 * @param limits what one client may ask for
 * @param times how long things may take
 * @param cacheSequences prompts kept for requests that begin the same; 0 for no cache
 * @param cacheTokens room of each of them in tokens, or empty for up to 4096 of the context
 * @param corsOrigins origins whose pages may call, {@code *} for all
 */
public record ServerOptions(
    String host,
    int port,
    Optional<String> apiKey,
    String modelName,
    Optional<String> speculationNote,
    Limits limits,
    Times times,
    int cacheSequences,
    OptionalInt cacheTokens,
    List<String> corsOrigins) {

  /**
   * What clients may ask for.
   *
   * @param running generations at the same time, at least 1
   * @param queued requests that may wait for their turn, at least 1
   * @param bodyBytes largest body of a request
   * @param maxTokens the most tokens of one text
   * @param choices the most texts of one request
   * @param connections open connections
   * @param backlogBytes what a client may be behind with reading before its text is given up
   */
  public record Limits(
      int running,
      int queued,
      int bodyBytes,
      int maxTokens,
      int choices,
      int connections,
      int backlogBytes) {

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if one is less than 1
     */
    public Limits {
      requirePositive(running, "number of generations at the same time");
      requirePositive(queued, "number of waiting requests");
      requirePositive(bodyBytes, "largest body");
      requirePositive(maxTokens, "largest number of tokens");
      requirePositive(choices, "largest number of texts");
      requirePositive(connections, "number of connections");
      requirePositive(backlogBytes, "backlog of a reader");
    }
  }

  /**
   * How long things may take.
   *
   * @param request a request from its arrival to the end of its text, waiting included
   * @param transfer reading one request, and writing one piece of an answer
   * @param shutdown running texts once the server is asked to end
   */
  public record Times(Duration request, Duration transfer, Duration shutdown) {

    /**
     * Checks the times.
     *
     * @throws IllegalArgumentException if one is not positive
     */
    public Times {
      requirePositive(request.toMillis(), "time of a request");
      requirePositive(transfer.toMillis(), "time of a transfer");
      requirePositive(shutdown.toMillis(), "time to end");
    }
  }

  private static final Limits LIMITS = new Limits(4, 64, 2 << 20, 4096, 8, 512, 1 << 20);
  private static final Times TIMES =
      new Times(Duration.ofMinutes(10), Duration.ofSeconds(30), Duration.ofSeconds(20));
  private static final int CACHED = 4;

  /**
   * Checks the numbers and copies the list.
   *
   * @throws IllegalArgumentException if one is out of range, or a text is empty
   */
  public ServerOptions {
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException("a port is 0 to 65535, not " + port);
    }
    requireText(host, "host");
    requireText(modelName, "name of the model");
    apiKey.ifPresent(key -> requireText(key, "API key"));
    if (cacheSequences < 0) {
      throw new IllegalArgumentException("a cache cannot keep " + cacheSequences + " prompts");
    }
    cacheTokens.ifPresent(tokens -> requirePositive(tokens, "room of a cached prompt"));
    corsOrigins = List.copyOf(corsOrigins);
  }

  /**
   * The usual options: loopback, a free port, no key, four generations at the same time.
   *
   * @param modelName name of the pair in requests and answers
   * @return the options
   */
  public static ServerOptions of(String modelName) {
    return new ServerOptions(
        "127.0.0.1",
        0,
        Optional.empty(),
        modelName,
        Optional.empty(),
        LIMITS,
        TIMES,
        CACHED,
        OptionalInt.empty(),
        List.of());
  }

  /**
   * Another place to listen.
   *
   * @param name name or address
   * @param number port, 0 for any free one
   * @return a changed copy
   */
  public ServerOptions withAddress(String name, int number) {
    return new ServerOptions(
        name,
        number,
        apiKey,
        modelName,
        speculationNote,
        limits,
        times,
        cacheSequences,
        cacheTokens,
        corsOrigins);
  }

  /**
   * A key that clients have to send.
   *
   * @param key not empty
   * @return a changed copy
   */
  public ServerOptions withApiKey(String key) {
    return new ServerOptions(
        host,
        port,
        Optional.of(key),
        modelName,
        speculationNote,
        limits,
        times,
        cacheSequences,
        cacheTokens,
        corsOrigins);
  }

  /**
   * Why there is no draft.
   *
   * @param note one line for people
   * @return a changed copy
   */
  public ServerOptions withSpeculationNote(String note) {
    return new ServerOptions(
        host,
        port,
        apiKey,
        modelName,
        Optional.of(note),
        limits,
        times,
        cacheSequences,
        cacheTokens,
        corsOrigins);
  }

  /**
   * Other limits.
   *
   * @param changed what clients may ask for
   * @return a changed copy
   */
  public ServerOptions withLimits(Limits changed) {
    return new ServerOptions(
        host,
        port,
        apiKey,
        modelName,
        speculationNote,
        changed,
        times,
        cacheSequences,
        cacheTokens,
        corsOrigins);
  }

  /**
   * Other times.
   *
   * @param changed how long things may take
   * @return a changed copy
   */
  public ServerOptions withTimes(Times changed) {
    return new ServerOptions(
        host,
        port,
        apiKey,
        modelName,
        speculationNote,
        limits,
        changed,
        cacheSequences,
        cacheTokens,
        corsOrigins);
  }

  /**
   * Another cache.
   *
   * @param sequences prompts kept, 0 for no cache
   * @param tokens room of each, or empty for up to 4096 of the context
   * @return a changed copy
   */
  public ServerOptions withCache(int sequences, OptionalInt tokens) {
    return new ServerOptions(
        host,
        port,
        apiKey,
        modelName,
        speculationNote,
        limits,
        times,
        sequences,
        tokens,
        corsOrigins);
  }

  /**
   * Pages that may call.
   *
   * @param origins for example {@code https://example.org}; {@code *} for all
   * @return a changed copy
   */
  public ServerOptions withCorsOrigins(List<String> origins) {
    return new ServerOptions(
        host,
        port,
        apiKey,
        modelName,
        speculationNote,
        limits,
        times,
        cacheSequences,
        cacheTokens,
        origins);
  }

  private static void requirePositive(long number, String name) {
    if (number < 1) {
      throw new IllegalArgumentException("the " + name + " must be positive, not " + number);
    }
  }

  private static void requireText(String text, String name) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("the " + name + " is empty");
    }
  }
}
