/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.ModelPair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The page as a person has it, with the embedded pair behind it. */
@EnabledIf(
    value = "io.github.dflash4j.server.Browser#isInstalled",
    disabledReason = "needs chromium and chromedriver (Debian: chromium-driver)")
class PageInBrowserTest {
  private static final String PROMPT = "Once upon a time";
  private static final String ENTER = "\uE007";
  private static final String KEY = "open sesame";

  /** Keeps what the page sends. */
  private static final String SPY =
      "window.sent = []; const send = window.fetch;"
          + " window.fetch = (url, how) => { window.sent.push(how); return send(url, how); };";

  @TempDir static Path folder;
  private static ModelPair pair;
  private static DflashServer server;
  private static DflashServer locked;
  private static Browser browser;

  @BeforeAll
  static void start() throws IOException {
    pair = DemoPair.get();
    ServerOptions served = ServerOptions.of("stories").withCache(2, OptionalInt.empty());
    server = DflashServer.start(pair, served);
    locked = DflashServer.start(pair, served.withApiKey(KEY));
    browser = Browser.start(folder);
  }

  @AfterAll
  static void end() {
    try {
      if (browser != null) {
        browser.close();
      }
    } finally {
      locked.close();
      server.close();
    }
  }

  @BeforeEach
  void openPage() {
    browser.resize(1280, 800);
    browser.prefer("light");
    browser.open("http://127.0.0.1:" + server.port() + "/");
    browser.waitFor("document.getElementById('model').textContent.startsWith('stories')");
  }

  @AfterEach
  void nothingWasRefusedByThePolicy() {
    assertThat(browser.log()).noneMatch(line -> line.contains("Content Security Policy"));
  }

  private static void ask(String text) {
    browser.type("#prompt", text + ENTER);
    browser.waitFor("document.querySelector('.message:last-child .ended')");
    browser.waitFor("!document.getElementById('send').disabled");
  }

  private static void set(String id, String value) {
    browser.script(
        "const field = document.getElementById('%s'); field.value = '%s';".formatted(id, value)
            + "field.dispatchEvent(new Event('input')); field.dispatchEvent(new Event('change'));");
  }

  private static String answer() {
    return browser
        .script("return document.querySelector('.assistant:last-child .text').textContent")
        .asString();
  }

  private static int count(String selector) {
    return browser.script("return document.querySelectorAll('" + selector + "').length").asInt();
  }

  private static JsonNode lastRequest() {
    return new ObjectMapper().readTree(browser.script("return window.sent.at(-1).body").asString());
  }

  @Test
  void anAnswerComesWithItsTokensTinted() {
    set("mode", "fixed");
    set("max-tokens", "80");
    ask(PROMPT);
    String expected =
        pair.generate(pair.request(PROMPT).withMaxTokens(80), GenerationListener.SILENT).text();
    assertThat(answer()).isEqualTo(expected);
    assertThat(count(".assistant .token.accepted")).isPositive();
    assertThat(count(".assistant .token.corrected")).isPositive();
    assertThat(browser.text(".assistant .ended")).isEqualTo("ended at the most tokens");
    assertThat(browser.text("#tokens")).isEqualTo("80");
    int passes = Integer.parseInt(browser.text("#passes"));
    assertThat(passes).isBetween(10, 60);
    assertThat(Double.parseDouble(browser.text("#per-pass")))
        .isBetween(79.0 / passes - 0.01, 79.0 / passes + 0.01);
    assertThat(count("#slots .hollow")).isEqualTo(7);
    assertThat(count("#slots .bar")).isBetween(2, 7);
    assertThat(browser.label("#slots svg"))
        .startsWith("slot 1: ")
        .contains(" percent of " + passes);
    assertThat(browser.label("#speed svg")).contains("this answer", "tokens per second");
    assertThat(browser.text("#status")).contains("complete, 80 tokens");
    assertThat(browser.log()).isEmpty();
  }

