// Filters of the tree, the flat list, and what is copied: what needs no page.
import assert from "node:assert/strict";
import test from "node:test";
import { CallBook } from "../../static/js/calls.js";
import { entryMarkdown, fenced } from "../../static/js/copying.js";
import { columnMatcher, FILTERS, toolCounts, toolFilter } from "../../static/js/filter.js";
import { findPattern, snippetOf, textWith } from "../../static/js/finder.js";
import { FLAG, SessionModel } from "../../static/js/index-model.js";
import { findRuns, layoutList, listItems } from "../../static/js/lanes.js";
import { localVisibility, visibilityFromContext } from "../../static/js/visibility.js";
import { WORDS } from "../../static/js/words.js";

function modelOf(rows) {
  const strings = [""];
  const number = (text) => {
    if (!strings.includes(text)) strings.push(text);
    return strings.indexOf(text);
  };
  const column = (pick) => rows.map(pick);
  return new SessionModel({
    n: rows.length, strings, ids: column((row, at) => `e${at}`), active: rows.length - 1, labels: { 1: "rule" },
    cols: {
      line: column((row, at) => at + 2), parent: column((row, at) => row.parent ?? at - 1), time: column((row, at) => at * 1000),
      kind: column((row) => number(row.kind || "message")), role: column((row) => number(row.role ?? (row.kind ? "" : "user"))),
      what: column((row) => number(row.what || "")), flags: column((row) => row.flags || 0), link: column((row) => row.link ?? -1),
      ctx: column(() => 0), cost: column(() => 0), bytes: column(() => 10),
    },
  });
}

const MODEL = modelOf([
  { role: "user" }, { role: "assistant" }, { role: "toolResult", what: "read" }, { role: "toolResult", what: "bash", flags: FLAG.ERROR },
  { kind: "label" }, { role: "bashExecution", flags: FLAG.EXCLUDED }, { kind: "custom_message", what: "x", flags: FLAG.HIDDEN }, { kind: "custom" },
  { kind: "compaction", link: 6 }, { kind: "usage" }, { role: "toolResult", what: "bash" },
]);
const VIEW = localVisibility(MODEL, MODEL.active);
const passing = (passes) => Array.from({ length: MODEL.n }, (_, row) => row).filter((row) => passes(MODEL, VIEW, row));

test("filters as in pi, and those of ours", () => {
  assert.equal(FILTERS.all, null);
  assert.deepEqual(passing(FILTERS.default), [0, 1, 2, 3, 5, 6, 8, 10]);
  assert.deepEqual(passing(FILTERS.noTools), [0, 1, 5, 6, 8]);
  assert.deepEqual(passing(FILTERS.user), [0]);
  assert.deepEqual(passing(FILTERS.labelled), [1]);
  assert.deepEqual(passing(FILTERS.piAll), [0, 1, 2, 3, 4, 5, 6, 7, 8, 10]);
  assert.deepEqual(passing(FILTERS.hidden), [5, 6, 7, 9]);
  assert.deepEqual(passing(FILTERS.errors), [3]);
  assert.ok(passing(FILTERS.lost).includes(0) && !passing(FILTERS.lost).includes(6));
  assert.deepEqual(passing(FILTERS.seen).filter((row) => passing(FILTERS.lost).includes(row)), []);
});

test("what an edit replaced is seen, what one left out is lost, a failed reply is neither", () => {
  const edited = modelOf([
    { role: "user" }, { role: "user" }, { role: "assistant", flags: FLAG.FAILED }, { role: "assistant", flags: FLAG.FAILED },
    { kind: "context_edit", link: 0 }, { kind: "context_edit", link: 1, flags: FLAG.OMITS }, { kind: "context_edit", link: 2, flags: FLAG.OMITS }, { kind: "context_edit", link: 3 },
  ]);
  const local = localVisibility(edited, 7);
  const exact = visibilityFromContext(edited, {
    at: 7, wire: [{ role: "user", row: 0 }], visibility: { edited: [0, 1, 2, 3], never: [4, 5, 6, 7] },
    omitted: [[0, "edit-replaces"], [1, "edit-omits"], [2, "edit-omits"], [3, "edit-replaces"]].map(([row, code]) => ({ row, code, why: null })),
    edits: [0, 1, 2, 3].map((target) => ({ row: target + 4, target, omits: target === 1 || target === 2 })),
  });
  for (const view of [local, exact]) {
    const rows = (passes) => [0, 1, 2, 3].filter((row) => passes(edited, view, row));
    assert.deepEqual([rows(FILTERS.seen), rows(FILTERS.lost)], [[0], [1]]);
    assert.deepEqual([2, 3].map((row) => view.code(row)), ["edit-omits", "failed-reply"]);
  }
});

test("by tool, the most used first, the user's own commands apart", () => {
  assert.deepEqual(toolCounts(MODEL), [["bash", 2], ["!", 1], ["read", 1]]);
  assert.deepEqual(passing(toolFilter("bash")), [3, 10]);
  assert.deepEqual(passing(toolFilter("!")), [5]);
  assert.deepEqual(passing(toolFilter("__proto__")), []);
});

