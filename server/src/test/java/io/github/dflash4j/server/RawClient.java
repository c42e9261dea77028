/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A client that sees every byte. */
final class RawClient implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;

  private RawClient(Socket socket) throws IOException {
    this.socket = socket;
    in = new java.io.BufferedInputStream(socket.getInputStream());
  }

  static RawClient connect(DflashServer server) throws IOException {
    return connect(server, 0);
  }

  /**
   * @param buffer bytes the system keeps for this client before it reads; 0 for the usual
   */
  static RawClient connect(DflashServer server, int buffer) throws IOException {
    Socket socket = new Socket();
    if (buffer > 0) {
      socket.setReceiveBufferSize(buffer);
    }
    socket.connect(new InetSocketAddress("127.0.0.1", server.port()));
    socket.setSoTimeout(100_000);
    return new RawClient(socket);
  }

  /** Status, headers by lower-case name, and body. */
  record Reply(int status, Map<String, String> headers, String body) {
    String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  RawClient send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
    return this;
  }

  RawClient post(String path, String json) throws IOException {
    return post(path, json, "");
  }

  RawClient post(String path, String json, String headers) throws IOException {
    String body = json.replace('\'', '"');
    return send(
        "POST "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
            + body.getBytes(StandardCharsets.UTF_8).length
            + "\r\n"
            + headers
            + "\r\n"
            + body);
  }

  /** One line, without its end. */
  String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("the server closed the connection behind: " + line);
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  /** Status and headers alone. */
  Reply head() throws IOException {
    int status = Integer.parseInt(line().split(" ")[1]);
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    return new Reply(status, headers, "");
  }

  /** A whole answer. */
  Reply reply() throws IOException {
    Reply head = head();
    return new Reply(head.status(), head.headers(), body(head));
  }

  /** The body behind a head. */
  String body(Reply head) throws IOException {
    StringBuilder body = new StringBuilder();
    if (head.header("transfer-encoding").equals("chunked")) {
      for (String chunk = chunk(); !chunk.isEmpty(); chunk = chunk()) {
        body.append(chunk);
      }
    } else {
      body.append(bytes(Integer.parseInt(head.headers().getOrDefault("content-length", "0"))));
    }
    return body.toString();
  }

  /** The next chunk, empty for the last one. */
  String chunk() throws IOException {
    String text = bytes(Integer.parseInt(line().strip(), 16));
    line();
    return text;
  }

  private String bytes(int count) throws IOException {
    return new String(in.readNBytes(count), StandardCharsets.UTF_8);
  }

  /** Whether something has come that was not read yet. */
  boolean hasBytes() throws IOException {
    return in.available() > 0;
  }

  /** Whether the server has closed the connection; waits for a byte or that. */
  boolean ended() throws IOException {
    try {
      return in.read() < 0;
    } catch (java.net.SocketException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** Closes as a client that is killed: nothing more is read. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }
}
