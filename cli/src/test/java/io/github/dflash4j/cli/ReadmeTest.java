/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the README shows is what happens. */
class ReadmeTest {
  private static final Path ROOT = Path.of("..");
  private static final String MODELS = "models-demo/src/main/resources/io/github/dflash4j/demo";
  private static final String PROMPT = "$ ./dflash4j ";

  /** Lines that differ from run to run and from machine to machine. */
  private static final Pattern VOLATILE =
      Pattern.compile(
          "tokens/s|\\d\\.\\d+ s\\b|^compute: |^WARNING: |^the machine is busy| x plain |of"
              + " warm-up$|^machine |^java |^kernels |^threads |GB/s| ms |^medians of|not idle");

  private static String readme() throws IOException {
    return Files.readString(ROOT.resolve("README.md"));
  }

  private static List<String> blocks(String language) throws IOException {
    Matcher matcher = Pattern.compile("(?ms)^```" + language + "\n(.*?)^```$").matcher(readme());
    return matcher.results().map(block -> block.group(1)).toList();
  }

  static Stream<String> transcripts() throws IOException {
    return blocks("console").stream();
  }

  @Test
  void thereIsATranscriptOfEveryCommand() throws IOException {
    assertThat(blocks("console"))
        .anyMatch(block -> block.startsWith(PROMPT + "demo"))
        .anyMatch(block -> block.startsWith(PROMPT + "inspect"))
        .anyMatch(block -> block.startsWith(PROMPT + "generate"))
        .anyMatch(block -> block.startsWith(PROMPT + "compare"))
        .anyMatch(block -> block.startsWith(PROMPT + "score"))
        .anyMatch(block -> block.startsWith(PROMPT + "doctor"));
  }

  @ParameterizedTest
  @MethodSource("transcripts")
  void whatATranscriptShowsIsWhatTheCommandWrites(String block) {
    List<String> shown = new ArrayList<>(block.lines().toList());
    Run run = Run.of(arguments(shown.removeFirst())).succeeded();
    // A terminal shows both outputs mixed, each in its order.
    List<String> out = lines(run.out());
    List<String> err = lines(run.err());
    int compared = 0;
    for (String line : lines(String.join("\n", shown))) {
      if (!VOLATILE.matcher(line).find() && !line.isBlank()) {
        List<String> from = out.contains(line) ? out : err;
        assertThat(from).as("what is left to come").contains(line);
        from.subList(0, from.indexOf(line) + 1).clear();
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(5);
  }

  /** The lines, whatever the width of their columns, which depends on the numbers. */
  private static List<String> lines(String output) {
    return new ArrayList<>(
        output.replace("../" + MODELS, MODELS).replaceAll(" +", " ").lines().toList());
  }

  /** The arguments of a shell line; a filter behind the command only leaves lines out. */
  private static Object[] arguments(String line) {
    assertThat(line).startsWith(PROMPT);
    String command = line.substring(PROMPT.length()).replaceFirst(" \\|.*", "");
    return Pattern.compile("\"([^\"]*)\"|(\\S+)")
        .matcher(command)
        .results()
        .map(word -> word.group(1) != null ? word.group(1) : word.group(2))
        .map(word -> word.replace("$M", "../" + MODELS))
        .toArray();
  }

  @Test
  void theExampleIsTheOneThatIsTested() throws IOException {
    String source =
        Files.readString(
            ROOT.resolve("core/src/test/java/io/github/dflash4j/example/WriteAStory.java"));
    String shown = source.substring(source.indexOf("import ")).strip();
    assertThat(blocks("java")).contains(shown + "\n");
  }

  @Test
  void theCoordinatesAreThoseOfTheBuild() throws IOException {
    String pom = Files.readString(ROOT.resolve("core/pom.xml"));
    String coordinates = blocks("xml").getFirst();
    for (String tag : new String[] {"groupId", "artifactId", "version"}) {
      String parent = pom.substring(0, pom.indexOf("</parent>"));
      String where = tag.equals("artifactId") ? pom.substring(parent.length()) : parent;
      assertThat(element(coordinates, tag)).isEqualTo(element(where, tag));
    }
  }

  private static String element(String xml, String tag) {
    Matcher matcher = Pattern.compile("<" + tag + ">(.*?)</" + tag + ">").matcher(xml);
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"generate", "compare", "score", "doctor"})
  void everyOptionIsExplained(String command) throws IOException {
    String readme = readme();
    Pattern.compile("(?m)^ +(?:-\\w, )?(--[a-z-]+)")
        .matcher(Run.of(command, "--help").succeeded().out())
        .results()
        .map(option -> option.group(1))
        .filter(option -> !option.equals("--help"))
        .forEach(option -> assertThat(readme).contains("`" + option));
  }

  @Test
  void everyDecisionIsListed() throws IOException {
    Path folder = ROOT.resolve("docs/decisions");
    String index = Files.readString(folder.resolve("README.md"));
    try (Stream<Path> records = Files.list(folder)) {
      assertThat(records.map(record -> record.getFileName().toString()).toList())
          .hasSizeGreaterThan(3)
          .filteredOn(name -> !name.equals("README.md"))
          .allSatisfy(name -> assertThat(index).contains("(" + name + ")"));
    }
  }

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    for (String page : new String[] {"README.md", "docs/architecture.md"}) {
      Path file = ROOT.resolve(page);
      Matcher links =
          Pattern.compile("]\\(([^)#:]+)(?:#[^)]*)?\\)").matcher(Files.readString(file));
      assertThat(links.results().map(link -> link.group(1)).toList())
          .isNotEmpty()
          .allSatisfy(link -> assertThat(file.resolveSibling(link)).exists());
    }
  }
}
