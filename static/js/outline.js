/** The tree outline: only the rows on screen are in the document, whatever the size of the file. */
import { closestTo, make, makeSvg, replaceAll, textNodes, titleText } from "./dom.js";
import { kindClass, kindLabel, railWord, statusWords } from "./entry.js";
import { markedNodes } from "./finder.js";
import { FLAG } from "./index-model.js";
import { findRuns, layoutList, layoutTree, listItems, runHolding, runSummary } from "./lanes.js";
import { parseHash, recall, remember } from "./state.js";
import { isStandIn, lineInList } from "./left-out.js";
import { t } from "./words.js";

const ROW_HEIGHT = 26;
const LANE_WIDTH = 12;
const MOST_LANES = 7;
const OVERSCAN = 6;
/** Files with fewer entries fit on a screen or two: nothing folds. */
const FOLD_FROM = 60;

const NOTHING = new Int32Array(0);
/** Before anything is laid out. */
const NO_ITEMS = Object.freeze({ rows: NOTHING, lengths: NOTHING, first: NOTHING, last: NOTHING, count: NOTHING, nth: NOTHING });

/** @type {(lane: number) => number} */
function laneX(lane) {
  return 14 + Math.min(lane, MOST_LANES) * LANE_WIDTH;
}

/**
 * What a context edit does is said in our words ("omit ID", "replace ID: text"), so in the language of the page.
 * @type {<T extends string | undefined>(model: Model, row: number, preview: T) => T | string}
 */
function editWords(model, row, preview) {
  const match = preview && model.kindName(row) === "context_edit" ? /^(omit|replace) (.*)$/s.exec(preview) : null;
  return match === null ? preview : t(`edit.line.${match[1]}`, { rest: match[2] });
}

/** The outline in its element. `env` gives model, view, previews and what to do on a choice. */
export class Outline {
  /** @type {Layout} */
  layout;
  /** @type {Int32Array} */
  runs;
  /** @type {boolean | undefined} */
  pending;
  /** @type {TreeItems} */
  items;

  /**
   * @param {HTMLElement} root
   * @param {Page} env
   */
  constructor(root, env) {
    this.root = root;
    this.env = env;
    this.space = make("div", { class: "tree-space", role: "presentation" });
    root.append(this.space);
    /** @type {((row: number) => boolean) | null} */
    this.keep = null;
    this.flat = (parseHash(location.hash).tree ?? recall("tree", "")) === "flat";
    this.#roles();
    /** @type {Set<number>} */
    this.open = new Set();
    /** @type {Set<number>} */
    this.shut = new Set();
    this.active = 0;
    this.height = 0;
    this.items = NO_ITEMS;
    /** @type {Map<string, ReturnType<typeof runSummary>>} */
    this.summaries = new Map();
    root.addEventListener("scroll", () => this.paintSoon());
    new ResizeObserver(() => this.#resized()).observe(root);
    this.space.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("dblclick", (event) => event.preventDefault());
  }

  /**
   * Lay out for the branch of this leaf; the chosen row keeps its place on screen.
   * @type {(leaf: number) => void}
   */
  setBranch(leaf) {
    const model = this.env.model;
    const held = this.items.rows.length > 0 ? this.items.rows[this.active] : -1;
    const { chosen } = this.env;
    const seen = chosen >= 0 && chosen < model.n && this.#shows(chosen);
    const offset = this.active * ROW_HEIGHT - this.root.scrollTop;
    this.layout = this.flat ? layoutList(model, leaf) : layoutTree(model, leaf);
    this.runs = !this.flat && model.n >= FOLD_FROM ? findRuns(model, this.layout) : new Int32Array(model.n);
    this.summaries.clear();
    // A session that grows folds runs that stood open while it was short: not over the entry that is chosen.
    if (seen) this.#unfold(chosen);
    this.refresh();
    if (held >= 0) {
      this.active = Math.max(0, this.itemOf(held));
      this.root.scrollTop = this.active * ROW_HEIGHT - offset;
    }
  }

  /**
   * One list in the order of the file instead of the tree, or back.
   * @type {(flat: boolean) => void}
   */
  setFlat(flat) {
    const row = this.env.chosen;
    this.flat = flat;
    remember("tree", flat ? "flat" : null);
    this.#roles();
    this.setBranch(this.layout.leaf);
    if (row >= 0) this.reveal(row);
    this.paintNow();
  }

  /** A tree has levels; a list has not. */
  #roles() {
    this.root.setAttribute("role", this.flat ? "listbox" : "tree");
    this.root.setAttribute("aria-label", t(this.flat ? "tree.listTitle" : "tree.title"));
  }

