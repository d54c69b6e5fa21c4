/**
 * What changed between two texts, line by line. Pure; every cost has a limit, so that a hostile edit cannot stop the page.
 *
 * A row is {sign, text, old, new}: sign " ", "-" or "+", line numbers from 1 on each side, 0 where there is none.
 */

/** Beyond so many differences the middle is shown as taken out and put in whole. */
const MOST_CHANGES = 600;
const MOST_LINES = 20_000;

/** @type {(text: string) => string[]} */
function linesOf(text) {
  return text === "" ? [] : text.split("\n");
}

/**
 * Lengths of the common beginning and the common end of two lists (or strings).
 * @type {(before: ArrayLike<string>, after: ArrayLike<string>) => { head: number, tail: number }}
 */
function commonEnds(before, after) {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return { head, tail };
}

/**
 * Myers: how far each diagonal gets with d changes, for each d; null when that takes too many.
 * @type {(before: string[], after: string[]) => { trace: Int32Array[], d: number } | null}
 */
function furthestPaths(before, after) {
  const n = before.length;
  const m = after.length;
  /** @type {Int32Array[]} */
  const trace = [];
  const most = Math.min(n + m, MOST_CHANGES);
  const reach = new Int32Array(2 * most + 3);
  const zero = most + 1;
  for (let d = 0; d <= most; d += 1) {
    trace.push(reach.slice(zero - d - 1, zero + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && reach[zero + k - 1] < reach[zero + k + 1]);
      let x = down ? reach[zero + k + 1] : reach[zero + k - 1] + 1;
      while (x < n && x - k < m && before[x] === after[x - k]) x += 1;
      reach[zero + k] = x;
      if (x >= n && x - k >= m) return { trace, d };
    }
  }
  return null;
}

/**
 * Signs of the shortest way from one list to the other, or null when it is too long to look for.
 * @type {(before: string[], after: string[]) => Sign[] | null}
 */
function shortestScript(before, after) {
  if (before.length === 0) return after.map(() => "+");
  if (after.length === 0) return before.map(() => "-");
  if (before.length + after.length > MOST_LINES) return null;
  const found = furthestPaths(before, after);
  if (found === null) return null;
  /** @type {Sign[]} */
  const signs = [];
  let x = before.length;
  let y = after.length;
  for (let d = found.d; d > 0; d -= 1) {
    // The slice of step d begins at diagonal -d-1.
    /** @type {(k: number) => number} */
    const reach = (k) => found.trace[d][k + d + 1];
    const k = x - y;
    const down = k === -d || (k !== d && reach(k - 1) < reach(k + 1));
    const from = down ? k + 1 : k - 1;
    const fromX = reach(from);
    const start = down ? fromX : fromX + 1;
    while (x > start) {
      signs.push(" ");
      x -= 1;
    }
    signs.push(down ? "+" : "-");
    x = fromX;
    y = fromX - from;
  }
  while (x > 0 && y > 0) {
    signs.push(" ");
    x -= 1;
    y -= 1;
  }
  return signs.reverse();
}

/**
 * Rows that lead from one text to the other.
 * @type {(oldText: string, newText: string) => DiffRow[]}
 */
export function diffLines(oldText, newText) {
  // A line end that both have closes the last line; it begins no further one.
  const closed = oldText.endsWith("\n") && newText.endsWith("\n");
  const before = linesOf(closed ? oldText.slice(0, -1) : oldText);
  const after = linesOf(closed ? newText.slice(0, -1) : newText);
  const { head, tail } = commonEnds(before, after);
  const removed = before.slice(head, before.length - tail);
  const added = after.slice(head, after.length - tail);
  const middle = shortestScript(removed, added) || [...removed.map(() => "-"), ...added.map(() => "+")];
  /** @type {Sign[]} */
  const signs = [...new Array(head).fill(" "), ...middle, ...new Array(tail).fill(" ")];
  let oldAt = 0;
  let newAt = 0;
  return signs.map((sign) => {
    const text = sign === "+" ? after[newAt] : before[oldAt];
    if (sign !== "+") oldAt += 1;
    if (sign !== "-") newAt += 1;
    return { sign, text, old: sign === "+" ? 0 : oldAt, new: sign === "-" ? 0 : newAt };
  });
}

/**
 * The diff that pi's edit tool keeps ("+12 text", " ..." for what it skips), as rows; null when it is something else.
 * @type {(text: string) => DiffRow[] | null}
 */
export function rowsOfPiDiff(text) {
  /** @type {DiffRow[]} */
  const rows = [];
  let shift = 0;
  for (const line of text.split("\n")) {
    const match = /^([+\- ]) *(\d+) ?(.*)$/s.exec(line);
    if (match) {
      const number = Number(match[2]);
      // pi numbers a line that stays as it was before.
      const sign = match[1] === "+" || match[1] === "-" ? match[1] : " ";
      rows.push({ sign, text: match[3], old: sign === "+" ? 0 : number, new: sign === "-" ? 0 : sign === "+" ? number : number + shift });
      shift += { "+": 1, "-": -1, " ": 0 }[sign];
    }
    else if (/^ *\.\.\.$/.test(line)) rows.push({ sign: "~", text: "", old: 0, new: 0 });
    else if (line !== "") return null;
  }
  return rows.length > 0 ? rows : null;
}

/**
 * Rows side by side: [left, right], null where a side has nothing. Removed lines stand beside the added ones that follow.
 * @type {(rows: DiffRow[]) => [DiffRow | null, DiffRow | null][]}
 */
