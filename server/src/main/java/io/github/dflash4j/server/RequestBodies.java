/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.helidon.common.buffers.DataReader;
import io.helidon.http.HeaderNames;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Reads JSON bodies. A type other than JSON is refused, which also keeps pages of other origins
 * out: a browser sends JSON there only if it was allowed to. Immutable.
 */
final class RequestBodies {
  private static final String JSON = "application/json";

  private final int limit;

  /**
   * @param limit most bytes of a body
   */
  RequestBodies(int limit) {
    this.limit = limit;
  }

  /**
   * Reads the body of a request.
   *
   * @throws ApiError if it is too large or no JSON
   */
  JsonNode read(ServerRequest request) {
    checkType(request);
    byte[] bytes = bytes(request);
    ClientConnection.current().endRead();
    return parse(bytes);
  }

  private static void checkType(ServerRequest request) {
    String type = request.headers().value(HeaderNames.CONTENT_TYPE).orElse("");
    if (!type.split(";", 2)[0].strip().equalsIgnoreCase(JSON)) {
      throw ApiError.ofStatus(415, "the body has to be of the type " + JSON);
    }
  }

  private byte[] bytes(ServerRequest request) {
    if (request.headers().contentLength().orElse(0) > limit) {
      throw tooLarge();
    }
    if (!request.content().hasEntity()) {
      throw ApiError.ofStatus(400, "the body is empty");
    }
    try {
      // Not closed: that would read what is left, and of a chunked body nobody knows how much.
      InputStream in = request.content().inputStream();
      byte[] bytes = in.readNBytes(limit + 1);
      if (bytes.length > limit) {
        throw tooLarge();
      }
      return bytes;
    } catch (IOException | UncheckedIOException e) {
      throw new ClientGoneException();
    } catch (RequestException e) {
      if (e.status().code() == Status.REQUEST_ENTITY_TOO_LARGE_413.code()) {
        throw tooLarge();
      }
      throw noChunks();
    } catch (NumberFormatException | DataReader.IncorrectNewLineException e) {
      throw noChunks(); // what Helidon lets through of a line that should say how long a chunk is
    }
  }

  private static ApiError noChunks() {
    return ApiError.ofStatus(400, "the chunks of the body are no valid HTTP");
  }

  private ApiError tooLarge() {
    return ApiError.ofStatus(413, "the body is larger than " + limit + " bytes");
  }

  private static JsonNode parse(byte[] bytes) {
    String text = text(bytes);
    try {
      JsonNode node = Json.MAPPER.readTree(text);
      if (node.isMissingNode()) {
        throw ApiError.ofStatus(400, "the body is empty");
      }
      return node;
    } catch (JacksonException e) {
      throw ApiError.ofStatus(400, "the body is not valid JSON: " + JsonMistake.describe(e, text));
    }
  }

  private static String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw ApiError.ofStatus(400, "the body is not UTF-8");
    }
  }
}
