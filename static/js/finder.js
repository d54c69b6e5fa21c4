/** What the text filter looks for, where it stands: in the rows of the tree, marked in the transcript, and gone to. */
import { elementsOf, make, textNodes } from "./dom.js";
import { setFold } from "./folds.js";
import { t } from "./words.js";

/** One letter stands everywhere; one character may be a word. */
const SHORTEST_FIND = 2;
const WORD_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const MARK_DELAY = 140;
const SNIPPET_DELAY = 80;
const SNIPPET_ROWS = 60;
const SNIPPET_LENGTH = 160;
/** Characters of a row before the words that are looked for. */
const SNIPPET_LEAD = 9;
/** Texts of one entry that are loaded in full to come to a place in them. */
const MOST_LOADS = 12;
/** Marks in one entry, and characters of it that are looked at. */
const MOST_MARKS = 400;
const MOST_CHARS = 600_000;
const MOST_FOLDS = 300;
/** Texts in here are no words of an entry, or not to be seen. */
const UNMARKED = "button, .visually-hidden, .diff-sign, .line-link";
const INLINE = new Set(["A", "B", "CODE", "DEL", "EM", "I", "MARK", "Q", "SPAN", "STRONG", "TIME"]);
/** Nobody says these. */
const UNREAD_KEYS = new Set(["type", "role", "timestamp", "id", "parentId", "thinkingSignature", "textSignature", "thoughtSignature"]);

/**
 * Is this enough to look for in all texts?
 * @type {(words: string) => boolean}
 */
export function worthFinding(words) {
  return words.length >= SHORTEST_FIND || WORD_CHARACTER.test(words);
}

/**
 * A pattern for the words of the filter, null where they are too short: letters of either case, any white space.
 * @type {(words: string) => RegExp | null}
 */
export function findPattern(words) {
  const parts = words.trim().split(/\s+/);
  if (!worthFinding(words.trim())) return null;
  return new RegExp(parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("\\s+"), "giu");
}

/** @type {(pattern: RegExp, text: string) => RegExpExecArray | null} */
function firstIn(pattern, text) {
  pattern.lastIndex = 0;
  return pattern.exec(text);
}

/**
 * A line that begins a little before the words that are looked for; null where the text does not hold them.
 * @type {(text: string, pattern: RegExp) => string | null}
 */
export function snippetOf(text, pattern) {
  const found = firstIn(pattern, text);
  if (found === null) return null;
  let start = found.index <= SNIPPET_LEAD * 1.5 ? 0 : found.index - SNIPPET_LEAD;
  const space = start > 0 ? text.slice(start, found.index).search(/\s/) : -1;
  if (space >= 0) start += space + 1;
  const line = text.slice(start, start + 2 * SNIPPET_LENGTH).replace(/\s+/g, " ").trim();
  return `${start > 0 ? "\u2026" : ""}${Array.from(line).slice(0, SNIPPET_LENGTH).join("")}`;
}

/**
 * The first text inside a value that holds the words, in the order of the entry.
 * @type {(value: Json, pattern: RegExp) => string | null}
 */
export function textWith(value, pattern) {
  /** @type {Json[]} */
  const stack = [value];
  while (stack.length > 0) {
    const item = stack.pop();
    if (typeof item === "string") {
      if (firstIn(pattern, item) !== null) return item;
    } else if (Array.isArray(item)) for (let at = item.length - 1; at >= 0; at -= 1) stack.push(item[at]);
    else if (item !== null && typeof item === "object") {
      for (const [key, inner] of Object.entries(item).reverse()) if (!UNREAD_KEYS.has(key)) stack.push(inner);
    }
  }
  return null;
}

/**
 * A text as nodes, with what is looked for marked.
 * @type {(text: string, pattern: RegExp | null) => Leaf[]}
 */
export function markedNodes(text, pattern) {
  if (pattern === null) return textNodes(text);
  /** @type {Leaf[]} */
  const nodes = [];
  let at = 0;
  pattern.lastIndex = 0;
  for (const found of text.matchAll(pattern)) {
    nodes.push(...textNodes(text.slice(at, found.index)), make("mark", { class: "hit" }, textNodes(found[0])));
    at = found.index + found[0].length;
  }
  nodes.push(...textNodes(text.slice(at)));
  return nodes;
}

