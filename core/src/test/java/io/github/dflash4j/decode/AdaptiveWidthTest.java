/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.decode.PolicySimulation.Costs;
import io.github.dflash4j.decode.PolicySimulation.Text;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The policy on simulated time; nothing here depends on a real clock. */
class AdaptiveWidthTest {
  private static final int MOST = 7;

  /** Four-bit weights on few cores (kernels 8): rows are dear. */
  private static final Costs QUANTISED = Costs.of(0.307, 0.4, 0.005);

  /** Bandwidth decides: rows are cheap. */
  private static final Costs CHEAP_ROWS = Costs.of(0.05, 0.2, 0.005);

  private static final Costs BETWEEN = Costs.of(0.15, 0.3, 0.003);

  /** A backend that is called row by row. */
  private static final Costs ROW_BY_ROW = Costs.of(1, 0.3, 0.005);

  private static final Text NEVER_RIGHT = (position, slot) -> 0;

  static Stream<Costs> machines() {
    return Stream.of(QUANTISED, CHEAP_ROWS, BETWEEN, ROW_BY_ROW, Costs.of(0.307, 3, 0.01))
        .flatMap(costs -> Stream.of(costs, costs.withNoise(0.05)));
  }

  @ParameterizedTest
  @MethodSource("machines")
  void aDraftThatIsNeverRightCostsAtMostThreePercent(Costs costs) {
    // B241
    for (int tokens : new int[] {400, 2_000}) {
      double adaptive = 0;
      double plain = 0;
      for (long seed = 1; seed <= 5; seed++) {
        adaptive += PolicySimulation.adaptive(costs, NEVER_RIGHT, MOST, tokens, seed).elapsed();
        plain += PolicySimulation.fixed(costs, NEVER_RIGHT, MOST, tokens, 0, seed).elapsed();
      }
      assertThat(adaptive / plain).as("%s, %d tokens", costs, tokens).isLessThan(1.03);
    }
  }

  static Stream<Arguments> mixedTexts() {
    return Stream.of(QUANTISED, CHEAP_ROWS, BETWEEN)
        .flatMap(costs ->
            Stream.of(
                Arguments.of(costs, "good and bad", phases(128, 0.95, 0.1)),
                Arguments.of(costs, "bad and good", phases(128, 0.1, 0.95)),
                Arguments.of(costs, "good and middling", phases(128, 0.95, 0.5)),
                Arguments.of(costs, "long phases", phases(300, 0.9, 0)),
                Arguments.of(costs, "two slots, then all", cut(200, 2)),
                Arguments.of(costs, "all good", phases(64, 0.97, 0.97)),
                Arguments.of(costs, "two good slots", (Text) (at, slot) -> slot <= 2 ? 0.95 : 0.05),
                Arguments.of(costs, "falling by slot", (Text) (at, slot) -> 0.95 - 0.1 * slot)));
  }

  @ParameterizedTest(name = "{1}, {0}")
  @MethodSource("mixedTexts")
  void mixedTextsAreWrittenAtNinetyFivePercentOfTheBestPinnedWidthOrFaster(
      Costs costs, String name, Text text) {
    int tokens = 1_500;
    for (Costs exactly : List.of(costs, costs.withNoise(0.05))) {
      double best = 0;
      double adaptive = 0;
      for (long seed = 1; seed <= 5; seed++) {
        best += PolicySimulation.bestFixed(exactly, text, MOST, tokens, seed);
        adaptive += PolicySimulation.adaptive(exactly, text, MOST, tokens, seed).elapsed();
      }
      assertThat(best / adaptive).as("%s, %s", name, exactly).isGreaterThan(0.95);
    }
  }

  @Test
  void phasesAreFollowedBetterThanAnyPinnedWidthCan() {
    Text text = phases(256, 0.95, 0);
    double best = PolicySimulation.bestFixed(BETWEEN, text, MOST, 2_048, 1);
    assertThat(PolicySimulation.adaptive(BETWEEN, text, MOST, 2_048, 1).elapsed())
        .isLessThan(0.9 * best);
  }

  @Test
  void theWidthFollowsWhereTheDraftBreaksAndGrowsBack() {
    // B238: right in two slots for 200 steps, then in all.
    Text text = (position, slot) -> position < 600 && slot > 2 ? 0 : 1;
    PolicySimulation run = PolicySimulation.adaptive(QUANTISED, text, MOST, 1_200, 1);
    List<StepOutcome> broken = drafted(run, 0, 600);
    assertThat(broken.subList(32, broken.size() - 1))
        .allSatisfy(step -> assertThat(step.verified()).isLessThanOrEqualTo(4));
    assertThat(broken.subList(32, broken.size() - 1))
        .filteredOn(step -> step.verified() == 2)
        .hasSizeGreaterThan((broken.size() - 33) * 2 / 3);
    List<StepOutcome> repaired = drafted(run, 600, 1_150);
    assertThat(repaired.subList(32, repaired.size()))
        .allSatisfy(step -> assertThat(step.verified()).isEqualTo(MOST));
  }

