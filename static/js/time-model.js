/** The session as it stood when a line was written: the same columns, ended there. Pure. */
import { SessionModel } from "./index-model.js";

/** Labels of which the last setter stands at or before `row`; an older text that was replaced later is not in the index. */
function labelsThen(model, row) {
  const last = new Map();
  for (let at = 0; at < model.n; at += 1) if (model.kindName(at) === "label" && model.link[at] >= 0) last.set(model.link[at], at);
  return Object.fromEntries([...model.labels].filter(([target]) => target <= row && (last.get(target) ?? target) <= row));
}

/** Branches of the tree as it stood, in file order of their leaves. */
function branchesThen(model) {
  const found = [];
  for (let leaf = 0; leaf < model.n; leaf += 1) {
    if (model.childCount(leaf) > 0 || model.cyclic.has(leaf)) continue;
    let fork = model.parent[leaf];
    while (fork >= 0 && model.childCount(fork) < 2) fork = model.parent[fork];
    const entries = model.depth[leaf] + 1;
    const time = model.time[leaf];
    found.push({ leaf, active: leaf === model.active, entries, own: fork < 0 ? entries : entries - model.depth[fork] - 1, forkedAt: fork, modified: Number.isNaN(time) ? null : time, preview: "" });
  }
  return found;
}

/** The model of the tree as it stood right after `row` was written; pi's active leaf is then that entry itself. */
export function modelAt(model, row) {
  const n = row + 1;
  const { index } = model;
  const cut = (values) => (values ? values.slice(0, n) : values);
  const cols = Object.fromEntries(Object.entries(index.cols).map(([name, values]) => [name, cut(values)]));
  const then = new SessionModel({
    ...index, n, cols, ids: cut(index.ids), active: row, leaves: [], leavesTotal: 0,
    labels: labelsThen(model, row), cyclic: (index.cyclic || []).filter((at) => at < n),
    compactions: model.compactions.filter((item) => item.row < n), branches: [], branchesTotal: 0,
  });
  then.branches = branchesThen(then);
  then.branchesTotal = then.branches.length;
  return then;
}

/** Points of the strip: for each of `width` columns the largest context of its rows, and what happened there. */
export function stripColumns(model, width) {
  const size = new Float64Array(width);
  const cuts = [];
  const forks = [];
  const { n } = model;
  if (n === 0) return { size, cuts, forks, most: 0 };
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
