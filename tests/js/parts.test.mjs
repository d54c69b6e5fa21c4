// What needs no page and has no test of its own beside it: previews and their cache, parts of entries, odd values, joins of answers.
import assert from "node:assert/strict";
import test from "node:test";
import { entryMarkdown } from "../../static/js/copying.js";
import { contentBlocks, foldPoint, lineCount, jsonText, modelName, wordOf } from "../../static/js/entry-parts.js";
import { callLine } from "../../static/js/entry-tools.js";
import { SessionModel } from "../../static/js/index-model.js";
import { languageOfFile } from "../../static/js/markdown.js";
import { growPage } from "../../static/js/moments.js";
import { callAbout, previewOf } from "../../static/js/preview.js";
import { PreviewCache } from "../../static/js/previews.js";
import { isRecord, shapeEntry, textAt } from "../../static/js/shape.js";
import { skillIn, wordsOfUser } from "../../static/js/skill.js";
import { ServerSource, whyOf } from "../../static/js/source.js";
import { damageNames, formatHash, parseHash, strayParts } from "../../static/js/state.js";
import { spanText } from "../../static/js/time.js";

/** JSON whose properties JavaScript takes for methods: converting such a value to text or number throws. */
const ODD = Object.freeze({ toString: 1, valueOf: 1, toJSON: 1, length: -1, hasOwnProperty: 1 });

test("the value does refuse to become text", () => {
  assert.throws(() => String(ODD), TypeError);
  assert.throws(() => Number(ODD), TypeError);
});

