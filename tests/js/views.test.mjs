// Pure parts of usage, live, time, map and step.
import assert from "node:assert/strict";
import test from "node:test";
import { CallBook } from "../../static/js/calls.js";
import { fromZero, linesRange } from "../../static/js/charts.js";
import { billedName } from "../../static/js/entry-parts.js";
import { FLAG, SessionModel } from "../../static/js/index-model.js";
import { grownIndex } from "../../static/js/live-model.js";
import { linePath, mapSegments, roomBeforeLine, segmentsOf } from "../../static/js/map-model.js";
import { rowsShown } from "../../static/js/numbers.js";
import { checkpointOf, contextShares, keptAtCut, listChange, repliesTo, stepBetween, tokensByRow } from "../../static/js/step-model.js";
import { modelAt, stripColumns } from "../../static/js/time-model.js";
import { buckets, cacheMisses, thinned, UsageBook } from "../../static/js/usage-model.js";

const STRINGS = ["message", "compaction", "branch_summary", "usage", "context_edit", "label", "", "user", "assistant", "system", "cache_warm", "toolResult"];
const number = (name) => STRINGS.indexOf(name);

/** Rows as [kind, role, parent, seconds, ctx]. */
function model(rows, extra = {}) {
  return new SessionModel({
    n: rows.length, strings: STRINGS, active: rows.length - 1, labels: {}, ids: rows.map((_, at) => `e${at}`), compactions: [],
    cols: {
      line: rows.map((_, at) => at + 2), parent: rows.map((row, at) => row[2] ?? at - 1), time: rows.map((row, at) => (row[3] ?? at) * 1000),
      kind: rows.map((row) => number(row[0])), role: rows.map((row) => number(row[1] || "")), what: rows.map((row) => number(row[5] || "")),
      flags: rows.map(() => 0), link: rows.map(() => -1), ctx: rows.map((row) => row[4] || 0), cost: rows.map(() => 1), bytes: rows.map(() => 10),
    },
    ...extra,
  });
}

/** Records as [row, source, input, cacheRead, cacheWrite, key]. */
function records(list) {
  const sources = ["reply", "tool", "compaction", "branch_summary", "hidden"];
  return {
    n: list.length, sources, keys: ["a/x", "b/y"], row: list.map((item) => item[0]), source: list.map((item) => sources.indexOf(item[1])), key: list.map((item) => item[5] || 0),
    input: list.map((item) => item[2]), output: list.map(() => 1), cacheRead: list.map((item) => item[3]), cacheWrite: list.map((item) => item[4]), cost: list.map(() => 0.5),
  };
}

const U = ["message", "user"];
const A = ["message", "assistant"];

test("misses are those of pi's rule, with the reason that the file tells", () => {
  const tree = model([U, A, U, A]);
  const misses = (second, more = {}) => cacheMisses(records([[1, "reply", 10, 0, 9000], [3, "reply", ...second, more.key || 0]]), more.tree || tree);
  assert.equal(misses([10, 9000, 50]).length, 0);
  assert.equal(misses([9000, 8000, 0]).length, 0, "1,024 tokens and fewer are noise");
  assert.deepEqual(misses([9000, 100, 0]).map((miss) => [miss.tokens, miss.reasons, miss.counted]), [[8910, ["unknown"], true]]);
  assert.deepEqual(misses([9000, 0, 0], { key: 1 })[0].reasons, ["model"]);
  const late = model([U, A, ["message", "user", 1, 400], ["message", "assistant", 2, 401]]);
  assert.deepEqual(misses([9000, 0, 0], { tree: late })[0].reasons, ["pause"]);
  const jump = model([U, A, ["message", "user", 0], A]);
  assert.deepEqual(misses([9000, 0, 0], { tree: jump })[0].reasons, ["jump"]);
  const prompt = model([U, A, ["message", "system"], A]);
  assert.deepEqual(misses([9000, 0, 0], { tree: prompt })[0].reasons, ["prompt"]);
  const cut = misses([9000, 0, 100], { tree: model([U, A, ["compaction", ""], A]) })[0];
  assert.deepEqual([cut.reasons, cut.counted], [["compaction"], false]);
});

