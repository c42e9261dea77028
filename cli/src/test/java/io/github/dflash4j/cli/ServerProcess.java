/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The command {@code serve} in a process of its own. */
final class ServerProcess implements AutoCloseable {
  private final Process process;
  private final Path err;
  private final URI base;

  private ServerProcess(Process process, Path err, URI base) {
    this.process = process;
    this.err = err;
    this.base = base;
  }

  /**
   * Starts it on a free port and waits until it listens.
   *
   * @param folder for what it writes to standard error
   */
  static ServerProcess start(Path folder, Map<String, String> environment, String... options) {
    try {
      Path err = Files.createTempFile(folder, "serve", ".err");
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
      command.add("-Duser.home=" + System.getProperty("user.home"));
      command.addAll(List.of("-p", System.getProperty("jdk.module.path")));
      // Libraries that are no modules lie here in tests.
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.addAll(List.of("-m", "io.github.dflash4j.cli/io.github.dflash4j.cli.Main"));
      command.addAll(List.of("serve", "--port", "0"));
      command.addAll(List.of(options));
      ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
      builder.environment().putAll(environment);
      Process process = builder.start();
      BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
      String line = out.readLine();
      assertThat(line).as(Files.readString(err)).startsWith("listening on http://");
      return new ServerProcess(process, err, URI.create(line.substring("listening on ".length())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  URI base() {
    return base;
  }

  /** As the system does when it shuts down, or a person by kill. */
  void terminate() {
    process.destroy();
  }

  /** Waits for the end. */
  int exitCode() throws InterruptedException {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
    return process.exitValue();
  }

  String err() throws IOException {
    return Files.readString(err);
  }

  /** Gently, so that it removes the models that it has unpacked. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
