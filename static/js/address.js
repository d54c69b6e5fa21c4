/**
 * The address of the session page: it follows what is shown, a view or branch that is left can be gone back to, and what
 * an address names in vain is said, with what comes nearest.
 */
import { FILTERS } from "./filter.js";
import { nearestIds } from "./nearest.js";
import { formatHash, parseHash, SIDE_PANES, VIEWS } from "./state.js";
import { plainText, shorten } from "./visible-text.js";
import { t } from "./words.js";

const MOST_OFFERED = 5;
/** Which words the parts of an address may have that name no entry. */
/** @type {[keyof Place, (value: string) => boolean][]} */
const KNOWN_WORDS = [
  ["view", (value) => VIEWS.includes(value)],
  ["pane", (value) => SIDE_PANES.includes(value)],
  ["show", (value) => value.startsWith("tool:") || Object.hasOwn(FILTERS, value)],
  ["size", (value) => value === "cost" || value === "entries"],
  ["tree", (value) => value === "flat" || value === "lanes"],
];

/**
 * Rows that come nearest to a name that no entry has: lines for a line, else ids.
 * @type {(model: Model, name: string, limit: number) => number[]}
 */
export function nearestRows(model, name, limit) {
  const line = /^(?:@line|l)?(\d{1,9})$/i.exec(name.trim());
  const rows = nearestIds(model.index.ids || [], name, limit).filter((row) => row < model.n);
  if (line === null || model.n === 0) return rows;
  const after = model.rowAtOrAfterLine(Number(line[1]));
  const lines = model.line[after] === Number(line[1]) ? [after] : [after - 1, after];
  return [...new Set([...lines.filter((row) => row >= 0 && row < model.n), ...rows])].slice(0, limit);
}

/** Keeps the address of a page. */
export class Address {
  /** @type {string | undefined} What the page itself last wrote. */
  hash;
  /** @type {"push" | "auto" | "replace" | null} */
  waiting = null;

  /** @param {Page} env */
  constructor(env) {
    this.env = env;
    this.before = "";
  }

  /** What Back should bring back: view and branch. */
  get #scene() {
    return `${this.env.viewName} ${this.env.leaf}`;
  }

  /** The page stands where its address said. */
  settle() {
    this.before = this.#scene;
  }

  /**
   * Write where the page is into the address, once all that happens now has happened. "push": what was shown before can be
   * gone back to; "replace": it cannot; "auto": it can where view or branch are others.
   * @type {(how?: "push" | "auto" | "replace") => void}
   */
  save(how = "auto") {
    const first = this.waiting === null;
    if (first || how === "push" || (how === "auto" && this.waiting === "replace")) this.waiting = how;
    if (first) queueMicrotask(() => this.#write());
  }

  #write() {
    const how = this.waiting;
    this.waiting = null;
    const hash = this.text();
    const scene = this.#scene;
    const other = how === "push" || (how === "auto" && scene !== this.before);
    this.before = scene;
    if (other && hash !== location.hash) history.pushState(null, "", hash);
    else history.replaceState(null, "", hash);
    this.hash = location.hash;
  }

  /** The address of what is shown, to be copied. */
  link() {
    this.waiting = this.waiting ?? "replace";
    this.#write();
    return location.href;
  }

  /** The fragment for what is shown. */
  text() {
    const { env } = this;
    const { model, filter } = env;
    /** @type {(row: number) => string | null} */
    const name = (row) => (row >= 0 ? model.addressName(row) : null);
    const usual = env.leaf === model.leafFor(env.chosen);
    return formatHash({
      entry: name(env.chosen), at: name(env.at), leaf: usual ? null : name(env.leaf), view: env.viewName, pane: env.details.pane,
      show: filter.address, find: filter.box.value.trim() || null, time: name(env.time),
      size: env.viewName === "map" && env.mapBy === "cost" ? "cost" : null, tree: env.outline.flat ? "flat" : null,
    });
  }

  /** The parts of the present address, without the words that name nothing here: those are said. */
  wanted() {
    const wanted = parseHash(location.hash);
    for (const [key, known] of KNOWN_WORDS) {
      const value = wanted[key];
      if (value === null || value === "" || known(value)) continue;
      this.env.notice(`unknown-${key}`, t("notice.unknownPart", { part: `${key}=${shorten(plainText(value), 60)}` }));
      wanted[key] = null;
      this.save("replace");
    }
    return wanted;
  }

  /**
   * No entry has this name: say so, and offer those that come nearest. The row of the nearest line where one was asked for.
   * @type {(part: "entry" | "at" | "leaf" | "time", name: string) => number}
   */
  unknown(part, name) {
    const { env } = this;
    const near = nearestRows(env.whole, name, MOST_OFFERED);
    const line = part === "entry" && /^@line\d+$/.test(name) && near.length > 0;
    const word = line ? "notice.nearest" : part === "time" ? "notice.unknownTime" : part === "entry" ? "notice.unknownEntry" : "notice.unknownName";
    const links = near.map((row, at) => [at > 0 ? ", " : "", env.lineLink(row, `${shorten(plainText(env.whole.name(row)), 40) || "?"} (L${env.whole.line[row]})`)]);
    env.notice(`unknown-${part}`, t(word, { name: shorten(plainText(name), 80) }), "info", links.length > 0 ? [t("notice.near"), " ", links, " "] : []);
    this.save("replace");
    return line ? Math.min(env.model.n - 1, env.model.rowAtOrAfterLine(Number(name.slice(5)))) : -1;
  }
}