test("a provider that never reports a cache has no misses, and a warming counts as a request", () => {
  const tree = model([U, A, U, A]);
  assert.equal(cacheMisses(records([[1, "reply", 9000, 0, 0], [3, "reply", 9000, 0, 0]]), tree).length, 0);
  const warm = model([U, ["usage", "", 0, 1, 0, "cache_warm"], A]);
  assert.equal(cacheMisses(records([[1, "hidden", 0, 9000, 0], [2, "reply", 9500, 0, 0]]), warm)[0].tokens, 9000);
});

test("the three totals reconcile", () => {
  const tree = model([U, A, ["message", "user", 0], A, ["compaction", ""]]);
  const book = new UsageBook(records([[1, "reply", 1, 0, 0], [3, "reply", 2, 0, 0], [4, "compaction", 4, 0, 0]]), tree);
  const rows = Object.fromEntries(book.reconcile((row) => row !== 1).map((row) => [row.name, row.sum]));
  assert.deepEqual(Object.keys(rows), ["replies", "compaction", "all", "others", "branch"]);
  assert.equal(rows.replies.cost + rows.compaction.cost, rows.all.cost);
  assert.equal(rows.all.cost - rows.others.cost, rows.branch.cost);
  assert.equal(rows.all.tokens, 10);
  assert.deepEqual(book.unrecorded(), { compaction: 0, branch_summary: 0 });
});

test("a summary without recorded usage is not known to be free", () => {
  const tree = model([U, ["compaction", ""], ["branch_summary", ""], ["branch_summary", ""], ["compaction", ""]]);
  tree.flags[3] = FLAG.EMPTY;
  assert.deepEqual(new UsageBook(records([[4, "compaction", 4, 0, 0]]), tree).unrecorded(), { compaction: 1, branch_summary: 1 });
});

test("thinning keeps extremes and ends, buckets keep sums", () => {
  const values = Array.from({ length: 50_000 }, (_, at) => (at === 31_234 ? 1e6 : at % 100));
  const kept = thinned(values.length, (at) => values[at], 400);
  assert.ok(kept.length <= 402 && kept.includes(31_234) && kept[kept.length - 1] === 49_999);
  assert.ok(kept.every((at, slot) => slot === 0 || at > kept[slot - 1]));
  const cut = buckets(values.map((_, at) => at), [(at) => values[at]], 300);
  assert.ok(cut.x.length <= 300);
  assert.equal(cut.sums[0].reduce((a, b) => a + b), values.reduce((a, b) => a + b));
  assert.equal(cut.counts.reduce((a, b) => a + b), values.length);
  assert.deepEqual(buckets([2, 4, 6], [() => 1], 2), { x: [2, 6], last: [4, 6], counts: [2, 1], size: 2, sums: [[2, 1]] });
});

test("an index that grows is the index of the longer file", () => {
  // A tool named as a role is: numbers move by table, not by text. The last place is that of names beyond the limit.
  const index = { n: 2, strings: ["message", "", "user", "", "user", "\u2026"], ids: ["a", "b"], cols: { kind: [0, 0], role: [2, 2], what: [4, 5], parent: [-1, 0], line: [2, 3], flags: [0, 0] } };
  const strings = ["message", "new", "", "user", "", "user", "\u2026"];
  const answer = { from: 2, to: 3, parents: null, ids: ["c"], head: { n: 3, strings, shadowed: [0] }, changed: { flags: { 0: 64 } }, strings: { role: 1, what: 1, rest: [5, 6] } };
  const grown = grownIndex(index, { ...answer, cols: { kind: [1], role: [3], what: [4], parent: [1], line: [4], flags: [0] } });
  assert.deepEqual(grown.cols, { kind: [0, 0, 1], role: [3, 3, 3], what: [5, 6, 4], parent: [-1, 0, 1], line: [2, 3, 4], flags: [64, 0, 0] });
  assert.deepEqual(grown.ids, [null, "b", "c"]);
  assert.deepEqual(index.cols.flags, [0, 0]);
});

