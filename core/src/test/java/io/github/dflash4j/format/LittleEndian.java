/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes bytes for test files. */
public final class LittleEndian {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  public LittleEndian u8(int value) {
    bytes.write(value);
    return this;
  }

  public LittleEndian u16(int value) {
    return u8(value).u8(value >> 8);
  }

  public LittleEndian u32(long value) {
    return u16((int) value).u16((int) (value >> 16));
  }

  public LittleEndian u64(long value) {
    return u32(value).u32(value >> 32);
  }

  public LittleEndian f32(float value) {
    return u32(Float.floatToRawIntBits(value));
  }

  public LittleEndian f64(double value) {
    return u64(Double.doubleToRawLongBits(value));
  }

  public LittleEndian raw(byte... more) {
    bytes.writeBytes(more);
    return this;
  }

  public LittleEndian utf8(String text) {
    return raw(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A GGUF string: 64-bit length and UTF-8. */
  public LittleEndian string(String text) {
    return u64(text.getBytes(StandardCharsets.UTF_8).length).utf8(text);
  }

  public LittleEndian zeros(int count) {
    return raw(new byte[count]);
  }

  public int size() {
    return bytes.size();
  }

  public byte[] toBytes() {
    return bytes.toByteArray();
  }

  public static byte[] floats(float... values) {
    LittleEndian out = new LittleEndian();
    for (float value : values) {
      out.f32(value);
    }
    return out.toBytes();
  }

  public static byte[] halves(float... values) {
    LittleEndian out = new LittleEndian();
    for (float value : values) {
      out.u16(Float.floatToFloat16(value));
    }
    return out.toBytes();
  }

  /** Cut, not rounded: for values that a brain float holds exactly. */
  public static byte[] brainFloats(float... values) {
    LittleEndian out = new LittleEndian();
    for (float value : values) {
      out.u16(Float.floatToRawIntBits(value) >> 16);
    }
    return out.toBytes();
  }
}
