import assert from "node:assert/strict";
import test from "node:test";
import { FLAG, SessionModel } from "../../static/js/index-model.js";
import { railWord, statusSentence, statusWords } from "../../static/js/entry.js";
import { findRuns, layoutTree, listItems, runHolding, runSummary } from "../../static/js/lanes.js";
import { FILTERS } from "../../static/js/filter.js";
import { cutLoss, localVisibility, visibilityFromContext } from "../../static/js/visibility.js";

/** An index from short rows: {parent, kind, role, flags, link, time, id, what}. */
function modelOf(rows, extra = {}) {
  const strings = [""];
  const number = (text) => {
    const value = text || "";
    if (!strings.includes(value)) strings.push(value);
    return strings.indexOf(value);
  };
  const column = (pick) => rows.map(pick);
  return new SessionModel({
    n: rows.length, strings, ids: column((row, at) => (row.id === undefined ? `e${at}` : row.id)), active: rows.length - 1,
    cols: {
      line: column((row, at) => at + 2), parent: column((row, at) => row.parent ?? at - 1), time: column((row, at) => row.time ?? at * 1000),
      kind: column((row) => number(row.kind || "message")), role: column((row) => number(row.role ?? (row.kind ? "" : "user"))),
      what: column((row) => number(row.what)), flags: column((row) => row.flags || 0), link: column((row) => row.link ?? -1),
      ctx: column(() => 0), cost: column(() => 0), bytes: column(() => 10),
    },
    ...extra,
  });
}

function statuses(model, at) {
  const view = localVisibility(model, at);
  return Array.from({ length: model.n }, (_, row) => view.word(row));
}

test("children come by time, ties and unreadable times in file order", () => {
  const model = modelOf([{}, { parent: 0, time: 9 }, { parent: 0, time: 5 }, { parent: 0, time: 9 }]);
  assert.deepEqual([...model.children(0)], [2, 1, 3]);
  assert.equal(model.leafFor(0), 3);
  assert.deepEqual([...model.path(2)], [0, 2]);
});

test("a ring of parents is cut, every row is laid out once", () => {
  const model = modelOf([{ parent: 2 }, { parent: 0 }, { parent: 1 }, { parent: 2 }]);
  const { order } = layoutTree(model, model.active);
  assert.deepEqual([...order].sort(), [0, 1, 2, 3]);
  assert.ok(model.path(3).length <= 4);
});

test("a row that is its own parent is a root", () => {
  assert.deepEqual(modelOf([{ parent: 0 }, {}]).roots, [0]);
});

test("names: id, line, the last of a repeated id", () => {
  const model = modelOf([{ id: "a" }, { id: "a" }, { id: null }, { id: "__proto__" }]);
  assert.equal(model.find("a"), 1);
  assert.equal(model.addressName(0), "@line2");
  assert.equal(model.name(2), "@line4");
  assert.equal(model.find("@line4"), 2);
  assert.equal(model.find("@line99"), -1);
  assert.equal(model.find("__proto__"), 3);
  assert.equal(model.find("constructor"), -1);
});

test("an id is found one by one at first and by a table later, the last entry that has it each time", () => {
  const ids = Array.from({ length: 90 }, (_, at) => (at % 10 === 0 ? null : `id${at % 80}`));
  const model = modelOf(ids.map((id) => ({ id })));
  for (let round = 0; round < 2; round += 1) {
    for (let row = 0; row < 90; row += 1) {
      const last = ids.lastIndexOf(ids[row]);
      assert.equal(model.find(model.name(row)), ids[row] === null ? row : last, `${round} ${row}`);
      assert.equal(model.addressName(row), ids[row] === null || last !== row ? `@line${row + 2}` : ids[row]);
    }
    assert.equal(model.find("id0"), -1);
  }
});

