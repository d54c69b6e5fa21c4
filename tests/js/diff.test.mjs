import assert from "node:assert/strict";
import test from "node:test";
import { changedParts, diffLines, foldSame, pairRows, rowsOfPiDiff } from "../../static/js/diff.js";

const show = (rows) => rows.map((row) => row.sign + row.text);
const sides = (rows) => [rows.filter((row) => row.sign !== "+"), rows.filter((row) => row.sign !== "-")].map((side) => side.map((row) => row.text).join("\n"));

test("lines that stay, go and come, with their numbers", () => {
  const rows = diffLines("a\nb\nc\nd", "a\nB\nc\nd\ne");
  assert.deepEqual(show(rows), [" a", "-b", "+B", " c", " d", "+e"]);
  assert.deepEqual(rows.map((row) => [row.old, row.new]), [[1, 1], [2, 0], [0, 2], [3, 3], [4, 4], [0, 5]]);
  assert.deepEqual(show(diffLines("", "x\ny")), ["+x", "+y"]);
  assert.deepEqual(show(diffLines("x", "")), ["-x"]);
  assert.deepEqual(diffLines("", ""), []);
  assert.deepEqual(show(diffLines("a\n", "a\nb\n")), [" a", "+b"]);
  assert.deepEqual(show(diffLines("a", "a\n")), [" a", "+"]);
  assert.deepEqual(show(diffLines("重要\r\n😀", "重要\r\n😁")), [" 重要\r", "-😀", "+😁"]);
});

test("both sides come back whole, and the way is the shortest", () => {
  let seed = 7;
  const random = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor((seed / 2147483648) * n); };
  for (let round = 0; round < 400; round += 1) {
    const text = () => Array.from({ length: 1 + random(9) }, () => "abc"[random(3)]).join("\n");
    const [before, after] = [text(), text()];
    const rows = diffLines(before, after);
    assert.deepEqual(sides(rows), [before, after]);
    const [a, b] = [before.split("\n"), after.split("\n")];
    const table = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0));
    for (let i = a.length - 1; i >= 0; i -= 1) for (let j = b.length - 1; j >= 0; j -= 1) table[i][j] = a[i] === b[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
    assert.equal(rows.filter((row) => row.sign === " ").length, table[0][0]);
  }
});

test("texts without anything in common cost no more than their lines", () => {
  const many = (word, n) => Array.from({ length: n }, (_, at) => `${word}${at}`).join("\n");
  const start = performance.now();
  const rows = diffLines(many("a", 9000), many("b", 9000));
  assert.ok(performance.now() - start < 2000);
  assert.equal(rows.length, 18_000);
  assert.deepEqual(sides(rows), [many("a", 9000), many("b", 9000)]);
  assert.equal(diffLines("x".repeat(5_000_000), "y".repeat(5_000_000)).length, 2);
});

test("pi's own diff is read with its line numbers; other text is not", () => {
  const rows = rowsOfPiDiff("    ...\n  8 eight\n- 9 nine\n+ 9 NINE\n 10 ten\n+11 ");
  assert.deepEqual(rows.map((row) => [row.sign, row.text, row.old, row.new]), [["~", "", 0, 0], [" ", "eight", 8, 8], ["-", "nine", 9, 0], ["+", "NINE", 0, 9], [" ", "ten", 10, 10], ["+", "", 0, 11]]);
  assert.equal(rowsOfPiDiff("@@ -1 +1 @@\n-a\n+b"), null);
  assert.equal(rowsOfPiDiff(""), null);
});

test("side by side: what goes stands beside what comes", () => {
  const pairs = pairRows(diffLines("a\nb\nc", "a\nx\ny\nc"));
  assert.deepEqual(pairs.map(([left, right]) => [left && left.text, right && right.text]), [["a", "a"], ["b", "x"], [null, "y"], ["c", "c"]]);
});

test("the parts of a line that changed: words and characters whole, what stays between them left out", () => {
  /** Both lines, with what changed in brackets. */
  const marked = (...lines) => {
    const found = changedParts(...lines);
    return found && lines.map((line, side) => [found.old, found.new][side].reduceRight((text, { start, end }) => `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`, line));
  };
  for (const [before, after, ...wanted] of [
    ["const a = 1;", "const a = 22;", "const a = [1];", "const a = [22];"],
    ["p = {'绿茶': 12, '红茶': 15}", "p = {'绿茶': 10.8, '红茶': 13.5}", "p = {'绿茶': [12], '红茶': [15]}", "p = {'绿茶': [10.8], '红茶': [13.5]}"],
    ["aaaa 😀", "aaaa 😁", "aaaa [😀]", "aaaa [😁]"],
    ["不要改动旧目录", "不要修改旧目录", "不要改[动]旧目录", "不要[修]改旧目录"],
    ["one two", "one big two", "one two", "one [big ]two"],
    ["call(a, b)", "call(c, d)", "call([a, b])", "call([c, d])"],
  ]) assert.deepEqual(marked(before, after), wanted);
  assert.equal(changedParts("abc", "xyz"), null);
  // Of a very long line the place that changed, whole characters.
  assert.deepEqual(changedParts(`${"x".repeat(5_000)}😀${"y".repeat(900)}`, `${"x".repeat(5_000)}😁${"y".repeat(900)}`), { old: [{ start: 5_000, end: 5_002 }], new: [{ start: 5_000, end: 5_002 }] });
  assert.equal(changedParts("same", "same"), null);
  // So many that they say nothing apart.
  const many = changedParts("x1 y x2 y x3 y x4 y x5 y x6 y x7 y x8 y x9 y keep this much of the line".replace(/y/g, "yyyy"), "z1 y z2 y z3 y z4 y z5 y z6 y z7 y z8 y z9 y keep this much of the line".replace(/y/g, "yyyy"));
  assert.equal(many.old.length, 1);
  // A long middle counts as one.
  const words = (name) => Array.from({ length: 60 }, (_, at) => `${name}${at} same`).join(" ");
  const long = changedParts(`${"keep ".repeat(60)}${words("a")}`, `${"keep ".repeat(60)}${words("b")}`);
  assert.deepEqual(long.old, [{ start: 300, end: 300 + words("a").length - " same".length }]);
});

test("long equal stretches fold, short ones stay, nothing is lost", () => {
  const text = Array.from({ length: 40 }, (_, at) => `l${at}`);
  const changed = [...text];
  changed[20] = "new";
  const rows = diffLines(text.join("\n"), changed.join("\n"));
  const parts = foldSame(rows);
  assert.deepEqual(parts.map((part) => (part.skip ? `skip ${part.skip.length}` : part.length)), ["skip 17", 3, 2, 3, "skip 16"]);
  assert.deepEqual(parts.flatMap((part) => part.skip || part), rows);
  assert.equal(foldSame(diffLines("a\nb\nc\nd\ne\nf\ng\nh", "a\nb\nc\nd\ne\nf\ng\nh")).length, 1);
});
