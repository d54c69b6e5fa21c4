/** Ids that come nearest to one that is not there: a slip of the pen, or a part of the id. */

/** An id may differ in as many characters. */
const MOST_SLIPS = 2;
/** Fewer characters than this begin too many ids. */
const SHORTEST_START = 3;

/**
 * How many characters to change, add, leave out or swap with the next; `most + 1` stands for more than `most`.
 * @type {(a: string, b: string, most: number) => number}
 */
export function slipsBetween(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  /** @type {number[]} */
  let above = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const now = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      let cost = Math.min(last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, above[j - 2] + 1);
      now.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    above = last;
    last = now;
  }
  return Math.min(last[b.length], most + 1);
}

/** A line in the place of a name: "@line70", "L70", "70". */
const LINE_NAME = /^(?:@line|L)?(\d{1,9})$/i;

/**
 * The line that a name asks for, or null.
 * @type {(name: string) => number | null}
 */
export function lineAsked(name) {
  const match = LINE_NAME.exec(name.trim());
  return match === null ? null : Number(match[1]);
}

/**
 * The row that a name from an address means, by id, else by line; -1 where there is none.
 * @type {(model: Model, name: string | null) => number}
 */
export function rowNamed(model, name) {
  if (name === null) return -1;
  const row = model.find(name);
  const line = row < 0 ? lineAsked(name) : null;
  return line === null ? row : model.rowOfLine(line);
}

/** @type {(a: string, b: string) => number} */
function commonStart(a, b) {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}

/**
 * Rows whose ids come nearest, the nearest first: those that begin with the name (or the name with them), then those a
 * slip or two away, then those with the longest beginning in common.
 * @type {(ids: (string | null)[], name: string, limit: number) => number[]}
 */
export function nearestIds(ids, name, limit) {
  const wanted = name.trim().toLowerCase().slice(0, 80);
  if (wanted === "") return [];
  /** @type {[number, number][]} */
  const found = [];
  const most = wanted.length > 4 ? MOST_SLIPS : 1;
  ids.forEach((id, row) => {
    if (typeof id !== "string" || id === "") return;
    const other = id.toLowerCase();
    const common = commonStart(other, wanted);
    let rank = 1_000 - Math.min(common, 900);
    if (common === wanted.length || (common === other.length && common >= SHORTEST_START)) rank = 0;
    else {
      const slips = slipsBetween(wanted, other, most);
      if (slips <= most) rank = slips;
      else if (common < SHORTEST_START) return;
    }
    found.push([rank, row]);
  });
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  // A beginning in common counts only where nothing is nearer, and only the longest.
  const near = found.filter(([rank], _, all) => rank < 100 || rank === all[0][0]);
  return near.slice(0, limit).map(([, row]) => row);
}