/** @type {(node: Node) => Element | null} */
function blockAround(node) {
  let up = node.parentElement;
  while (up !== null && INLINE.has(up.tagName)) up = up.parentElement;
  return up;
}

/** @type {(node: Node) => number} */
function toBeMarked(node) {
  if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
  const fold = node.parentElement;
  const shut = fold instanceof HTMLDetailsElement && !fold.open && node.nodeName !== "SUMMARY";
  return shut || (node instanceof Element && node.matches(UNMARKED)) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
}

/**
 * Where the words stand below a node, as far as it can be seen; words may go over the pieces of a coloured line, not over
 * the end of a block.
 * @type {(root: Node, pattern: RegExp, most?: number) => StaticRange[]}
 */
function placesOf(root, pattern, most = MOST_MARKS) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, toBeMarked);
  /** @type {{ node: Text, at: number }[]} */
  const pieces = [];
  const texts = [];
  let length = 0;
  /** @type {Element | null} */
  let block = null;
  while (walker.nextNode() && length < MOST_CHARS) {
    const node = /** @type {Text} */ (walker.currentNode);
    const around = blockAround(node);
    if (around !== block) {
      texts.push("\0");
      length += 1;
      block = around;
    }
    pieces.push({ node, at: length });
    texts.push(node.data);
    length += node.data.length;
  }
  const whole = texts.join("");
  /** @type {StaticRange[]} */
  const found = [];
  let piece = 0;
  /** @type {(at: number) => [Text, number]} */
  const place = (at) => {
    while (piece + 1 < pieces.length && pieces[piece + 1].at <= at) piece += 1;
    return [pieces[piece].node, Math.min(at - pieces[piece].at, pieces[piece].node.length)];
  };
  pattern.lastIndex = 0;
  for (const match of whole.matchAll(pattern)) {
    const [startContainer, startOffset] = place(match.index);
    const [endContainer, endBefore] = place(match.index + match[0].length - 1);
    found.push(new StaticRange({ startContainer, startOffset, endContainer, endOffset: Math.min(endBefore + 1, endContainer.length) }));
    if (found.length >= most) break;
  }
  return found;
}

/** @type {(root: HTMLElement, pattern: RegExp) => StaticRange | null} */
function firstPlace(root, pattern) {
  return placesOf(root, pattern, 1)[0] ?? null;
}

/**
 * Unfold the text of this entry that holds the words, where one that is folded does.
 * @type {(root: HTMLElement, pattern: RegExp) => StaticRange | null}
 */
function unfoldedPlace(root, pattern) {
  for (let step = 0; step < MOST_LOADS; step += 1) {
    const box = elementsOf(root, ".can-fold").find((node) => firstIn(pattern, /** @type {FoldBox} */ (node).wholeText()) !== null);
    if (box === undefined) return null;
    /** @type {FoldBox} */ (box).setWhole(true);
    // The rest of many parts gives way to the next of them.
    const found = firstPlace(box.isConnected ? box : root, pattern);
    if (found !== null || box.isConnected) return found;
  }
  return null;
}

/** @type {(root: HTMLElement, seen: Set<Element>) => HTMLDetailsElement | undefined} */
function nextFold(root, seen) {
  for (const node of root.querySelectorAll("details:not([open])")) if (!seen.has(node) && node instanceof HTMLDetailsElement) return node;
  return undefined;
}

/**
 * Open a fold where it holds the words.
 * @type {(fold: HTMLDetailsElement, pattern: RegExp) => void}
 */
function openWhere(fold, pattern) {
  setFold(fold, true);
  if (firstPlace(fold, pattern) === null) setFold(fold, false);
}

/** @type {(article: HTMLElement) => HTMLElement} */
function bodyOf(article) {
  return elementsOf(article, ".entry-body")[0] ?? article;
}

/**
 * The first place of the words in an entry, opening what folds it away; null where what is loaded does not hold them.
 * @type {(article: HTMLElement, pattern: RegExp) => StaticRange | null}
 */
