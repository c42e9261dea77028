/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Test resources: texts, vectors in llama.cpp's form, packed files. */
final class TestFiles {
  private static final String SEPARATOR = "\n__ggml_vocab_test__\n";

  /** A text and its ids. */
  record Vector(String text, int[] ids) {}

  private TestFiles() {}

  static String text(String resource) throws IOException {
    try (InputStream in = open(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Unpacks a {@code .gz} resource, or copies any other one. */
  static Path unpack(String resource, Path target) throws IOException {
    try (InputStream in = open(resource);
        InputStream plain = resource.endsWith(".gz") ? new GZIPInputStream(in) : in) {
      Files.copy(plain, target);
    }
    return target;
  }

  static List<Vector> vectors(String name) throws IOException {
    String[] texts = text(name + ".inp").split(SEPARATOR, -1);
    List<String> lines = text(name + ".out").lines().toList();
    assertThat(texts[texts.length - 1]).isEmpty();
    assertThat(lines).hasSize(texts.length - 1);
    List<Vector> vectors = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String ids = lines.get(i).strip();
      vectors.add(
          new Vector(
              texts[i],
              ids.isEmpty()
                  ? new int[0]
                  : Arrays.stream(ids.split(" +")).mapToInt(Integer::parseInt).toArray()));
    }
    return vectors;
  }

  private static InputStream open(String resource) throws IOException {
    InputStream in = TestFiles.class.getResourceAsStream("/" + resource);
    if (in == null) {
      throw new IOException("no test resource " + resource);
    }
    return in;
  }
}
