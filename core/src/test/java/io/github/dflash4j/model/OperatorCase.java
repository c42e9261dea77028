/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.format.json.JsonFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Inputs and outputs of one operator: {@code .npy} files and what their manifest says of them. */
final class OperatorCase {
  private static final int PREAMBLE = 10;

  private final Path folder;
  private final JsonFields manifest;

  OperatorCase(String name) {
    try {
      this.folder = Path.of(OperatorCase.class.getResource("/operators").toURI()).resolve(name);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
    this.manifest = JsonFile.open(folder.resolve("manifest.json"), 1 << 20);
  }

  JsonFields args() {
    return manifest.requireObject("args");
  }

  int arg(String name) {
    return args().requireInt(name, 0, 1 << 20);
  }

  /** Numbers of any stored type as floats, row-major. */
  float[] floats(String tensor) {
    JsonFields entry = manifest.requireObject("tensors").requireObject(tensor);
    ByteBuffer data = data(entry.requireString("file"));
    long count = 1;
    for (long n : entry.requireIntegers("shape")) {
      count *= n;
    }
    float[] out = new float[(int) count];
    String type = entry.requireString("dtype");
    for (int i = 0; i < out.length; i++) {
      out[i] =
          switch (type) {
            case "f32" -> data.getFloat();
            case "bf16" -> Float.intBitsToFloat(data.getShort() << 16);
            case "i32" -> data.getInt();
            case "i64" -> data.getLong();
            default -> throw new IllegalStateException(folder + ": " + type);
          };
    }
    assertThat(data.hasRemaining()).isFalse();
    return out;
  }

  private ByteBuffer data(String file) {
    try {
      ByteBuffer data =
          ByteBuffer.wrap(Files.readAllBytes(folder.resolve(file))).order(ByteOrder.LITTLE_ENDIAN);
      int header = data.getShort(PREAMBLE - 2);
      String text = new String(data.array(), PREAMBLE, header, StandardCharsets.US_ASCII);
      assertThat(text).contains("'fortran_order': False");
      return data.position(PREAMBLE + header);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Compares within the tolerances of the manifest. */
  void near(float[] actual, String tensor) {
    near(actual, tensor, floats(tensor));
  }

  void near(float[] actual, String what, float[] expected) {
    JsonFields tolerance = manifest.requireObject("tol");
    double absolute = tolerance.requireNumber("atol");
    double relative = tolerance.requireNumber("rtol");
    assertThat(actual).as("%s %s", this, what).hasSameSizeAs(expected).isNotEmpty();
    for (int i = 0; i < actual.length; i++) {
      assertThat(Math.abs((double) actual[i] - expected[i]))
          .as("%s %s element %d: %s, expected %s", this, what, i, actual[i], expected[i])
          .isLessThanOrEqualTo(absolute + relative * Math.abs(expected[i]));
    }
  }

  @Override
  public String toString() {
    return folder.getFileName().toString();
  }
}
