// Messages on the page. Text of models and people is set as text, never as markup.

import { TokenRuns } from "./tokens.js";

const list = document.getElementById("messages");
const empty = document.getElementById("empty");

function add(kind, name) {
  empty.hidden = true;
  const message = document.createElement("article");
  message.className = "message " + kind;
  const title = document.createElement("h3");
  title.textContent = name;
  message.append(title);
  list.append(message);
  return message;
}

function textOf(message) {
  const text = document.createElement("div");
  text.className = "text";
  message.append(text);
  return text;
}

/** Follows the end of the list, unless somebody reads further up. */
function keepingEnd(change) {
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  change();
  if (atEnd) {
    list.scrollTop = list.scrollHeight;
  }
}

export function clear() {
  list.replaceChildren(empty);
  empty.hidden = false;
}

export function addQuestion(text) {
  textOf(add("user", "You")).textContent = text;
  list.scrollTop = list.scrollHeight;
}

/** An answer that grows. */
export class Answer {
  content = "";
  reasoning = "";
  #message;
  #text;
  #thoughts;
  #runs = new TokenRuns();

  constructor(name) {
    this.#message = add("assistant", name);
    this.#message.setAttribute("aria-busy", "true");
  }

  /** A piece of the stream. */
  add(delta, tokens) {
    keepingEnd(() => {
      this.#runs.add(tokens);
      if (delta.reasoning_content) {
        this.reasoning += delta.reasoning_content;
        this.#append(this.#thoughtText(), delta.reasoning_content);
      }
      if (delta.content) {
        this.content += delta.content;
        this.#text ??= textOf(this.#message);
        this.#append(this.#text, delta.content);
      }
    });
  }

  #thoughtText() {
    if (!this.#thoughts) {
      const details = document.createElement("details");
      details.className = "thoughts";
      details.open = true;
      const summary = document.createElement("summary");
      summary.textContent = "Thoughts";
      details.append(summary);
      this.#message.append(details);
      this.#thoughts = textOf(details);
    }
    return this.#thoughts;
  }

  #append(into, piece) {
    for (const run of this.#runs.runs(piece)) {
      const span = document.createElement("span");
      span.className = "token";
      span.classList.add(run.origin);
      span.textContent = run.text;
      into.append(span);
    }
  }

  end(how) {
    keepingEnd(() => {
      this.#message.removeAttribute("aria-busy");
      const note = document.createElement("p");
      note.className = "ended";
      note.textContent = how;
      this.#message.append(note);
    });
  }
}
