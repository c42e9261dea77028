// The page: one chat, one answer at a time.

import { ApiProblem, chat, model } from "./api.js";
import { drawSlots, drawSpeed } from "./charts.js";
import { Figures } from "./figures.js";
import { Answer, addQuestion, clear } from "./messages.js";
import * as settings from "./settings.js";

const byId = (id) => document.getElementById(id);
const prompt = byId("prompt");

let served = null;
let conversation = [];
/** Which chat this is; an answer to an earlier one changes nothing any more. */
let chatNumber = 0;
let running = null;
/** The last answer that ended: what was asked, what came, its figures. */
let last = null;

function say(text) {
  byId("status").textContent = text;
}

function problem(text) {
  byId("problem").textContent = text;
  byId("problem").hidden = text === "";
}

function setBusy(busy) {
  byId("send").disabled = busy;
  byId("stop").disabled = !busy;
  byId("measure").disabled = busy || last === null || served?.speculation.widest === 0;
}

async function findModel() {
  try {
    served = await model(settings.key());
    problem("");
    settings.fit(served);
    const draft = served.speculation.draft;
    byId("model").textContent = served.id + ", " + (draft ? "draft: " + draft : "no draft");
    byId("model").title = served.target;
    showFigures(new Figures(), false);
  } catch (error) {
    report(error);
  }
}

function report(error) {
  if (error.name === "AbortError") {
    return;
  }
  if (error instanceof ApiProblem && error.status === 401) {
    problem(settings.key() ? "The API key is wrong." : "This server asks for an API key.");
    settings.askForKey();
  } else if (error instanceof ApiProblem) {
    problem(error.message);
  } else {
    problem("The server cannot be reached: " + error.message);
  }
}

function showFigures(figures, plainAlone) {
  const shown = (value) => (figures.passes === 0 ? "-" : value);
  byId("tokens").textContent = shown(String(figures.tokens));
  byId("passes").textContent = shown(String(figures.passes));
  byId("per-pass").textContent = shown(figures.perPass.toFixed(2));
  byId("drafted").textContent = shown(figures.drafted + ", " + figures.accepted);
  byId("plain-source").textContent =
    figures.plainSource || "Nothing is known of plain decoding yet.";
  drawSlots(byId("slots"), figures.slots, served?.speculation.widest ?? 0);
  drawSpeed(byId("speed"), figures, plainAlone);
}

/** Runs a request; the answer and its figures grow until it ends. */
async function run(request, answer, figures, onChange) {
  let finish = "";
  await chat(
    { ...request, stream: true, stream_options: { include_usage: true }, timings: true },
    settings.key(),
    running.signal,
    (event) => {
      const choice = event.choices[0];
      if (event.usage) {
        figures.usage(event.usage);
      }
      if (choice) {
        finish = choice.finish_reason ?? finish;
        const speculation = choice.speculation;
        if (speculation?.steps) {
          figures.add(speculation, performance.now());
        } else if (speculation) {
          figures.end(speculation);
        }
        answer.add(choice.delta, speculation?.tokens ?? []);
      }
      onChange();
    },
  );
  return finish;
}

/** At most one drawing in a frame, however fast the events come. */
function drawing(draw) {
  let waiting = false;
  return () => {
    if (!waiting) {
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        draw();
      });
    }
  };
}

const ENDS = {
  stop: "ended by the model",
  length: "ended at the most tokens",
  cancelled: "cancelled by the server",
};

async function send() {
  const text = prompt.value;
  if (running || text.trim() === "") {
    return;
  }
  problem("");
  prompt.value = "";
  addQuestion(text);
  const messages = [...conversation, { role: "user", content: text }];
  const request = { messages, ...settings.parameters() };
  const answer = new Answer(served?.id ?? "Model");
  const figures = new Figures();
  const plain = request.speculation.mode === "off";
  const number = chatNumber;
  const show = () => number === chatNumber && showFigures(figures, plain);
  running = new AbortController();
  last = null;
  setBusy(true);
  say("writing");
  try {
    const finish = await run(request, answer, figures, drawing(show));
    answer.end(ENDS[finish] ?? finish);
    say("the answer is complete, " + figures.tokens + " tokens");
    last = { request, answer, figures, plain };
  } catch (error) {
    const stopped = error.name === "AbortError";
    answer.end(stopped ? "stopped" : "broken off");
    say(stopped ? "stopped" : "the answer broke off");
    report(error);
  } finally {
    running = null;
    if (number === chatNumber) {
      remember(messages, answer);
    }
    show();
    setBusy(false);
  }
}

/** A question without an answer is asked again with the next one otherwise. */
function remember(messages, answer) {
  if (answer.content === "" && answer.reasoning === "") {
    return;
  }
  const said = { role: "assistant", content: answer.content };
  if (answer.reasoning !== "") {
    said.reasoning_content = answer.reasoning;
  }
  conversation = [...messages, said];
}

/** Collects a text that is not shown. */
class Unseen {
  content = "";
  reasoning = "";

  add(delta) {
    this.content += delta.content ?? "";
    this.reasoning += delta.reasoning_content ?? "";
  }
}

async function measure() {
  if (running || last === null) {
    return;
  }
  const { request, answer: shown, figures, plain } = last;
  const number = chatNumber;
  running = new AbortController();
  setBusy(true);
  problem("");
  say("measuring without draft");
  byId("plain-source").textContent = "Measuring: the same prompt runs once more, without the draft.";
  const answer = new Unseen();
  const measured = new Figures();
  try {
    await run(
      { ...request, speculation: { mode: "off", details: true } },
      answer,
      measured,
      () => {},
    );
    const same = answer.content === shown.content && answer.reasoning === shown.reasoning;
    figures.measured(measured, request.temperature === 0 ? same : null);
    say("without draft " + measured.speed.toFixed(1) + " tokens per second");
  } catch (error) {
    say("not measured");
    report(error);
  } finally {
    running = null;
    if (number === chatNumber) {
      showFigures(figures, plain);
    }
    setBusy(false);
  }
}

function newChat() {
  running?.abort();
  chatNumber++;
  conversation = [];
  last = null;
  clear();
  problem("");
  showFigures(new Figures(), false);
  setBusy(running !== null);
  say("a new chat");
  prompt.focus();
}

byId("composer").addEventListener("submit", (event) => {
  event.preventDefault();
  send();
});
prompt.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    send();
  }
});
byId("stop").addEventListener("click", () => running?.abort());
byId("measure").addEventListener("click", measure);
byId("new-chat").addEventListener("click", newChat);
settings.onKey(findModel);
// On a wide screen there is room for them.
byId("settings").open = matchMedia("(min-width: 50.01rem)").matches;
findModel();
