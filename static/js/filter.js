/** Chips and text box above the tree: which entries it shows. */
import { worthFinding } from "./finder.js";
import { kindLabel } from "./entry.js";
import { FLAG } from "./index-model.js";
import { standsAsState } from "./left-out.js";
import { countText } from "./numbers.js";
import { elementsOf, make, must, replaceAll } from "./dom.js";
import { whyOf } from "./source.js";
import { plainText, shorten } from "./visible-text.js";
import { t } from "./words.js";

/** What pi's tree leaves out unless it shows all: settings and bookkeeping. */
const SETTING_KINDS = new Set(["label", "context_edit", "custom", "model_change", "thinking_level_change", "session_info"]);
/** Words of the rail for what is on the wire; of what was edited it is what an edit replaced, not what it omitted. */
const SEEN_WORDS = new Set(["sent", "summary"]);
const TROUBLE = FLAG.ERROR | FLAG.FAILED | FLAG.ABORTED | FLAG.UNREADABLE | FLAG.SHADOWED;
const OWN_COMMANDS = "!";
/** More tools than this are not offered by name; the text box finds the rest. */
const MOST_TOOLS = 60;
const FIND_DELAY = 220;
/** Milliseconds after the last key before the address says what is looked for. */
const SAVE_DELAY = 400;
/** The search through all texts stops here: nobody reads so many hits, and the words are too common. */
const MOST_FOUND = 20_000;

/**
 * The filter for the results of one tool, and for shell commands of the user's own under "!".
 * @type {(name: string) => RowFilter}
 */
export function toolFilter(name) {
  return (model, _view, row) => (model.roleName(row) === "toolResult" ? model.whatName(row) === name : name === OWN_COMMANDS && model.roleName(row) === "bashExecution");
}

/**
 * The tools of a session: [name, number of results], the most used first.
 * @type {(model: Model) => [string, number][]}
 */
