/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.format.TestGguf;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GgufMetadataTest {
  @TempDir Path folder;

  @Test
  void integersOfEveryWidthAreIntegers() {
    TestGguf gguf = new TestGguf();
    gguf.entry("u8", TestGguf.U8).u8(255);
    gguf.entry("i8", TestGguf.I8).u8(-2);
    gguf.entry("u16", TestGguf.U16).u16(65535);
    gguf.entry("i16", TestGguf.I16).u16(-3);
    gguf.entry("u32", TestGguf.U32).u32(4294967295L);
    gguf.entry("i32", TestGguf.I32).u32(-4);
    gguf.entry("u64", TestGguf.U64).u64(Long.MAX_VALUE);
    gguf.entry("i64", TestGguf.I64).u64(Long.MIN_VALUE);
    gguf.entry("huge", TestGguf.U64).u64(-1);
    read(
        gguf,
        metadata -> {
          assertThat(metadata.requireInteger("u8")).isEqualTo(255);
          assertThat(metadata.requireInteger("i8")).isEqualTo(-2);
          assertThat(metadata.requireInteger("u16")).isEqualTo(65535);
          assertThat(metadata.requireInteger("i16")).isEqualTo(-3);
          assertThat(metadata.requireInteger("u32")).isEqualTo(4294967295L);
          assertThat(metadata.requireInteger("i32")).isEqualTo(-4);
          assertThat(metadata.requireInteger("u64")).isEqualTo(Long.MAX_VALUE);
          assertThat(metadata.requireInteger("i64")).isEqualTo(Long.MIN_VALUE);
          assertThat(metadata.findInteger("i32")).hasValue(-4);
          assertThat(metadata.describe("huge")).isEqualTo("u64 18446744073709551615");
          assertRefused(() -> metadata.requireInteger("huge"), "huge", "18446744073709551615");
          assertThat(metadata.requireIntegers("i16")).containsExactly(-3);
        });
  }

  @Test
  void integersOutsideTheirLimitsAreRefused() {
    read(
        new TestGguf().u32("n", 70000),
        metadata -> {
          assertThat(metadata.requireInt("n", 1, 70000)).isEqualTo(70000);
          assertThat(metadata.findInt("n", 70000, 70000)).hasValue(70000);
          assertThat(metadata.findInt("m", 1, 2)).isEmpty();
          assertRefused(() -> metadata.requireInt("n", 1, 65536), "n", "1 to 65536", "70000");
          assertRefused(() -> metadata.findInt("n", 70001, 80000), "n", "70000");
        });
  }

  @Test
  void otherScalarsHaveTheirGetters() {
    TestGguf gguf =
        new TestGguf().f32("eps", 1e-5f).bool("yes", true).bool("no", false).string("s", "tëxt");
    gguf.entry("double", TestGguf.F64).f64(0.1);
    read(
        gguf,
        metadata -> {
          assertThat(metadata.requireNumber("eps")).isEqualTo(1e-5f);
          assertThat(metadata.requireNumber("double")).isEqualTo(0.1);
          assertThat(metadata.findNumber("double")).hasValue(0.1);
          assertThat(metadata.requireBoolean("yes")).isTrue();
          assertThat(metadata.findBoolean("no")).contains(false);
          assertThat(metadata.requireString("s")).isEqualTo("tëxt");
          assertThat(metadata.findString("s")).contains("tëxt");
          assertThat(metadata.requireFloats("eps")).containsExactly(1e-5f);
          assertThat(metadata.requireBooleans("yes")).containsExactly(true);
        });
  }

  @Test
  void arraysHaveTheirGetters() {
    TestGguf gguf =
        new TestGguf()
            .strings("tokens", "a", "", "ü\uD83D\uDE00")
            .u32s("ids", 1, 4294967295L)
            .f32s("scores", -1.5f, 0)
            .u32s("none");
    gguf.entry("flags", TestGguf.ARRAY).u32(TestGguf.BOOL).u64(2).u8(1).u8(0);
    gguf.entry("signed", TestGguf.ARRAY).u32(TestGguf.I8).u64(2).u8(-1).u8(1);
    read(
        gguf,
        metadata -> {
          assertThat(metadata.requireStrings("tokens")).containsExactly("a", "", "ü\uD83D\uDE00");
          assertThat(metadata.requireIntegers("ids")).containsExactly(1, 4294967295L);
          assertThat(metadata.requireFloats("scores")).containsExactly(-1.5f, 0);
          assertThat(metadata.findIntegers("none"))
              .hasValueSatisfying(x -> assertThat(x).isEmpty());
          assertThat(metadata.requireBooleans("flags")).containsExactly(true, false);
          assertThat(metadata.requireIntegers("signed")).containsExactly(-1, 1);
          assertThat(metadata.describe("tokens")).isEqualTo("array of 3 string");
        });
  }

  @Test
  void aMissingKeyIsNamedWithTheFile() {
    read(
        new TestGguf().u32("a", 1),
        metadata -> {
          assertThat(metadata.has("a")).isTrue();
          assertThat(metadata.has("b")).isFalse();
          assertThat(metadata.keys()).containsExactly("a");
          assertThat(metadata.findString("b")).isEmpty();
          assertThat(metadata.findInteger("b")).isEmpty();
          assertThat(metadata.findNumber("b")).isEmpty();
          assertThat(metadata.findStrings("b")).isEmpty();
          assertThatThrownBy(() -> metadata.requireString("b"))
              .isInstanceOf(ModelFileException.class)
              .hasMessage(metadata.file() + ": b: expected a string, found no such key");
          assertRefused(() -> metadata.requireInteger("b"), "b", "an integer");
          assertRefused(() -> metadata.describe("b"), "b", "no such key");
        });
  }

  @Test
  void aValueOfAnotherTypeIsNamedAndNeverConverted() {
    TestGguf gguf =
        new TestGguf().u32("int", 1).f32("float", 1).string("text", "1").bool("flag", true);
    gguf.entry("double", TestGguf.F64).f64(1);
    read(
        gguf.u32s("ints", 1).strings("texts", "1"),
        metadata -> {
          assertRefused(() -> metadata.requireInteger("float"), "float", "an integer", "f32");
          assertRefused(() -> metadata.requireInteger("text"), "text", "an integer", "string");
          assertRefused(() -> metadata.requireInteger("flag"), "flag", "bool");
          assertRefused(() -> metadata.requireInteger("ints"), "ints", "array of 1 u32");
          assertRefused(() -> metadata.requireNumber("int"), "int", "u32");
          assertRefused(() -> metadata.requireFloats("double"), "double", "f64");
          assertRefused(() -> metadata.requireBoolean("int"), "int", "a boolean");
          assertRefused(() -> metadata.requireString("texts"), "texts", "array");
          assertRefused(() -> metadata.requireStrings("text"), "text", "an array of strings");
          assertRefused(() -> metadata.requireStrings("ints"), "ints", "an array of strings");
          assertRefused(() -> metadata.findIntegers("texts"), "texts");
          assertRefused(() -> metadata.findString("int"), "int", "a string");
        });
  }

  @Test
  void aStringThatIsNotUtf8IsRefusedWhenItIsAskedFor() {
    TestGguf gguf = new TestGguf();
    gguf.entry("bad", TestGguf.STRING).u64(2).u8(0xC3).u8(0x28);
    read(gguf, metadata -> assertRefused(() -> metadata.requireString("bad"), "bad", "UTF-8"));
  }

  @Test
  void descriptionsAreShort() {
    read(
        new TestGguf().string("long", "x".repeat(5000)).string("short", "llama").f32("f", 0.5f),
        metadata -> {
          assertThat(metadata.describe("long")).isEqualTo("string of 5000 characters");
          assertThat(metadata.describe("short")).isEqualTo("string \"llama\"");
          assertThat(metadata.describe("f")).isEqualTo("f32 0.5");
        });
  }

  private void read(TestGguf gguf, Consumer<GgufMetadata> check) {
    try (GgufFile file = GgufFile.openMetadata(gguf.write(folder.resolve("m.gguf")))) {
      check.accept(file.metadata());
    }
  }

  private static void assertRefused(ThrowingCallable call, String... parts) {
    assertThatThrownBy(call)
        .isInstanceOf(ModelFileException.class)
        .hasMessageContainingAll(parts)
        .hasMessageContaining("m.gguf");
  }
}