test("columns with gaps and columns that are too short are filled", () => {
  const model = modelOf([{ time: null }, {}, {}], {});
  assert.ok(Number.isNaN(modelOf([{}, {}], { cols: { ...model.index.cols, time: [5, null] } }).time[1]));
  assert.deepEqual([...modelOf([{}, {}, {}], { cols: { ...model.index.cols, bytes: [7] } }).bytes], [7, 0, 0]);
});

test("side branches come first, the branch that is read stays in lane 0", () => {
  const model = modelOf([{}, { parent: 0 }, { parent: 1 }, { parent: 0 }, { parent: 3 }]);
  const layout = layoutTree(model, 2);
  assert.deepEqual([...layout.order], [0, 3, 4, 1, 2]);
  assert.deepEqual([0, 3, 4, 1, 2].map((row) => layout.lane[layout.chain[row]]), [0, 1, 1, 0, 0]);
  assert.deepEqual([...layoutTree(model, 4).order], [0, 1, 2, 3, 4]);
});

test("runs fold between talk, and unfold", () => {
  const tool = [{ role: "assistant" }, { role: "toolResult", what: "read" }];
  const model = modelOf([{}, ...tool, ...tool, ...tool, { role: "assistant" }, {}]);
  const layout = layoutTree(model, model.active);
  const runs = findRuns(model, layout);
  const folded = listItems(model, layout, runs);
  assert.deepEqual([...folded.rows], [0, 1, 7, 8]);
  assert.deepEqual([...folded.lengths], [1, 6, 1, 1]);
  assert.equal(runHolding(model, layout, runs, 4), 1);
  assert.equal(runHolding(model, layout, runs, 7), -1);
  assert.equal(listItems(model, layout, runs, { open: new Set([1]) }).rows.length, 9);
  assert.deepEqual(runSummary(model, layout, 1, 6, () => false).tools, [["read", 3]]);
  assert.deepEqual([...listItems(model, layout, runs, { keep: (row) => model.roleName(row) === "user" }).rows], [0, 8]);
});

test("hidden side branches leave the straight one", () => {
  const model = modelOf([{}, { parent: 0 }, { parent: 1 }, { parent: 0 }, { parent: 3 }]);
  const layout = layoutTree(model, 4);
  const items = listItems(model, layout, findRuns(model, layout), { shut: new Set([0]) });
  assert.deepEqual([...items.rows], [0, 3, 4]);
});

test("every item knows its place among its siblings", () => {
  const model = modelOf([{}, { parent: 0 }, { parent: 1 }, { parent: 0 }]);
  const layout = layoutTree(model, 3);
  const items = listItems(model, layout, findRuns(model, layout));
  assert.deepEqual([...items.rows], [0, 1, 2, 3]);
  assert.deepEqual([...items.nth], [1, 1, 2, 2]);
  assert.equal(items.count[0], 2);
});

test("a chain of 100,000 and 18,000 forks are laid out without recursion, lanes stay few", () => {
  const chain = modelOf(Array.from({ length: 100_000 }, () => ({})));
  assert.equal(layoutTree(chain, chain.active).order.length, 100_000);
  let seed = 7;
  const next = (limit) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % limit;
  };
  const forked = modelOf(Array.from({ length: 60_000 }, (_, at) => ({ parent: at === 0 ? -1 : at % 3 === 0 ? next(at) : at - 1 })));
  const layout = layoutTree(forked, forked.active);
  assert.equal(new Set(layout.order).size, 60_000);
  assert.ok(Math.max(...layout.lane) <= 17);
  assert.equal(listItems(forked, layout, findRuns(forked, layout)).first.length, 60_000);
});

test("the rail without a compaction", () => {
  const model = modelOf([
    { kind: "model_change" }, {}, { role: "assistant", flags: FLAG.FAILED }, { role: "bashExecution", flags: FLAG.EXCLUDED },
    { role: "sidecar", flags: FLAG.UNKNOWN_ROLE }, { kind: "custom" }, { kind: "branch_summary", flags: FLAG.EMPTY }, { kind: "custom_message" }, { parent: 1 },
  ]);
  assert.deepEqual(statuses(model, 7), ["never", "sent", "never", "never", "never", "never", "never", "sent", "other-branch"]);
});

