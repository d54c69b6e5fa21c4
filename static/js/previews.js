/** One-line previews, fetched by window and kept. */

const WINDOW = 250;

/** Previews of a session. `onLoad` is called when new ones have come. */
export class PreviewCache {
  /**
   * @param {Pick<Source, "previews">} source
   * @param {number} n
   * @param {() => void} onLoad
   */
  constructor(source, n, onLoad) {
    this.source = source;
    this.n = n;
    this.onLoad = onLoad;
    /** @type {(string | undefined)[]} */
    this.texts = new Array(n);
    /** @type {Set<number>} */
    this.asked = new Set();
    /** @type {Set<Promise<void>>} */
    this.loading = new Set();
  }

  /**
   * The preview of a row, or undefined while it is not loaded.
   * @type {(row: number) => string | undefined}
   */
  get(row) {
    return this.texts[row];
  }

  /**
   * The file grew: windows that ended with it are asked for again.
   * @type {(n: number, before: number) => void}
   */
  grow(n, before) {
    this.n = n;
    this.asked.delete(Math.floor(before / WINDOW));
  }

  /**
   * Ask for the windows that hold these rows.
   * @type {(rows: Iterable<number>) => void}
   */
  want(rows) {
    /** @type {Set<number>} */
    const windows = new Set();
    for (const row of rows) if (row >= 0 && this.texts[row] === undefined) windows.add(Math.floor(row / WINDOW));
    for (const number of windows) {
      if (this.asked.has(number)) continue;
      const load = this.#load(number).finally(() => this.loading.delete(load));
      this.loading.add(load);
    }
  }

  /**
   * When all that was asked for so far has come, or failed.
   * @type {() => Promise<unknown>}
   */
  settled() {
    return Promise.all(this.loading);
  }

  /** @type {(number: number) => Promise<void>} */
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
