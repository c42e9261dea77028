/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.goldens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The golden tests, as CONTRIBUTING selects them, run over sets that are not the shipped one. */
@Isolated("changes a system property while it runs")
class OtherCaseSetTest {
  private static final String ROOT = "dflash4j.goldens";

  @TempDir private Path other;
  private final List<String> index = new ArrayList<>();
  private final List<String> passed = new ArrayList<>();
  private final List<String> skipped = new ArrayList<>();
  private final List<String> failed = new ArrayList<>();

  @Test
  void casesOfOtherNamesAndNumbersAreRun() throws IOException {
    add("draft", "drafts/gen1_old_layout", "drafts/mine");
    add("target", "targets/qwen3_tiny_untied", "some/place/dense");
    add("loop", "loop/dense_gen2", "loop/mine");
    runGoldenTests();

    assertThat(failed).isEmpty();
    assertThat(runsOf("drafts/mine")).isEqualTo(2);
    assertThat(runsOf("some/place/dense")).isEqualTo(4);
    assertThat(runsOf("loop/mine")).isEqualTo(2);
    assertThat(skipped).isNotEmpty().allMatch(s -> s.contains("no case of kind gguf"));
  }

  @Test
  void aWrongResultInAnotherSetIsFound() throws IOException {
    add("draft", "drafts/gen1_old_layout", "drafts/mine");
    add("draft", "drafts/gen1_full", "drafts/right");
    Path arrays = other.resolve("drafts/mine/golden.safetensors");
    byte[] bytes = Files.readAllBytes(arrays);
    long logits = GoldenCase.at(other.resolve("drafts/mine")).position("logits");
    bytes[(int) logits + 3] ^= 0x40;
    Files.write(arrays, bytes);
    runGoldenTests();

    assertThat(failed).hasSize(2).allMatch(s -> s.contains("drafts/mine"));
    assertThat(runsOf("drafts/right")).isEqualTo(2);
  }

  @Test
  void aSetOfDraftsOnlyDoesNotFailTheOtherWalkers() throws IOException {
    add("draft", "drafts/gen1_old_layout", "drafts/mine");
    runGoldenTests();

    assertThat(failed).isEmpty();
    assertThat(runsOf("drafts/mine")).isEqualTo(2);
    assertThat(skipped)
        .anyMatch(s -> s.contains("no case of kind target; no case of kind gguf;"))
        .anyMatch(s -> s.contains("no case of kind loop;"));
  }

  @Test
  void aSetThatNothingRunsOnFailsEveryWalker() throws IOException {
    add("diffusion", "drafts/gen1_old_layout", "drafts/mine");
    runGoldenTests();

    assertThat(failed)
        .filteredOn(s -> s.contains("no golden test has a case to run"))
        .anyMatch(s -> s.contains("no case of kind draft; no case of kind flm;"))
        .anyMatch(s -> s.contains("no case of kind target; no case of kind gguf;"))
        .anyMatch(s -> s.contains("no case of kind loop;"))
        .allMatch(s -> s.contains("kinds that no golden test walks: [diffusion]"));
  }

  @Test
  void whatIsRunAndWhatIsSkippedIsSaid() throws IOException {
    add("draft", "drafts/gen1_old_layout", "drafts/mine");
    add("loop", "loop/dense_gen2", "loop/mine");
    add("diffusion", "drafts/gen1_old_layout", "drafts/later");
    writeIndex();

    assertThat(GoldenSet.at(other).summary("draft", "flm"))
        .isEqualTo(
            "golden set "
                + other
                + ": 1 of kind draft run; no case of kind flm; skipped here and left to other"
                + " golden tests: [loop]; kinds that no golden test walks: [diffusion]");
  }

  private void add(String kind, String shipped, String path) throws IOException {
    Path from = GoldenCase.root().resolve(shipped);
    Path to = other.resolve(path);
    try (Stream<Path> paths = Files.walk(from)) {
      for (Path source : paths.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(source).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(source, copy);
      }
    }
    index.add("{\"kind\": \"" + kind + "\", \"path\": \"" + path + "\"}");
  }

  private void writeIndex() throws IOException {
    String cases = index.stream().collect(Collectors.joining(", ", "{\"cases\": [", "]}"));
    Files.writeString(other.resolve("index.json"), cases);
  }

  private void runGoldenTests() throws IOException {
    writeIndex();
    openToJUnit();
    String shipped = System.getProperty(ROOT);
    System.setProperty(ROOT, other.toString());
    try {
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(selectPackage("io.github.dflash4j"))
                  .filters(includeClassNamePatterns(".*Golden[^.]*Test[^.]*"))
                  .build(),
              new Recorder());
    } finally {
      System.setProperty(ROOT, shipped);
    }
    assertThat(passed.size() + failed.size()).as("golden tests found").isPositive();
  }

  // Surefire opens only the packages of the tests that it was told to run.
  private static void openToJUnit() {
    Module here = OtherCaseSetTest.class.getModule();
    if (here.isNamed()) {
      here.getPackages().forEach(name -> here.addOpens(name, Test.class.getModule()));
    }
  }

  private long runsOf(String path) {
    return passed.stream().filter(name -> name.contains(path)).count();
  }

  private final class Recorder implements TestExecutionListener {

    @Override
    public void executionFinished(TestIdentifier id, TestExecutionResult result) {
      String what = id.getDisplayName() + " " + result.getThrowable().map(Object::toString);
      switch (result.getStatus()) {
        case SUCCESSFUL -> {
          if (id.isTest()) {
            passed.add(what);
          }
        }
        case ABORTED -> skipped.add(what);
        case FAILED -> failed.add(what);
      }
    }
  }
}
