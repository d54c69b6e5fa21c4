/** One-line previews, fetched by window and kept. */

const WINDOW = 250;

/** Previews of a session. `onLoad` is called when new ones have come. */
export class PreviewCache {
  constructor(source, n, onLoad) {
    this.source = source;
    this.n = n;
    this.onLoad = onLoad;
    this.texts = new Array(n);
    this.asked = new Set();
  }

  /** The preview of a row, or undefined while it is not loaded. */
  get(row) {
    return this.texts[row];
  }

  /** The file grew: windows that ended with it are asked for again. */
  grow(n, before) {
    this.n = n;
    this.asked.delete(Math.floor(before / WINDOW));
  }

  /** Ask for the windows that hold these rows. */
  want(rows) {
    const windows = new Set();
    for (const row of rows) if (row >= 0 && this.texts[row] === undefined) windows.add(Math.floor(row / WINDOW));
    for (const number of windows) if (!this.asked.has(number)) this.#load(number);
  }

  async #load(number) {
    this.asked.add(number);
    const from = number * WINDOW;
    const to = Math.min(this.n, from + WINDOW);
    try {
      let at = from;
      while (at < to) {
        const texts = await this.source.previews(at, to);
        if (texts.length === 0) break;
        for (let slot = 0; slot < texts.length; slot += 1) this.texts[at + slot] = texts[slot] || "";
        at += texts.length;
      }
      this.onLoad();
    } catch {
      // Without a preview a row still has its kind and line; the next scroll asks again.
      this.asked.delete(number);
    }
  }
}
