/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/**
 * Server-sent events: one {@code data} line for each object, and {@code [DONE]} at the end. Every
 * event is flushed. Used by the thread of the connection.
 */
final class EventStream {
  private static final byte[] BEGIN = "data: ".getBytes(StandardCharsets.UTF_8);
  private static final byte[] END = "\n\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] DONE = "data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8);

  private final ServerResponse response;
  private final ClientConnection client;
  private OutputStream out;

  EventStream(ServerResponse response, ClientConnection client) {
    this.response = response;
    this.client = client;
  }

  void open() {
    response.header(HeaderNames.CONTENT_TYPE, "text/event-stream; charset=utf-8");
    response.header(HeaderNames.CACHE_CONTROL, "no-cache");
    // Proxies would collect the events else.
    response.header("X-Accel-Buffering", "no");
    out = response.outputStream();
  }

  boolean isOpen() {
    return out != null;
  }

  void send(ObjectNode event) {
    write(BEGIN, Json.bytes(event), END);
  }

  /** Ends the stream; the connection stays usable. */
  void close() {
    write(DONE);
    try {
      out.close();
    } catch (IOException | UncheckedIOException e) {
      throw new ClientGoneException();
    }
  }

  private void write(byte[]... parts) {
    client.beginWrite();
    try {
      for (byte[] part : parts) {
        out.write(part);
      }
      out.flush();
    } catch (IOException | UncheckedIOException e) {
      throw new ClientGoneException();
    } finally {
      client.endWrite();
    }
  }
}
