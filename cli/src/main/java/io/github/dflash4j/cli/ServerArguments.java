/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.server.ServerOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Where and for whom a server listens, and its limits. */
final class ServerArguments {
  static final String KEY_VARIABLE = "DFLASH4J_API_KEY";

  private static final int DEFAULT_PORT = 8080;

  /** Reads a port. */
  static final class Ports implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (!text.matches("\\d{1,5}") || Integer.parseInt(text) > 65535) {
        throw new TypeConversionException("a port is 0 to 65535, not '" + text + "'");
      }
      return Integer.valueOf(text);
    }
  }

  @Option(
      names = "--host",
      paramLabel = "NAME",
      description = {
        "Name or address to listen on. Other than loopback needs an API key. Default: 127.0.0.1."
      })
  private String host = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "N",
      converter = Ports.class,
      description = "Port to listen on, 0 for any free one. Default: " + DEFAULT_PORT + ".")
  private int port = DEFAULT_PORT;

  @Option(
      names = "--api-key",
      paramLabel = "KEY",
      description = {
        "Key that clients have to send. Others may see it in the list of processes: the variable "
            + KEY_VARIABLE
            + " does the same unseen."
      })
  private String key;

  @Option(
      names = "--model-name",
      paramLabel = "NAME",
      description = "What clients call the pair. Default: the name of the target's file or folder.")
  private String name;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      converter = Counts.class,
      description = "Requests that are answered at the same time. Default: 4.")
  private Integer running;

  @Option(
      names = "--queue",
      paramLabel = "N",
      converter = Counts.class,
      description = "Requests that may wait for their turn. Default: 64.")
  private Integer queued;

  @Option(
      names = "--max-tokens",
      paramLabel = "N",
      converter = Counts.class,
      description = "The most tokens of one text. Default: 4096.")
  private Integer maxTokens;

  @Option(
      names = "--max-body",
      paramLabel = "BYTES",
      converter = Counts.class,
      description = "The largest body of a request. Default: 2097152.")
  private Integer maxBody;

  @Option(
      names = "--request-timeout",
      paramLabel = "SECONDS",
      converter = Counts.class,
      description = "How long a request may take, waiting included. Default: 600.")
  private Integer requestSeconds;

  @Option(
      names = "--grace",
      paramLabel = "SECONDS",
      converter = Counts.class,
      description = "How long running texts may go on once the server is to end. Default: 20.")
  private Integer graceSeconds;

  @Option(
      names = "--cache-prompts",
      paramLabel = "N",
      description = {
        "Prompts kept for requests that begin the same, each with memory of its own; 0 for none."
            + " Default: 4."
      })
  private Integer cachePrompts;

  @Option(
      names = "--cache-tokens",
      paramLabel = "N",
      converter = Counts.class,
      description = "Room of each in tokens. Default: the context, at most 4096.")
  private Integer cacheTokens;

  @Option(
      names = "--cors-origin",
      paramLabel = "ORIGIN",
      description = {
        "Origin whose pages may call, for example https://example.org, or * for all; may be given"
            + " several times. Default: none."
      })
  private List<String> origins = new ArrayList<>();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Checks what picocli cannot. */
  void check() {
    if (cachePrompts != null && cachePrompts < 0) {
      throw new ParameterException(
          command.commandLine(), "--cache-prompts must be 0 or more, not " + cachePrompts);
    }
  }

  /**
   * @param modelName what to call the pair if no name was given
   */
  ServerOptions options(String modelName, Optional<String> note) {
    ServerOptions options =
        ServerOptions.of(name == null ? modelName : name).withAddress(host, port);
    Optional<String> apiKey =
        Optional.ofNullable(key).or(() -> Optional.ofNullable(System.getenv(KEY_VARIABLE)));
    if (apiKey.isPresent()) {
      options = options.withApiKey(apiKey.get());
    }
    if (note.isPresent()) {
      options = options.withSpeculationNote(note.get());
    }
    int prompts = cachePrompts == null ? options.cacheSequences() : cachePrompts;
    return options
        .withLimits(limits(options.limits()))
        .withTimes(times(options.times()))
        .withCache(prompts, cacheTokens == null ? OptionalInt.empty() : OptionalInt.of(cacheTokens))
        .withCorsOrigins(origins);
  }

  private ServerOptions.Limits limits(ServerOptions.Limits usual) {
    return new ServerOptions.Limits(
        running == null ? usual.running() : running,
        queued == null ? usual.queued() : queued,
        maxBody == null ? usual.bodyBytes() : maxBody,
        maxTokens == null ? usual.maxTokens() : maxTokens,
        usual.choices(),
        usual.connections(),
        usual.backlogBytes());
  }

  private ServerOptions.Times times(ServerOptions.Times usual) {
    return new ServerOptions.Times(
        requestSeconds == null ? usual.request() : Duration.ofSeconds(requestSeconds),
        usual.transfer(),
        graceSeconds == null ? usual.shutdown() : Duration.ofSeconds(graceSeconds));
  }

  String host() {
    return host.contains(":") ? "[" + host + "]" : host;
  }
}