test("odd values in every place are named, and nothing throws", () => {
  const blocks = [ODD, { type: ODD }, { type: "text", text: ODD }, { type: "thinking", thinking: ODD }, { type: "image", mimeType: ODD }, { type: "toolCall", name: ODD, arguments: ODD }];
  const kinds = ["message", "compaction", "branch_summary", "custom_message", "custom", "label", "session_info", "model_change", "thinking_level_change", "usage", "context_edit", ODD];
  const fields = { message: { role: ODD, content: blocks, errorMessage: ODD }, summary: ODD, content: blocks, label: ODD, name: ODD, provider: ODD, modelId: ODD, thinkingLevel: ODD, kind: ODD, replacement: ODD, targetId: ODD };
  for (const type of kinds) {
    for (const entry of [{ ...fields, type }, { ...fields, type, message: ODD }, { ...fields, type, message: [ODD], content: ODD }]) {
      assert.equal(typeof previewOf(entry), "string");
      assert.match(entryMarkdown({ label: "x", line: 1, time: null, file: "/f", entry }), /^### x/);
      assert.deepEqual(shapeEntry(entry).entry, entry);
    }
  }
  for (const call of [{ name: ODD, arguments: ODD }, { arguments: { path: ODD, command: ODD } }]) assert.equal(typeof callLine(call), "string");
  assert.equal(languageOfFile(ODD), "");
  assert.equal(languageOfFile("/a/b.TSX"), "typescript");
  assert.equal(modelName(ODD), "");
  assert.equal(modelName({ provider: "p", modelId: ODD }), `p/${jsonText(ODD)}`);
  assert.equal(modelName({ provider: "p", modelId: "m" }), "p/m");
});

test("a record is an object with properties", () => {
  assert.deepEqual([{}, ODD, Object.create(null), [], null, undefined, "x", 0].map(isRecord), [true, true, true, false, false, false, false, false]);
});

test("previews: the words of each kind, white space folded, 160 characters at most", () => {
  const reply = (content, more) => previewOf({ type: "message", message: { role: "assistant", content, ...more } });
  assert.equal(reply("a\n\t b\u00a0 c "), "a b c");
  assert.equal(reply([{ type: "thinking", thinking: "first" }, { type: "text", text: " " }, { type: "text", text: "said" }]), "said");
  assert.equal(reply([{ type: "thinking", thinking: "deep" }, { type: "toolCall", name: "bash", arguments: { command: "ls", path: "p" } }]), "bash: ls");
  assert.equal(reply([{ type: "toolCall", name: "x", arguments: {} }]), "x");
  assert.equal(reply([{ type: "image", mimeType: "image/png" }]), "[image image/png]");
  assert.equal(reply("half", { errorMessage: "cut off" }), "half \u2014 cut off");
  assert.equal(Array.from(reply("\u{1f600}".repeat(200))).length, 160);
  assert.equal(previewOf({ type: "message", message: { role: "bashExecution", command: "pwd" } }), "bash: pwd");
  assert.equal(previewOf({ type: "message", message: { role: "system", sections: { rules: "r", tools: "t" } } }), "rules, tools");
  assert.equal(previewOf({ type: "message", message: { role: "toolResult", toolName: "read", content: [] } }), "read");
  assert.equal(previewOf({ type: "model_change", provider: "p", modelId: "m" }), "p/m");
  assert.equal(previewOf({ type: "context_edit", targetId: "e1", replacement: null }), "omit e1");
  assert.equal(previewOf({ type: "context_edit", targetId: "e1", replacement: { content: [{ type: "text", text: "new" }] } }), "replace e1: new");
  assert.equal(previewOf({ type: "new-kind", title: "of it" }), "of it");
  assert.deepEqual([null, [], "text", 3].map(previewOf), ["", "", "", ""]);
});

test("a call and a skill in one line, as the server says them", () => {
  const about = [["read", { path: "P.md", offset: 95, limit: 20 }], ["read", { path: "P.md", offset: 95 }], ["read", { path: "P.md", limit: 20 }], ["read", { path: "P.md", offset: 1.5 }],
    ["grep", { pattern: "pa+", path: "src", glob: "*.py" }], ["grep", { pattern: "pa+" }], ["find", { pattern: "*.md", path: "docs" }], ["ls", {}], ["other", { path: "a", offset: 3 }], ["read", null]];
  assert.deepEqual(about.map(([name, given]) => callAbout(name, given)), ["P.md:95-114", "P.md:95", "P.md:1-20", "P.md", "/pa+/ in src (*.py)", "/pa+/ in .", "*.md in docs", ".", "a", ""]);
  const result = { type: "message", message: { role: "toolResult", toolName: "edit", content: "Replaced" } };
  assert.equal(previewOf(result, { name: "edit", arguments: { path: "a.md" } }), "a.md \u00b7 Replaced");
  assert.equal(previewOf(result, { name: "bash", arguments: { command: `make ${"x".repeat(200)}` } }).length, 90 + 3 + 8);
  assert.equal(previewOf(result, null), "Replaced");
  const skill = '<skill name="tidy" location="/s">\nOne.\n</skill>\n\ngo on';
  assert.deepEqual(skillIn(skill), { name: "tidy", location: "/s", text: "One.", words: "go on" });
  assert.equal(previewOf({ type: "message", message: { role: "user", content: skill } }), "[skill] tidy go on");
  for (const plain of ["plain", "<skill name=\"a\" location=\"/s\">One.</skill>", "<skill name=\"a\" location=\"/s\">\nOne.\n</skill> and", "<skill name=\"a\" location=\"/s\">\nOne.\n</skill>\n\n"]) {
    assert.equal(skillIn(plain), null);
    assert.equal(wordsOfUser(plain), plain);
  }
});

test("previews are asked for by window, once, and again where that failed or the file grew", async () => {
  const asked = [];
  let broken = true;
  const source = { previews: async (from, to) => {
    asked.push([from, to]);
    if (broken && from >= 250) throw new Error("gone");
    // A short answer: the rest is asked for.
    return Array.from({ length: Math.min(100, to - from) }, (_, at) => `p${from + at}`);
  } };
  let loads = 0;
  const cache = new PreviewCache(source, 260, () => { loads += 1; });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  cache.want([0, 1, 249, -1, 251]);
  cache.want([2]);
  await settled();
  assert.deepEqual(asked, [[0, 250], [250, 260], [100, 250], [200, 250]]);
  assert.deepEqual([cache.get(0), cache.get(249), cache.get(251), loads], ["p0", "p249", undefined, 1]);
  broken = false;
  cache.want([251]);
  await settled();
  assert.deepEqual([cache.get(259), loads], ["p259", 2]);
  cache.grow(265, 260);
  cache.want([264]);
  await settled();
  assert.deepEqual([asked.at(-1), cache.get(264)], [[250, 265], "p264"]);
});

test("long texts fold after lines or characters, a short rest does not", () => {
  assert.equal(foldPoint("a\n".repeat(10)), 20);
  assert.equal(foldPoint("a\n".repeat(100)), 43);
  assert.equal(foldPoint("a".repeat(6300)), 6300);
  assert.equal(foldPoint("a".repeat(7000)), 6000);
  assert.deepEqual(["a\n".repeat(120), "a\nb", "a", ""].map(lineCount), [120, 2, 1, 1]);
});

test("content of any shape comes as blocks with their paths", () => {
  assert.deepEqual(contentBlocks(undefined, ["c"]), []);
  assert.deepEqual(contentBlocks("t", ["c"]), [{ block: { type: "text", text: "t" }, path: ["c"], textPath: ["c"] }]);
  assert.deepEqual(contentBlocks([1, null], ["m", "c"]), [{ block: 1, path: ["m", "c", 0], textPath: ["m", "c", 0, "text"] }, { block: null, path: ["m", "c", 1], textPath: ["m", "c", 1, "text"] }]);
  assert.deepEqual(contentBlocks({ a: 1 }, ["c"]), [{ block: { a: 1 }, path: ["c"], textPath: ["c"] }]);
  assert.deepEqual([wordOf("x"), wordOf(null), wordOf(undefined), wordOf(0), wordOf([1])], ["x", "", "", "0", "[\n  1\n]"]);
});

test("paths lead to own properties only", () => {
  const entry = JSON.parse('{"message":{"content":[{"text":"here"}]},"__proto__":{"a":"own"}}');
  assert.equal(textAt(entry, ["message", "content", 0, "text"]), "here");
  assert.equal(textAt(entry, ["__proto__", "a"]), "own");
  for (const path of [["constructor", "name"], ["message"], ["message", "content", 1, "text"], ["toString"]]) assert.throws(() => textAt(entry, path), /no text there/);
});

test("context and usage come whole, however many answers that takes", async () => {
  const view = JSON.stringify({ at: 5, path: [1, 5], words: "\u{1f600}" });
  const records = (from, next) => ({ sources: ["reply"], keys: [], row: [from], source: [0], key: [0], input: [1], output: [null], cacheRead: [0], cacheWrite: [0], cost: [0.5], next });
  const before = globalThis.fetch;
  globalThis.fetch = async (address) => {
    const url = new URL(address, "http://x");
    const slice = Number(url.searchParams.get("slice") || 0);
    const from = Number(url.searchParams.get("from") || 0);
    const body = url.pathname.endsWith("/context") ? { slices: 2, text: slice === 0 ? view.slice(0, 9) : view.slice(9) } : records(from, from < 2 ? from + 1 : null);
    return new Response(JSON.stringify(body));
  };
  try {
    const source = new ServerSource("k");
    assert.deepEqual(await source.context(5), JSON.parse(view));
    const usage = await source.usage();
    assert.deepEqual([usage.row, usage.cost, usage.output], [[0, 1, 2], [0.5, 0.5, 0.5], [null, null, null]]);
  } finally {
    globalThis.fetch = before;
  }
});

test("whatever is thrown has words", () => {
  assert.deepEqual([new Error("why"), "text", undefined, 4].map(whyOf), ["why", "text", "undefined", "4"]);
});

test("an address holds its own parts only", () => {
  assert.deepEqual(parseHash("#constructor=1&=2&entry&view=totals&__proto__=3"), { entry: null, at: null, leaf: null, view: "totals", pane: null, show: null, find: null, time: null, size: null, tree: null, damage: null });
  assert.deepEqual(strayParts("#L70"), ["L70"]);
  assert.deepEqual(strayParts("#entry=a&%%%&b=1&&view"), ["%%%", "b=1", "view"]);
  assert.deepEqual(strayParts("#"), []);
  assert.deepEqual(damageNames([{ kind: "torn", line: 7 }, { kind: "bom", line: 0 }, { kind: "torn", line: 7 }]), ["torn-L7", "bom", "torn-L7-2"]);
  assert.equal(formatHash({ entry: "a&b=c", view: "transcript", find: "\ud800" }), "#entry=a%26b%3Dc&find=%EF%BF%BD");
});

test("spans read as people say them", () => {
  assert.deepEqual([0, 950, 1500, 9_960, 59_000, 59_600, 119_700, 200_000, 7_500_000, -1, NaN, "5"].map(spanText), ["0 ms", "950 ms", "1.5 s", "10 s", "59 s", "1 min 00 s", "2 min 00 s", "3 min 20 s", "2 h 05 min", null, null, null]);
});

/** An index of one chain, or with `forkAt` one whose last row hangs from there. */
function chainIndex(n, forkAt = n - 2) {
  const parent = Array.from({ length: n }, (_, row) => (row === n - 1 ? forkAt : row - 1));
  const column = (value) => new Array(n).fill(value);
  return {
    n, strings: ["", "message", "user"], active: n - 1, ids: parent.map((_, row) => `e${row}`),
    cols: { line: parent.map((_, row) => row + 2), parent, kind: column(1), role: column(2), what: column(0), flags: column(0), link: column(-1) },
  };
}

/** A page that notes what is asked of its parts; it stands at `row` of the branch of `leaf`. */
function standIn(index, place) {
  const asked = [];
  const part = (name, more = {}) => new Proxy(more, { get: (known, key) => known[key] ?? ((...given) => {
    asked.push([`${name}.${String(key)}`, ...given.filter((value) => typeof value === "number" || typeof value === "boolean")]);
    return Promise.resolve();
  }) });
  const whole = new SessionModel(index);
  const parts = Object.fromEntries(["outline", "filter", "topbar", "transcript", "previews", "strip"].map((name) => [name, part(name)]));
  const env = { whole, model: whole, time: -1, at: -1, viewName: "transcript", get viewRow() { return this.at >= 0 ? this.at : this.leaf; }, refreshView() {}, savePlace() {}, drawView() {}, ...parts, details: part("details", { row: place.chosen }), ...place };
  return { env, asked };
}

test("a session that grows is followed at its end, and left alone elsewhere", () => {
  const atEnd = standIn(chainIndex(3), { leaf: 2, chosen: 2 });
  growPage(atEnd.env, chainIndex(5));
  assert.deepEqual([atEnd.env.leaf, atEnd.env.chosen, atEnd.env.model.n], [4, 4, 5]);
  assert.deepEqual(atEnd.asked.filter(([name]) => /grow|details/.test(name)), [["previews.grow", 5, 3], ["transcript.grow", 4, 4], ["details.show", 4]]);

  const reading = standIn(chainIndex(3), { leaf: 2, chosen: 1 });
  growPage(reading.env, chainIndex(5));
  assert.deepEqual([reading.env.leaf, reading.env.chosen], [4, 1]);
  assert.ok(!reading.asked.some(([name]) => name === "details.show"));

  // pi went back and on from an earlier entry: the branch that was followed is another one now.
  const forked = standIn(chainIndex(3), { leaf: 2, chosen: 2 });
  growPage(forked.env, chainIndex(4, 0));
  assert.deepEqual([forked.env.leaf, forked.asked.filter(([name]) => /^transcript\.(grow|show)/.test(name))], [3, [["transcript.show", 3, 3]]]);

  // What is shown as it stood at an earlier line stays as it stood.
  const then = standIn(chainIndex(3), { leaf: 1, chosen: 1, time: 1 });
  growPage(then.env, chainIndex(5));
  assert.deepEqual([then.env.leaf, then.env.model.n, then.env.whole.n], [1, 3, 5]);
  assert.deepEqual(then.asked, [["previews.grow", 5, 3], ["strip.paint"]]);
});