export function toolCounts(model) {
  /** @type {Map<number, number>} */
  const byNumber = new Map();
  let own = 0;
  for (let row = 0; row < model.n; row += 1) {
    const role = model.roleName(row);
    if (role === "toolResult") byNumber.set(model.what[row], (byNumber.get(model.what[row]) || 0) + 1);
    else if (role === "bashExecution") own += 1;
  }
  /** @type {[string, number][]} */
  const counts = [...byNumber].map(([number, count]) => [model.strings[number] || "", count]);
  if (own > 0) counts.push([OWN_COMMANDS, own]);
  return counts.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/**
 * Is the row in pi's tree at all? In none of its modes it shows usage, replies without text (unless they failed, were
 * cut short, or are the active leaf), entries whose id a later one took, and loops, which no root leads to.
 * @type {(model: Model, row: number) => boolean}
 */
function inPiTree(model, row) {
  if (model.has(row, FLAG.WORDLESS) && row !== model.active) return false;
  return model.kindName(row) !== "usage" && !model.has(row, FLAG.SHADOWED) && !model.cyclic.has(row);
}

/** @type {(model: Model, row: number) => boolean} */
const inPiDefault = (model, row) => inPiTree(model, row) && !SETTING_KINDS.has(model.kindName(row));

/**
 * One function of (model, view, row) per chip; null keeps everything. `default` to `piAll` are the modes of pi's tree.
 * @type {Readonly<Record<string, RowFilter | null>>}
 */
export const FILTERS = Object.freeze({
  all: null,
  default: (model, _view, row) => inPiDefault(model, row),
  noTools: (model, _view, row) => inPiDefault(model, row) && model.roleName(row) !== "toolResult",
  user: (model, _view, row) => inPiTree(model, row) && model.roleName(row) === "user",
  labelled: (model, _view, row) => inPiTree(model, row) && model.labels.has(row),
  piAll: (model, _view, row) => inPiTree(model, row),
  hidden: (model, _view, row) => model.has(row, FLAG.HIDDEN | FLAG.EXCLUDED) || model.kindName(row) === "custom" || model.kindName(row) === "usage",
  errors: (model, _view, row) => model.has(row, TROUBLE) || model.cyclic.has(row),
  seen: (_model, view, row) => SEEN_WORDS.has(view.word(row)) || view.code(row) === "edit-replaces",
  // A failed reply that pi left out before it tried again was never sent: there is nothing to lose.
  lost: (model, view, row) => view.word(row) === "dropped" || (view.code(row) === "edit-omits" && !model.has(row, FLAG.FAILED)),
});

/**
 * A function of the row: does what is known of it without decoding contain the words? Names of kinds, roles and tools
 * come from one string table, so each is compared once; 100,000 rows have to answer within a key stroke.
 * @type {(model: Model, previews: { get(row: number): string | undefined }, needle: string) => (row: number) => boolean}
 */
export function columnMatcher(model, previews, needle) {
  const named = model.strings.map((text) => text.toLowerCase().includes(needle));
  /** @type {Map<number, boolean>} */
  const labels = new Map();
  /** @type {(row: number) => boolean} */
  const labelMatches = (row) => {
    if (standsAsState(model, row)) return kindLabel(model, row).toLowerCase().includes(needle);
    const key = model.kind[row] * 65536 + model.role[row] * 2 + (model.has(row, FLAG.EXCLUDED) ? 1 : 0);
    const matches = labels.get(key) ?? kindLabel(model, row).toLowerCase().includes(needle);
    labels.set(key, matches);
    return matches;
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
  /** @type {[string, number][] | undefined} */
  tools;
  /** @type {string | undefined} */
  note;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  saving;

  /** @param {Page} env */
  constructor(env) {
    this.env = env;
    this.chip = "all";
    /** @type {string | null} */
    this.tool = null;
    /** @type {Set<number> | null} */
    this.found = null;
    this.turn = 0;
    this.box = must("#filter", HTMLInputElement);
    this.status = must("#filter-status", HTMLElement);
    this.empty = must("#tree-empty", HTMLElement);
    this.group = must("#chips", HTMLElement);
    this.tree = must("#tree", HTMLElement);
    this.box.addEventListener("input", () => this.#typed());
    this.box.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown" || event.key === "Enter") {
        event.preventDefault();
        if (event.key === "Enter" && this.box.value.trim() !== "") this.env.finder.next(event.shiftKey ? -1 : 1);
        else this.tree.focus();
      }
    });
    this.#chips();
  }

  /** Does the filter depend on the point of view? */
  get usesView() {
    return this.tool === null && (this.chip === "seen" || this.chip === "lost");
  }

  #chips() {
    /** @type {Leaf[]} */
    const chips = Object.keys(FILTERS).map((name) => make("button", {
      type: "button", class: "chip", "aria-pressed": String(this.tool === null && name === this.chip), data: { filter: name },
      title: t(`filterAbout.${name}`), onclick: () => this.choose(name),
    }, t(`filter.${name}`)));
    chips.splice(Object.keys(FILTERS).indexOf("errors") + 1, 0, this.#toolChooser());
    replaceAll(this.group, chips);
  }

  #toolChooser() {
    const tools = this.tools ?? toolCounts(this.env.model).slice(0, MOST_TOOLS);
    this.tools = tools;
    if (tools.length === 0) return null;
    const chooser = make("select", { class: this.tool === null ? "chip" : "chip is-on", "aria-label": t("filter.byTool"), title: t("filterAbout.byTool"), onchange: () => {
      const at = Number(chooser.value);
      if (at < 0) this.choose("all");
      else this.choose(null, tools[at][0]);
    } }, make("option", { value: "-1" }, t("filter.byTool")), tools.map(([name, count], at) => make("option", { value: String(at) },
      `${name === OWN_COMMANDS ? t("filter.ownCommands") : shorten(plainText(name), 40) || "?"} (${countText(count)})`)));
    chooser.value = String(tools.findIndex(([name]) => name === this.tool));
    return chooser;
  }

  /**
   * Show what passes this chip, or the results of this tool.
   * @type {(chip: string | null, tool?: string | null) => void}
   */
  choose(chip, tool = null) {
    const { group } = this;
    const held = group.contains(document.activeElement);
    this.chip = chip !== null && Object.hasOwn(FILTERS, chip) ? chip : "all";
    this.tool = chip === null ? tool : null;
    this.#chips();
    // The chips are drawn anew: the keyboard stays where it was.
    if (held) elementsOf(group, this.tool === null ? `[data-filter="${this.chip}"]` : "select")[0]?.focus();
    this.apply();
    this.env.savePlace();
  }

  /** What the address says of the filter: its chip or "tool:NAME", null for all. */
  get address() {
    if (this.tool !== null) return `tool:${this.tool}`;
    return this.chip === "all" ? null : this.chip;
  }

  /**
   * Take chip and text from the address.
   * @type {(address: string | null, text: string | null) => void}
   */
  goTo(address, text) {
    const wanted = address || "all";
    const tool = wanted.startsWith("tool:") ? wanted.slice(5) : null;
    if (address === this.address && (text || "") === this.box.value.trim()) return;
    this.chip = tool === null && Object.hasOwn(FILTERS, wanted) ? wanted : "all";
    this.tool = tool !== null && toolCounts(this.env.model).some(([name]) => name === tool) ? tool : null;
    this.box.value = text || "";
    this.#chips();
    this.#typed();
  }

  /** The session has other entries now: tools are counted anew, words looked for anew. */
  newModel() {
    this.tools = undefined;
    const { group } = this;
    if (!group.contains(document.activeElement)) this.#chips();
    const text = this.box.value.trim();
    if (text !== "" && this.env.time < 0) this.#typed();
    else if (text === "" && this.chip === "all" && this.tool === null && this.env.outline.keep === null) this.count();
    else this.apply();
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
    if (busy) this.tree.focus();
    return busy;
  }

  #typed() {
    const needle = this.box.value.trim().toLowerCase();
    this.turn += 1;
    this.found = null;
    this.note = "";
    if (worthFinding(needle)) {
      this.note = t("filter.searching");
      const { turn } = this;
      setTimeout(() => this.#search(turn, needle), FIND_DELAY);
    }
    this.apply();
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.env.savePlace(), SAVE_DELAY);
  }

  /** @type {(turn: number, needle: string) => Promise<void>} */
  async #search(turn, needle) {
    if (turn !== this.turn) return;
    try {
      const found = new Set();
      /** @type {Found} */
      let answer = { rows: [], searched: 0, truncated: true };
      while (answer.truncated && found.size < MOST_FOUND) {
        const from = answer.searched;
        answer = await this.env.source.find(needle, from);
        if (turn !== this.turn) return;
        for (const row of answer.rows) found.add(row);
        this.found = found;
        const stuck = answer.truncated && (found.size >= MOST_FOUND || answer.searched <= from);
        const word = stuck ? "filter.stopped" : answer.truncated ? "filter.truncated" : "filter.searched";
        this.note = t(word, { found: countText(found.size), searched: countText(answer.searched), n: countText(this.env.whole.n) });
        if (answer.truncated) this.apply();
        if (stuck) break;
      }
    } catch (error) {
      if (turn === this.turn) this.note = t("load.failed", { why: whyOf(error) });
    }
    if (turn === this.turn) this.apply();
  }

  /** Show what passes chip and text. */
  apply() {
    const { model, outline, previews } = this.env;
    const needle = this.box.value.trim().toLowerCase();
    const passes = this.tool === null ? FILTERS[this.chip] : toolFilter(this.tool);
    if (passes === null && needle === "") outline.setFilter(null);
    else {
      const matches = needle === "" ? null : columnMatcher(model, previews, needle);
      outline.setFilter((row) => (passes === null || passes(model, this.env.view, row))
        && (matches === null || (this.found !== null && this.found.has(row)) || matches(row)));
    }
    this.count();
  }

  /** Why more are shown than were found, or fewer: kind, tool or label hold the words, or a button keeps some out. */
  #apart() {
    const { model, outline } = this.env;
    let others = 0;
    let kept = 0;
    for (let row = 0; row < model.n; row += 1) {
      const shown = outline.keep?.(row);
      if (this.found?.has(row)) kept += shown ? 0 : 1;
      else if (shown) others += 1;
    }
    return `${kept > 0 ? t("filter.notShown", { n: countText(kept) }) : ""}${others > 0 ? t("filter.others", { n: countText(others) }) : ""}`;
  }

  /** Say how many entries are shown, and what was looked at when there are none. */
  count() {
    const { model, outline } = this.env;
    const needle = this.box.value.trim();
    const filtered = outline.keep !== null;
    const words = filtered ? t("filter.shown", { shown: countText(outline.count), n: countText(model.n) }) : t("filter.count", { n: countText(model.n) });
    this.status.textContent = needle !== "" && this.note ? `${words} \u00b7 ${this.note}${filtered && this.found !== null ? this.#apart() : ""}` : words;
    this.status.title = needle !== "" ? t("filter.where") : "";
    this.empty.hidden = outline.count > 0;
    this.empty.textContent = model.n === 0 ? t(model.index.size === 0 ? "empty.noBytes" : "empty.noEntries") : needle !== "" ? t("filter.nothing", { n: countText(model.n) }) : t("filter.nothingKind", { n: countText(model.n) });
  }
}
