import assert from "node:assert/strict";
import test from "node:test";
import { changedPart, diffLines, foldSame, pairRows, rowsOfPiDiff } from "../../static/js/diff.js";

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

test("the part of a line that changed, characters kept whole", () => {
  assert.deepEqual(changedPart("const a = 1;", "const a = 22;"), { start: 10, oldEnd: 11, newEnd: 12 });
  assert.equal(changedPart("abc", "xyz"), null);
  const part = changedPart("aaaa 😀", "aaaa 😁");
  assert.equal("aaaa 😀".slice(part.start, part.oldEnd), "😀");
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
