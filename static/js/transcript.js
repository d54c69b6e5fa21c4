/** The transcript of one branch: a page of entries around the place being read, more as one scrolls, both ways. */
import { boundaryCard, cardState } from "./boundary-card.js";
import { CallBook } from "./calls.js";
import { closestTo, elementsOf, make, replaceAll } from "./dom.js";
import { damageGap, entryArticle, missingArticle, paintStatus } from "./entry.js";
import { followFolds } from "./folds.js";
import { HeldPlace } from "./held-place.js";
import { countText } from "./numbers.js";
import { sessionHead } from "./session-head.js";
import { whyOf } from "./source.js";
import { textLibraries } from "./vendor.js";
import { t } from "./words.js";

const FIRST_BATCH = 40;
/** A branch of up to so many entries is laid out at once. */
const SHORT_BRANCH = 160;
const BATCH = 100;
/** How long the first entries stand alone before more is laid out around them. */
const SETTLE_MS = 150;
/** A page: this many entries are laid out around the place without being asked for. */
const PAGE = 500;
/** Beyond this many the far end is dropped again. */
const MOST_LOADED = 2000;
const LOST_RECORD = new Set(["not-json", "torn", "joined", "nul", "not-a-record", "too-deep"]);

/** The transcript in its scrolling element. */
export class Transcript {
  /** @type {Map<number, number[]>} */
  cuts;
  /** @type {{ at: number, row: number }[]} */
  compactions;
  /** @type {number} */
  low;
  /** @type {number} */
  high;
  /** @type {boolean | undefined} */
  settling;
  /** @type {number | undefined} */
  before;

  /**
   * @param {HTMLElement} root
   * @param {Page} env
   */
  constructor(root, env) {
    this.root = root;
    this.env = env;
    this.top = make("div", { class: "edge" });
    this.head = make("div", { class: "head-place", hidden: true });
    /** @type {SessionIndex | null} What the head was made of. */
    this.headOf = null;
    this.list = make("div", { class: "entries" });
    this.bottom = make("div", { class: "edge" });
    root.append(this.top, this.head, this.list, this.bottom);
    this.turn = 0;
    /** The turn in which a branch is being laid out, -1 when it stands. */
    this.starting = -1;
    /** @type {Set<number>} */
    this.busy = new Set();
    /** The leaf whose branch is laid out, -1 where the session has none; -2 before anything is. */
    this.leaf = -2;
    /** @type {Int32Array} */
    this.path = new Int32Array(0);
    this.book = new CallBook();
    /** @type {WeakMap<HTMLElement, Item>} What the articles were made of. */
    this.items = new WeakMap();
    /** @type {Map<number, Item>} Entries laid out while the other half of a call was not there yet. */
    this.halves = new Map();
    const observer = new IntersectionObserver((changes) => {
      for (const change of changes) if (change.isIntersecting) this.#more(change.target === this.top ? -1 : 1);
    }, { root, rootMargin: "1200px 0px" });
    observer.observe(this.top);
    observer.observe(this.bottom);
    this.observer = observer;
    this.place = new HeldPlace(root, this.list);
    this.list.addEventListener("click", (event) => this.#click(event));
    this.damage = (env.model.index.damage || []).filter((item) => LOST_RECORD.has(item.kind)).sort((a, b) => a.line - b.line);
    env.callFor = (row, id) => this.book.callFor(row, id);
    env.resultRow = (row, id) => this.book.resultRow(row, id);
    env.recordedMs = (row, id) => this.book.recordedMs(row, id);
    env.writeBefore = (row, path) => this.book.writeBefore(row, path);
  }

  /**
   * Show the branch of a leaf, at `row`. Resolves when that place is painted.
   * @type {(leaf: number, row: number) => Promise<void>}
   */
  async show(leaf, row) {
    if (leaf !== this.leaf) {
      this.leaf = leaf;
      this.path = this.env.model.path(leaf);
      this.book = new CallBook();
      this.#findCuts();
      await this.#restart(this.#placeOf(row) ?? this.path.length - 1);
      return;
    }
    await this.reveal(row);
  }

  /**
   * Where a row stands on the branch, undefined off it. Its depth says where to look.
   * @type {(row: number) => number | undefined}
   */
  #placeOf(row) {
    const at = row >= 0 ? this.env.model.depth[row] : undefined;
    return at !== undefined && this.path[at] === row ? at : undefined;
  }

