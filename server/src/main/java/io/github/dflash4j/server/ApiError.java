/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import java.time.Duration;
import java.util.Optional;

/**
 * A request that is not answered, as its client gets to read it. The message is one line for people
 * and never says more than the client knows.
 */
final class ApiError extends RuntimeException {
  private static final long serialVersionUID = 1;

  private static final String INVALID = "invalid_request_error";

  private final int status;
  private final String type;
  private final String code;
  private final String param;
  private final int retryAfterSeconds;

  private ApiError(
      int status, String type, String code, String param, int retryAfterSeconds, String message) {
    super(message, null, false, false);
    this.status = status;
    this.type = type;
    this.code = code;
    this.param = param;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The value of a field cannot be used. */
  static ApiError invalid(String param, String message) {
    return new ApiError(400, INVALID, null, param, 0, message);
  }

  /** A field of the API that this server does not have. */
  static ApiError unsupported(String param, String message) {
    return new ApiError(400, INVALID, "unsupported_parameter", param, 0, message);
  }

  /** The prompt and its text do not fit. */
  static ApiError contextExceeded(String param, String message) {
    return new ApiError(400, INVALID, "context_length_exceeded", param, 0, message);
  }

  static ApiError unknownModel(String message) {
    return new ApiError(404, INVALID, "model_not_found", "model", 0, message);
  }

  /** A request that is wrong in another way than by the value of a field. */
  static ApiError ofStatus(int status, String message) {
    return new ApiError(status, INVALID, null, null, 0, message);
  }

  static ApiError unauthorized(String message) {
    return new ApiError(401, INVALID, "invalid_api_key", null, 0, message);
  }

  static ApiError queueFull(Duration retryAfter, String message) {
    int seconds = (int) Math.max(1, Math.min(60, retryAfter.toSeconds()));
    return new ApiError(429, "rate_limit_error", "queue_full", null, seconds, message);
  }

  static ApiError endingSoon() {
    return new ApiError(
        503, "server_error", "shutting_down", null, 5, "the server is ending; try again");
  }

  static ApiError tooSlow(String message) {
    return new ApiError(504, "timeout_error", "deadline_exceeded", null, 0, message);
  }

  static ApiError internal(String message) {
    return new ApiError(500, "server_error", null, null, 0, message);
  }

  int status() {
    return status;
  }

  String type() {
    return type;
  }

  Optional<String> code() {
    return Optional.ofNullable(code);
  }

  Optional<String> param() {
    return Optional.ofNullable(param);
  }

  /** Seconds after which trying again makes sense; 0 for none. */
  int retryAfterSeconds() {
    return retryAfterSeconds;
  }
}
