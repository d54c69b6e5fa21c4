/** A diff on the page: unified or side by side, equal stretches folded, huge lines and huge diffs cut with a note. */
import { changedParts, diffLines, foldSame, pairRows } from "./diff.js";
import { button, elementsOf, make, replaceAll, textNodes } from "./dom.js";
import { highlightLines } from "./markdown.js";
import { countText } from "./numbers.js";
import { whyOf } from "./source.js";
import { recall, remember } from "./state.js";
import { whenColours } from "./vendor.js";
import { t } from "./words.js";

const FIRST_ROWS = 60;
const MOST_ROWS = 4000;
const LONGEST_LINE = 1000;
/** Characters of a longer line before what changed in it. */
const LONG_LEAD = 200;
export const DIFF_FORMS = Object.freeze(["unified", "split"]);
const DIFF_COLUMNS = Object.freeze({ unified: ["col-no", "col-no", "col-text"], split: ["col-no", "col-text", "col-no", "col-text"] });
const SIGN_CLASS = Object.freeze({ "+": "added", "-": "removed", "~": "skipped", " ": "same" });

/**
 * The form that the reader chose last.
 * @type {() => "unified" | "split"}
 */
export function diffForm() {
  const form = recall("diff", "unified");
  return form === "split" ? form : "unified";
}

/**
 * Show every diff of the page in this form, and remember it.
 * @type {(form: string) => void}
 */
export function chooseDiffForm(form) {
  remember("diff", form === "unified" ? null : form);
  for (const node of elementsOf(document, ".diff-box")) /** @type {DiffBox} */ (node).paintDiff();
}

/**
 * Words from `start` to `end` of a line, in its colours where it has some.
 * @type {(text: string, pieces: ColouredPiece[] | undefined, start: number, end: number) => Child}
 */
function stretchNodes(text, pieces, start, end) {
  if (pieces === undefined) return textNodes(text.slice(start, end));
  let at = 0;
  return pieces.map(({ length, classes }) => {
    const from = Math.max(start, at);
    at += length;
    const words = textNodes(text.slice(from, Math.min(end, at)));
    return from >= Math.min(end, at) ? [] : classes.reduce((/** @type {Child} */ inner, name) => make("span", { class: name }, inner), words);
  });
}

/**
 * A line as nodes; `parts` are what differs from the line beside it, `pieces` its colours.
 * @type {(text: string, parts: { start: number, end: number }[], pieces?: ColouredPiece[]) => Child}
 */
function lineNodes(text, parts, pieces) {
  if (text.length > LONGEST_LINE) return longLine(text, parts[0] ?? null);
  const shown = text;
  const colours = shown === text ? pieces : undefined;
  /** @type {Child[]} */
  const nodes = [];
  let at = 0;
  for (const { start, end } of parts) {
    nodes.push(stretchNodes(shown, colours, at, start), make("b", { class: "diff-part" }, stretchNodes(shown, colours, start, end)));
    at = end;
  }
  nodes.push(stretchNodes(shown, colours, at, shown.length));
  return nodes;
}

/**
 * As much of a very long line as a screen holds, around what changed in it.
 * @type {(text: string, part: { start: number, end: number } | null) => Child}
 */
function longLine(text, part) {
  const from = part === null ? 0 : Math.max(0, Math.min(part.start - LONG_LEAD, text.length - LONGEST_LINE));
  const to = Math.min(text.length, from + LONGEST_LINE);
  const start = part === null ? to : Math.min(part.start, to);
  const end = part === null ? to : Math.min(part.end, to);
  return [from > 0 ? make("span", { class: "muted" }, "\u2026 ") : null, textNodes(text.slice(from, start)), end > start ? make("b", { class: "diff-part" }, textNodes(text.slice(start, end))) : null, textNodes(text.slice(end, to)),
    make("span", { class: "muted" }, ` ${t(to < text.length ? "diff.longLine" : "diff.longLineEnd", { n: countText(text.length) })}`)];
}

/**
 * For each row, the parts of its line that differ from its counterpart.
 * @type {(rows: DiffRow[]) => Map<DiffRow, { start: number, end: number }[]>}
 */