  @Test
  void acceptedCharactersAreThoseOfAcceptedTokens() {
    set("mode", "off");
    set("max-tokens", "30");
    ask(PROMPT);
    assertThat(count(".assistant .token.accepted")).isZero();
    assertThat(count(".assistant .token.corrected")).isZero();
    assertThat(count(".assistant .token.plain")).isPositive();
    assertThat(browser.text("#drafted")).isEqualTo("0, 0");
    assertThat(browser.text("#passes")).isEqualTo("29");
  }

  @Test
  void plainDecodingIsMeasuredOnRequestAndSaidToBe() {
    assertThat(browser.text("#plain-source")).contains("Nothing is known");
    assertThat(browser.isEnabled("#measure")).isFalse();
    set("mode", "fixed");
    set("max-tokens", "60");
    ask(PROMPT);
    browser.script(SPY);
    browser.click("#measure");
    browser.waitFor("document.getElementById('plain-source').textContent.includes('measured,')");
    assertThat(browser.text("#plain-source"))
        .isEqualTo(
            "Without draft: measured, the same prompt decoded once more, with the same text.");
    assertThat(browser.label("#speed svg")).contains("without draft ");
    assertThat(count("#speed .bar")).isEqualTo(2);
    assertThat(lastRequest().at("/speculation/mode").asString()).isEqualTo("off");
    assertThat(count(".message")).isEqualTo(2);
  }

  @Test
  void stopEndsAnAnswer() {
    set("mode", "off");
    set("max-tokens", "450");
    browser.script(
        "new MutationObserver((changes, self) => {"
            + " if (document.querySelector('.token')) {"
            + "   self.disconnect(); document.getElementById('stop').click(); } })"
            + ".observe(document.getElementById('messages'), { childList: true, subtree: true });");
    ask(PROMPT);
    assertThat(browser.text(".assistant .ended")).isEqualTo("stopped");
    assertThat(browser.text("#status")).isEqualTo("stopped");
    assertThat(browser.isEnabled("#stop")).isFalse();
    set("max-tokens", "5");
    ask("The sun");
    assertThat(count(".message")).isEqualTo(4);
  }

  @Test
  void aChatGoesOnAndANewOneForgetsIt() {
    browser.script(SPY);
    set("max-tokens", "6");
    ask(PROMPT);
    String first = answer();
    ask("The end");
    JsonNode messages = lastRequest().get("messages");
    assertThat(messages).hasSize(3);
    assertThat(messages.get(1).get("content").asString()).isEqualTo(first);
    browser.click("#new-chat");
    assertThat(count(".message")).isZero();
    assertThat(browser.text("#tokens")).isEqualTo("-");
    ask("A cat");
    assertThat(lastRequest().get("messages")).hasSize(1);
  }

  @Test
  void settingsAreSent() {
    browser.script(SPY);
    set("temperature", "0.5");
    set("max-tokens", "7");
    set("mode", "fixed");
    set("width", "3");
    assertThat(browser.text("#width-value")).isEqualTo("3");
    ask(PROMPT);
    JsonNode request = lastRequest();
    assertThat(request.get("temperature").asDouble()).isEqualTo(0.5);
    assertThat(request.get("max_tokens").asInt()).isEqualTo(7);
    assertThat(request.at("/speculation/width").asInt()).isEqualTo(3);
    assertThat(request.at("/speculation/details").asBoolean()).isTrue();
    set("mode", "adaptive");
    assertThat(browser.isEnabled("#width")).isFalse();
    ask(PROMPT);
    assertThat(lastRequest().get("speculation").has("width")).isFalse();
  }