export function pairRows(rows) {
  /** @type {[DiffRow | null, DiffRow | null][]} */
  const pairs = [];
  for (let at = 0; at < rows.length; ) {
    if (rows[at].sign === " " || rows[at].sign === "~") {
      pairs.push([rows[at], rows[at]]);
      at += 1;
      continue;
    }
    const left = [];
    const right = [];
    while (at < rows.length && rows[at].sign === "-") left.push(rows[at++]);
    while (at < rows.length && rows[at].sign === "+") right.push(rows[at++]);
    for (let slot = 0; slot < Math.max(left.length, right.length); slot += 1) pairs.push([left[slot] || null, right[slot] || null]);
  }
  return pairs;
}

/** A word, a number, a character of a script without blanks, a blank, a sign: what a changed line is compared by. */
const PIECES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}_]+|\s+|[^]/gu;
const LONGEST_COMPARED = 1000;
/** Of more pieces the middle of a line counts as changed as a whole: a diff may have thousands of lines. */
const MOST_PIECES = 160;
/** More parts than this say no more than that much has changed. */
const MOST_PARTS = 8;

/**
 * Parts of one side, those with nothing but a sign or a blank between them as one.
 * @type {(pieces: string[], changed: boolean[]) => { start: number, end: number }[]}
 */
function partsOf(pieces, changed) {
  /** @type {{ start: number, end: number }[]} */
  const parts = [];
  let at = 0;
  let gap = "\0";
  pieces.forEach((piece, index) => {
    const end = at + piece.length;
    if (!changed[index]) gap += piece;
    else if (parts.length > 0 && gap.length < 3 && !/[\p{L}\p{N}]/u.test(gap)) parts[parts.length - 1].end = end;
    else parts.push({ start: at, end });
    if (changed[index]) gap = "";
    at = end;
  });
  return parts;
}

/**
 * Of very long lines one part on each side, from the first to the last character that differs.
 * @type {(oldLine: string, newLine: string) => { old: { start: number, end: number }[], new: { start: number, end: number }[] }}
 */
function longPart(oldLine, newLine) {
  let { head, tail } = commonEnds(oldLine, newLine);
  if (head > 0 && isHighHalf(oldLine, head - 1)) head -= 1;
  if (tail > 0 && isHighHalf(oldLine, oldLine.length - tail - 1)) tail -= 1;
  return { old: [{ start: head, end: oldLine.length - tail }], new: [{ start: head, end: newLine.length - tail }] };
}

/** @type {(text: string, at: number) => boolean} */
function isHighHalf(text, at) {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code <= 0xdbff;
}

/**
 * The parts of two lines that differ, on each side; null when they have too little in common to say.
 * @type {(oldLine: string, newLine: string) => { old: { start: number, end: number }[], new: { start: number, end: number }[] } | null}
 */
export function changedParts(oldLine, newLine) {
  if (oldLine === newLine) return null;
  if (oldLine.length > LONGEST_COMPARED || newLine.length > LONGEST_COMPARED) return longPart(oldLine, newLine);
  const before = oldLine.match(PIECES) || [];
  const after = newLine.match(PIECES) || [];
  const { head, tail } = commonEnds(before, after);
  const removed = before.slice(head, before.length - tail);
  const added = after.slice(head, after.length - tail);
  const middle = (removed.length + added.length <= MOST_PIECES && shortestScript(removed, added)) || [...removed.map(() => "-"), ...added.map(() => "+")];
  const signs = [...new Array(head).fill(" "), ...middle, ...new Array(tail).fill(" ")];
  const left = signs.filter((sign) => sign !== "+");
  const same = before.reduce((sum, piece, at) => sum + (left[at] === " " ? piece.length : 0), 0);
  if (same * 3 < Math.max(oldLine.length, newLine.length)) return null;
  const parts = { old: partsOf(before, left.map((sign) => sign === "-")), new: partsOf(after, signs.filter((sign) => sign !== "-").map((sign) => sign === "+")) };
  if (Math.max(parts.old.length, parts.new.length) <= MOST_PARTS) return parts;
  /** @type {(list: { start: number, end: number }[]) => { start: number, end: number }[]} */
  const whole = (list) => (list.length > 0 ? [{ start: list[0].start, end: list[list.length - 1].end }] : []);
  return { old: whole(parts.old), new: whole(parts.new) };
}

/**
 * Rows with long equal stretches folded: lists of rows, and {skip: rows} between them.
 * @type {(rows: DiffRow[], around?: number) => (DiffRow[] | { skip: DiffRow[] })[]}
 */
export function foldSame(rows, around = 3) {
  /** @type {(DiffRow[] | { skip: DiffRow[] })[]} */
  const out = [];
  let at = 0;
  while (at < rows.length) {
    let end = at;
    while (end < rows.length && rows[end].sign === " ") end += 1;
    const keepHead = at === 0 ? 0 : around;
    const keepTail = end === rows.length ? 0 : around;
    if (end - at > keepHead + keepTail + 3 && !(at === 0 && end === rows.length)) {
      if (keepHead > 0) out.push(rows.slice(at, at + keepHead));
      out.push({ skip: rows.slice(at + keepHead, end - keepTail) });
      if (keepTail > 0) out.push(rows.slice(end - keepTail, end));
    } else if (end > at) out.push(rows.slice(at, end));
    at = end;
    while (end < rows.length && rows[end].sign !== " ") end += 1;
    if (end > at) out.push(rows.slice(at, end));
    at = end;
  }
  return out;
}