function partsByRow(rows) {
  /** @type {Map<DiffRow, { start: number, end: number }[]>} */
  const parts = new Map();
  for (const [left, right] of pairRows(rows)) {
    if (!left || !right || left === right) continue;
    const found = changedParts(left.text, right.text);
    if (found === null) continue;
    parts.set(left, found.old);
    parts.set(right, found.new);
  }
  return parts;
}

/**
 * Colours of the rows by the language of the file: what stood there and what stands there now are read apart, each as one text.
 * @type {(rows: DiffRow[], language: string) => Map<DiffRow, ColouredPiece[]>}
 */
function rowColours(rows, language) {
  /** @type {Map<DiffRow, ColouredPiece[]>} */
  const colours = new Map();
  // Markdown goes on from line to line: half of a text would be set in italics that are none of its own.
  for (const other of language === "" || language === "markdown" ? [] : ["+", "-"]) {
    const side = rows.filter(({ sign }) => sign !== other);
    const lines = highlightLines(side.map(({ sign, text }) => (sign === "~" ? "" : text)).join("\n"), language);
    if (lines === null) continue;
    side.forEach((row, at) => {
      const length = (lines[at] || []).reduce((sum, piece) => sum + piece.length, 0);
      if (length === row.text.length) colours.set(row, lines[at]);
    });
  }
  return colours;
}

/** @type {(number: number) => HTMLElement} */
function numberCell(number) {
  return make("td", { class: "diff-no", data: { no: number > 0 ? String(number) : "" } });
}

/** @type {(row: DiffRow | null, look: DiffLook, properties?: Properties<HTMLTableCellElement>) => HTMLElement} */
function textCell(row, { parts, colours }, properties = {}) {
  if (row === null) return make("td", { class: "diff-text nothing", ...properties });
  const sign = row.sign === "~" ? "\u22ef" : row.sign;
  const spoken = { "+": t("diff.added"), "-": t("diff.removed"), " ": "", "~": "" }[row.sign];
  return make("td", { class: `diff-text ${SIGN_CLASS[row.sign]}`, ...properties },
    spoken && make("span", { class: "visually-hidden" }, `${spoken} `),
    make("span", { class: "diff-sign", "aria-hidden": "true" }, sign), lineNodes(row.text, parts.get(row) || [], colours.get(row)));
}

/** @type {(rows: DiffRow[], look: DiffLook) => HTMLElement[]} */
function unifiedRows(rows, look) {
  return rows.map((row) => make("tr", null, numberCell(row.old), numberCell(row.new), textCell(row, look)));
}

/** @type {(rows: DiffRow[], look: DiffLook) => HTMLElement[]} */
function splitRows(rows, look) {
  return pairRows(rows).map(([left, right]) => (left !== null && left === right && left.sign === "~" ? make("tr", null, numberCell(0), textCell(left, look, { colspan: 3 }))
    : make("tr", null, numberCell(left ? left.old : 0), textCell(left, look), numberCell(right ? right.new : 0), textCell(right, look))));
}

/** @type {(rows: DiffRow[], partly?: boolean) => string} */
function countsText(rows, partly = false) {
  let added = 0;
  let removed = 0;
  for (const { sign } of rows) {
    if (sign === "+") added += 1;
    else if (sign === "-") removed += 1;
  }
  return added + removed === 0 ? t(partly ? "diff.nothingYet" : "diff.nothing") : `+${countText(added)} \u2212${countText(removed)}`;
}

function formChips() {
  return make("span", { class: "diff-forms", role: "group", "aria-label": t("diff.form") }, DIFF_FORMS.map((form) => make("button", {
    type: "button", class: "chip", "aria-pressed": String(form === diffForm()), data: { form }, onclick: () => chooseDiffForm(form),
  }, t(`diff.${form}`))));
}

/**
 * Draw rows into a table; folded stretches open where they stand.
 * @type {(rows: DiffRow[], form: "unified" | "split", language: string, folded: boolean) => HTMLElement}
 */
