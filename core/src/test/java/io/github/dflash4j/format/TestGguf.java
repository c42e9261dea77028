/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format;

import java.nio.file.Path;
import java.util.Arrays;

/** Writes GGUF files for tests: sound ones by default, broken ones by overriding single fields. */
public final class TestGguf {
  public static final int U8 = 0;
  public static final int I8 = 1;
  public static final int U16 = 2;
  public static final int I16 = 3;
  public static final int U32 = 4;
  public static final int I32 = 5;
  public static final int F32 = 6;
  public static final int BOOL = 7;
  public static final int STRING = 8;
  public static final int ARRAY = 9;
  public static final int U64 = 10;
  public static final int I64 = 11;
  public static final int F64 = 12;

  private final LittleEndian entries = new LittleEndian();
  private final LittleEndian infos = new LittleEndian();
  private final LittleEndian data = new LittleEndian();
  private int version = 3;
  private long entryCount;
  private long tensorCount;
  private Long forcedEntryCount;
  private Long forcedTensorCount;
  private int alignment = 32;
  private byte[] trailing = {};

  public TestGguf version(int version) {
    this.version = version;
    return this;
  }

  /** States a number of metadata entries that need not be true. */
  public TestGguf entryCount(long count) {
    forcedEntryCount = count;
    return this;
  }

  /** States a number of tensors that need not be true. */
  public TestGguf tensorCount(long count) {
    forcedTensorCount = count;
    return this;
  }

  /** Aligns what is written from now on, without stating it. */
  public TestGguf alignTo(int alignment) {
    this.alignment = alignment;
    return this;
  }

  public TestGguf trailing(byte... bytes) {
    trailing = bytes;
    return this;
  }

  public TestGguf string(String key, String value) {
    entry(key, STRING).string(value);
    return this;
  }

  public TestGguf u32(String key, long value) {
    entry(key, U32).u32(value);
    return this;
  }

  public TestGguf f32(String key, float value) {
    entry(key, F32).f32(value);
    return this;
  }

  public TestGguf bool(String key, boolean value) {
    entry(key, BOOL).u8(value ? 1 : 0);
    return this;
  }

  public TestGguf strings(String key, String... values) {
    LittleEndian out = entry(key, ARRAY).u32(STRING).u64(values.length);
    for (String value : values) {
      out.string(value);
    }
    return this;
  }

  public TestGguf u32s(String key, long... values) {
    LittleEndian out = entry(key, ARRAY).u32(U32).u64(values.length);
    for (long value : values) {
      out.u32(value);
    }
    return this;
  }

  public TestGguf f32s(String key, float... values) {
    LittleEndian out = entry(key, ARRAY).u32(F32).u64(values.length);
    for (float value : values) {
      out.f32(value);
    }
    return this;
  }

  /** Starts an entry; the caller writes the value. */
  public LittleEndian entry(String key, int type) {
    entryCount++;
    return entries.string(key).u32(type);
  }

  /** A tensor right behind the last one; dimensions fastest first. */
  public TestGguf tensor(String name, int type, long[] dimensions, byte[] bytes) {
    pad(data);
    info(name, dimensions.length, dimensions, type, data.size());
    data.raw(bytes);
    return this;
  }

  public TestGguf f32Tensor(String name, long[] dimensions, float... values) {
    return tensor(name, 0, dimensions, LittleEndian.floats(values));
  }

  /** Only the entry of a tensor, with any content. */
  public TestGguf info(String name, int rank, long[] dimensions, int type, long offset) {
    tensorCount++;
    infos.string(name).u32(rank);
    Arrays.stream(dimensions).forEach(infos::u64);
    infos.u32(type).u64(offset);
    return this;
  }

  /** Data that belongs to tensors written with {@link #info}. */
  public TestGguf data(byte[] bytes) {
    data.raw(bytes);
    return this;
  }

  public byte[] toBytes() {
    LittleEndian file =
        new LittleEndian()
            .utf8("GGUF")
            .u32(version)
            .u64(forcedTensorCount == null ? tensorCount : forcedTensorCount)
            .u64(forcedEntryCount == null ? entryCount : forcedEntryCount)
            .raw(entries.toBytes())
            .raw(infos.toBytes());
    pad(file);
    return file.raw(data.toBytes()).raw(trailing).toBytes();
  }

  public Path write(Path file) {
    return TestSafetensors.write(file, toBytes());
  }

  private void pad(LittleEndian out) {
    out.zeros((alignment - out.size() % alignment) % alignment);
  }
}