export function openedPlace(article, pattern) {
  const body = bodyOf(article);
  // Thinking is text of the reply as any other: what it holds comes in its turn.
  for (const fold of elementsOf(body, "details.thinking:not([open])")) openWhere(/** @type {HTMLDetailsElement} */ (fold), pattern);
  const seen = firstPlace(body, pattern);
  if (seen !== null) return seen;
  /** @type {Set<HTMLDetailsElement>} */
  const opened = new Set();
  for (let fold = nextFold(body, opened); fold !== undefined && opened.size < MOST_FOLDS; fold = nextFold(body, opened)) {
    opened.add(fold);
    setFold(fold, true);
  }
  const found = firstPlace(body, pattern) ?? unfoldedPlace(body, pattern);
  for (const fold of opened) if (found === null || !fold.contains(found.startContainer)) setFold(fold, false);
  return found ?? firstPlace(article, pattern);
}

/** Words of the filter, found. `env` is the page. */
export class Finder {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  marking;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  asking;

  /** @param {Page} env */
  constructor(env) {
    this.env = env;
    this.words = "";
    /** @type {RegExp | null} */
    this.pattern = null;
    /** @type {Map<number, string>} Rows that hold the words, and the line around them; "" where it is not known yet. */
    this.snippets = new Map();
    /** @type {Set<number>} */
    this.wanted = new Set();
    /** @type {string} The row that was gone to last, and for which words. */
    this.last = "";
    /** @type {{ article: HTMLElement, range: Range } | null} The place that was gone to last. */
    this.now = null;
    /** Is the entry that comes next gone back to? Then its last place is the one meant. */
    this.fromBelow = false;
    this.turn = 0;
    this.observer = new MutationObserver(() => this.#markSoon());
    this.env.transcript.root.addEventListener("scroll", () => this.#markSoon(), { passive: true });
  }

  /** The filter has changed, or knows more rows. */
  changed() {
    const words = this.env.filter.box.value.trim().toLowerCase();
    if (words === this.words) return;
    this.words = words;
    this.pattern = findPattern(words);
    this.snippets.clear();
    this.wanted.clear();
    this.#forgetPlace();
    document.querySelector("#notices [data-subject=find]")?.remove();
    this.observer.disconnect();
    if (this.pattern !== null) this.observer.observe(this.env.transcript.list, { childList: true, subtree: true, attributeFilter: ["open"] });
    else globalThis.CSS?.highlights?.clear();
    this.#markSoon();
  }

  /**
   * What a row of the tree says while words are looked for: its preview from a little before them on, else the text of the
   * entry that holds them, once that has come.
   * @type {(row: number, preview: string | undefined) => string}
   */
  line(row, preview = "") {
    if (this.pattern === null) return preview;
    const said = snippetOf(preview, this.pattern) ?? this.snippets.get(row);
    if (said === undefined && this.env.filter.found?.has(row)) this.#want(row);
    return said || preview;
  }

  /** @type {(row: number) => void} */
  #want(row) {
    this.wanted.add(row);
    this.asking ??= setTimeout(() => this.#ask(), SNIPPET_DELAY);
  }

  async #ask() {
    const { pattern } = this;
    const rows = [...this.wanted].slice(-SNIPPET_ROWS);
    this.wanted.clear();
    for (const row of rows) this.snippets.set(row, "");
    try {
      const items = rows.length > 0 ? await this.env.source.entries(rows) : [];
      if (pattern === null || pattern !== this.pattern) return;
      for (const item of items) this.snippets.set(item.row, snippetOf(textWith(item.entry, pattern) ?? "", pattern) ?? "");
      this.env.outline.paintSoon();
    } catch {
      // The preview stands as it does without a filter.
    } finally {
      this.asking = undefined;
      if (this.wanted.size > 0) this.#want([...this.wanted][0]);
    }
  }

  #markSoon() {
    if (this.pattern === null) return;
    this.marking ??= setTimeout(() => {
      this.marking = undefined;
      this.#mark();
    }, MARK_DELAY);
  }