  @Test
  void textNeverBecomesMarkup() {
    String text = "<img src=x onerror=\"window.broken = 1\"><b>bold</b>";
    set("max-tokens", "3");
    ask(text);
    assertThat(browser.text(".user .text")).isEqualTo(text);
    JsonNode seen =
        browser.script(
            "return import('/page/messages.js').then(({ Answer }) => {"
                + " const answer = new Answer('<i>x</i>');"
                + " answer.add({ content: '<b>b</b>', reasoning_content: '<u>u</u>' },"
                + "   [{ text: '<u>u</u><b>b</b>', origin: 'accepted' }]);"
                + " answer.end('<s>s</s>');"
                + " return [document.querySelector('#messages').querySelectorAll("
                + "   'img, b, i, u, s').length, document.querySelector("
                + "   '.message:last-child').textContent]; })");
    assertThat(seen.get(0).asInt()).isZero();
    assertThat(seen.get(1).asString()).contains("<i>x</i>", "<b>b</b>", "<u>u</u>", "<s>s</s>");
    assertThat(browser.script("return window.broken === undefined").asBoolean()).isTrue();
  }

  @Test
  void tokensAreFoundBehindTagsAndBlankLines() {
    JsonNode runs =
        browser.script(
            "return import('/page/tokens.js').then(({ TokenRuns }) => {"
                + " const runs = new TokenRuns();"
                + " runs.add([['<think>\\n', 'plain'], ['th', 'accepted'], ['ink', 'corrected'],"
                + "   ['\\n</think>\\n\\nab', 'plain'], ['cd', 'accepted']]"
                + "   .map(([text, origin]) => ({ text, origin })));"
                + " return [runs.runs('think'), runs.runs('a'), runs.runs('bc'), runs.runs('d'),"
                + "   runs.runs('lost')]; })");
    assertThat(runs.toString().replace("\"", ""))
        .isEqualTo(
            "[[{origin:accepted,text:th},{origin:corrected,text:ink}],"
                + "[{origin:plain,text:a}],"
                + "[{origin:plain,text:b},{origin:accepted,text:c}],"
                + "[{origin:accepted,text:d}],"
                + "[{origin:plain,text:lost}]]");
  }

  @Test
  void whatTheServerKnowsOfPlainStepsIsNotCalledMeasured() {
    JsonNode seen =
        browser.script(
            "return import('/page/figures.js').then(({ Figures }) => {"
                + " const figures = new Figures();"
                + " figures.end({ target_passes: 3, drafted: 6, accepted: 4, tokens_per_pass: 2.3,"
                + "   plain_step_ms: 2, slots: [{ slot: 1, reached: 3, accepted: 2 }] });"
                + " return [figures.plainSpeed, figures.plainSource, figures.perPass]; })");
    assertThat(seen.get(0).asDouble()).isEqualTo(500);
    assertThat(seen.get(1).asString()).contains("not a run of its own").doesNotContain("once more");
    assertThat(seen.get(2).asDouble()).isEqualTo(2.3);
  }

  @Test
  void aKeyIsAskedForAndKeptNowhere() {
    String address = "http://127.0.0.1:" + locked.port() + "/";
    browser.open(address);
    browser.waitFor("!document.getElementById('problem').hidden");
    assertThat(browser.text("#problem")).isEqualTo("This server asks for an API key.");
    assertThat(browser.script("return document.activeElement.id").asString()).isEqualTo("key");
    browser.type("#key", "guess" + ENTER);
    browser.waitFor("document.getElementById('problem').textContent.includes('wrong')");
    browser.clear("#key");
    browser.type("#key", KEY + ENTER);
    browser.waitFor("document.getElementById('model').textContent.startsWith('stories')");
    set("max-tokens", "4");
    ask(PROMPT);
    assertThat(answer()).isNotEmpty();
    assertThat(
            browser
                .script(
                    "return localStorage.length + sessionStorage.length + document.cookie.length")
                .asInt())
        .isZero();
    browser.open(address);
    browser.waitFor("!document.getElementById('problem').hidden");
    browser.log(); // the refusals
  }