  /**
   * Filter: a function of the row, or null for everything.
   * @type {(keep: ((row: number) => boolean) | null) => void}
   */
  setFilter(keep) {
    const held = this.env.chosen >= 0 ? this.env.chosen : this.items.rows[this.active];
    this.keep = keep;
    this.env.finder.changed();
    this.refresh();
    // The chosen entry, or what is nearest to it while the filter hides it.
    if (held !== undefined) this.active = Math.max(0, this.itemOf(held));
    this.#intoView();
    this.paintSoon();
  }

  refresh() {
    this.items = listItems(this.env.model, this.layout, this.runs, this);
    this.active = Math.min(this.active, Math.max(0, this.items.rows.length - 1));
    this.space.style.height = `${this.items.rows.length * ROW_HEIGHT}px`;
    this.paintSoon();
  }

  get count() {
    return this.items.rows.length;
  }

  /**
   * The item that shows this row (itself or the fold around it), or the nearest before it.
   * @type {(row: number) => number}
   */
  itemOf(row) {
    const { place } = this.layout;
    const { rows } = this.items;
    let low = 0;
    let high = rows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (place[rows[middle]] <= place[row]) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * Does this row stand in the tree by itself, in no fold?
   * @type {(row: number) => boolean}
   */
  #shows(row) {
    if (this.items.rows.length === 0) return false;
    const item = this.itemOf(row);
    return this.items.rows[item] === row && this.items.lengths[item] === 1;
  }

