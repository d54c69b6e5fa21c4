/**
 * The tree as a list with lanes, like a git graph.
 *
 * Order: at a fork the side branches come first, the branch being read goes straight on in its lane, last. So every
 * row of lane L has exactly the lanes 0..L-1 running past it, and drawing needs no search. Off the path the largest
 * branch goes straight on, which keeps the number of lanes small (at most log2 of the entries).
 */

/** Runs shorter than this are not worth folding. */
export const SHORTEST_RUN = 5;

const FOLDABLE_KINDS = new Set([
  "model_change", "thinking_level_change", "usage", "custom", "session_info", "label",
]);

/**
 * The child that continues in the parent's lane.
 * @type {(model: Model, row: number, onPath: Uint8Array) => number}
 */
function straightChild(model, row, onPath) {
  let best = -1;
  for (const child of model.children(row)) {
    if (onPath[child]) return child;
    if (best < 0 || model.size[child] >= model.size[best]) best = child;
  }
  return best;
}

/**
 * Lay out the whole tree for one branch.
 * Result: `order` (rows top to bottom), `place` (row to position), `chain` (row to the first row of its lane piece),
 * `lane` and `chainParent` (by that first row), `onPath` (1 for rows of the branch).
 * @type {(model: Model, leaf: number) => Layout}
 */
export function layoutTree(model, leaf) {
  const n = model.n;
  const onPath = new Uint8Array(n);
  for (const row of model.path(leaf)) onPath[row] = 1;
  const order = new Int32Array(n);
  const place = new Int32Array(n);
  const chain = new Int32Array(n);
  const lane = new Int32Array(n);
  const chainParent = new Int32Array(n).fill(-1);
  /** @type {number[]} */
  const stack = [];
  for (let at = model.roots.length - 1; at >= 0; at -= 1) {
    stack.push(model.roots[at]);
    chain[model.roots[at]] = model.roots[at];
  }
  let filled = 0;
  while (stack.length > 0) {
    const row = /** @type {number} */ (stack.pop());
    place[row] = filled;
    order[filled++] = row;
    const count = model.childCount(row);
    if (count === 0) continue;
    if (count === 1) {
      const only = model.childList[model.childStart[row]];
      chain[only] = chain[row];
      stack.push(only);
      continue;
    }
    const straight = straightChild(model, row, onPath);
    chain[straight] = chain[row];
    stack.push(straight);
    const kids = model.children(row);
    for (let at = kids.length - 1; at >= 0; at -= 1) {
      const child = kids[at];
      if (child === straight) continue;
      chain[child] = child;
      chainParent[child] = chain[row];
      lane[child] = lane[chain[row]] + 1;
      stack.push(child);
    }
  }
  return { order, place, chain, lane, chainParent, onPath, leaf };
}

/**
 * The same as one list in the order of the file: no lanes, every row in the first.
 * @type {(model: Model, leaf: number) => Layout}
 */
export function layoutList(model, leaf) {
  const { n } = model;
  const onPath = new Uint8Array(n);
  for (const row of model.path(leaf)) onPath[row] = 1;
  const order = Int32Array.from({ length: n }, (_, row) => row);
  return { order, place: order, chain: new Int32Array(n), lane: new Int32Array(n), chainParent: new Int32Array(n).fill(-1), onPath, leaf, flat: true };
}

/**
 * May this row disappear in a fold? Talk, forks, ends, labels, summaries and edits always stay.
 * @type {(model: Model, row: number) => boolean}
 */
function foldable(model, row) {
  if (model.childCount(row) !== 1 || model.parent[row] < 0 || model.labels.has(row)) return false;
  const kind = model.kindName(row);
  if (FOLDABLE_KINDS.has(kind)) return true;
  if (kind !== "message") return false;
  const role = model.roleName(row);
  if (role === "toolResult" || role === "bashExecution") return true;
  if (role !== "assistant") return false;
  const next = model.children(row)[0];
  return model.kindName(next) !== "message" || model.roleName(next) !== "user";
}