  @Test
  void aSlowDraftIsTurnedOffWithinAFewSteps() {
    // B242: a block takes three plain steps, and half of it is right.
    Text text = (position, slot) -> slot <= 3 ? 1 : 0;
    Costs slow = Costs.of(0.307, 3, 0.01);
    PolicySimulation run = PolicySimulation.adaptive(slow, text, MOST, 500, 1);
    assertThat(run.steps.subList(0, 6)).anyMatch(step -> step.verified() > 0);
    assertThat(run.steps.subList(6, 200))
        .filteredOn(step -> step.verified() > 0)
        .hasSizeLessThan(3);
    assertThat(run.elapsed()).isLessThan(1.03 * PolicySimulation.plain(500));
  }

  @Test
  void aDraftThatCannotPayEvenIfItIsAlwaysRightIsTurnedOff() {
    Text text = (position, slot) -> 1;
    PolicySimulation run = PolicySimulation.adaptive(Costs.of(0.5, 8, 0.01), text, MOST, 500, 1);
    assertThat(run.elapsed()).isLessThan(1.03 * PolicySimulation.plain(500));
  }

  @Test
  void probesGrowRareWhileTheyFailAndBringDraftingBackWhenTheyDoNot() {
    Text text = (position, slot) -> position < 600 ? 0 : 1;
    PolicySimulation run = PolicySimulation.adaptive(BETWEEN, text, MOST, 1_200, 1);
    assertThat(drafted(run, 0, 100)).hasSizeBetween(3, 8);
    assertThat(drafted(run, 300, 600)).hasSizeBetween(1, 3);
    assertThat(drafted(run, 300, 600)).allMatch(step -> step.verified() == 1);
    assertThat(drafted(run, 600, 730)).as("a probe was due").isNotEmpty();
    List<StepOutcome> end = run.between(800, 1_100);
    assertThat(end).allMatch(step -> step.verified() == MOST || step.verified() == 0);
    assertThat(end).filteredOn(step -> step.verified() == 0).hasSizeLessThan(3);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void textNearTheBreakEvenCostsLittleEitherWay(long seed) {
    Text text = (position, slot) -> 0.6;
    Costs costs = QUANTISED.withNoise(0.05);
    double best = PolicySimulation.bestFixed(costs, text, MOST, 2_000, seed);
    assertThat(PolicySimulation.adaptive(costs, text, MOST, 2_000, seed).elapsed())
        .as("seed %d", seed)
        .isLessThan(1.05 * best);
  }

  @Test
  void aContextThatIsDearToKeepIsGivenUpForPlainDecoding() {
    Costs costs = Costs.of(0.307, 0.4, 0.1);
    PolicySimulation run = PolicySimulation.adaptive(costs, NEVER_RIGHT, MOST, 2_000, 1);
    assertThat(run.gaveUp()).isTrue();
    assertThat(run.elapsed()).isLessThan(1.03 * PolicySimulation.plain(2_000));
    PolicySimulation cheap = PolicySimulation.adaptive(QUANTISED, NEVER_RIGHT, MOST, 2_000, 1);
    assertThat(cheap.gaveUp()).isFalse();
  }

  @Test
  void aPauseOfTheMachineDoesNotDecide() {
    RowCosts costs = new RowCosts(MOST + 1, true);
    AdaptiveWidth width = new AdaptiveWidth(costs, MOST);
    for (int step = 0; step < 40; step++) {
      int verified = width.next(MOST);
      long slow = step == 5 || step == 20 ? 1_000_000 : 1;
      observe(
          costs,
          width,
          new StepOutcome(verified, verified, verified + 1, 0, 0, slow * 30, slow * 110));
      assertThat(width.timesTurnedOff()).as("step %d", step).isZero();
    }
    assertThat(width.next(MOST)).isEqualTo(MOST);
  }

  @Test
  void whatDoesNotFitAnyMoreIsNotDrafted() {
    RowCosts costs = new RowCosts(MOST + 1, true);
    AdaptiveWidth width = new AdaptiveWidth(costs, MOST);
    observe(costs, width, new StepOutcome(0, 0, 1, 0, 0, 0, 100));
    for (int most = 0; most <= MOST; most++) {
      assertThat(width.next(most)).isBetween(0, most);
    }
  }

  @Test
  void laterGenerationsBeginWithWhatEarlierOnesMeasured() {
    RowCosts costs = new RowCosts(MOST + 1, true);
    Text text = (position, slot) -> 0.9;
    Costs slow = Costs.of(0.307, 6, 0.005);
    PolicySimulation.run(slow, text, MOST, 100, 1, costs, new AdaptiveWidth(costs, MOST));
    PolicySimulation later =
        PolicySimulation.run(slow, text, MOST, 100, 1, costs, new AdaptiveWidth(costs, MOST));
    assertThat(later.steps).noneMatch(step -> step.verified() > 0);
  }

  @Test
  void theReasonNamesTokensAndCosts() {
    RowCosts costs = new RowCosts(MOST + 1, true);
    AdaptiveWidth width = new AdaptiveWidth(costs, MOST);
    assertThat(width.reason()).isEmpty();
    PolicySimulation.run(QUANTISED, NEVER_RIGHT, MOST, 40, 1, costs, width);
    assertThat(width.timesTurnedOff()).isEqualTo(1);
    assertThat(width.reason().orElseThrow())
        .matches(
            "1\\.\\d\\d tokens expected of a pass of \\d rows, which takes \\d\\.\\d\\d plain steps"
                + " with its draft \\(0\\.\\d\\d of them drafting; a plain step takes 10\\.00"
                + " ms\\)");
  }

  /** Whatever the policy logs, in the order in which it does. */
  private static final class Captured implements System.Logger {
    private final List<String> lines = new ArrayList<>();

    @Override
    public String getName() {
      return "captured";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
      throw new AssertionError("nothing was thrown: " + message);
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... values) {
      lines.add(level + " " + MessageFormat.format(format, values));
    }
  }

  @Test
  void theFirstChangeEachWayIsSaidAtInfoAndLaterOnesAtDebug() {
    RowCosts costs = new RowCosts(MOST + 1, true);
    Captured log = new Captured();
    AdaptiveWidth width = new AdaptiveWidth(costs, MOST, log);
    Text text = phases(600, 0, 1);
    PolicySimulation run = PolicySimulation.run(BETWEEN, text, MOST, 3_600, 1, costs, width);

    assertThat(run.steps).as("drafting came back").anyMatch(step -> step.accepted() == MOST);
    assertThat(width.timesTurnedOff()).isGreaterThan(1);
    assertThat(log.lines).hasSizeGreaterThanOrEqualTo(2 * width.timesTurnedOff() - 1);
    String why = " at step \\d+: \\d\\.\\d\\d tokens expected of a pass of \\d rows, .*";
    assertThat(log.lines.get(0)).matches("INFO drafting off" + why);
    assertThat(log.lines.get(1)).matches("INFO drafting on again" + why);
    List<String> later = log.lines.subList(2, log.lines.size());
    for (int i = 0; i < later.size(); i++) {
      String change = i % 2 == 0 ? "off" : "on again";
      assertThat(later.get(i)).matches("DEBUG drafting " + change + why);
    }
  }

  @Test
  void nothingIsSaidWhereDraftingPays() {
    RowCosts costs = new RowCosts(MOST + 1, true);
    Captured log = new Captured();
    AdaptiveWidth width = new AdaptiveWidth(costs, MOST, log);
    PolicySimulation.run(BETWEEN, (position, slot) -> 1, MOST, 600, 1, costs, width);

    assertThat(log.lines).isEmpty();
  }

  /** The draft takes nine plain steps, which no acceptance is worth; a second text knows it. */
  @Test
  void aDraftThatIsNotWorthAFirstTryIsOffAndSaidToBe() {
    Costs dear = Costs.of(0.3, 9, 0.01);
    RowCosts costs = new RowCosts(MOST + 1, true);
    PolicySimulation.run(
        dear, NEVER_RIGHT, MOST, 400, 1, costs, new AdaptiveWidth(costs, MOST, new Captured()));
    Captured log = new Captured();
    AdaptiveWidth second = new AdaptiveWidth(costs, MOST, log);
    PolicySimulation run = PolicySimulation.run(dear, NEVER_RIGHT, MOST, 8, 2, costs, second);

    assertThat(run.steps).allMatch(step -> step.verified() == 0);
    assertThat(second.timesTurnedOff()).isOne();
    assertThat(second.reason()).isPresent();
    assertThat(log.lines).singleElement().asString().startsWith("INFO drafting off at step 1: ");
  }

  private static void observe(RowCosts costs, AdaptiveWidth width, StepOutcome step) {
    costs.record(step);
    width.observe(step);
  }

  private static Text phases(int length, double first, double second) {
    return (position, slot) -> position / length % 2 == 0 ? first : second;
  }

  private static Text cut(int length, int slots) {
    return (position, slot) -> position / length % 2 == 0 || slot <= slots ? 0.97 : 0;
  }

  private static List<StepOutcome> drafted(PolicySimulation run, int from, int to) {
    return run.between(from, to).stream().filter(step -> step.verified() > 0).toList();
  }
}