function drawTable(rows, form, language, folded) {
  const look = { parts: partsByRow(rows), colours: rowColours(rows, language) };
  const body = make("tbody");
  const width = form === "split" ? 4 : 3;
  const draw = form === "split" ? splitRows : unifiedRows;
  for (const piece of folded ? foldSame(rows) : [rows]) {
    if (Array.isArray(piece)) body.append(...draw(piece, look));
    else {
      /** @type {HTMLElement} */
      const line = make("tr", null, make("td", { class: "diff-skip", colspan: width },
        button(t("diff.same", { n: countText(piece.skip.length) }), () => line.replaceWith(...draw(piece.skip, look)), { class: "button quiet" })));
      body.append(line);
    }
  }
  return make("table", { class: `diff-table ${form}` }, make("caption", { class: "visually-hidden" }, t("diff.caption")),
    make("colgroup", null, DIFF_COLUMNS[form].map((name) => make("col", { class: name }))), body);
}

/**
 * How many rows to lay out: a folded stretch counts as one, since it needs no more room.
 * @type {(rows: DiffRow[], whole: boolean) => number}
 */
function rowsThatFit(rows, whole) {
  const limit = whole ? MOST_ROWS : FIRST_ROWS;
  const slack = whole ? 0 : 10;
  let room = 0;
  let end = 0;
  for (const piece of foldSame(rows)) {
    const length = Array.isArray(piece) ? piece.length : piece.skip.length;
    const need = Array.isArray(piece) ? length : 1;
    if (room + need > limit + slack) return end + Math.max(0, limit - room);
    room += need;
    end += length;
  }
  return end;
}

/**
 * Rows as a box with counts and the choice of form; in colours where the language of the file is given.
 * `partly`: they are of the beginning of two longer texts.
 * @type {(rows: DiffRow[], how?: { head?: Child, language?: string, numbered?: boolean, partly?: boolean }) => DiffBox}
 */
export function diffBox(given, { head = null, language = "", numbered = true, partly = false } = {}) {
  // Pieces of a file: where in it they stand is not known here, and a count from 1 would look like its lines.
  const rows = numbered ? given : given.map((row) => ({ ...row, old: 0, new: 0 }));
  const plain = make("div", { class: numbered ? "diff-box" : "diff-box unnumbered" });
  let whole = document.documentElement.dataset.printing === "1";
  // Nothing folded between the changes either.
  let open = false;
  const paintDiff = () => {
    if (language !== "") whenColours(paintDiff);
    const shown = rows.slice(0, rowsThatFit(rows, whole));
    replaceAll(plain,
      make("div", { class: "diff-head" }, make("span", { class: "diff-counts" }, countsText(rows, partly)), head, formChips()),
      make("div", { class: "diff-scroll", tabindex: "0", role: "group", "aria-label": t("diff.caption") }, drawTable(shown, diffForm(), language, !open)),
      shown.length >= rows.length ? null
        : whole ? make("p", { class: "note" }, t("diff.cut", { shown: countText(shown.length), total: countText(rows.length) }))
          : button(t("diff.showAll", { n: countText(rows.length) }), () => {
            whole = true;
            paintDiff();
          }, { class: "button quiet" }));
  };
  const box = Object.assign(plain, { paintDiff, wholeText: () => rows.map(({ text }) => text).join("\n"), setWhole: (/** @type {boolean} */ all) => {
    whole = all;
    open = all;
    paintDiff();
  } });
  box.classList.add("can-fold");
  paintDiff();
  return box;
}

/**
 * The difference of two texts as a box. Where the source cut one of them, `loadWhole` gets both.
 * @type {(oldText: string, newText: string, how?: { loadWhole?: (() => Promise<string[]>) | null, head?: Child, language?: string, numbered?: boolean }) => HTMLElement}
 */
export function diffOfTexts(oldText, newText, { loadWhole = null, head = null, language = "", numbered = true } = {}) {
  const box = make("div", { class: "diff-of" }, diffBox(diffLines(oldText, newText), { head, language, numbered, partly: loadWhole !== null }));
  if (loadWhole === null) return box;
  const more = button(t("text.loadAll"), async () => {
    more.disabled = true;
    try {
      const [before, after] = await loadWhole();
      replaceAll(box, diffBox(diffLines(before, after), { head, language, numbered }));
    } catch (error) {
      more.replaceWith(make("span", { class: "bad" }, t("load.failed", { why: whyOf(error) })));
    }
  }, { class: "button quiet" });
  box.append(make("p", { class: "note" }, t("diff.cutTexts"), " ", more));
  return box;
}
