/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Who may ask: everybody on this machine, or who has the key. Immutable. */
final class AccessRules {
  private static final String SCHEME = "bearer ";
  private static final Set<String> HEALTH = Set.of("/health", "/health/live", "/health/ready");
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private final Optional<byte[]> keyHash;
  private final boolean loopback;
  private final String host;

  private AccessRules(Optional<byte[]> keyHash, boolean loopback, String host) {
    this.keyHash = keyHash;
    this.loopback = loopback;
    this.host = host;
  }

  /**
   * The rules of a server.
   *
   * @throws IllegalArgumentException if it would listen to other machines without a key, or the
   *     host is unknown
   */
  static AccessRules of(ServerOptions options) {
    InetAddress address;
    try {
      address = InetAddress.getByName(options.host());
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("there is no host '" + options.host() + "'", e);
    }
    if (!address.isLoopbackAddress() && options.apiKey().isEmpty()) {
      throw new IllegalArgumentException(
          "the host "
              + options.host()
              + " can be reached from other machines: that needs an API key; without one there is"
              + " 127.0.0.1");
    }
    return new AccessRules(
        options.apiKey().map(AccessRules::hash),
        address.isLoopbackAddress(),
        options.host().toLowerCase(Locale.ROOT));
  }

  /**
   * On loopback the request has to name this machine. A page whose own name was made to lead here
   * would send that name.
   */
  void checkHost(ServerRequest request) {
    if (!loopback) {
      return;
    }
    String name = withoutPort(request.authority().toLowerCase(Locale.ROOT));
    if (!LOOPBACK.contains(name) && !name.equals(host) && !name.equals("[" + host + "]")) {
      throw ApiError.ofStatus(403, "this server does not go by the name in the Host header");
    }
  }

  private static String withoutPort(String authority) {
    int colon = authority.lastIndexOf(':');
    return colon > authority.lastIndexOf(']') ? authority.substring(0, colon) : authority;
  }

  /** Health is no secret, and neither is the page, which asks for the key itself. */
  void checkKey(ServerRequest request) {
    String path = request.path().path();
    if (keyHash.isEmpty() || HEALTH.contains(path) || PageFiles.has(path)) {
      return;
    }
    String given = request.headers().value(HeaderNames.AUTHORIZATION).orElse("");
    if (given.isEmpty()) {
      throw ApiError.unauthorized("an API key is needed: Authorization: Bearer KEY");
    }
    boolean bearer = given.toLowerCase(Locale.ROOT).startsWith(SCHEME);
    String key = bearer ? given.substring(SCHEME.length()).strip() : "";
    // Hashes are of one length, so that the time of comparing tells nothing.
    if (!MessageDigest.isEqual(hash(key), keyHash.get())) {
      throw ApiError.unauthorized("the API key is wrong");
    }
  }

  private static byte[] hash(String key) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