test("every filter has a name and an explanation in both languages", () => {
  for (const name of [...Object.keys(FILTERS), "byTool"]) for (const words of Object.values(WORDS)) assert.ok(words[`filter.${name}`] && words[`filterAbout.${name}`], name);
});

test("a key stroke over 100,000 rows", () => {
  const n = 100_000;
  const big = modelOf(Array.from({ length: n }, (_, at) => ({ role: ["user", "assistant", "toolResult"][at % 3], what: at % 3 === 2 ? "bash" : "" })));
  const texts = Array.from({ length: n }, (_, at) => (at % 2 ? `some preview of a line ${at}` : undefined));
  const matches = columnMatcher(big, { get: (row) => texts[row] }, "line 777");
  const start = performance.now();
  let found = 0;
  for (let row = 0; row < n; row += 1) if (matches(row)) found += 1;
  assert.ok(found > 50);
  assert.ok(performance.now() - start < 400, `${performance.now() - start} ms`);
});

test("the flat list has every row once, in the order of the file", () => {
  const forked = modelOf([{}, {}, { parent: 0 }, { parent: 1 }]);
  const layout = layoutList(forked, 3);
  assert.deepEqual([...layout.onPath], [1, 1, 0, 1]);
  assert.deepEqual([...listItems(forked, layout, new Int32Array(4), { shut: new Set([0]) }).rows], [0, 1, 2, 3]);
  assert.equal(findRuns(forked, layout).length, 4);
});

test("Markdown that is copied: fences hold, invisible characters are named, no file name breaks out", () => {
  assert.equal(fenced("a ``` b"), "````\na ``` b\n````");
  const about = { label: "assistant", line: 4, time: "2026-01-01T00:00:00.000Z", file: "/a`b.jsonl" };
  const text = entryMarkdown({ ...about, entry: { type: "message", message: { role: "assistant", content: [
    { type: "thinking", thinking: "one\n\ntwo" }, { type: "text", text: "hi\u202e" }, { type: "toolCall", name: "bash", arguments: { command: "echo ```" } }, { type: "odd", x: 1 }, null,
  ] } } });
  assert.match(text, /^### assistant · L4 · 2026-01-01T00:00:00\.000Z\n\n`\/a'b\.jsonl:4`\n/);
  assert.ok(text.includes("> one\n>\n> two") && text.includes("hi⟦U+202E⟧") && text.includes("````json\n"));
  for (const entry of [null, 7, [], { type: "message" }, { type: "message", message: { role: "user", content: 3 } }, { type: "new", a: 1 }]) assert.doesNotThrow(() => entryMarkdown({ ...about, time: null, entry }));
});

test("what was written before is known until it is edited", () => {
  const book = new CallBook();
  const call = (row, name, more) => book.note({ row, cuts: [], entry: { message: { role: "assistant", content: [{ type: "toolCall", id: `c${row}`, name, arguments: { path: "a", ...more } }] } } });
  call(1, "write", { content: "one" });
  call(3, "write", { content: "two" });
  call(5, "edit", { oldText: "two", newText: "2" });
  assert.equal(book.writeBefore(1, "a"), null);
  assert.equal(book.writeBefore(3, "a").text, "one");
  assert.equal(book.writeBefore(5, "a").text, "two");
  assert.equal(book.writeBefore(7, "a"), null);
  assert.equal(book.writeBefore(7, "b"), null);
});

test("what is looked for: a pattern, a line around the first place, the text that holds it", () => {
  assert.equal(findPattern("a"), null);
  assert.equal(findPattern(" a "), null);
  const pattern = findPattern("Two  words");
  assert.equal(snippetOf("these are\ntwo\n words of many", pattern), "these are two words of many");
  assert.equal(snippetOf("a long line goes before these two words", pattern), "\u2026these two words");
  assert.equal(snippetOf("x".repeat(100) + "two words", pattern), `\u2026${"x".repeat(9)}two words`);
  assert.equal(snippetOf(`two words ${"\u{1f600}".repeat(300)}`, pattern).length, 10 + 2 * 150);
  assert.equal(snippetOf("nothing", pattern), null);
  // Signs of patterns are letters here.
  assert.equal(snippetOf("cost (a+b) [c] $5.00 \\d {2}", findPattern("(a+b) [c] $5.00 \\d {2}")), "cost (a+b) [c] $5.00 \\d {2}");
  assert.equal(snippetOf("cost 5x00", findPattern("5.00")), null);
  const entry = { type: "two words", message: { role: "two words", content: [{ type: "text", text: "none" }, { type: "text", text: "Two Words first" }], details: "two words later" } };
  assert.equal(textWith(entry, pattern), "Two Words first");
  assert.equal(textWith({ timestamp: "two words" }, pattern), null);
  let deep = "two words";
  for (let at = 0; at < 100_000; at += 1) deep = [deep];
  assert.equal(textWith(deep, pattern), "two words");
});