  /**
   * Open the fold that holds this row; false where none does, or it is open.
   * @type {(row: number) => boolean}
   */
  #unfold(row) {
    const run = this.keep === null ? runHolding(this.env.model, this.layout, this.runs, row) : -1;
    if (run < 0 || this.open.has(this.layout.order[run])) return false;
    this.open.add(this.layout.order[run]);
    return true;
  }

  /**
   * Make this row the active one, unfolding what hides it.
   * @type {(row: number) => void}
   */
  reveal(row) {
    const model = this.env.model;
    let changed = this.#unfold(row);
    for (let head = this.layout.chain[row]; this.layout.chainParent[head] >= 0; head = this.layout.chain[model.parent[head]]) {
      changed = this.shut.delete(model.parent[head]) || changed;
    }
    if (changed) this.refresh();
    this.active = this.itemOf(row);
    this.#intoView();
    this.paintSoon();
  }

  #intoView() {
    const top = this.active * ROW_HEIGHT;
    const height = this.root.clientHeight || 600;
    if (top < this.root.scrollTop + ROW_HEIGHT) this.root.scrollTop = Math.max(0, top - height / 3);
    else if (top > this.root.scrollTop + height - 2 * ROW_HEIGHT) this.root.scrollTop = top - (2 * height) / 3;
  }

  /**
   * The active row stays in view when the window, or the strip of time below, takes room from the tree.
   * @type {() => void}
   */
  #resized() {
    const height = this.root.clientHeight;
    const top = this.active * ROW_HEIGHT;
    const seen = this.height > 0 && top >= this.root.scrollTop && top < this.root.scrollTop + this.height;
    this.height = height;
    if (seen && height > 0) this.#nudge();
    this.paintSoon();
  }

  /**
   * Move the active row; choosing follows when it lands on an entry.
   * @type {(step: number) => void}
   */
  move(step) {
    if (this.count === 0) return;
    this.active = Math.max(0, Math.min(this.count - 1, this.active + step));
    this.#nudge();
    this.paintNow();
    if (this.items.lengths[this.active] === 1) this.env.choose(this.items.rows[this.active], { from: "tree" });
  }

  #nudge() {
    const top = this.active * ROW_HEIGHT;
    if (top < this.root.scrollTop) this.root.scrollTop = top;
    else if (top + ROW_HEIGHT > this.root.scrollTop + this.root.clientHeight) this.root.scrollTop = top + ROW_HEIGHT - this.root.clientHeight;
  }

  /** Right: unfold, else go on. */
  unfold() {
    const row = this.items.rows[this.active];
    if (row === undefined) return;
    if (this.flat) return void this.move(1);
    if (this.items.lengths[this.active] > 1) this.open.add(row);
    else if (!this.shut.delete(row)) return void this.move(1);
    this.refresh();
    this.paintNow();
  }

  /** Left: fold the run or the side branches, else go to where this lane comes from. */
  fold() {
    const model = this.env.model;
    const row = this.items.rows[this.active];
    if (row === undefined || this.items.lengths[this.active] > 1) return;
    if (this.flat) {
      if (model.parent[row] >= 0) this.env.choose(model.parent[row], { from: "tree", reveal: true });
      return;
    }
    const run = this.keep === null ? runHolding(model, this.layout, this.runs, row) : -1;
    if (run >= 0 && this.open.delete(this.layout.order[run])) {
      this.refresh();
      this.active = this.itemOf(row);
    } else if (model.childCount(row) > 1 && !this.shut.has(row)) {
      this.shut.add(row);
      this.refresh();
    } else {
      const head = this.layout.chain[row];
      const up = model.parent[head];
      if (up >= 0) return void this.env.choose(up, { from: "tree", reveal: true });
    }
    this.#nudge();
    this.paintNow();
  }

  /** Enter: open the active row in the transcript, or unfold. */
  enter() {
    if (this.count === 0) return;
    if (this.items.lengths[this.active] > 1) this.unfold();
    else this.env.choose(this.items.rows[this.active], { from: "tree", open: true, focus: true });
  }

  /** @type {(event: MouseEvent) => void} */
  #click(event) {
    const node = closestTo(event, "[data-item]");
    if (!node) return;
    this.active = Number(node.dataset.item);
    const row = this.items.rows[this.active];
    if (this.items.lengths[this.active] > 1) {
      this.unfold();
      return;
    }
    if (closestTo(event, ".twist")) {
      if (this.shut.has(row)) this.unfold();
      else this.fold();
      return;
    }
    this.env.choose(row, { from: "tree", open: true });
    this.paintNow();
  }

  paintSoon() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.paintNow();
    });
  }

  /** Draw the tree in the next frame; what its rows say is asked for at once. */
  begin() {
    this.env.previews.want(this.#onScreen().map((at) => this.items.rows[at]));
    this.paintSoon();
  }

  /**
   * The items on screen, and the active one wherever it is.
   * @type {() => number[]}
   */
  #onScreen() {
    const from = Math.max(0, Math.floor(this.root.scrollTop / ROW_HEIGHT) - OVERSCAN);
    const to = Math.min(this.count, Math.ceil((this.root.scrollTop + (this.root.clientHeight || 800)) / ROW_HEIGHT) + OVERSCAN);
    const shown = [];
    for (let at = from; at < to; at += 1) shown.push(at);
    if (this.count > 0 && (this.active < from || this.active >= to)) shown.push(this.active);
    return shown;
  }

  /** Draw the rows on screen. */
  paintNow() {
    if (this.items === NO_ITEMS) return;
    const shown = this.#onScreen();
    this.env.previews.want(shown.map((at) => this.items.rows[at]));
    replaceAll(this.space, shown.map((at) => this.#row(at)));
    if (this.count > 0) this.root.setAttribute("aria-activedescendant", `tree-item-${this.active}`);
    else this.root.removeAttribute("aria-activedescendant");
  }

  /** @type {(at: number) => HTMLElement} */
  #row(at) {
    const row = this.items.rows[at];
    const folded = this.items.lengths[at] > 1;
    const head = this.layout.chain[row];
    const node = make("div", {
      role: this.flat ? "option" : "treeitem", id: `tree-item-${at}`, class: this.#classes(at, row, folded),
      "aria-level": this.flat ? null : this.layout.lane[head] + 1, "aria-setsize": this.items.count[head], "aria-posinset": this.items.nth[at],
      "aria-selected": String(!folded && row === this.env.chosen), "aria-expanded": this.#expanded(row, folded),
      data: { item: String(at) },
    }, this.#lanes(at, row, folded), folded ? this.#foldText(row, this.items.lengths[at]) : this.#entryText(row));
    node.style.top = `${at * ROW_HEIGHT}px`;
    if (!folded) node.dataset.treeEntry = this.env.model.name(row);
    return node;
  }

  /** @type {(at: number, row: number, folded: boolean) => string} */
  #classes(at, row, folded) {
    const status = railWord(this.env.view, row, this.layout.onPath[row] === 1);
    return ["tree-row", `k-${kindClass(this.env.model, row)}`, `s-${status}`, folded ? "is-fold" : "", at === this.active ? "is-active" : "",
      !folded && row === this.env.chosen ? "is-chosen" : "", this.layout.onPath[row] ? "on-path" : "off-path"].join(" ");
  }

  /** @type {(row: number, folded: boolean) => string | null} */
  #expanded(row, folded) {
    if (this.flat) return null;
    if (folded) return "false";
    // The entries of a run that is unfolded stand beside its first, not below it: nothing of that is expanded.
    return this.env.model.childCount(row) > 1 ? String(!this.shut.has(row)) : null;
  }

  /** @type {(at: number, row: number, folded: boolean) => Leaf | Leaf[]} */
  #lanes(at, row, folded) {
    const { chain, chainParent, lane, onPath } = this.layout;
    if (this.flat) return this.#dotAlone(row);
    const head = chain[row];
    const mine = lane[head];
    const width = laneX(mine) + 10;
    const svg = makeSvg("svg", { class: "lanes", width, height: ROW_HEIGHT, "aria-hidden": "true" });
    for (let up = chainParent[head]; up >= 0; up = chainParent[up]) {
      if (lane[up] < MOST_LANES && this.items.last[up] > at) svg.append(this.#line(laneX(lane[up]), 0, ROW_HEIGHT, onPath[up]));
    }
    const x = laneX(mine);
    const middle = ROW_HEIGHT / 2;
    if (this.items.nth[at] > 1) svg.append(this.#line(x, 0, middle, onPath[head]));
    else if (chainParent[head] >= 0) {
      const from = laneX(mine - 1);
      svg.append(makeSvg("path", { class: "lane", d: `M${from} 0C${from} ${middle} ${x} 0 ${x} ${middle}` }));
    }
    if (this.items.last[head] > at) svg.append(this.#line(x, middle, ROW_HEIGHT, onPath[head]));
    svg.append(this.#dot(row, x, folded));
    return svg;
  }

  /** @type {(row: number, x: number, folded: boolean) => SVGElement} */
  #dot(row, x, folded) {
    const middle = ROW_HEIGHT / 2;
    const square = this.env.model.kindName(row) === "compaction" && !folded;
    return square ? makeSvg("rect", { class: "dot", x: x - 4.5, y: middle - 4.5, width: 9, height: 9, rx: 1.5 })
      : makeSvg("circle", { class: "dot", cx: x, cy: middle, r: folded ? 3.5 : 4.5 });
  }

  /**
   * In the list: its line number and its mark.
   * @type {(row: number) => Leaf[]}
   */
  #dotAlone(row) {
    const svg = makeSvg("svg", { class: "lanes", width: 22, height: ROW_HEIGHT, "aria-hidden": "true" }, this.#dot(row, 10, false));
    return [make("span", { class: "tree-line", "aria-hidden": "true" }, String(this.env.model.line[row])), svg];
  }

  /** @type {(x: number, from: number, to: number, on: boolean | number) => SVGElement} */
  #line(x, from, to, on) {
    return makeSvg("line", { class: on ? "lane on" : "lane", x1: x, y1: from, x2: x, y2: to });
  }

  /** @type {(row: number, length: number) => Leaf[]} */
  #foldText(row, length) {
    const key = `${row}:${length}`;
    const { model } = this.env;
    const summary = this.summaries.get(key) || runSummary(model, this.layout, row, length, (at) => model.has(at, FLAG.ERROR | FLAG.FAILED));
    this.summaries.set(key, summary);
    const { entries, tools, errors } = summary;
    const listed = tools.slice(0, 4).map(([tool, count]) => `${tool || "?"} \u00d7${count}`).join(", ");
    return [
      make("span", { class: "tree-text" }, make("span", { class: "twist", "aria-hidden": "true" }, "\u203a "), t("tree.folded", { n: entries }), listed ? " · " : "", textNodes(listed)),
      errors > 0 ? make("span", { class: "tree-tag bad" }, t("tree.errors", { n: errors })) : null,
    ];
  }

  /** @type {(row: number) => Leaf[]} */
  #entryText(row) {
    const { finder, model, previews, view } = this.env;
    const { pattern } = finder;
    const preview = editWords(model, row, lineInList(model, previews, row));
    const what = model.roleName(row) === "toolResult" || (model.kindName(row).startsWith("custom") && !isStandIn(model, row)) ? model.whatName(row) : "";
    const fork = model.childCount(row) > 1;
    const status = statusWords(model, view, row, this.layout.onPath[row] === 1);
    return [
      make("span", { class: "tree-text", title: `L${model.line[row]} \u00b7 ${titleText(status)}${preview ? `\n${titleText(preview)}` : ""}` },
        fork && !this.flat ? make("span", { class: "twist", "aria-hidden": "true" }, this.shut.has(row) ? "\u203a " : "\u2304 ") : null,
        make("b", null, textNodes(kindLabel(model, row))), " ", what ? [make("span", { class: "tree-what" }, markedNodes(what, pattern)), " "] : null,
        markedNodes(finder.line(row, preview) || (preview === "" && model.kindName(row) === "label" ? this.#clearedLabel(row) : ""), pattern)),
      this.#tags(row, status),
      make("span", { class: "visually-hidden" }, `, L${model.line[row]}, ${status}`),
    ];
  }

  /**
   * A label that was taken away has no text of its own.
   * @type {(row: number) => string}
   */
  #clearedLabel(row) {
    const target = this.env.model.link[row];
    return target >= 0 ? `${t("label.cleared")} L${this.env.model.line[target]}` : t("label.clearedUnknown");
  }

  /**
   * The right end of a row: what matters most about it, where the active leaf is, and what became of it.
   * @type {(row: number, status: string) => Leaf[]}
   */
  #tags(row, status) {
    const { model } = this.env;
    const marked = model.labels.has(row) || model.has(row, FLAG.ERROR | FLAG.FAILED);
    const active = row === model.active;
    return [
      marked || active || model.isLeaf(row) || model.childCount(row) > 1 ? this.#tag(row) : null,
      marked && active ? make("span", { class: "tree-tag accent" }, t("tree.activeLeaf")) : null,
      this.#railTag(row, status),
    ];
  }

  /** @type {(row: number) => HTMLElement} */
  #tag(row) {
    const { model } = this.env;
    if (model.labels.has(row)) return make("span", { class: "tree-tag label-chip", title: t("tree.label") }, textNodes(model.labels.get(row) || ""));
    if (model.has(row, FLAG.ERROR)) return make("span", { class: "tree-tag bad" }, t("tag.error"));
    if (model.has(row, FLAG.FAILED)) return make("span", { class: "tree-tag bad" }, t(model.has(row, FLAG.ABORTED) ? "tag.aborted" : "tag.failed"));
    if (row === model.active) return make("span", { class: "tree-tag accent" }, t("tree.activeLeaf"));
    if (model.isLeaf(row)) return make("span", { class: "tree-tag" }, t("tree.leaf"));
    const hidden = this.shut.has(row);
    return make("span", { class: "tree-tag" }, hidden ? t("tree.forkShut", { n: model.childCount(row) - 1 }) : t("tree.fork"));
  }

  /**
   * What became of the entry, where it was not simply sent.
   * @type {(row: number, status: string) => HTMLElement | null}
   */
  #railTag(row, status) {
    const word = railWord(this.env.view, row, this.layout.onPath[row] === 1);
    // A branch says so once, where it begins; every row does in its title.
    if (word === "other-branch" && this.layout.chain[row] !== row) return null;
    return word === "sent" ? null : make("span", { class: "tree-tag", title: status, "aria-hidden": "true" }, t(`status.${word}`));
  }
}