  /** Mark what can be seen, and a screen around it. The document stays as it is. */
  #mark() {
    const { pattern } = this;
    if (pattern === null || !globalThis.CSS?.highlights) return;
    const { list, root, place } = this.env.transcript;
    const { top, height } = root.getBoundingClientRect();
    /** @type {StaticRange[]} */
    const places = [];
    for (let node = place.firstOnScreen(top - height); node !== null; node = node.nextElementSibling) {
      if (node.getBoundingClientRect().top > top + 2 * height) break;
      places.push(...placesOf(node, pattern));
    }
    if (list.isConnected) CSS.highlights.set("find", new Highlight(...places));
  }

  #forgetPlace() {
    this.turn += 1;
    this.now = null;
    globalThis.CSS?.highlights?.delete("find-now");
  }

  /**
   * An entry was chosen: what it holds of the words is unfolded and brought into view.
   * @type {(row: number) => void}
   */
  show(row) {
    const { filter, model, transcript } = this.env;
    const { pattern } = this;
    const article = transcript.articleOf(row);
    if (pattern === null || article === null) return;
    const { fromBelow } = this;
    this.last = `${row} ${this.words}`;
    this.fromBelow = false;
    this.#forgetPlace();
    const found = openedPlace(article, pattern);
    if (found !== null) this.#goTo(article, (fromBelow && placesOf(bodyOf(article), pattern).at(-1)) || found);
    else if (model.kindName(row) === "compaction") this.#inSummary(row, pattern);
    else if (filter.found?.has(row)) this.#inRest(article, pattern);
  }

  /**
   * The summary of a compaction stands in the card at its cut.
   * @type {(row: number, pattern: RegExp) => Promise<void>}
   */
  async #inSummary(row, pattern) {
    const { turn } = this;
    const card = await this.env.transcript.openCard(row);
    if (card === null || turn !== this.turn) return;
    const found = openedPlace(card, pattern);
    if (found !== null) this.#goTo(card, found);
  }

  /**
   * The words stand in a part of a text that has not come yet: it is asked for.
   * @type {(article: HTMLElement, pattern: RegExp) => Promise<void>}
   */
  async #inRest(article, pattern) {
    const { turn } = this;
    const boxes = /** @type {CutBox[]} */ (elementsOf(article, ".is-cut")).slice(0, MOST_LOADS);
    for (const box of boxes) {
      try {
        await box.loadWhole();
      } catch {
        return; // its own button says why, when it is pressed
      }
      if (turn !== this.turn) return;
      const found = openedPlace(article, pattern);
      if (found !== null) return this.#goTo(article, found);
    }
  }

  /**
   * Another place of the entry that is shown, where more of it can be seen; false where there is none.
   * @type {(step: number) => boolean}
   */
  #within(step) {
    const { now, pattern } = this;
    if (pattern === null || now === null || this.last !== `${this.env.chosen} ${this.words}` || !now.range.startContainer.isConnected) return false;
    const { article, range } = now;
    /** @type {(place: StaticRange) => boolean} */
    const beyond = ({ startContainer, startOffset }) => range.comparePoint(startContainer, startOffset) * step > 0;
    const places = placesOf(bodyOf(article), pattern);
    const found = step > 0 ? places.find(beyond) : places.findLast(beyond);
    if (found) this.#goTo(article, found);
    return Boolean(found);
  }

  /** @type {(article: HTMLElement, found: StaticRange) => void} */
  #goTo(article, found) {
    const { transcript } = this.env;
    const range = document.createRange();
    range.setStart(found.startContainer, found.startOffset);
    range.setEnd(found.endContainer, found.endOffset);
    this.now = { article, range };
    transcript.place.hold(article, false, range);
    if (globalThis.CSS?.highlights) CSS.highlights.set("find-now", Object.assign(new Highlight(range), { priority: 1 }));
    this.#markSoon();
  }

  /**
   * Go to the next place of the words, or the one before: in the entry that is shown, then in the next one that passes the
   * filter; round at the ends.
   * @type {(step: number) => void}
   */
  next(step) {
    const { chosen, outline } = this.env;
    if (outline.keep === null) return void this.env.notice("find", t("find.none"), "passing");
    const { rows } = outline.items;
    if (rows.length === 0) return void this.env.notice("find", t("find.nothing"), "passing");
    if (this.#within(step)) return;
    this.fromBelow = step < 0;
    const at = chosen < 0 ? 0 : outline.itemOf(chosen);
    const { place } = outline.layout;
    const off = chosen < 0 ? 1 : place[rows[at]] - place[chosen];
    // Chosen before the words were typed, it is the first to be shown.
    const fresh = off === 0 && this.pattern !== null && this.last !== `${chosen} ${this.words}`;
    const stay = fresh || (step > 0 ? off > 0 : off < 0);
    const to = stay ? at : (at + step + rows.length) % rows.length;
    this.env.choose(rows[to], { from: "find", open: true });
  }
}