  /** Where the cuts of all compactions on this branch stand: position on the path -> compaction rows. */
  #findCuts() {
    this.cuts = new Map();
    this.compactions = [];
    for (let at = 0; at < this.path.length; at += 1) {
      if (this.env.model.kindName(this.path[at]) !== "compaction") continue;
      const kept = this.#placeOf(this.env.model.link[this.path[at]]);
      const place = kept !== undefined && kept < at ? kept : at;
      this.cuts.set(place, [...(this.cuts.get(place) || []), this.path[at]]);
      this.compactions.push({ at, row: this.path[at] });
    }
  }

  /** @type {(place: number) => Promise<void>} */
  async #restart(place) {
    this.turn += 1;
    this.busy.clear();
    const { turn } = this;
    this.starting = turn;
    const short = this.path.length <= SHORT_BRANCH;
    this.low = short ? 0 : this.#fromCall(Math.max(0, place - Math.floor(FIRST_BATCH / 2)));
    this.halves.clear();
    this.high = this.low;
    this.list.replaceChildren();
    if (this.path.length === 0) {
      this.#edges();
      this.list.append(make("p", { class: "empty" }, this.#emptyWords()));
      return;
    }
    this.list.append(make("p", { class: "empty" }, t("load.entries")));
    const high = short ? this.path.length : this.#wholeCalls(Math.min(this.path.length, Math.max(place + FIRST_BATCH / 2, this.low + FIRST_BATCH)));
    const nodes = await this.#nodes(this.low, high);
    if (turn !== this.turn) return;
    this.starting = -1;
    replaceAll(this.list, nodes);
    this.high = high;
    this.#edges();
    this.#scrollTo(this.path[place]);
    // What surrounds it waits until this is on the screen.
    this.settling = true;
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
      this.settling = false;
      this.#edges();
      this.#fillPage(turn);
    }, SETTLE_MS)));
  }

  /** Another time is gone to: what is being laid out is not for it, what stands here stays until it is shown. */
  wait() {
    this.turn += 1;
    this.busy.clear();
  }

  /** Other entries, or another time: where damage is, and that the branch has to be laid out anew. */
  newModel() {
    const { model, time } = this.env;
    const last = time < 0 || model.n === 0 ? Infinity : model.line[model.n - 1];
    this.damage = (model.index.damage || []).filter((item) => LOST_RECORD.has(item.kind) && item.line <= last).sort((a, b) => a.line - b.line);
    this.before = this.leaf;
    this.leaf = -2;
  }

  /**
   * The branch grew at its end: lay out what is new below, from the last reply on (it may have got its results).
   * @type {(leaf: number, row: number) => Promise<void>}
   */
  async grow(leaf, row) {
    const { model } = this.env;
    const known = this.path.length;
    const path = model.path(leaf);
    let from = known;
    while (from > Math.max(0, known - 50) && model.roleName(path[from - 1]) !== "assistant") from -= 1;
    from = Math.max(0, from - 1);
    const cut = Array.from(path.subarray(known)).some((at) => model.kindName(at) === "compaction");
    const atEnd = this.root.scrollTop >= this.root.scrollHeight - this.root.clientHeight - 120;
    this.leaf = leaf;
    this.path = path;
    this.#findCuts();
    // What is being laid out would end where the branch ended when that began.
    const anew = known === 0 || cut || this.busy.has(1) || this.starting === this.turn;
    if (anew || this.high < known || from < this.low) {
      const place = this.#placeOf(row) ?? path.length - 1;
      if (anew) await this.#restart(place);
      else this.#edges();
      return;
    }
    this.busy.add(1);
    const { turn } = this;
    const nodes = await this.#nodes(from, path.length);
    if (turn !== this.turn) return;
    this.busy.delete(1);
    this.place.whileChanging(() => {
      const first = this.articleOf(path[from]);
      while (first && this.list.lastElementChild && this.list.lastElementChild !== first) this.list.lastElementChild.remove();
      if (first) first.remove();
      this.list.append(...nodes);
      this.high = path.length;
      this.#trim(1);
      this.#edges();
    });
    this.mark(row, false);
    if (atEnd) this.#scrollTo(path[path.length - 1]);
  }

  /**
   * Lay out the branch for printing: all of it, or the `most` entries around the chosen one.
   * @type {(most: number) => Promise<void>}
   */
  async layOut(most) {
    this.turn += 1;
    this.busy.clear();
    const { turn } = this;
    const place = this.#placeOf(this.env.chosen) ?? this.path.length - 1;
    const low = Math.max(0, Math.min(this.path.length - most, place - Math.floor(most / 2)));
    const high = Math.min(this.path.length, low + most);
    const nodes = [];
    for (let at = low; at < high; at += BATCH) nodes.push(...await this.#nodes(at, Math.min(high, at + BATCH)));
    if (turn !== this.turn) return;
    replaceAll(this.list, nodes);
    Object.assign(this, { low, high });
    this.#edges();
    await Promise.all(nodes.map((/** @type {Card} */ node) => node.ready).filter(Boolean));
  }

  /**
   * Lay out anew, at this row where it is on the branch.
   * @type {(row: number) => Promise<void>}
   */
  async startAgain(row) {
    await this.#restart(this.#placeOf(row) ?? this.path.length - 1);
  }

  #emptyWords() {
    const { index } = this.env.model;
    return index.damage && index.damage.length > 0 ? t("empty.onlyDamage", { n: index.damage.length }) : t(index.size === 0 ? "empty.noBytes" : "empty.noEntries");
  }

  /**
   * Do not end a batch between a call and its results.
   * @type {(high: number) => number}
   */
  #wholeCalls(high) {
    const { model } = this.env;
    let end = high;
    while (end < this.path.length && end < high + 50 && model.roleName(this.path[end]) === "toolResult") end += 1;
    return end;
  }

  /**
   * Do not begin a batch between a call and its results either.
   * @type {(low: number) => number}
   */
  #fromCall(low) {
    const { model } = this.env;
    let start = low;
    while (start > 0 && start > low - 50 && model.roleName(this.path[start]) === "toolResult") start -= 1;
    return start;
  }

  /** Results whose call has come in since, and calls whose result has: they say so now. */
  #joinHalves() {
    for (const [row, item] of this.halves) {
      if (this.book.lacksHalf(item)) continue;
      this.halves.delete(row);
      const article = this.articleOf(row);
      if (article !== null) {
        article.replaceChildren(...entryArticle(this.env, item, true).childNodes);
        followFolds(article);
      }
    }
  }

  /**
   * Lay out the rest of the page while nothing else is to do.
   * @type {(turn: number) => Promise<void>}
   */
  async #fillPage(turn) {
    const pause = () => new Promise((resolve) => ("requestIdleCallback" in globalThis ? requestIdleCallback(resolve, { timeout: 400 }) : setTimeout(resolve, 60)));
    for (let step = 0; step < 12; step += 1) {
      await pause();
      if (turn !== this.turn || this.high - this.low >= Math.min(PAGE, this.path.length)) return;
      await this.#more(step % 2 === 0 ? -1 : 1);
    }
  }

  /** @type {(direction: number) => Promise<void>} */
  async #more(direction) {
    const atEnd = direction < 0 ? this.low <= 0 : this.high >= this.path.length;
    if (atEnd || this.settling || this.busy.has(direction) || this.high === this.low) return;
    this.busy.add(direction);
    const { turn } = this;
    const from = direction < 0 ? this.#fromCall(Math.max(0, this.low - BATCH)) : this.high;
    const to = direction < 0 ? this.low : this.#wholeCalls(Math.min(this.path.length, this.high + BATCH));
    const nodes = await this.#nodes(from, to);
    if (turn !== this.turn) return;
    this.busy.delete(direction);
    this.place.whileChanging(() => {
      if (direction < 0) {
        this.list.prepend(...nodes);
        this.low = from;
      } else {
        this.list.append(...nodes);
        this.high = to;
      }
      this.#joinHalves();
      this.#trim(direction);
      this.#edges();
    });
  }

  /** @type {(direction: number) => void} */
  #trim(direction) {
    while (this.high - this.low > MOST_LOADED) {
      const node = direction < 0 ? this.list.lastElementChild : this.list.firstElementChild;
      if (node === null) return;
      if (node.classList.contains("entry")) {
        if (direction < 0) this.high -= 1;
        else this.low += 1;
      }
      node.remove();
    }
  }

  /** What is known of the session stands above the first entry of a branch. */
  #sessionHead() {
    const { index } = this.env.whole;
    this.head.hidden = this.low > 0 || (this.path.length === 0 && !index.id);
    if (this.head.hidden || this.headOf === index) return;
    this.headOf = index;
    replaceAll(this.head, sessionHead(this.env));
  }

  /** Go to the beginning of the branch. */
  async toStart() {
    if (this.low > 0) await this.#restart(0);
    this.place.letGo();
    this.root.scrollTop = 0;
  }

  #edges() {
    this.#sessionHead();
    const rest = this.path.length - this.high;
    /** @type {(node: HTMLElement, count: number, direction: number, key: string) => void} */
    const edge = (node, count, direction, key) => void replaceAll(node, count > 0
      ? make("button", { type: "button", class: "button quiet", onclick: () => this.#more(direction) }, t(key, { n: countText(count) })) : null);
    edge(this.top, this.low, -1, "edge.earlier");
    edge(this.bottom, rest, 1, "edge.later");
    if (rest <= 0 && this.path.length > 0) this.bottom.append(make("p", { class: "muted" }, t("edge.end")));
    // The observer speaks only when something changes: look again after each load.
    this.observer.unobserve(this.top);
    this.observer.unobserve(this.bottom);
    requestAnimationFrame(() => {
      this.observer.observe(this.top);
      this.observer.observe(this.bottom);
    });
  }

  /** @type {(from: number, to: number) => Promise<HTMLElement[]>} */
  async #nodes(from, to) {
    const { turn } = this;
    const rows = Array.from(this.path.subarray(from, to));
    /** @type {Item[]} */
    let items = [];
    let why = "";
    try {
      items = await this.env.source.entries(rows);
    } catch (error) {
      why = whyOf(error);
      this.env.notice("load", t("load.failed", { why }), "bad");
    }
    await textLibraries();
    // Whoever asked does not want it any more; the model may be another.
    if (turn !== this.turn) return [];
    const byRow = new Map(items.map((item) => [item.row, item]));
    for (const item of items) this.book.note(item);
    for (const item of items) if (this.book.lacksHalf(item)) this.halves.set(item.row, item);
    /** @type {HTMLElement[]} */
    const nodes = [];
    for (let at = from; at < to; at += 1) {
      const row = this.path[at];
      nodes.push(...this.#gapsBefore(at));
      for (const compaction of this.cuts.get(at) || []) nodes.push(boundaryCard(this.env, compaction, this.#standing(compaction)));
      const item = byRow.get(row);
      const article = item ? entryArticle(this.env, item, true) : missingArticle(this.env, row, why);
      if (item) this.items.set(article, item);
      if (row === this.env.chosen) article.classList.add("is-chosen");
      followFolds(article);
      nodes.push(article);
    }
    if (to === this.path.length) nodes.push(...this.#gapsBefore(to));
    return nodes;
  }

  /**
   * Is the cut of this compaction in force at the point of view, and which later one took its place there (-1: none)?
   * @type {(row: number) => { inForce: boolean, replacedBy: number }}
   */
  #standing(row) {
    const at = this.#placeOf(this.env.view.at);
    const here = this.#placeOf(row) ?? Infinity;
    const limit = at === undefined ? this.path.length : at;
    const later = this.compactions.findLast((item) => item.at > here && item.at <= limit);
    return { inForce: here <= limit && !later, replacedBy: here <= limit && later ? later.row : -1 };
  }

  /** @type {(at: number) => HTMLElement[]} */
  #gapsBefore(at) {
    if (this.damage.length === 0) return [];
    const { line, n } = this.env.model;
    const from = at === 0 ? 0 : line[this.path[at - 1]];
    const to = at >= this.path.length ? (n > 0 ? Infinity : 0) : line[this.path[at]];
    return this.damage.filter((item) => item.line > from && item.line < to).slice(0, 20).map((item) => damageGap(this.env, item));
  }

  /** Entries, cards and gaps, as they stand in the list. */
  get #laidOut() {
    return /** @type {HTMLCollectionOf<HTMLElement>} */ (this.list.children);
  }

  /** @type {(row: number) => HTMLElement | null} */
  articleOf(row) {
    for (const node of this.#laidOut) if (node.dataset.row === String(row)) return node;
    return null;
  }

  /**
   * An entry as it was delivered for the transcript, where it is laid out.
   * @type {(row: number) => Item | undefined}
   */
  itemShown(row) {
    const article = this.articleOf(row);
    return article === null ? undefined : this.items.get(article);
  }

  /**
   * Scroll to a row of this branch, loading its surroundings if needed.
   * @type {(row: number) => Promise<void>}
   */
  async reveal(row) {
    const place = this.#placeOf(row);
    if (place === undefined) return;
    if (place < this.low || place >= this.high) await this.#restart(place);
    else this.#scrollTo(row);
  }

  /**
   * Go to the boundary card of a compaction on this branch.
   * @type {(row: number) => Promise<void>}
   */
  async revealCut(row) {
    for (const [place, rows] of this.cuts) {
      if (!rows.includes(row)) continue;
      await this.reveal(this.path[place]);
      this.place.letGo();
      this.#cardOf(row)?.scrollIntoView({ block: "start" });
    }
  }

  /** @type {(row: number) => Card | undefined} */
  #cardOf(row) {
    return elementsOf(this.list, ".cut").find((node) => node.dataset.cut === this.env.model.name(row));
  }

  /**
   * The boundary card of a compaction with its summary in full, null where it is not on this branch.
   * @type {(row: number) => Promise<HTMLElement | null>}
   */
  async openCard(row) {
    await this.revealCut(row);
    const card = this.#cardOf(row);
    await card?.ready;
    const more = card ? elementsOf(card, ".card-more[aria-expanded=false]")[0] : undefined;
    if (more && !more.hidden) more.click();
    return card ?? null;
  }

  /** @type {(row: number) => void} */
  #scrollTo(row) {
    const article = this.articleOf(row);
    if (article) this.place.hold(article, this.path[this.path.length - 1] === row);
  }

  /**
   * Move the mark of the chosen entry; `focus` for those who came by keyboard.
   * @type {(row: number, focus: boolean) => void}
   */
  mark(row, focus) {
    for (const node of this.list.querySelectorAll(".is-chosen")) node.classList.remove("is-chosen");
    const article = this.articleOf(row);
    if (!article) return;
    article.classList.add("is-chosen");
    if (focus) article.focus({ preventScroll: true });
  }

  /** Paint rails and words again after the view changed. */
  repaint() {
    const { model, view } = this.env;
    for (const node of this.#laidOut) {
      if (node.dataset.row !== undefined && Number(node.dataset.row) < model.n) paintStatus(node, model, view, Number(node.dataset.row), true);
    }
    for (const node of elementsOf(this.list, ".cut")) {
      const row = this.compactions.find((item) => model.name(item.row) === node.dataset.cut);
      if (!row) continue;
      const standing = this.#standing(row.row);
      if (cardState(model, row.row, standing) !== node.dataset.state) node.replaceWith(boundaryCard(this.env, row.row, standing));
    }
  }

  /** @type {(event: MouseEvent) => void} */
  #click(event) {
    if (closestTo(event, "a, button, summary, input, img, video")) return;
    const article = closestTo(event, ".entry");
    if (!article || String(getSelection()) !== "") return;
    this.env.choose(Number(article.dataset.row), { from: "transcript" });
  }
}
