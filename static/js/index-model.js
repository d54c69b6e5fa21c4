/**
 * The session index as look-ups: who is whose child, what leads to what.
 *
 * The index comes as columns (one array per property, one slot per row in file order). Nothing here is
 * recursive: a chain of 100,000 entries and a file with 18,000 forks are real.
 */

/** Bits of the `flags` column. */
export const FLAG = Object.freeze({
  ERROR: 1,
  FAILED: 2,
  EXCLUDED: 4,
  EMPTY: 8,
  OMITS: 16,
  HIDDEN: 32,
  SHADOWED: 64,
  CHECKPOINT: 128,
  UNREADABLE: 256,
  HAS_USAGE: 512,
  ABORTED: 1024,
  UNKNOWN_ROLE: 2048,
  WORDLESS: 4096,
});

/** So many ids are looked up one by one. */
const FEW_LOOKUPS = 50;

/**
 * Children of every row as one flat list; `start[r]..start[r+1]` are the children of `r`, oldest first.
 * @type {(n: number, parent: Int32Array, time: Float64Array) => { start: Int32Array, list: Int32Array }}
 */
function childTable(n, parent, time) {
  const start = new Int32Array(n + 1);
  for (let row = 0; row < n; row += 1) if (parent[row] >= 0) start[parent[row] + 1] += 1;
  for (let row = 0; row < n; row += 1) start[row + 1] += start[row];
  const list = new Int32Array(start[n]);
  const next = start.slice(0, n);
  for (let row = 0; row < n; row += 1) if (parent[row] >= 0) list[next[parent[row]]++] = row;
  for (let row = 0; row < n; row += 1) {
    if (start[row + 1] - start[row] < 2) continue;
    // pi sorts siblings by timestamp and leaves ties (and unreadable times, whose difference is NaN) in file order.
    const sorted = Array.from(list.subarray(start[row], start[row + 1])).sort((a, b) => time[a] - time[b]);
    list.set(sorted, start[row]);
  }
  return { start, list };
}

/**
 * Numbers of a column as a typed array; what is missing or null becomes `fill`.
 * @type {<T extends Int32Array | Float64Array>(values: (number | null)[] | undefined, n: number, Type: new (length: number) => T, fill: number) => T}
 */
function numberColumn(values, n, Type, fill) {
  const out = new Type(n);
  if (values && values.length === n && !values.includes(null)) {
    out.set(/** @type {number[]} */ (values));
    return out;
  }
  for (let row = 0; row < n; row += 1) {
    const value = values ? values[row] : null;
    out[row] = value === null || value === undefined ? fill : value;
  }
  return out;
}

/** One session as the page sees it. Rows are integers 0..n-1 in file order. */
export class SessionModel {
  /** @type {number[]} */
  roots;
  /** @type {Int32Array} */
  parent;
  /** @type {Int32Array} */
  order;
  /** @type {Int32Array} */
  depth;
  /** @type {Int32Array} */
  size;
  /** @type {Int32Array} */
  leafBelow;
  /** @type {Int32Array} */
  childStart;
  /** @type {Int32Array} */
  childList;

  /** @param {SessionIndex} index as the source delivers it */
  constructor(index) {
    const cols = index.cols;
    this.index = index;
    this.n = index.n;
    this.strings = index.strings;
    this.line = numberColumn(cols.line, this.n, Int32Array, 0);
    this.time = numberColumn(cols.time, this.n, Float64Array, NaN);
    this.kind = cols.kind;
    this.role = cols.role;
    this.what = cols.what;
    this.flags = numberColumn(cols.flags, this.n, Int32Array, 0);
    this.link = numberColumn(cols.link, this.n, Int32Array, -1);
    this.ctx = numberColumn(cols.ctx, this.n, Float64Array, 0);
    this.cost = numberColumn(cols.cost, this.n, Float64Array, 0);
    this.bytes = numberColumn(cols.bytes, this.n, Float64Array, 0);
    this.active = index.active;
    this.labels = new Map(Object.entries(index.labels || {}).map(([row, text]) => [Number(row), text]));
    this.cyclic = new Set(index.cyclic || []);
    this.#tree(numberColumn(cols.parent, this.n, Int32Array, -1));
    /** @type {Map<string, number> | null} */
    this.names = null;
    this.lookups = 0;
    const leaves = index.leaves || [];
    this.leafRows = index.eventLog ? new Set() : leaves.length > 0 && leaves.length >= (index.leavesTotal ?? 0) ? new Set(leaves) : null;
    this.branches = index.branches || [];
    this.branchesTotal = index.branchesTotal || this.branches.length;
    this.compactions = index.compactions || [];
    this.compactionOf = new Map(this.compactions.map((item) => [item.row, item]));
    /** Names of the parts that an export left out of a row. @type {Map<number, string[]>} */
    this.leftOut = new Map();
    for (const [part, rows] of Object.entries(index.leftOutRows || {})) for (const row of rows) this.leftOut.set(row, [...(this.leftOut.get(row) || []), part]);
  }

