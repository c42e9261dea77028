/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes random drafts of any size, a piece at a time: the package is never in memory. The weights
 * are of a size that keeps a draft's states in a natural range.
 */
final class RandomPackage {
  private static final int CHUNK = 4736;
  private static final int PIECE = 4 << 20;

  private final DraftPackage draft;
  private final SplittableRandom random;

  private RandomPackage(DraftPackage draft, long seed) {
    this.draft = draft;
    this.random = new SplittableRandom(seed);
  }

  /** The published geometry of Qwen3.8-27B-DFlash2 (dflash-algorithm 1.3), without weights. */
  static DraftPackage published27b() {
    DraftPackage p =
        DraftPackage.random(2, 1)
            .with("hidden_size", 5120)
            .with("intermediate_size", 17408)
            .with("num_attention_heads", 32)
            .with("num_key_value_heads", 8)
            .with("head_dim", 128)
            .with("vocab_size", 248320)
            .with("rope_parameters", Map.of("rope_theta", 1e7))
            .with("sliding_window", 2048)
            .with("num_target_layers", 64)
            .withNested("block_size", 8)
            .withNested("mask_token_id", 248070)
            .withNested("target_layer_ids", List.of(5, 19, 33, 47, 61))
            .withNested("conv_group_size", 16)
            .withNested("selector_rank", 256)
            .withNested("selector_top_k", 16);
    String sliding = "sliding_attention";
    p.layers(sliding, sliding, sliding, sliding, sliding);
    p.tensors.clear();
    return p;
  }

  /** Writes config.json and model.q4nx: projections in 4736-byte chunks, all others BF16. */
  static Path writeFlm(DraftPackage draft, Path folder, long seed) throws IOException {
    draft.writeConfig(folder);
    Path file = folder.resolve("model.q4nx");
    new RandomPackage(draft, seed).write(file, FlmPackage::projection);
    return file;
  }

  /** Writes config.json and model.safetensors, all BF16. */
  static Path writeBfloats(DraftPackage draft, Path folder, long seed) throws IOException {
    draft.writeConfig(folder);
    Path file = folder.resolve("model.safetensors");
    new RandomPackage(draft, seed).write(file, (name, shape) -> false);
    return file;
  }

  /** Which tensors are written in chunks. */
  private interface InChunks {
    boolean test(String name, long[] shape);
  }

  private void write(Path file, InChunks inChunks) throws IOException {
    Map<String, long[]> shapes = draft.shapes();
    List<String> names = new ArrayList<>();
    shapes.forEach((name, shape) -> names.add(name));
    // The order of FLM's writer: wider dtypes first, then names.
    names.sort((a, b) -> {
      int kind = Boolean.compare(inChunks.test(a, shapes.get(a)), inChunks.test(b, shapes.get(b)));
      return kind != 0 ? kind : a.compareTo(b);
    });
    Map<String, Object> header = new LinkedHashMap<>();
    long at = 0;
    for (String name : names) {
      long[] shape = shapes.get(name);
      boolean chunks = inChunks.test(name, shape);
      long[] stored =
          chunks ? new long[] {shape[0] / 32, Math.ceilDiv(shape[1], 256), CHUNK} : shape;
      long bytes = chunks ? 1 : 2;
      for (long d : stored) {
        bytes *= d;
      }
      header.put(
          name,
          Map.of(
              "dtype",
              chunks ? "I8" : "BF16",
              "shape",
              stored,
              "data_offsets",
              new long[] {at, at + bytes}));
      at += bytes;
    }
    String json = JsonMapper.shared().writeValueAsString(header);
    byte[] head = (json + " ".repeat(-json.length() & 7)).getBytes(StandardCharsets.UTF_8);
    Files.deleteIfExists(file);
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer start = ByteBuffer.allocate(8 + head.length).order(ByteOrder.LITTLE_ENDIAN);
      flush(out, start.putLong(head.length).put(head));
      for (String name : names) {
        long[] shape = shapes.get(name);
        if (inChunks.test(name, shape)) {
          writeChunks(out, shape);
        } else {
          writeBfloats(out, name, shape);
        }
      }
    }
  }

  /**
   * Uniform codes around the middle of their range: with a minimum of 7.5 steps the weights have
   * mean 0, and a spread of 4.6 steps of about 190 row scales.
   */
  private void writeChunks(FileChannel out, long[] shape) throws IOException {
    long count = shape[0] / 32 * Math.ceilDiv(shape[1], 256);
    float scale = (float) (1 / Math.sqrt(shape[1]) / 4.6 / 190);
    byte[] chunk = new byte[CHUNK];
    ByteBuffer rows = ByteBuffer.wrap(chunk).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer piece = ByteBuffer.allocate(PIECE / CHUNK * CHUNK);
    for (long i = 0; i < count; i++) {
      random.nextBytes(chunk);
      for (int slot = 0; slot < 256; slot++) {
        // From 128 up, as in real packages, and 255 in the first group of every row.
        chunk[slot] = slot < 32 ? (byte) 255 : (byte) (chunk[slot] | 128);
        chunk[256 + slot] = chunk[slot];
      }
      for (int r = 0; r < 32; r++) {
        rows.putShort(4608 + 2 * r, bfloat(scale));
        rows.putShort(4672 + 2 * r, bfloat(-7.5f * scale));
      }
      piece.put(chunk);
      if (!piece.hasRemaining()) {
        flush(out, piece);
      }
    }
    flush(out, piece);
  }

  private void writeBfloats(FileChannel out, String name, long[] shape) throws IOException {
    long count = 1;
    for (long d : shape) {
      count *= d;
    }
    boolean norm = name.endsWith("norm.weight");
    double spread = shape.length == 2 ? 1 / Math.sqrt(shape[1]) : 0.3;
    // Of the form 1.xxx times a power of two with either sign: about 1.5 powers on average.
    int exponent = Math.getExponent(spread / 1.5) + 127;
    ByteBuffer piece = ByteBuffer.allocate(PIECE).order(ByteOrder.LITTLE_ENDIAN);
    for (long i = 0; i < count; i++) {
      int bits = random.nextInt();
      piece.putShort(
          norm ? bfloat(1 + (bits & 127) / 512f) : (short) (bits & 0x807F | exponent << 7));
      if (!piece.hasRemaining()) {
        flush(out, piece);
      }
    }
    flush(out, piece);
  }

  private static short bfloat(float value) {
    return (short) (Float.floatToRawIntBits(value) >>> 16);
  }

  private static void flush(FileChannel out, ByteBuffer piece) throws IOException {
    piece.flip();
    while (piece.hasRemaining()) {
      out.write(piece);
    }
    piece.clear();
  }
}
