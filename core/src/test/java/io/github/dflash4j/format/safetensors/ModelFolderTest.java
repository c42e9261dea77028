/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.format.TestSafetensors;
import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelFolderTest {
  @TempDir Path root;
  private Path folder;

  @BeforeEach
  void folder() throws IOException {
    folder = Files.createDirectory(root.resolve("model"));
  }

  @Test
  void theFileWithTheUsualNameIsTaken() {
    tensor("model.safetensors", "a", 1);
    tensor("golden.safetensors", "b", 2);
    assertNames("a");
  }

  @Test
  void theOnlyFileIsTakenWhateverItsName() {
    tensor("draft.safetensors", "a", 1);
    assertNames("a");
  }

  @Test
  void severalFilesWithoutIndexAreRefused() {
    tensor("one.safetensors", "a", 1);
    tensor("two.safetensors", "b", 2);
    assertRefused("one file ending in .safetensors", "2");
  }

  @Test
  void aFolderWithoutWeightsIsRefused() {
    assertRefused("no model.safetensors");
  }

  @Test
  void aMissingPathIsRefused() {
    Path missing = folder.resolve("nothing");
    assertThatThrownBy(() -> SafetensorsStore.open(missing))
        .isInstanceOf(ModelFileException.class)
        .hasMessage(missing + ": no such file");
  }

  @Test
  void shardsAreReadThroughTheIndex() {
    tensor("model-00001-of-00002.safetensors", "a", 1);
    tensor("model-00002-of-00002.safetensors", "b", 2);
    index(Map.of("a", "model-00001-of-00002.safetensors", "b", "model-00002-of-00002.safetensors"));
    try (SafetensorsStore store = SafetensorsStore.open(folder)) {
      assertThat(store.tensors()).containsOnlyKeys("a", "b");
      assertThat(store.location()).isEqualTo(folder);
      assertThat(store.headers()).hasSize(2);
      assertThat(store.require("b", 1).file()).hasFileName("model-00002-of-00002.safetensors");
      assertThat(store.bytesMapped())
          .isEqualTo(
              store.headers().values().stream().mapToLong(SafetensorsHeader::fileSize).sum());
    }
    try (SafetensorsStore store =
        SafetensorsStore.open(folder.resolve("model.safetensors.index.json"))) {
      assertThat(store.tensors()).containsOnlyKeys("a", "b");
    }
  }

  /** Repacks put extra tensors beside an unsharded file and name them only in the index. */
  @Test
  void theIndexWinsOverALoneFile() {
    tensor("model.safetensors", "a", 1);
    tensor("model_mtp.safetensors", "mtp.a", 2);
    index(Map.of("a", "model.safetensors", "mtp.a", "model_mtp.safetensors"));
    assertNames("a", "mtp.a");
  }

  @Test
  void tensorsTheIndexDoesNotNameAreLeftOut() {
    new TestSafetensors()
        .f32("a", new long[] {1}, 1)
        .f32("old", new long[] {1}, 2)
        .write(folder.resolve("model.safetensors"));
    index(Map.of("a", "model.safetensors"));
    assertNames("a");
  }

  @Test
  void anIndexWithAnotherNameIsTakenIfItIsTheOnlyOne() throws IOException {
    tensor("draft-1.safetensors", "a", 1);
    tensor("draft-2.safetensors", "b", 1);
    index(Map.of("a", "draft-1.safetensors", "b", "draft-2.safetensors"));
    Path usual = folder.resolve("model.safetensors.index.json");
    Files.move(usual, folder.resolve("draft.safetensors.index.json"));
    assertNames("a", "b");
    Files.copy(
        folder.resolve("draft.safetensors.index.json"),
        folder.resolve("other.safetensors.index.json"));
    assertRefused("one file ending in .safetensors.index.json");
  }

  @Test
  void aShardWithoutTheTensorTheIndexPromisesIsRefused() {
    tensor("model.safetensors", "a", 1);
    index(Map.of("b", "model.safetensors"));
    assertRefused("model.safetensors: b", "no such tensor");
  }

  @Test
  void aMissingShardIsRefused() {
    index(Map.of("a", "model-00001-of-00001.safetensors"));
    assertRefused("model-00001-of-00001.safetensors: no such file");
  }

  @Test
  void anIndexWithoutTensorsIsRefused() {
    tensor("model.safetensors", "a", 1);
    index(Map.of());
    assertRefused("no tensors");
    write("model.safetensors.index.json", "{\"metadata\":{}}");
    assertRefused("weight_map");
    write("model.safetensors.index.json", "{\"weight_map\":[]}");
    assertRefused("weight_map", "an object");
    write("model.safetensors.index.json", "{\"weight_map\":{\"a\":1}}");
    assertRefused("weight_map.a", "a string");
    write("model.safetensors.index.json", "{\"weight_map\":{\"a\":\"x\",\"a\":\"y\"}}");
    assertRefused("a", "twice");
  }

  /** B202, B203: a shard is a file beside the index, and its name says nothing else. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "../outside.safetensors",
        "../../x.safetensors",
        "/etc/passwd",
        "..\\\\outside.safetensors",
        "C:x",
        "C:\\\\x.safetensors",
        ".//../x",
        "./model.safetensors",
        "sub/model.safetensors",
        "file:///etc/passwd",
        "https://example.com/x.safetensors",
        "model.safetensors\\u0000",
        "\\u0000",
        "..",
        ".",
        ""
      })
  void aShardNameThatIsNoPlainFileNameIsRefused(String name) throws IOException {
    tensor("model.safetensors", "a", 1);
    Files.createDirectory(folder.resolve("sub"));
    tensor("sub/model.safetensors", "a", 1);
    new TestSafetensors().f32("a", new long[] {1}, 1).write(root.resolve("outside.safetensors"));
    write("model.safetensors.index.json", "{\"weight_map\":{\"a\":\"" + name + "\"}}");
    assertRefused("model.safetensors.index.json: a", "plain name");
  }

  /** B202: no way out of the folder through a linked folder either. */
  @Test
  void aLinkedFolderInAShardNameIsRefused() throws IOException {
    Path outside = Files.createDirectory(root.resolve("outside"));
    new TestSafetensors().f32("a", new long[] {1}, 1).write(outside.resolve("x.safetensors"));
    Files.createSymbolicLink(folder.resolve("link"), outside);
    index(Map.of("a", "link/x.safetensors"));
    assertRefused("plain name");
  }

  /** Download caches keep the files elsewhere and link to them. */
  @Test
  void aLinkedWeightsFileIsRead() throws IOException {
    Path blobs = Files.createDirectory(root.resolve("blobs"));
    new TestSafetensors().f32("a", new long[] {1}, 1).write(blobs.resolve("5f3a"));
    Files.createSymbolicLink(folder.resolve("model.safetensors"), Path.of("../blobs/5f3a"));
    assertNames("a");
    index(Map.of("a", "model.safetensors"));
    assertNames("a");
    Path index = folder.resolve("model.safetensors.index.json");
    Files.move(index, blobs.resolve("77aa"));
    Files.createSymbolicLink(index, Path.of("../blobs/77aa"));
    assertNames("a");
    Path linked = Files.createSymbolicLink(root.resolve("linked"), folder);
    try (SafetensorsStore store = SafetensorsStore.open(linked)) {
      assertThat(store.tensors()).containsOnlyKeys("a");
    }
  }

  @Test
  void aLinkThatLeadsNowhereIsRefused() throws IOException {
    Files.createSymbolicLink(folder.resolve("model.safetensors"), Path.of("../blobs/gone"));
    assertRefused("model.safetensors: the link leads nowhere");
  }

  /** B211. */
  @ParameterizedTest
  @ValueSource(strings = {"a b", "-x", "dots.", "ü", "модель", "模型 a"})
  void foldersWithUnusualNamesAreRead(String name) throws IOException {
    Path unusual = Files.createDirectory(root.resolve(name));
    new TestSafetensors().f32("a", new long[] {1}, 1).write(unusual.resolve("model.safetensors"));
    try (SafetensorsStore store = SafetensorsStore.open(unusual)) {
      assertThat(store.tensors()).containsOnlyKeys("a");
    }
  }

  private void tensor(String file, String name, float value) {
    new TestSafetensors().f32(name, new long[] {1}, value).write(folder.resolve(file));
  }

  private void index(Map<String, String> weightMap) {
    String members =
        new LinkedHashMap<>(weightMap)
            .entrySet().stream()
                .map(e -> "\"%s\":\"%s\"".formatted(e.getKey(), e.getValue()))
                .collect(Collectors.joining(","));
    write(
        "model.safetensors.index.json",
        "{\"metadata\":{\"total_size\":1},\"weight_map\":{" + members + "}}");
  }

  private void write(String file, String text) {
    TestSafetensors.write(folder.resolve(file), text.getBytes(StandardCharsets.UTF_8));
  }

  private void assertNames(String... names) {
    try (SafetensorsStore store = SafetensorsStore.open(folder)) {
      assertThat(store.tensors()).containsOnlyKeys(names);
    }
  }

  private void assertRefused(String... parts) {
    assertThatThrownBy(() -> SafetensorsStore.open(folder).close())
        .isInstanceOf(ModelFileException.class)
        .hasMessageContainingAll(parts)
        .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1));
  }
}