  /**
   * Parents, children, a parents-first order, depth, size of what hangs below, and the leaf each row leads to.
   * @type {(parent: Int32Array) => void}
   */
  #tree(parent) {
    const n = this.n;
    for (let row = 0; row < n; row += 1) if (parent[row] === row || parent[row] >= n) parent[row] = -1;
    this.parent = parent;
    const seen = new Uint8Array(n);
    const order = new Int32Array(n);
    const depth = new Int32Array(n);
    let table = childTable(n, parent, this.time);
    let filled = 0;
    let done = 0;
    /** @type {number[]} */
    const roots = [];
    /** @type {(root: number) => void} */
    const flood = (root) => {
      roots.push(root);
      seen[root] = 1;
      order[filled++] = root;
      while (done < filled) {
        const row = order[done++];
        for (let at = table.start[row]; at < table.start[row + 1]; at += 1) {
          const child = table.list[at];
          if (seen[child]) continue;
          seen[child] = 1;
          depth[child] = depth[row] + 1;
          order[filled++] = child;
        }
      }
    };
    for (let row = 0; row < n; row += 1) if (parent[row] < 0) flood(row);
    let broken = false;
    for (let row = 0; row < n; row += 1) {
      if (seen[row]) continue;
      // Only a loop of parents is left over: cut it where the file names it first.
      parent[row] = -1;
      broken = true;
      flood(row);
    }
    if (broken) table = childTable(n, parent, this.time);
    this.roots = roots.sort((a, b) => a - b);
    this.order = order;
    this.depth = depth;
    this.childStart = table.start;
    this.childList = table.list;
    this.#below();
  }

  #below() {
    const { n, order, parent } = this;
    this.size = new Int32Array(n).fill(1);
    this.leafBelow = new Int32Array(n).fill(-1);
    for (let at = n - 1; at >= 0; at -= 1) {
      const row = order[at];
      if (this.leafBelow[row] < 0) this.leafBelow[row] = row;
      const up = parent[row];
      if (up < 0) continue;
      this.size[up] += this.size[row];
      const mine = this.leafBelow[row];
      const theirs = this.leafBelow[up];
      if (theirs < 0 || mine === this.active || (theirs !== this.active && mine > theirs)) this.leafBelow[up] = mine;
    }
  }

  /**
   * Number of children.
   * @type {(row: number) => number}
   */
  childCount(row) {
    return this.childStart[row + 1] - this.childStart[row];
  }

  /**
   * Does a branch end here, as pi counts branches? An entry without an id, or with one that comes again, has no children but ends none.
   * @type {(row: number) => boolean}
   */
  isLeaf(row) {
    return this.leafRows === null ? this.childCount(row) === 0 : this.leafRows.has(row);
  }

  /**
   * Children of a row, oldest first.
   * @type {(row: number) => Int32Array}
   */
  children(row) {
    return this.childList.subarray(this.childStart[row], this.childStart[row + 1]);
  }

  /**
   * Rows from the root to `row`, as a typed array.
   * @type {(row: number) => Int32Array}
   */
  path(row) {
    if (row < 0 || row >= this.n) return new Int32Array(0);
    const out = new Int32Array(this.depth[row] + 1);
    for (let at = row, slot = out.length - 1; at >= 0 && slot >= 0; at = this.parent[at], slot -= 1) out[slot] = at;
    return out;
  }

  /**
   * The name of an entry: its id, or `@lineN` where it has none.
   * @type {(row: number) => string}
   */
  name(row) {
    const id = this.index.ids ? this.index.ids[row] : null;
    return id === null || id === undefined ? `@line${this.line[row]}` : id;
  }

  /**
   * A name that is never ambiguous, for addresses: a repeated id names its line instead.
   * @type {(row: number) => string}
   */
  addressName(row) {
    const name = this.name(row);
    return this.find(name) === row ? name : `@line${this.line[row]}`;
  }

  /**
   * The row with this name, or -1. The last entry with an id wins, as in pi.
   * @type {(name: string) => number}
   */
  find(name) {
    const row = this.#rowOfId(name);
    if (row >= 0) return row;
    const match = /^@line(\d+)$/.exec(name);
    return match ? this.rowOfLine(Number(match[1])) : -1;
  }

  /**
   * The last row with this id, or -1. A table of all ids takes longer than looking for one of them.
   * @type {(id: string) => number}
   */
  #rowOfId(id) {
    const ids = this.index.ids || [];
    if (this.names === null && (this.lookups += 1) > FEW_LOOKUPS) {
      this.names = new Map();
      for (let row = 0; row < this.n; row += 1) {
        const named = ids[row];
        if (named !== null && named !== undefined) this.names.set(named, row);
      }
    }
    return this.names === null ? ids.lastIndexOf(id) : this.names.get(id) ?? -1;
  }

  /**
   * The row that stands on this physical line, or -1. Lines grow with rows.
   * @type {(line: number) => number}
   */
  rowOfLine(line) {
    const row = this.rowAtOrAfterLine(line);
    return row < this.n && this.line[row] === line ? row : -1;
  }

  /**
   * The first row on this line or a later one; `n` when there is none.
   * @type {(line: number) => number}
   */
  rowAtOrAfterLine(line) {
    let low = 0;
    let high = this.n;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.line[middle] < line) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** @type {(row: number) => string} */
  kindName(row) {
    return this.strings[this.kind[row]] || "";
  }

  /** @type {(row: number) => string} */
  roleName(row) {
    return this.strings[this.role[row]] || "";
  }

  /**
   * Model of a reply, tool of a result, type of a custom entry, kind of a usage entry, or "".
   * @type {(row: number) => string}
   */
  whatName(row) {
    return this.strings[this.what[row]] || "";
  }

  /** @type {(row: number, flag: number) => boolean} */
  has(row, flag) {
    return (this.flags[row] & flag) !== 0;
  }

  /**
   * The leaf whose branch shows this row: the active one where it can, else the one written last.
   * @type {(row: number) => number}
   */
  leafFor(row) {
    return row >= 0 && row < this.n ? this.leafBelow[row] : -1;
  }
}
