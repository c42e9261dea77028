// The API of the server this page came from.

/** An answer that is no answer; the message is for people. */
export class ApiProblem extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

function headers(key) {
  const all = { "Content-Type": "application/json" };
  if (key) {
    all.Authorization = "Bearer " + key;
  }
  return all;
}

async function problemOf(response) {
  let message = "the server answered with status " + response.status;
  try {
    const body = await response.json();
    message = body.error?.message ?? message;
  } catch {
    // The status says enough.
  }
  return new ApiProblem(response.status, message);
}

/** What is served. */
export async function model(key) {
  const response = await fetch("/v1/models", { headers: headers(key), cache: "no-store" });
  if (!response.ok) {
    throw await problemOf(response);
  }
  const list = await response.json();
  return list.data[0];
}

/**
 * Asks for an answer and gives the events of its stream to onEvent, in order.
 * Ends when the stream does; signal ends it early.
 */
export async function chat(request, key, signal, onEvent) {
  const response = await fetch("/v1/chat/completions", {
    method: "POST",
    headers: headers(key),
    body: JSON.stringify(request),
    cache: "no-store",
    signal,
  });
  if (!response.ok) {
    throw await problemOf(response);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      throw new ApiProblem(0, "the answer broke off");
    }
    const events = (rest + value).split("\n\n");
    rest = events.pop();
    for (const event of events) {
      const data = dataOf(event);
      if (data === "[DONE]") {
        return;
      }
      if (data) {
        const parsed = JSON.parse(data);
        if (parsed.error) {
          throw new ApiProblem(0, parsed.error.message);
        }
        onEvent(parsed);
      }
    }
  }
}

function dataOf(event) {
  return event
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trimStart())
    .join("\n");
}