test("an earlier moment has the rows, leaf, branches and cuts of that line", () => {
  const whole = model([U, A, ["message", "user", 0], A, ["compaction", ""], ["message", "user", 1]], { compactions: [{ row: 4, cut: 2 }] });
  const then = modelAt(whole, 3);
  assert.deepEqual([then.n, then.active, then.compactions.length], [4, 3, 0]);
  assert.deepEqual(then.branches.map((branch) => [branch.leaf, branch.active, branch.own, branch.forkedAt]), [[1, false, 1, 0], [3, true, 2, 0]]);
  assert.equal(modelAt(whole, 0).branches.length, 1);
  const strip = stripColumns(whole, 100);
  assert.deepEqual([strip.cuts.map((cut) => cut.row), strip.forks.map((fork) => fork.row)], [[4], [2]]);
});

test("labels of an earlier moment are those that stood then, renamed and cleared ones included", () => {
  const label = (target) => ["label", "", undefined, undefined, 0, "", target];
  const rows = [U, A, label(0), label(0), label(1), label(1)];
  const whole = model(rows, { labels: { 0: "second" }, pastLabels: { 2: "first", 4: "gone" } });
  whole.link.set(rows.map((row) => row[6] ?? -1));
  const at = (row) => Object.fromEntries(modelAt(whole, row).labels);
  assert.deepEqual([1, 2, 3, 4, 5].map(at), [{}, { 0: "first" }, { 0: "second" }, { 0: "second", 1: "gone" }, { 0: "second" }]);
});

test("the map gathers what is small and joins chains", () => {
  const rows = [U];
  for (let at = 1; at < 400; at += 1) rows.push(["message", "user", at % 2 ? Math.max(0, at - 2) : at - 1]);
  const tree = model(rows);
  const whole = segmentsOf(tree).segments;
  const cut = mapSegments(tree, [tree.n - 1], 20);
  assert.equal(cut.total, whole.length);
  assert.ok(cut.nodes.length <= 21 && cut.hidden > 0);
  assert.equal(cut.nodes.reduce((sum, node) => sum + node.entries, 0), tree.n);
  assert.ok(cut.nodes.every((node, at) => node.up < at));
  assert.equal(mapSegments(model([U, A, U]), [2]).nodes.length, 1);
});

test("a step tells new, gone and edited apart", () => {
  const wire = (...items) => items.map(([role, row, tokens, preview]) => ({ role, row, tokens, preview }));
  const before = { wire: wire(["system", 0, 9], ["user", 1, 5], ["assistant", 2, 5], ["toolResult", -1, 1]), omitted: [], path: [0, 1, 2], edits: [] };
  const after = { wire: wire(["system", 0, 9], ["user", 3, 5], ["assistant", 2, 2, "cut"], ["toolResult", -1, 1]), omitted: [{ row: 1, code: "before-boundary" }], path: [0, 1, 2, 3], edits: [{ row: 4, target: 3, omits: false }] };
  const step = stepBetween(before, after);
  assert.deepEqual(step.added.map((item) => [item.row, item.why]), [[3, "edit-replaces"]]);
  assert.deepEqual(step.gone.map((item) => [item.row, item.why]), [[1, "before-boundary"]]);
  assert.deepEqual(step.edited.map((item) => item.row), [2]);
  assert.equal(step.same, 2);
  assert.deepEqual(listChange(["read", "bash"], ["bash", "edit"]), { added: ["edit"], removed: ["read"] });
  assert.deepEqual(keptAtCut({ entries: [0, 1, 2] }, { entries: [3, 2] }, 3), [2]);
  assert.equal(tokensByRow(after).get(2), 2);
  // pi counts an entry as it is stored, also one that is not sent, and nothing of what it makes up.
  assert.deepEqual([...tokensByRow({ ...after, counted: { prompt: 9, rows: [[2, 4], [7, 6]] } })], [[2, 4], [7, 6], [0, 9], [3, 5]]);
});

