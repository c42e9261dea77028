// Which characters of a text came from which tokens.

const TAGS = /^\s*<\/?think>\s*/;

/**
 * Follows the tokens of an answer. The server leaves out tags of thoughts and blank lines beside
 * them, so a piece of text may begin behind the place where the piece before it ended.
 */
export class TokenRuns {
  #text = "";
  #origins = [];
  #at = 0;

  /** Tokens, each with the characters it completes. */
  add(tokens) {
    for (const token of tokens) {
      this.#text += token.text;
      for (let i = 0; i < token.text.length; i++) {
        this.#origins.push(token.origin);
      }
    }
  }

  /** Cuts the next piece of the text into runs of one origin. */
  runs(piece) {
    const start = this.#find(piece);
    if (start < 0) {
      return [{ text: piece, origin: "plain" }];
    }
    this.#at = start + piece.length;
    const runs = [];
    for (let i = 0; i < piece.length; i++) {
      const origin = this.#origins[start + i];
      const last = runs.at(-1);
      if (last && last.origin === origin) {
        last.text += piece[i];
      } else {
        runs.push({ text: piece[i], origin });
      }
    }
    return runs;
  }

  #find(piece) {
    if (this.#text.startsWith(piece, this.#at)) {
      return this.#at;
    }
    const tag = TAGS.exec(this.#text.slice(this.#at));
    return this.#text.indexOf(piece, this.#at + (tag ? tag[0].length : 0));
  }
}
