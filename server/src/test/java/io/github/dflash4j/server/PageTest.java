/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The files of the page, as a client gets them. */
class PageTest {
  private static final Path FOLDER = Path.of("src/main/resources/io/github/dflash4j/server/page");

  private static DflashServer server;

  @BeforeAll
  static void start() {
    ServerOptions options = ServerOptions.of("stories").withApiKey("secret");
    server = DflashServer.start(DemoPair.get(), options);
  }

  @AfterAll
  static void end() {
    server.close();
  }

  private static HttpResponse<String> get(String path) {
    return new Client(server).get(path).response();
  }

  private static Set<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(FOLDER)) {
      return all.collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @Test
  void everyFileIsServedAsWhatItIsWithoutAKey() throws IOException {
    assertThat(files())
        .extracting(file -> file.getFileName().toString())
        .containsExactlyInAnyOrderElementsOf(PageFiles.NAMES);
    assertThat(get("/").body()).isEqualTo(get("/page/index.html").body());
    for (Path file : files()) {
      HttpResponse<String> response = get("/page/" + file.getFileName());
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo(Files.readString(file));
      String name = file.toString();
      assertThat(response.headers().firstValue("Content-Type").orElseThrow())
          .startsWith(
              name.endsWith("html")
                  ? "text/html"
                  : name.endsWith("css")
                      ? "text/css"
                      : name.endsWith("svg") ? "image/svg+xml" : "text/javascript");
    }
  }

  @Test
  void thePolicyAllowsNothingInlineAndNothingFromElsewhere() {
    HttpResponse<String> response = get("/");
    assertThat(response.headers().allValues("Content-Security-Policy"))
        .singleElement()
        .asString()
        .startsWith("default-src 'none';")
        .contains("script-src 'self';", "connect-src 'self';", "frame-ancestors 'none'")
        .doesNotContain("unsafe", "http", "*", "data:");
    assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(response.headers().firstValue("Cache-Control")).contains("no-cache");
  }

  @Test
  void theApiStaysBehindItsKey() {
    for (String path :
        new String[] {"/v1/models", "/page/none.js", "/page/", "/page/../v1/models", "/pages"}) {
      assertThat(get(path).statusCode()).as(path).isIn(401, 404);
      assertThat(get(path).body()).as(path).doesNotContain("stories");
    }
  }

  /** What the policy would refuse is not in the files, and no text can become markup. */
  @Test
  void theFilesHoldNothingInlineAndMakeNoMarkup() throws IOException {
    for (Path file : files()) {
      String source = Files.readString(file);
      assertThat(source.replace("http://www.w3.org/2000/svg", ""))
          .as(file.toString())
          .doesNotContain("http:", "https:", "innerHTML", "outerHTML", "insertAdjacentHTML")
          .doesNotContain("document.write", "eval(", "new Function", "localStorage")
          .doesNotContain("sessionStorage", "document.cookie", "indexedDB")
          .doesNotContainPattern("\\sstyle=|<style|javascript:|\\son[a-z]+=\"");
    }
    String index = Files.readString(FOLDER.resolve("index.html"));
    assertThat(index).doesNotContainPattern("<script(?![^>]*\\ssrc=)");
    Set<String> linked =
        Pattern.compile("(?:src|href)=\"(/[^\"]*)\"")
            .matcher(index)
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toSet());
    assertThat(linked).hasSize(3).isSubsetOf(PageFiles.paths());
  }
}