test("shares add up to the estimate", () => {
  const tree = model([["message", "system"], U, A, ["message", "toolResult"], ["compaction", ""], U, ["message", "toolResult"]]);
  const view = {
    compaction: { row: 4 }, prompt: { text: "x".repeat(40), tools: ["read"] }, counted: { prompt: 30, rows: [[4, 6], [1, 8]] },
    wire: [{ role: "system", row: 4, tokens: 30 }, { role: "user", row: 4, tokens: 7 }, { role: "assistant", row: 2, tokens: 5 }, { role: "user", row: 5, tokens: 3 }, { role: "toolResult", row: 6, tokens: 4 }],
  };
  assert.deepEqual(Object.fromEntries(contextShares(tree, view)), { prompt: 10, tools: 20, summary: 6, kept: 5, results: 4, talk: 3, unsent: 8 });
  assert.equal(checkpointOf(view).tokens, 30);
  assert.equal(checkpointOf({ ...view, wire: view.wire.slice(1) }), undefined);
  assert.equal(contextShares(tree, { wire: [{ role: "user", row: 1, tokens: null }] }), null);
  assert.deepEqual(repliesTo(tree, 6), [2]);
});

test("a result and its call find each other whichever comes in first", () => {
  const book = new CallBook();
  const result = { row: 5, entry: { message: { role: "toolResult", toolCallId: "c" } } };
  const reply = { row: 4, entry: { message: { role: "assistant", content: [{ type: "toolCall", id: "c", name: "read", arguments: {} }] } } };
  const other = { row: 3, entry: { message: { role: "user", content: "c" } } };
  book.note(result);
  assert.deepEqual([result, other].map((item) => book.lacksHalf(item)), [true, false]);
  book.note(reply);
  assert.deepEqual([result, reply].map((item) => book.lacksHalf(item)), [false, false]);
});

test("a key of pi's breakdown without a model says so", () => {
  assert.equal(billedName("undefined/undefined"), "no model recorded");
  assert.equal(billedName("openai/undefined"), "openai, no model recorded");
  assert.equal(billedName("undefined/gpt"), "gpt, no provider recorded");
  assert.equal(billedName("openrouter/meta/llama"), "openrouter/meta/llama");
  assert.equal(billedName("undefined"), "undefined");
});

test("a button never stands for one row", () => {
  assert.deepEqual([11, 12, 13, 14].map((count) => rowsShown(count, 12)), [12, 12, 13, 12]);
});

test("sizes begin at zero, and what stands at the ends of the lines is seen whole", () => {
  assert.deepEqual(fromZero(1)(null, 1200, 1500), [0, 1500]);
  assert.deepEqual(fromZero(1)(null, -3, 1500), [-3, 1500], "a cost below zero is seen, too");
  assert.deepEqual(fromZero(1)(null, 0, 0), [0, 1]);
  const [from, to] = linesRange(Infinity, 90)({ width: 500 }, 10, 80);
  const pixels = (from - 10) * (392 / (to - from));
  assert.ok(pixels < -8 && pixels > -10 && Math.abs(to - 90 - (10 - from)) < 1e-9, `${from} ${to}`);
  assert.deepEqual(linesRange()({ width: 500 }, 7, 7), [6, 8]);
});

test("words below a node end before a line that goes down", () => {
  assert.equal(roomBeforeLine(140, -60, 16), Infinity, "a line that goes up leaves all the room");
  assert.equal(roomBeforeLine(140, 10, 16), Infinity, "so does one that stays above the words");
  assert.equal(linePath(0, 0, 140, 60), "M0 0H78C100 0 100 60 122 60H140");
  const rooms = [20, 60, 200].map((down) => roomBeforeLine(140, down, 16));
  assert.ok(rooms.every((room) => room > 78 && room < 122) && rooms[0] > rooms[1] && rooms[1] > rooms[2], `${rooms}`);
});
