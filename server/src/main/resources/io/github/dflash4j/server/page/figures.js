// Counts of one answer, as the server tells them and as they come in.

/** Seconds after which a mean speed says something. */
const SETTLED = 0.1;

/** Counts steps; slots are counted from 1, the anchor is none. */
export class Figures {
  tokens = 0;
  passes = 0;
  drafted = 0;
  accepted = 0;
  emitted = 0;
  slots = [];
  speeds = [];
  speed = 0;
  plainSpeed = 0;
  plainSource = "";
  perPass = 0;
  #first = 0;

  /** @param now milliseconds */
  add(speculation, now) {
    this.tokens += speculation.tokens.length;
    if (this.#first === 0) {
      this.#first = now;
    }
    for (const step of speculation.steps) {
      this.passes++;
      this.drafted += step.drafted;
      this.accepted += step.accepted;
      this.emitted += step.tokens;
      this.#count(step);
    }
    this.perPass = this.passes === 0 ? 0 : this.emitted / this.passes;
    const seconds = (now - this.#first) / 1000;
    if (seconds > 0 && this.emitted > 0) {
      this.speed = this.emitted / seconds;
      if (seconds > SETTLED) {
        this.speeds.push(this.speed);
      }
    }
  }

  #count(step) {
    for (let n = 1; n <= step.drafted; n++) {
      const slot = (this.slots[n - 1] ??= { reached: 0, accepted: 0 });
      if (step.accepted >= n - 1) {
        slot.reached++;
      }
      if (step.accepted >= n) {
        slot.accepted++;
      }
    }
  }

  /** What the server says at the end goes before what was counted here. */
  end(details) {
    this.passes = details.target_passes;
    this.drafted = details.drafted;
    this.accepted = details.accepted;
    this.perPass = details.tokens_per_pass;
    this.slots = [];
    for (const slot of details.slots) {
      this.slots[slot.slot - 1] = { reached: slot.reached, accepted: slot.accepted };
    }
    if (details.plain_step_ms > 0) {
      this.plainSpeed = 1000 / details.plain_step_ms;
      this.plainSource =
        "Without draft: from the plain steps that the server has measured, not a run of its own.";
    }
  }

  usage(usage) {
    this.tokens = usage.completion_tokens;
    this.speed = usage.timings?.tokens_per_second ?? this.speed;
  }

  /** Measured by decoding the same prompt again. */
  measured(plain, same) {
    this.plainSpeed = plain.speed;
    this.plainSource =
      "Without draft: measured, the same prompt decoded once more" +
      (same === null ? "." : same ? ", with the same text." : ". THE TEXT WAS ANOTHER ONE.");
  }
}
