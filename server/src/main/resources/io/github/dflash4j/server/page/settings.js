// What a person can set. Nothing of it leaves the page but with a request.

const field = (id) => document.getElementById(id);

function number(id, fallback) {
  const input = field(id);
  return input.value !== "" && input.checkValidity() ? Number(input.value) : fallback;
}

function showWidth() {
  field("width-value").value = field("width").value;
  field("width").disabled = field("mode").value !== "fixed" || field("mode").disabled;
}

field("mode").addEventListener("change", showWidth);
field("width").addEventListener("input", showWidth);

/** Fits the settings to what is served. */
export function fit(model) {
  const { widest, draft, reason } = model.speculation;
  const mode = field("mode");
  mode.disabled = widest === 0;
  if (widest === 0) {
    mode.value = "off";
    field("draft-note").textContent = "No draft: " + (reason ?? "none was given") + ".";
  } else {
    if (field("width").max !== String(widest)) {
      field("width").max = String(widest);
      field("width").value = String(widest);
    }
    field("draft-note").textContent = draft + ".";
  }
  field("max-tokens").max = String(model.context_length);
  showWidth();
}

/** The key as typed; it is in the field alone. */
export function key() {
  return field("key").value.trim();
}

export function askForKey() {
  field("settings").open = true;
  field("key").focus();
}

export function onKey(listener) {
  field("key").addEventListener("change", listener);
}

/** What a request says beside its messages. */
export function parameters() {
  const mode = field("mode").value;
  const speculation = { mode, details: true };
  if (mode === "fixed") {
    speculation.width = Number(field("width").value);
  }
  return {
    temperature: number("temperature", 0),
    max_tokens: number("max-tokens", 200),
    speculation,
  };
}