test("reasons are those of the source: what pi keeps for itself, and state of others", () => {
  const model = modelOf([{ kind: "label" }, { kind: "model_change" }, { kind: "usage" }, { kind: "custom" }, { kind: "agent_start" }]);
  const view = localVisibility(model, 4);
  assert.deepEqual([0, 1, 2, 3, 4].map((row) => view.code(row)), ["bookkeeping", "bookkeeping", "bookkeeping", "state", "state"]);
});

test("two views say the same only when their reasons do", () => {
  const model = modelOf([{}, { kind: "label" }]);
  const view = localVisibility(model, 1);
  const answer = (code) => visibilityFromContext(model, { at: 1, wire: [{ row: 0 }], visibility: { sent: [0], never: [1] }, omitted: [{ row: 1, code, why: "" }] });
  assert.equal(answer("bookkeeping").saysTheSame(view), true);
  assert.equal(answer("state").saysTheSame(view), false);
  assert.equal(localVisibility(model, 0).saysTheSame(view), false);
});

test("leaves are those that the source counts, where it names them all", () => {
  const rows = [{}, { id: null, parent: -1 }, { parent: 0 }];
  assert.deepEqual([0, 1, 2].map((row) => modelOf(rows).isLeaf(row)), [false, true, true]);
  const told = modelOf(rows, { leaves: [2], leavesTotal: 1 });
  assert.deepEqual([0, 1, 2].map((row) => told.isLeaf(row)), [false, false, true]);
  assert.equal(modelOf(rows, { leaves: [2], leavesTotal: 9 }).isLeaf(1), true);
  assert.equal(modelOf(rows, { leaves: [2], leavesTotal: 1, eventLog: true }).isLeaf(2), false);
});

test("a branch that goes on behind the point shown has a mark and words of its own", () => {
  const model = modelOf([{}, {}, { parent: 0 }]);
  const view = localVisibility(model, 0);
  assert.equal(railWord(view, 1, true), "after");
  assert.equal(railWord(view, 2, false), "other-branch");
  assert.equal(statusWords(model, view, 1, true), "after this point");
});

test("a prompt before the boundary is sent again by the checkpoint, and both word and sentence say so", () => {
  const model = modelOf([{ role: "system" }, {}, { kind: "compaction", link: 1, flags: FLAG.CHECKPOINT }]);
  const view = localVisibility(model, 2);
  assert.equal(statusWords(model, view, 0, true), "sent by checkpoint");
  assert.match(statusSentence(model, view, 0, true), /sends the prompt again/);
});

test("the rail with a boundary: cut before the first kept entry, checkpoint, kept system message, edits", () => {
  const rows = [
    { role: "system" }, {}, { role: "assistant" }, { role: "system" }, {}, { role: "toolResult" },
    { kind: "compaction", link: 3, flags: FLAG.CHECKPOINT }, { kind: "context_edit", link: 5, flags: FLAG.OMITS }, { kind: "context_edit", link: 1 }, {},
  ];
  assert.deepEqual(statuses(modelOf(rows), 9), ["summary", "dropped", "dropped", "summary", "sent", "edited", "sent", "never", "never", "sent"]);
  rows[6].flags = 0;
  assert.deepEqual(statuses(modelOf(rows), 9).slice(0, 5), ["dropped", "dropped", "dropped", "dropped", "sent"]);
  rows[6].flags = FLAG.CHECKPOINT;
  assert.deepEqual(statuses(modelOf(rows), 5).slice(0, 7), ["sent", "sent", "sent", "sent", "sent", "sent", "other-branch"]);
});

