import assert from "node:assert/strict";
import test from "node:test";
import { byteText, costText, tokenText } from "../../static/js/numbers.js";
import { formatHash, parseHash } from "../../static/js/state.js";
import { isoText, readableTime, spanText, stampText } from "../../static/js/time.js";
import { plainText, scanTerminal, scanText, shorten } from "../../static/js/visible-text.js";

test("ordinary text of any script stays one piece", () => {
  for (const text of ["plain", "重要：不要修改", "שלום", "👨‍👩‍👧‍👦 family", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", "क्‍ष", "a\tb\nc", "❤️", "e\u0301"]) {
    assert.deepEqual(scanText(text).map((piece) => piece.text), [text], text);
  }
  assert.deepEqual(scanText(""), []);
});

test("bidi controls, invisible characters and controls become marks", () => {
  assert.equal(plainText("abc\u202e321\u202c"), "abc⟦U+202E⟧321⟦U+202C⟧");
  assert.equal(plainText("a\u200bb\u200dc\ufeff"), "a⟦U+200B⟧b⟦U+200D⟧c⟦U+FEFF⟧");
  assert.equal(plainText("a\u0000\u0007\u001b[2J\u009b"), "a⟦NUL⟧⟦BEL⟧⟦ESC⟧[2J⟦U+009B⟧");
  assert.equal(plainText("line\r\nnext\rover"), "line\nnext⟦CR⟧over");
  assert.equal(plainText("a\u2028b"), "a⟦U+2028⟧b");
});

test("hidden tag characters are read out", () => {
  const hidden = [..."hi"].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join("");
  assert.equal(plainText(`x${hidden}y`), "x⟦tags “hi”⟧y");
});

test("halves of surrogate pairs become the replacement character", () => {
  assert.equal(plainText("a\ud83d b\udc00"), "a\ufffd b\ufffd");
  assert.equal(plainText("😀"), "😀");
});

test("colours become styles, other codes marks, nothing is lost", () => {
  const pieces = scanTerminal("\u001b[1;31mred\u001b[0m \u001b]8;;http://x\u0007link\u001b[2K");
  assert.deepEqual(pieces[0], { text: "red", style: "sgr-bold sgr-fg1" });
  assert.deepEqual(pieces[1], { text: " ", style: "" });
  assert.equal(pieces[2].mark, "⟦ESC⟧]8;;http://x⟦BEL⟧");
  assert.equal(pieces[3].text, "link");
  assert.equal(pieces[4].mark, "⟦ESC⟧[2K");
});

test("extended colours map to sixteen; text never takes the colour of its ground", () => {
  assert.equal(scanTerminal("\u001b[38;5;196mx")[0].style, "sgr-fg1");
  assert.equal(scanTerminal("\u001b[38;2;255;255;255mx")[0].style, "sgr-fg15");
  assert.equal(scanTerminal("\u001b[30;40mx")[0].style, "sgr-fg0");
  assert.equal(scanTerminal("\u001b[8mx")[0].style, "sgr-conceal");
});

test("an endless title sequence does not swallow the output", () => {
  const text = scanTerminal(`\u001b]0;${"a".repeat(5000)}`).map((piece) => piece.mark ?? piece.text).join("");
  assert.ok(text.length >= 5000);
});

test("shortening keeps characters whole", () => {
  assert.equal(shorten("abcdef", 4), "abc…");
  assert.equal(shorten("ab😀cdef", 4), "ab…");
  assert.equal(shorten("abc", 4), "abc");
});

test("the address round trip, with hostile names", () => {
  const parts = { entry: "a&b=#c/%\u202e<script>", at: null, leaf: null, view: "transcript", pane: "seen" };
  const back = parseHash(formatHash(parts));
  assert.equal(back.entry, parts.entry);
  assert.equal(back.pane, "seen");
  assert.equal(back.view, null);
  assert.doesNotThrow(() => formatHash({ entry: "\ud800" }));
  assert.equal(parseHash("#entry=%E0%A4%A&__proto__=x").entry, "%E0%A4%A");
});

test("stamps carry date and zone, odd instants say nothing", () => {
  assert.match(stampText(Date.UTC(2026, 2, 13, 4, 57, 38), "en"), /^13 Mar 2026, \d\d:\d\d:38 \S+$/);
  assert.equal(stampText(NaN, "en"), null);
  assert.equal(stampText(null, "en"), null);
  assert.equal(isoText(1e300), null);
  assert.equal(readableTime(8.64e15), true);
  assert.equal(spanText(40), "40 ms");
  assert.equal(spanText(200_500), "3 min 21 s");
  assert.equal(spanText(-1), null);
});

test("numbers", () => {
  assert.equal(tokenText(999), "999");
  assert.equal(tokenText(151_200), "151k");
  assert.equal(byteText(999_999), "976.6 KiB");
  assert.equal(byteText(57_243), "55.9 KiB");
  assert.equal(byteText(1023), "1,023 B");
  assert.equal(byteText(5 * 1024 ** 3), "5.0 GiB");
  assert.equal(costText(0.00042), "$0.0004");
  assert.equal(costText(0.1042), "$0.1042");
  assert.equal(costText(1234.5), "$1,234.50");
  assert.equal(costText(0), "$0");
  assert.equal(costText(NaN), "?");
});

test("of very many marks the rest stand in the text: named, none lost, no piece for each", () => {
  const pieces = scanText("汉\u0001".repeat(3_000));
  assert.ok(pieces.length <= 1_001);
  const said = pieces.map((piece) => piece.mark ?? piece.text).join("");
  assert.equal(said, "汉⟦SOH⟧".repeat(3_000));
  assert.ok(!pieces.some((piece) => (piece.text ?? "").includes("\u0001")));
});

test("a cost that nobody can read is written in powers of ten", () => {
  assert.deepEqual([1e308, -1e15, 1e6, 0.0123].map(costText), ["$1.00e+308", "$-1.00e+15", "$1,000,000.00", "$0.0123"]);
});
