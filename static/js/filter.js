/** Chips and text box above the tree: which entries it shows. */
import { kindLabel } from "./entry.js";
import { FLAG } from "./index-model.js";
import { countText } from "./numbers.js";
import { make, replaceAll } from "./dom.js";
import { t } from "./words.js";

const TALK_KINDS = new Set(["message", "compaction", "branch_summary", "custom_message", "context_edit"]);
const TOOL_ROLES = new Set(["toolResult", "bashExecution"]);
const SEEN_WORDS = new Set(["sent", "edited", "summary"]);
const TROUBLE = FLAG.ERROR | FLAG.FAILED | FLAG.ABORTED | FLAG.UNREADABLE | FLAG.SHADOWED;
const FIND_DELAY = 220;
const SHORTEST_FIND = 2;
/** The search through all texts stops here: nobody reads so many hits, and the words are too common. */
const MOST_FOUND = 20_000;

/** One function of (model, view, row) per chip; null keeps everything. */
export const FILTERS = Object.freeze({
  all: null,
  noTools: (model, view, row) => TALK_KINDS.has(model.kindName(row)) && !TOOL_ROLES.has(model.roleName(row)),
  user: (model, view, row) => model.roleName(row) === "user",
  labelled: (model, view, row) => model.labels.has(row),
  seen: (model, view, row) => SEEN_WORDS.has(view.word(row)),
  errors: (model, view, row) => model.has(row, TROUBLE) || model.cyclic.has(row),
});

/**
 * A function of the row: does what is known of it without decoding contain the words? Names of kinds, roles and tools
 * come from one string table, so each is compared once; 100,000 rows have to answer within a key stroke.
 */
export function columnMatcher(model, previews, needle) {
  const named = model.strings.map((text) => text.toLowerCase().includes(needle));
  const labels = new Map();
  const labelMatches = (row) => {
    const key = model.kind[row] * 65536 + model.role[row] * 2 + (model.has(row, FLAG.EXCLUDED) ? 1 : 0);
    if (!labels.has(key)) labels.set(key, kindLabel(model, row).toLowerCase().includes(needle));
    return labels.get(key);
  };
  const line = /^l\d+$/.test(needle) ? needle.slice(1) : null;
  return (row) => {
    if (named[model.kind[row]] || named[model.role[row]] || named[model.what[row]] || labelMatches(row)) return true;
    if (line !== null && String(model.line[row]).startsWith(line)) return true;
    const preview = previews.get(row);
    return (preview !== undefined && preview.toLowerCase().includes(needle)) || model.name(row).toLowerCase().includes(needle)
      || (model.labels.get(row) || "").toLowerCase().includes(needle);
  };
}

/** The filter of the tree. */
export class TreeFilter {
  constructor(env) {
    this.env = env;
    this.chip = "all";
    this.found = null;
    this.turn = 0;
    this.box = document.getElementById("filter");
    this.status = document.getElementById("filter-status");
    this.empty = document.getElementById("tree-empty");
    this.box.addEventListener("input", () => this.#typed());
    this.box.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown" || event.key === "Enter") {
        event.preventDefault();
        document.getElementById("tree").focus();
      }
    });
    this.#chips();
  }

  /** Does the filter depend on the point of view? */
  get usesView() {
    return this.chip === "seen";
  }

  #chips() {
    replaceAll(document.getElementById("chips"), Object.keys(FILTERS).map((name) => make("button", {
      type: "button", class: "chip", "aria-pressed": String(name === this.chip), data: { filter: name },
      onclick: () => {
        this.chip = name;
        this.#chips();
        this.apply();
      },
    }, t(`filter.${name}`))));
  }

  focus() {
    this.env.showPane("tree");
    this.box.focus();
    this.box.select();
  }

  /** Clear the text, or leave the box. True when there was something to do. */
  clear() {
    const busy = document.activeElement === this.box;
    if (this.box.value !== "") {
      this.box.value = "";
      this.#typed();
      return true;
    }
    if (busy) document.getElementById("tree").focus();
    return busy;
  }

  #typed() {
    const needle = this.box.value.trim().toLowerCase();
    this.turn += 1;
    this.found = null;
    this.note = "";
    if (needle.length >= SHORTEST_FIND) {
      this.note = t("filter.searching");
      const { turn } = this;
      setTimeout(() => this.#search(turn, needle), FIND_DELAY);
    }
    this.apply();
  }

  async #search(turn, needle) {
    if (turn !== this.turn) return;
    try {
      const found = new Set();
      let answer = { searched: 0, truncated: true };
      while (answer.truncated && found.size < MOST_FOUND) {
        const from = answer.searched;
        answer = await this.env.source.find(needle, from);
        if (turn !== this.turn) return;
        for (const row of answer.rows) found.add(row);
        this.found = found;
        this.note = t(answer.truncated ? "filter.truncated" : "filter.searched", { found: countText(found.size), searched: countText(answer.searched) });
        if (answer.truncated) this.apply();
        if (answer.searched <= from) break;
      }
    } catch (error) {
      if (turn === this.turn) this.note = t("load.failed", { why: error.message });
    }
    if (turn === this.turn) this.apply();
  }

  /** Show what passes chip and text. */
  apply() {
    const { model, outline, previews } = this.env;
    const needle = this.box.value.trim().toLowerCase();
    const passes = FILTERS[this.chip];
    if (passes === null && needle === "") outline.setFilter(null);
    else {
      const matches = needle === "" ? null : columnMatcher(model, previews, needle);
      outline.setFilter((row) => (passes === null || passes(model, this.env.view, row))
        && (matches === null || (this.found !== null && this.found.has(row)) || matches(row)));
    }
    this.count();
  }

  /** Say how many entries are shown, and what was looked at when there are none. */
  count() {
    const { model, outline } = this.env;
    const needle = this.box.value.trim();
    const filtered = outline.keep !== null;
    const words = filtered ? t("filter.shown", { shown: countText(outline.count), n: countText(model.n) }) : t("filter.count", { n: countText(model.n) });
    this.status.textContent = needle !== "" && this.note ? `${words} \u00b7 ${this.note}` : words;
    this.empty.hidden = outline.count > 0;
    this.empty.textContent = model.n === 0 ? t("empty.noEntries") : needle !== "" ? t("filter.nothing", { n: countText(model.n) }) : t("filter.nothingKind", { n: countText(model.n) });
  }
}