test("a failed reply that an edit leaves out is edited, as the source says", () => {
  const rows = [{}, { role: "assistant", flags: FLAG.FAILED }, { kind: "context_edit", link: 1, flags: FLAG.OMITS }, { role: "assistant", flags: FLAG.FAILED }];
  assert.deepEqual(statuses(modelOf(rows), 3), ["sent", "edited", "never", "never"]);
});

test("a compaction that keeps nothing, or names an entry elsewhere, cuts at itself", () => {
  const model = modelOf([{}, {}, { kind: "compaction", link: -1 }, {}]);
  assert.deepEqual(statuses(model, 3), ["dropped", "dropped", "sent", "sent"]);
});

test("an older compaction in the kept range is not sent any more", () => {
  const model = modelOf([{}, { kind: "compaction", link: 0 }, {}, { kind: "compaction", link: 0 }]);
  assert.deepEqual(statuses(model, 3), ["sent", "dropped", "sent", "sent"]);
});

test("the source's view wins, with its own reasons", () => {
  const model = modelOf([{}, {}, {}]);
  const view = visibilityFromContext(model, {
    at: 2, visibility: { sent: [0], edited: [1], never: [2] }, omitted: [{ row: 2, code: "odd", why: "because" }], edits: [{ row: 2, target: 1, omits: false }], wire: [{ role: "user", row: 0 }, { role: "user", row: 1 }],
  });
  assert.deepEqual([0, 1, 2].map((row) => view.word(row)), ["sent", "edited", "never"]);
  assert.equal(view.code(1), "edit-replaces");
  assert.equal(view.why.get(2), "because");
});

test("what is never sent stays that behind a cut, and one meaning of lost counts for the card and the filter", () => {
  const model = modelOf([
    { role: "system" }, { kind: "custom" }, { role: "bashExecution", flags: FLAG.EXCLUDED }, {}, { role: "assistant", flags: FLAG.FAILED }, { kind: "label" }, { kind: "branch_summary", flags: FLAG.EMPTY },
    { role: "assistant" }, {}, { kind: "compaction", link: 8, flags: FLAG.CHECKPOINT }, {}, { kind: "compaction", link: 9 }, {},
  ]);
  const first = localVisibility(model, 10);
  assert.deepEqual(statuses(model, 10).slice(0, 11), ["summary", "never", "never", "dropped", "never", "never", "never", "dropped", "sent", "sent", "sent"]);
  assert.deepEqual([1, 2, 4, 5, 6].map((row) => first.code(row)), ["state", "excluded", "failed-reply", "bookkeeping", "empty-summary"]);
  assert.deepEqual(cutLoss(model, 9), { lost: [3, 7], back: [0], never: [1, 2, 4, 5, 6] });
  assert.deepEqual(Array.from({ length: 13 }, (_, row) => row).filter((row) => FILTERS.lost(model, first, row)), [3, 7]);
  assert.deepEqual(cutLoss(model, 11), { lost: [8, 9], back: [], never: [] });
});

test("in a file that pi refuses or fails on, nothing is claimed to be sent", () => {
  const refused = modelOf([{}, { kind: "label" }], { pi: { opens: false } });
  const view = localVisibility(refused, 1);
  assert.equal(statusWords(refused, view, 0, true), "would be sent");
  assert.match(statusSentence(refused, view, 0, true), /refuses this file/);
  assert.equal(statusWords(refused, view, 1, true), "never sent · bookkeeping");
  const opened = modelOf([{}], { pi: { opens: true, hangs: false, throws: "counting usage" } });
  const [fails, works] = ["boom", null].map((throws) => visibilityFromContext(opened, { at: 0, wire: [{ row: 0 }], visibility: { sent: [0] }, throws }));
  assert.equal(statusWords(opened, fails, 0, true), "would be sent");
  assert.equal(statusWords(opened, works, 0, true), "sent");
  assert.equal(fails.saysTheSame(works), false);
});
