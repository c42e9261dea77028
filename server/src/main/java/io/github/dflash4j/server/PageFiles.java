/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The page at {@code /} and the files it is made of. They are no secret and come without a key; the
 * page sends the key that a person gives it with its requests to the API. Immutable.
 */
final class PageFiles {
  static final String ROOT = "/";
  private static final String FOLDER = "/page/";
  private static final String INDEX = "index.html";

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  /** Nothing from elsewhere, nothing inline, no frame around it. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  static final Set<String> NAMES =
      Set.of(
          INDEX,
          "page.css",
          "icon.svg",
          "main.js",
          "api.js",
          "charts.js",
          "figures.js",
          "messages.js",
          "settings.js",
          "tokens.js");

  private final Map<String, byte[]> files = new LinkedHashMap<>();

  /** Reads the files of the program. */
  PageFiles() {
    for (String name : NAMES) {
      files.put(name, read(name));
    }
  }

  private static byte[] read(String name) {
    try (InputStream in = PageFiles.class.getResourceAsStream("page/" + name)) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its file page/" + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a path leads to the page. */
  static boolean has(String path) {
    return path.equals(ROOT)
        || path.startsWith(FOLDER) && NAMES.contains(path.substring(FOLDER.length()));
  }

  /** Paths of the files, without that of the page itself. */
  static Set<String> paths() {
    Set<String> paths = new TreeSet<>();
    NAMES.forEach(name -> paths.add(FOLDER + name));
    return paths;
  }

  void send(ServerRequest request, ServerResponse response) {
    String path = request.path().path();
    String name = path.equals(ROOT) ? INDEX : path.substring(FOLDER.length());
    response.header("Content-Security-Policy", POLICY);
    // Asked for again each time, so that a newer program is not shown by an older page.
    response.header(HeaderNames.CACHE_CONTROL, "no-cache");
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    Answers.send(response, 200, type, files.get(name));
  }
}
