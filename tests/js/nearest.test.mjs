// What comes nearest to a name that no entry has.
import assert from "node:assert/strict";
import test from "node:test";
import { lineAsked, nearestIds, rowNamed, slipsBetween } from "../../static/js/nearest.js";

const IDS = ["48d8fdd1", "48d8aaaa", "718d38dc", null, "", "0fdd48d8", "718d38cd"];

test("slips: changed, added, left out, swapped; no more counted than asked for", () => {
  assert.deepEqual([["abc", "abc"], ["abc", "axc"], ["abc", "ab"], ["abc", "bac"], ["abc", "xyz"], ["abc", "abcdefg"]].map(([a, b]) => slipsBetween(a, b, 2)), [0, 1, 1, 1, 3, 3]);
});

test("a part of an id, a slip of the pen, a beginning in common; nothing for what is far from all", () => {
  assert.deepEqual(nearestIds(IDS, "48d8fdd", 5), [0]);
  assert.deepEqual(nearestIds(IDS, "48d8", 5), [0, 1]);
  assert.deepEqual(nearestIds(IDS, "48d8", 1), [0]);
  assert.deepEqual(nearestIds(IDS, "718D38DC", 5), [2, 6]);
  assert.deepEqual(nearestIds(IDS, "84d8fdd1", 5), [0]);
  assert.deepEqual(nearestIds(IDS, "718xxxxx", 5), [2, 6]);
  assert.deepEqual(nearestIds(IDS, "zzzz", 5), []);
  assert.deepEqual(nearestIds(IDS, "", 5), []);
  assert.deepEqual(nearestIds([], "48d8", 5), []);
});

test("a line may stand for a name, an id comes first", () => {
  assert.deepEqual(["@line7", "L7", "l7", " 7", "7a", "L", ""].map(lineAsked), [7, 7, 7, 7, null, null, null]);
  const model = { find: (name) => ["12", "ab"].indexOf(name), rowOfLine: (line) => (line === 70 ? 5 : -1) };
  assert.deepEqual(["12", "ab", "L70", "@line70", "L71", "zz", null].map((name) => rowNamed(model, name)), [0, 1, 5, 5, -1, -1, -1]);
});
