/** The session as it stood when a line was written: the same columns, ended there. Pure. */
import { SessionModel } from "./index-model.js";

/**
 * Labels as they stood when `row` was written: the last label entry so far counts for its target, and one without a text
 * clears. The index has the texts in force, and by their own rows those that were renamed or cleared later.
 * @type {(model: Model, row: number) => Record<string, string>}
 */
function labelsThen(model, row) {
  const past = model.index.pastLabels || {};
  const last = new Map();
  for (let at = 0; at < model.n; at += 1) if (model.kindName(at) === "label" && model.link[at] >= 0) last.set(model.link[at], at);
  const then = new Map([...model.labels].filter(([target]) => !last.has(target) && target <= row));
  for (let at = 0; at <= row; at += 1) {
    if (model.kindName(at) !== "label") continue;
    const target = model.link[at];
    const text = last.get(target) === at ? model.labels.get(target) : past[at];
    if (text === undefined || target > row) then.delete(target);
    else then.set(target, text);
  }
  return Object.fromEntries(then);
}

/**
 * Branches of the tree as it stood, in file order of their leaves.
 * @type {(model: Model) => Branch[]}
 */
function branchesThen(model) {
  /** @type {Branch[]} */
  const found = [];
  for (let leaf = 0; leaf < model.n; leaf += 1) {
    if (model.childCount(leaf) > 0 || model.cyclic.has(leaf)) continue;
    let fork = model.parent[leaf];
    while (fork >= 0 && model.childCount(fork) < 2) fork = model.parent[fork];
    const entries = model.depth[leaf] + 1;
    const time = model.time[leaf];
    found.push({ leaf, active: leaf === model.active, entries, own: fork < 0 ? entries : entries - model.depth[fork] - 1, forkedAt: fork, modified: Number.isNaN(time) ? null : time, preview: "", saidAt: leaf });
  }
  return found;
}

/**
 * The model of the tree as it stood right after `row` was written; pi's active leaf is then that entry itself.
 * @type {(model: Model, row: number) => Model}
 */
export function modelAt(model, row) {
  const n = row + 1;
  const { index } = model;
  /** @type {<T>(values: T[]) => T[]} */
  const cut = (values) => (values ? values.slice(0, n) : values);
  const cols = { ...index.cols };
  for (const [name, values] of Object.entries(index.cols)) cols[name] = cut(values);
  const then = new SessionModel({
    ...index, n, cols, ids: cut(index.ids), active: row, leaves: [], leavesTotal: 0,
    labels: labelsThen(model, row), cyclic: (index.cyclic || []).filter((at) => at < n),
    compactions: model.compactions.filter((item) => item.row < n), branches: [], branchesTotal: 0,
  });
  then.branches = branchesThen(then);
  then.branchesTotal = then.branches.length;
  return then;
}

/**
 * How many rows a key moves the point in time in a file of `n` entries; 0 for a key that means nothing here.
 * @type {(key: string, n: number) => number}
 */
export function stripStep(key, n) {
  const page = Math.max(1, Math.round(n / 20));
  switch (key) {
    case "ArrowLeft": case "ArrowDown": return -1;
    case "ArrowRight": case "ArrowUp": return 1;
    case "PageDown": return -page;
    case "PageUp": return page;
    case "Home": return -n;
    case "End": return n;
    default: return 0;
  }
}

/**
 * Points of the strip: for each of `width` columns the largest context of its rows, and what happened there.
 * @type {(model: Model, width: number) => StripColumns}
 */
export function stripColumns(model, width) {
  const size = new Float64Array(width);
  /** @type {{ row: number, x: number }[]} */
  const cuts = [];
  /** @type {{ row: number, x: number }[]} */
  const forks = [];
  const { n } = model;
  if (n === 0) return { size, cuts, forks, most: 0 };
  /** @type {(row: number) => number} */
  const x = (row) => Math.min(width - 1, Math.floor((row / n) * width));
  let most = 0;
  for (let row = 0; row < n; row += 1) {
    if (model.ctx[row] > size[x(row)]) size[x(row)] = model.ctx[row];
    if (model.ctx[row] > most) most = model.ctx[row];
  }
  for (const item of model.compactions) cuts.push({ row: item.row, x: x(item.row) });
  // A fork shows where the file goes on from an entry that already had a child.
  for (let row = 1; row < n; row += 1) {
    const up = model.parent[row];
    if (up >= 0 && model.childCount(up) > 1 && model.children(up)[0] !== row) {
      const at = x(row);
      if (forks.length === 0 || forks[forks.length - 1].x !== at) forks.push({ row, x: at });
    }
  }
  return { size, cuts, forks, most };
}