  @Test
  void whatTheServerRefusesIsSaid() {
    set("max-tokens", "5");
    browser.script("document.getElementById('prompt').value = 'word '.repeat(700)");
    browser.type("#prompt", ENTER);
    browser.waitFor("!document.getElementById('problem').hidden");
    assertThat(browser.text("#problem")).contains("tokens", "context");
    assertThat(browser.role("#problem")).isEqualTo("alert");
    browser.waitFor("!document.getElementById('send').disabled");
    browser.log(); // the refusal
  }

  @Test
  void everyControlHasANameAndTheKeyboardReachesIt() {
    assertThat(browser.label("#prompt")).isEqualTo("Message");
    assertThat(browser.label("#temperature")).isEqualTo("Temperature");
    assertThat(browser.label("#max-tokens")).isEqualTo("Most tokens of an answer");
    assertThat(browser.label("#mode")).isEqualTo("Draft");
    assertThat(browser.label("#width")).startsWith("Drafted tokens verified");
    assertThat(browser.label("#key")).isEqualTo("API key");
    assertThat(browser.label("#send")).isEqualTo("Send");
    assertThat(browser.label("#stop")).isEqualTo("Stop");
    assertThat(browser.role("#messages")).isEqualTo("log");
    assertThat(browser.role("#slots svg")).isEqualTo("image");
    assertThat(browser.script("return document.documentElement.lang").asString()).isEqualTo("en");
    set("mode", "fixed");
    StringBuilder reached = new StringBuilder();
    browser.script("document.activeElement.blur()");
    for (int i = 0; i < 12; i++) {
      browser.press("\uE004");
      reached
          .append(
              browser
                  .script(
                      "const on = document.activeElement; return on.id || on.className ||"
                          + " on.tagName")
                  .asString())
          .append(' ');
    }
    assertThat(reached.toString())
        .startsWith(
            "skip new-chat messages prompt send SUMMARY temperature max-tokens mode width key");
  }

  @ParameterizedTest
  @CsvSource({"390, 844, light", "390, 844, dark", "1280, 800, light", "1280, 800, dark"})
  void everySizeAndSchemeCanBeRead(int width, int height, String scheme) {
    browser.resize(width, height);
    browser.prefer(scheme);
    set("mode", "fixed");
    set("max-tokens", "60");
    browser.script("document.getElementById('settings').open = true");
    ask(PROMPT);
    assertThat(browser.script("return document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(width);
    JsonNode faint = browser.script(CONTRAST);
    assertThat(faint).as("text with too little contrast: %s", faint).isEmpty();
    JsonNode small =
        browser.script(
            "return [...document.querySelectorAll('button')].filter(b =>"
                + " b.getBoundingClientRect().height < 40).map(b => b.id)");
    assertThat(small).isEmpty();
    boolean dark =
        browser
            .script("return getComputedStyle(document.body).backgroundColor")
            .asString()
            .matches("rgb\\((\\d{1,2}), .*");
    assertThat(dark).isEqualTo(scheme.equals("dark"));
  }

  /** Texts with a contrast of less than 4.5 to what is behind them; disabled ones do not count. */
  private static final String CONTRAST =
      """
      const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
      const light = ([r, g, b]) => {
        const [x, y, z] = [r, g, b].map((v) => v / 255)
          .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
        return 0.2126 * x + 0.7152 * y + 0.0722 * z;
      };
      const behind = (element) => {
        for (let e = element; e; e = e.parentElement) {
          const color = numbers(getComputedStyle(e).backgroundColor);
          if (color.length < 4 || color[3] === 1) return color;
        }
        return [255, 255, 255];
      };
      const faint = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        const text = texts.currentNode.textContent.trim();
        if (!text || element.closest(':disabled, .unseen, noscript, script')) continue;
        if (!element.checkVisibility()) continue;
        const style = getComputedStyle(element);
        const color = element.closest('svg') ? style.fill : style.color;
        const [a, b] = [light(numbers(color)), light(behind(element))].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        if (ratio < 4.5) faint.push(text.slice(0, 20) + ' ' + ratio.toFixed(2));
      }
      return faint;
      """;
}