/**
 * Runs to fold: `end[p]` is the position after the run that starts at position p, or 0.
 * @type {(model: Model, layout: Layout) => Int32Array}
 */
export function findRuns(model, layout) {
  const end = new Int32Array(model.n);
  let from = 0;
  while (from < model.n) {
    let to = from;
    while (to < model.n && foldable(model, layout.order[to])) to += 1;
    if (to - from >= SHORTEST_RUN) end[from] = to;
    from = Math.max(to, from + 1);
  }
  return end;
}

/**
 * Position of the run that holds this row, or -1.
 * @type {(model: Model, layout: Layout, runs: Int32Array, row: number) => number}
 */
export function runHolding(model, layout, runs, row) {
  for (let at = layout.place[row]; at >= 0 && foldable(model, layout.order[at]); at -= 1) {
    if (runs[at] > layout.place[row]) return at;
  }
  return -1;
}

/**
 * The rows to show. `keep(row)` filters (null = all, and only then runs fold); `open` holds first rows of runs that
 * are unfolded, `shut` fork rows whose side branches are hidden.
 * An item is a row (`length` 1) or a folded run (`length` > 1, `rows` its first row).
 * @type {(model: Model, layout: Layout, runs: Int32Array, how?: { keep?: ((row: number) => boolean) | null, open?: Set<number>, shut?: Set<number> }) => TreeItems}
 */
export function listItems(model, layout, runs, { keep = null, open = new Set(), shut = new Set() } = {}) {
  /** @type {number[]} */
  const rows = [];
  /** @type {number[]} */
  const lengths = [];
  for (let at = 0; at < model.n; ) {
    const row = layout.order[at];
    const end = keep === null ? runs[at] : 0;
    if (end > 0 && !open.has(row)) {
      rows.push(row);
      lengths.push(end - at);
      at = end;
      continue;
    }
    if (keep === null || keep(row)) {
      rows.push(row);
      lengths.push(1);
    }
    at = !layout.flat && shut.has(row) && model.childCount(row) > 1 ? straightPlace(model, layout, row) : at + 1;
  }
  return withChains(model, layout, Int32Array.from(rows), Int32Array.from(lengths));
}

/**
 * Position of the child that goes straight on: it is laid out after all its siblings.
 * @type {(model: Model, layout: Layout, row: number) => number}
 */
function straightPlace(model, layout, row) {
  let last = layout.place[row] + 1;
  for (const child of model.children(row)) last = Math.max(last, layout.place[child]);
  return last;
}

/**
 * Add what drawing and accessibility need: first, last and count of items per lane piece, place of each in it.
 * @type {(model: Model, layout: Layout, rows: Int32Array, lengths: Int32Array) => TreeItems}
 */
function withChains(model, layout, rows, lengths) {
  const first = new Int32Array(model.n).fill(-1);
  const last = new Int32Array(model.n).fill(-1);
  const count = new Int32Array(model.n);
  const nth = new Int32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const head = layout.chain[rows[at]];
    if (first[head] < 0) first[head] = at;
    last[head] = at;
    count[head] += 1;
    nth[at] = count[head];
  }
  return { rows, lengths, first, last, count, nth };
}

/**
 * What a folded run holds: number of entries, tools by count, errors.
 * @type {(model: Model, layout: Layout, firstRow: number, length: number, isError: (row: number) => boolean) => { entries: number, tools: [string, number][], errors: number }}
 */
export function runSummary(model, layout, firstRow, length, isError) {
  /** @type {Map<string, number>} */
  const tools = new Map();
  let errors = 0;
  const from = layout.place[firstRow];
  for (let at = from; at < from + length; at += 1) {
    const row = layout.order[at];
    if (isError(row)) errors += 1;
    if (model.roleName(row) !== "toolResult") continue;
    const tool = model.whatName(row);
    tools.set(tool, (tools.get(tool) || 0) + 1);
  }
  const sorted = [...tools].sort((a, b) => b[1] - a[1]);
  return { entries: length, tools: sorted, errors };
}
