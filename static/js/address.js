/**
 * The address of the session page: it follows what is shown, a view or branch that is left can be gone back to, and what
 * an address names in vain is said, with what comes nearest.
 */
import { make } from "./dom.js";
import { FILTERS, toolCounts } from "./filter.js";
import { lineAsked, nearestIds, rowNamed } from "./nearest.js";
import { damageNames, formatHash, parseHash, SIDE_PANES, strayParts, VIEWS } from "./state.js";
import { hideNotice } from "./topbar.js";
import { plainText, shorten } from "./visible-text.js";
import { t } from "./words.js";

const MOST_OFFERED = 5;
/** Which words the parts of an address may have that name no entry. */
/** @type {[keyof Place, (value: string, model: Model) => boolean][]} */
const KNOWN_WORDS = [
  ["view", (value) => VIEWS.includes(value)],
  ["pane", (value) => SIDE_PANES.includes(value)],
  ["show", (value, model) => (value.startsWith("tool:") ? toolCounts(model).some(([name]) => name === value.slice(5)) : Object.hasOwn(FILTERS, value))],
  ["size", (value) => value === "cost" || value === "entries"],
  ["tree", (value) => value === "flat" || value === "lanes"],
  ["damage", (value, model) => damageNames(model.index.damage || []).includes(value)],
];
/** @type {("entry" | "at" | "leaf" | "time")[]} */
const ENTRY_PARTS = ["entry", "at", "leaf", "time"];

/**
 * Rows that come nearest to a name that no entry has: lines for a line, else ids.
 * @type {(model: Model, name: string, limit: number) => number[]}
 */
export function nearestRows(model, name, limit) {
  const line = lineAsked(name);
  const rows = nearestIds(model.index.ids || [], name, limit).filter((row) => row < model.n);
  if (line === null || model.n === 0) return rows;
  const after = model.rowAtOrAfterLine(line);
  const lines = model.line[after] === line ? [after] : [after - 1, after];
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
      entry: name(env.chosen), at: name(env.at), leaf: usual ? null : name(env.leaf), view: env.viewName, pane: env.sideSeen ? env.details.pane : null,
      show: filter.address, find: filter.box.value.trim() || null, time: name(env.time),
      size: env.viewName === "map" && env.mapBy === "cost" ? "cost" : null, tree: env.outline.flat ? "flat" : null,
      damage: env.viewName === "damage" ? env.damage : null,
    });
  }

  /** The parts of the present address, without what names nothing here: that is said. */
  wanted() {
    const wanted = parseHash(location.hash);
    for (const key of [...ENTRY_PARTS, ...KNOWN_WORDS.map(([name]) => name), "part"]) hideNotice(`unknown-${key}`);
    for (const [key, known] of KNOWN_WORDS) {
      const value = wanted[key];
      if (value === null || value === "" || known(value, this.env.whole)) continue;
      const tool = key === "show" && value.startsWith("tool:");
      this.#vain(key, tool ? "notice.unknownTool" : "notice.unknownPart", { part: `${key}=${shorten(plainText(value), 60)}`, name: shorten(plainText(value.slice(5)), 60) });
      wanted[key] = null;
    }
    for (const key of ENTRY_PARTS) {
      if (wanted[key] !== "") continue;
      this.#vain(key, "notice.emptyPart", { part: key });
      wanted[key] = null;
    }
    this.#strays(wanted);
    return wanted;
  }

  /**
   * What is no part of an address of ours: a line or an id alone means that entry.
   * @type {(wanted: Place) => void}
   */
  #strays(wanted) {
    const strays = strayParts(location.hash).filter((part) => part !== "transcript");
    const [first] = strays;
    if (first !== undefined && wanted.entry === null && (rowNamed(this.env.whole, first) >= 0 || /^L\d+$/i.test(first))) {
      wanted.entry = first;
      strays.shift();
      this.save("replace");
    }
    if (strays.length > 0) this.#vain("part", "notice.unknownPart", { part: shorten(plainText(strays.join("&")), 60) });
  }

  /** @type {(key: string, word: string, parts: Record<string, string>) => void} */
  #vain(key, word, parts) {
    this.env.notice(`unknown-${key}`, t(word, parts));
    this.save("replace");
  }

  /**
   * No entry has this name: say so, and offer those that come nearest; where none does, both ends of the session. The row of
   * the nearest line where one was asked for.
   * @type {(part: "entry" | "at" | "leaf" | "time", name: string) => number}
   */
  unknown(part, name) {
    const { whole, model } = this.env;
    const found = nearestRows(whole, name, MOST_OFFERED);
    const near = part === "leaf" ? [...new Set(found.map((row) => whole.leafFor(row)))] : found;
    const line = part === "entry" && /^(?:@line|L)\d+$/i.test(name.trim()) && near.length > 0;
    const word = line ? "notice.nearest" : part === "time" ? "notice.unknownTime" : part === "entry" ? "notice.unknownEntry" : "notice.unknownName";
    const links = near.map((row) => this.#offer(part, row, `${shorten(plainText(whole.name(row)), 40) || "?"} (L${whole.line[row]})`));
    if (links.length === 0 && whole.n > 0) links.push(...this.#ends(part));
    const offered = links.length > 0 ? [` ${t(near.length > 0 ? "notice.near" : "notice.noneNear")} `, ...links.flatMap((link, at) => [at > 0 ? t("punct.comma") : "", link])] : [];
    this.env.notice(`unknown-${part}`, [t(word, { name: shorten(plainText(name), 80) }), ...offered]);
    this.save("replace");
    return line ? Math.min(model.n - 1, model.rowAtOrAfterLine(lineAsked(name) ?? 0)) : -1;
  }

  /** @type {(part: "entry" | "at" | "leaf" | "time") => HTMLElement[]} */
  #ends(part) {
    const { whole } = this.env;
    const last = whole.active >= 0 ? whole.active : whole.n - 1;
    const first = part === "leaf" ? [] : [this.#offer(part, 0, t("notice.firstEntry", { line: whole.line[0] }))];
    return last === 0 && first.length > 0 ? first : [...first, this.#offer(part, last, t("notice.lastLeaf", { line: whole.line[last] }))];
  }

  /**
   * A link that puts this entry in the place of the name that none has.
   * @type {(part: "entry" | "at" | "leaf" | "time", row: number, text: string) => HTMLElement}
   */
  #offer(part, row, text) {
    if (part === "entry") return this.env.lineLink(row, text);
    const name = this.env.whole.addressName(row);
    return make("a", { href: formatHash({ [part]: name }), class: "go", onclick: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      // A branch is shown at its end; all else stays as it is.
      location.hash = formatHash({ ...parseHash(this.text()), [part]: name, ...(part === "leaf" ? { entry: null } : {}) });
    } }, text);
  }
}
