// What an export left out is said where it stood: in an exported page, and in an exported session file.
import assert from "node:assert/strict";
import test from "node:test";
import { kindLabel, statusSentence, statusWords } from "../../static/js/entry.js";
import { SessionModel } from "../../static/js/index-model.js";
import { isStandIn, LEFT_OUT, lineInList, partsLeftOut, promptLeftOut, sentLeftOut, tagsLeftOut } from "../../static/js/left-out.js";
import { localVisibility } from "../../static/js/visibility.js";

const STRINGS = ["", "message", "system", "user", "assistant", "custom", LEFT_OUT, "openai/gpt", "other/model", "state"];

/** Rows as [kind, role, what]. */
function session(rows, leftOutRows) {
  const n = rows.length;
  const zeros = new Array(n).fill(0);
  const column = (at) => rows.map((row) => STRINGS.indexOf(row[at]));
  return new SessionModel({
    n, strings: STRINGS, active: n - 1, leftOutRows, ids: rows.map((_, row) => `e${row}`),
    cols: { line: rows.map((_, row) => row + 2), parent: rows.map((_, row) => row - 1), time: zeros, kind: column(0), role: column(1), what: column(2), flags: zeros, link: zeros.map(() => -1), ctx: zeros, cost: zeros, bytes: zeros },
  });
}

const PAGE = [["message", "system", ""], ["message", "user", ""], ["message", "assistant", "openai/gpt"], ["message", "assistant", "other/model"]];

test("an exported page: the prompt keeps its rail and says that it is not here, a reply says what it lost", () => {
  const model = session(PAGE, { prompt: [0], thinking: [2, 3], images: [1, 2] });
  const view = localVisibility(model, 3);
  assert.deepEqual([isStandIn(model, 0), isStandIn(model, 2)], [true, false]);
  assert.equal(`${kindLabel(model, 0)} ${statusWords(model, view, 0, true)}`, "system prompt sent");
  assert.deepEqual(tagsLeftOut(model, 0).map((tag) => tag.text), ["left out of this copy"]);
  assert.deepEqual(tagsLeftOut(model, 2).map((tag) => tag.text), ["thinking left out", "image left out"]);
  assert.match(tagsLeftOut(model, 2)[0].title, /^Left out of this copy: thinking/);
  assert.deepEqual(partsLeftOut(model, 1), ["images (a note stands in their place)"]);
  const previews = { get: (row) => `line ${row}` };
  assert.deepEqual([0, 1].map((row) => lineInList(model, previews, row)), ["left out of this copy", "line 1"]);
  assert.equal(isStandIn(session(PAGE), 0), false);
});

test("what was sent and is not here is counted; thinking of another model was not sent", () => {
  const model = session(PAGE, { prompt: [0], thinking: [2, 3], images: [1] });
  const context = { visibility: { sent: [0, 1, 2, 3] } };
  assert.deepEqual(sentLeftOut(model, context, "openai/gpt"), { n: 3, parts: "system prompt 1, images 1, thinking 1" });
  assert.equal(sentLeftOut(model, { visibility: { sent: [3], summary: [0] } }, "openai/gpt"), null);
  assert.equal(sentLeftOut(session(PAGE), context, "openai/gpt"), null);
  assert.equal(promptLeftOut(model, { visibility: { sent: [3], summary: [0] } }), true);
  assert.equal(promptLeftOut(model, { visibility: { sent: [1, 2], dropped: [0] } }), false);
});

test("an exported session file: nothing tells what was sent of the original, so nothing is claimed", () => {
  const model = session([["custom", "", LEFT_OUT], ["custom", "", "state"]]);
  const view = localVisibility(model, 1);
  assert.deepEqual([0, 1].map((row) => statusWords(model, view, row, true)), ["left out of this copy", "never sent \u00b7 state"]);
  assert.match(statusSentence(model, view, 0, true), /stands in for an entry/);
  assert.deepEqual([0, 1].map((row) => kindLabel(model, row)), ["entry", "extension state"]);
  assert.equal(isStandIn(model, 0), true);
});
