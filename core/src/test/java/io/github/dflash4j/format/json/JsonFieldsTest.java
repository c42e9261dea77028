/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.format.TestSafetensors;
import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFieldsTest {
  @TempDir Path folder;

  @Test
  void scalarsHaveTheirGetters() {
    JsonFields fields =
        open("{'i':7,'n':0.5,'s':'text','t':true,'f':false,'big':9007199254740993,'neg':-3}");
    assertThat(fields.requireInteger("i")).isEqualTo(7);
    assertThat(fields.findInteger("neg")).hasValue(-3);
    assertThat(fields.requireInteger("big")).isEqualTo(9007199254740993L);
    assertThat(fields.requireNumber("n")).isEqualTo(0.5);
    assertThat(fields.requireNumber("i")).isEqualTo(7);
    assertThat(fields.requireString("s")).isEqualTo("text");
    assertThat(fields.requireBoolean("t")).isTrue();
    assertThat(fields.findBoolean("f")).contains(false);
    assertThat(fields.requireInt("i", 1, 7)).isEqualTo(7);
    assertThat(fields.keys()).containsExactly("i", "n", "s", "t", "f", "big", "neg");
  }

  /** target-models 1.2, rule 6. */
  @Test
  void integersWrittenAsFloatsCountIfTheyAreIntegral() {
    JsonFields fields =
        open(
            "{'theta':1e7,'exact':4096.0,'half':0.5,'huge':1e300,"
                + "'beyond':123456789012345678901234}");
    assertThat(fields.requireInteger("theta")).isEqualTo(10_000_000);
    assertThat(fields.requireInt("exact", 1, 65536)).isEqualTo(4096);
    assertRefused(() -> fields.requireInteger("half"), "half", "an integer", "0.5");
    assertRefused(() -> fields.requireInteger("huge"), "huge", "an integer");
    assertRefused(() -> fields.requireInteger("beyond"), "beyond", "an integer");
    assertThat(fields.requireNumber("beyond")).isEqualTo(123456789012345678901234.0);
  }

  @Test
  void nullIsAbsentAndUnknownFieldsDoNotMatter() {
    JsonFields fields = open("{'a':null,'b':1,'c':{'x':[{'y':null}]}}");
    assertThat(fields.has("a")).isFalse();
    assertThat(fields.kind("a")).isEqualTo(JsonFields.Kind.ABSENT);
    assertThat(fields.findString("a")).isEmpty();
    assertThat(fields.findInteger("nothing")).isEmpty();
    assertThat(fields.findInt("nothing", 0, 1)).isEmpty();
    assertThat(fields.findNumber("a")).isEmpty();
    assertThat(fields.findObject("a")).isEmpty();
    assertThat(fields.findIntegers("a")).isEmpty();
    assertThat(fields.keys()).containsExactly("b", "c");
  }

  @Test
  void numbersOrListsReadAsLists() {
    JsonFields fields =
        open(
            "{'eos':5,'more':[1,2.0],'s':'x','ss':['a','b'],'n':[0.5,1],"
                + "'bad':[1,'2'],'hole':[1,null]}");
    assertThat(fields.requireIntegers("eos")).containsExactly(5);
    assertThat(fields.requireIntegers("more")).containsExactly(1, 2);
    assertThat(fields.requireStrings("s")).containsExactly("x");
    assertThat(fields.requireStrings("ss")).containsExactly("a", "b");
    assertThat(fields.requireNumbers("n")).containsExactly(0.5, 1);
    assertThat(fields.requireNumbers("eos")).containsExactly(5);
    assertRefused(() -> fields.requireIntegers("bad"), "bad", "an integer or a list of integers");
    assertRefused(() -> fields.findIntegers("hole"), "hole");
    assertRefused(() -> fields.requireStrings("n"), "n", "a string or a list of strings");
  }

  @Test
  void objectsAndRowsOfStringsAreReached() {
    JsonFields fields =
        open("{'o':{'p':{'q':1}},'list':[{'id':3},{'id':4}],'merges':['a b',['c','d']],'one':[1]}");
    assertThat(fields.requireObject("o").requireObject("p").requireInteger("q")).isEqualTo(1);
    assertThat(fields.requireObjects("list"))
        .extracting(item -> item.requireInteger("id"))
        .containsExactly(3L, 4L);
    assertThat(fields.requireStringRows("merges"))
        .containsExactly(List.of("a b"), List.of("c", "d"));
    assertRefused(() -> fields.requireObjects("one"), "one", "a list of objects");
    assertRefused(() -> fields.requireObject("list"), "list", "an object");
    assertRefused(
        () -> fields.requireObjects("list").get(1).requireString("id"), "list[1].id", "a string");
    assertRefused(
        () -> fields.requireObject("o").requireObject("p").requireInteger("z"),
        "z: expected an integer in o.p, found no such key");
  }

  @Test
  void kindsAreTold() {
    JsonFields fields = open("{'b':true,'n':1,'f':1.5,'s':'','l':[],'o':{}}");
    assertThat(List.of("b", "n", "f", "s", "l", "o", "x").stream().map(fields::kind))
        .containsExactly(
            JsonFields.Kind.BOOLEAN,
            JsonFields.Kind.NUMBER,
            JsonFields.Kind.NUMBER,
            JsonFields.Kind.STRING,
            JsonFields.Kind.LIST,
            JsonFields.Kind.OBJECT,
            JsonFields.Kind.ABSENT);
  }

  /** dflash-algorithm 1.1: a value of a draft is looked up in dflash_config first. */
  @Test
  void theNestedObjectIsSearchedBeforeTheTopLevel() {
    JsonFields fields =
        open(
            "{'block_size':16,'mask_token_id':9,"
                + "'dflash_config':{'block_size':8,'mask_token_id':null}}");
    JsonFields draft = fields.nestedFirst("dflash_config");
    assertThat(draft.requireInteger("block_size")).isEqualTo(8);
    assertThat(draft.requireInteger("mask_token_id")).isEqualTo(9);
    assertThat(fields.requireInteger("block_size")).isEqualTo(16);
    assertThat(draft.keys()).contains("block_size", "mask_token_id", "dflash_config");
    assertThatThrownBy(() -> draft.requireIntegers("target_layer_ids"))
        .isInstanceOf(ModelFileException.class)
        .hasMessage(
            file()
                + ": target_layer_ids: expected an integer or a list of integers in dflash_config"
                + " or at the top level, found no such key");
  }

  @Test
  void withoutTheNestedObjectTheTopLevelIsSearchedAndBothAreNamed() {
    JsonFields draft = open("{'block_size':16}").nestedFirst("dflash_config");
    assertThat(draft.requireInteger("block_size")).isEqualTo(16);
    assertRefused(
        () -> draft.requireInteger("mask_token_id"), "in dflash_config or at the top level");
    assertRefused(() -> open("{'dflash_config':3}").nestedFirst("dflash_config"), "an object", "3");
  }

  @Test
  void aWrongValueInTheNestedObjectIsNotReplacedByTheTopLevel() {
    JsonFields draft =
        open("{'block_size':16,'dflash_config':{'block_size':'8'}}").nestedFirst("dflash_config");
    assertRefused(
        () -> draft.requireInteger("block_size"), "dflash_config.block_size", "the string \"8\"");
  }

  @Test
  void valuesOutsideTheirLimitsAreRefused() {
    JsonFields fields = open("{'hidden_size':70000,'nan':NaN,'inf':Infinity}");
    assertRefused(() -> fields.requireInt("hidden_size", 1, 65536), "hidden_size", "1 to 65536");
    assertRefused(() -> fields.findInt("hidden_size", 80000, 90000), "70000");
    assertRefused(() -> fields.requireNumber("nan"), "nan", "a finite number", "NaN");
    assertRefused(() -> fields.requireInteger("inf"), "inf", "an integer");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{'a':1",
        "{'a':1}}",
        "{'a':1}{}",
        "{'a':01}",
        "{a:1}",
        "{'a':1,}",
        "[1]",
        "1",
        "'x'",
        "null",
        "{'a':'\n'}",
        "{'a':1} x",
        "{'a':tru}",
        "{'a' 1}",
        "{'a':[1,}"
      })
  void malformedJsonIsOneLine(String text) {
    write(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> JsonFile.open(file(), 1000))
        .isInstanceOf(ModelFileException.class)
        .hasMessageStartingWith(file() + ": ")
        .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1).hasSizeLessThan(300));
  }

  @Test
  void theMessageSaysWhereAndDoesNotQuoteTheText() {
    write("{\n \"a\": secret\n}".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> JsonFile.open(file(), 1000))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("line 2")
        .hasMessageNotContaining("secret")
        .hasMessageNotContaining("Source");
  }

  @Test
  void duplicateKeysAreRefusedAtEveryLevel() {
    assertRefused(() -> open("{'a':1,'a':1}"), "a", "twice");
    assertRefused(() -> open("{'a':null,'a':1}"), "a", "twice");
    assertRefused(() -> open("{'x':[{'y':{'a':1,'a':2}}]}"), "a", "twice");
  }

  @Test
  void deepNestingIsRefused() {
    assertRefused(() -> open("{'a':" + "[".repeat(500_000)), "nested at most 64");
    assertRefused(() -> open("{'a':" + "{'a':".repeat(100_000)), "nested at most 64");
    String deepest = "{'a':" + "[".repeat(63) + "]".repeat(63) + "}";
    assertThat(open(deepest).has("a")).isTrue();
    assertRefused(() -> open("{'a':[" + "[".repeat(63) + "]".repeat(63) + "]}"), "nested");
  }

  @Test
  void aFileAboveTheLimitIsNotRead() {
    write("{\"a\":1}".getBytes(StandardCharsets.UTF_8));
    assertThat(JsonFile.open(file(), 7).has("a")).isTrue();
    assertRefused(() -> JsonFile.open(file(), 6), "size", "7 bytes");
  }

  @Test
  void otherEncodingsAreRefusedAndAByteOrderMarkIsSkipped() {
    write("{\"a\":\"ü\"}".getBytes(StandardCharsets.ISO_8859_1));
    assertRefused(() -> JsonFile.open(file(), 1000), "UTF-8");
    write("ü{}".getBytes(StandardCharsets.ISO_8859_1));
    assertRefused(() -> JsonFile.open(file(), 1000), "UTF-8");
    write("{\"a\":1}".getBytes(StandardCharsets.UTF_16LE));
    assertRefused(() -> JsonFile.open(file(), 1000), "JSON");
    write("\uFEFF{\"a\":\"ü\"}".getBytes(StandardCharsets.UTF_8));
    assertThat(JsonFile.open(file(), 1000).requireString("a")).isEqualTo("ü");
  }

  @Test
  void longStringsAndManyKeysAreFine() {
    StringBuilder text = new StringBuilder("{'template':'" + "x".repeat(3_000_000) + "','vocab':{");
    for (int i = 0; i < 50_000; i++) {
      text.append(i == 0 ? "" : ",").append("'t").append(i).append("':").append(i);
    }
    JsonFields fields = open(text.append("}}").toString());
    assertThat(fields.requireString("template")).hasSize(3_000_000);
    assertThat(fields.requireObject("vocab").requireInteger("t49999")).isEqualTo(49_999);
  }

  @Test
  void missingFilesAndFoldersAreRefused() throws IOException {
    assertRefused(() -> JsonFile.open(file(), 1000), "no such file");
    Files.createDirectory(file());
    assertRefused(() -> JsonFile.open(file(), 1000), "folder");
  }

  private Path file() {
    return folder.resolve("config.json");
  }

  private JsonFields open(String text) {
    write(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    return JsonFile.open(file(), 1 << 24);
  }

  private void write(byte[] bytes) {
    TestSafetensors.write(file(), bytes);
  }

  private static void assertRefused(ThrowingCallable call, String... parts) {
    assertThatThrownBy(call)
        .isInstanceOf(ModelFileException.class)
        .hasMessageContainingAll(parts)
        .hasMessageContaining("config.json")
        .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1));
  }
}
