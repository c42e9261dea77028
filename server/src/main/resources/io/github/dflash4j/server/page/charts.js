// Small charts in SVG. What they show is also in their labels.

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 304;

function element(parent, name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, String(value));
  }
  if (text !== undefined) {
    made.textContent = text;
  }
  parent.append(made);
  return made;
}

function chart(height, label) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${height}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  return svg;
}

const percent = (slot) => Math.round((100 * slot.accepted) / slot.reached);

/** Bars of the share accepted of the slots that were reached. */
export function drawSlots(into, slots, widest) {
  const count = Math.max(slots.length, widest, 1);
  const known = slots.map((slot, n) => [n + 1, slot]).filter(([, slot]) => slot?.reached > 0);
  const label = known.length
    ? known.map(([n, slot]) => `slot ${n}: ${percent(slot)} percent of ${slot.reached}`).join(", ")
    : "no drafted token yet";
  const svg = chart(104, label);
  const pitch = WIDTH / count;
  const bar = Math.min(pitch * 0.7, 40);
  for (let n = 0; n < count; n++) {
    const x = n * pitch + (pitch - bar) / 2;
    element(svg, "rect", { class: "hollow", x, y: 16.5, width: bar, height: 70 });
    const slot = slots[n];
    if (slot?.reached > 0) {
      const height = (70 * slot.accepted) / slot.reached;
      element(svg, "rect", { class: "bar", x, y: 86.5 - height, width: bar, height });
      if (pitch >= 24) {
        element(svg, "text", { x: x + bar / 2, y: 12, "text-anchor": "middle" }, percent(slot));
      }
    }
    if (pitch >= 16 || n % 4 === 0) {
      element(svg, "text", { x: x + bar / 2, y: 100, "text-anchor": "middle" }, n + 1);
    }
  }
  into.replaceChildren(svg);
}

function speedBar(svg, y, name, value, most, kind) {
  const room = 150;
  element(svg, "text", { x: 0, y: y + 11 }, name);
  element(svg, "rect", {
    class: "bar " + kind,
    x: 84,
    y,
    width: Math.max(1, (room * value) / most),
    height: 14,
  });
  element(
    svg,
    "text",
    { x: 90 + (room * value) / most, y: y + 11 },
    value >= 100 ? value.toFixed(0) : value.toFixed(1),
  );
}

/** The speed of this answer, what it was on the way, and that of plain decoding where known. */
export function drawSpeed(into, figures, plainAlone) {
  const { speed, plainSpeed, speeds } = figures;
  const parts = [];
  if (speed > 0) {
    parts.push(`this answer ${speed.toFixed(1)} tokens per second`);
  }
  if (plainSpeed > 0) {
    parts.push(`without draft ${plainSpeed.toFixed(1)}`);
  }
  const svg = chart(92, parts.length ? parts.join(", ") : "no speed yet");
  const most = Math.max(speed, plainSpeed, 1e-9);
  if (speed > 0) {
    speedBar(svg, 2, plainAlone ? "this, plain" : "this answer", speed, most, "");
  }
  if (plainSpeed > 0) {
    speedBar(svg, 22, "without draft", plainSpeed, most, "other");
  }
  element(svg, "line", { class: "rule", x1: 0, y1: 90.5, x2: WIDTH, y2: 90.5 });
  if (speeds.length > 1) {
    element(svg, "text", { x: 0, y: 50 }, "mean on the way");
    const top = Math.max(...speeds);
    const points = speeds
      .map((value, n) => `${(WIDTH * n) / (speeds.length - 1)},${90 - (34 * value) / top}`)
      .join(" ");
    element(svg, "polyline", { class: "trace", points });
  }
  into.replaceChildren(svg);
}
