// A page that carries its session answers what the server answers, from packed elements.
import assert from "node:assert/strict";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { EmbeddedSource } from "../../static/js/embedded.js";
import { pictureAt, shapeEntry, textAt } from "../../static/js/shape.js";

const INDEX = {
  n: 4, parts: 1, strings: ["", "message", "user", "custom", "hookMessage", "compaction"], ids: ["a", "b", null, "d"], active: 3, leaves: [3], labels: {},
  cols: { line: [2, 3, 4, 6], parent: [-1, 0, 1, 2], time: [1, 2, null, 4], kind: [1, 3, 1, 1], role: [2, 0, 2, 2], what: [0, 0, 0, 0], flags: [0, 0, 0, 0], link: [-1, -1, -1, -1], ctx: [0, 0, 0, 0], cost: [0, 0, 0, 0], bytes: [9, 9, 9, 9] },
};
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const LINES = [
  '{"type":"message","message":{"role":"user","content":"text 0 <\\/script> caf\\u00e9"}}',
  '{"type":"custom","customType":"state","data":{"text 9":1}}',
  `{"type":"message","message":{"role":"user","content":[{"type":"text","text":"text 2 a\\"b"},{"type":"image","mimeType":"image/png","data":"${PNG}"}]}}`,
  `{"type":"message","message":{"role":"hookMessage","content":"${"long ".repeat(5000)}"}}`,
];

function packed(text) {
  return `"${gzipSync(text).toString("base64")}"`;
}

function source({ contexts = [], version = 3, without = [], lines = LINES, extra = {} } = {}) {
  const elements = {
    "pi-session-data": JSON.stringify({ format: 1, version, blocks: [0, 2], contexts }),
    "pi-index-0": packed(JSON.stringify({ ...INDEX, ...extra })),
    "pi-entries-0": packed(lines.slice(0, 2).join("\n")),
    "pi-entries-1": packed(lines.slice(2).join("\n")),
    "pi-context-3": packed(JSON.stringify({ at: 3, path: [0, 1, 2, 3], wire: [{ role: "user", row: 0 }, { role: "toolResult", row: -1 }] })),
  };
  return new EmbeddedSource(async (name) => (without.includes(name) ? null : elements[name] ?? null));
}

test("index, entries, previews, raw lines", async () => {
  const page = source();
  assert.equal((await page.index()).n, 4);
  assert.deepEqual((await page.entries([2, 0, 99, -1])).map((item) => item.row), [2, 0]);
  assert.deepEqual((await page.block(0, 4)).map((item) => item.line), [2, 3, 4, 6]);
  assert.deepEqual(await page.previews(0, 3), ["text 0 </script> caf\u00e9", "state", 'text 2 a"b']);
  assert.equal((await page.raw(0)).text, LINES[0]);
});

test("a result leads with its call, from a reply above it in whatever block", async () => {
  const strings = ["", "message", "assistant", "toolResult", "edit"];
  const row = (role) => ({ line: 1, parent: -1, time: 1, kind: 1, role, what: 0, flags: 0, link: -1, ctx: 0, cost: 0, bytes: 9 });
  const rows = [row(2), row(3), row(3), row(3)].map((item, at) => ({ ...item, line: at + 2, parent: at - 1 }));
  const cols = Object.fromEntries(Object.keys(rows[0]).map((name) => [name, rows.map((item) => item[name])]));
  const index = { n: 4, parts: 1, strings, ids: ["a", "b", "c", "d"], active: 3, leaves: [3], labels: {}, cols };
  const result = (id) => JSON.stringify({ type: "message", message: { role: "toolResult", toolName: "edit", toolCallId: id, content: `done ${id}` } });
  const calls = ["x", "y"].map((id) => ({ type: "toolCall", id, name: "edit", arguments: { path: `${id}.md` } }));
  const blocks = [[JSON.stringify({ type: "message", message: { role: "assistant", content: calls } }), result("x")], [result("y"), result("z")]];
  const elements = { "pi-session-data": JSON.stringify({ format: 1, version: 3, blocks: [0, 2], contexts: [] }), "pi-index-0": packed(JSON.stringify(index)),
    "pi-entries-0": packed(blocks[0].join("\n")), "pi-entries-1": packed(blocks[1].join("\n")) };
  const page = new EmbeddedSource(async (name) => elements[name] ?? null);
  await page.index();
  assert.deepEqual(await page.previews(1, 4), ["x.md \u00b7 done x", "y.md \u00b7 done y", "done z"]);
});

test("pictures are named in entries and given on demand, their type by their bytes", async () => {
  const page = source();
  await page.index();
  const [item] = await page.entries([2]);
  assert.deepEqual(item.entry.message.content[1], { type: "image", mimeType: "image/png", bytes: 72, cut: true, index: 0 });
  assert.match((await page.image(2, 0)).url, /^blob:/);
  assert.match((await page.image(2, 1)).reason, /no image data/);
  assert.match(pictureAt({ type: "image", mimeType: "image/png", data: btoa("<svg onload=1>") }, 0).reason, /SVG/);
});

test("a long text is cut and there in full on request", async () => {
  const page = source();
  await page.index();
  const [item] = await page.entries([3]);
  assert.equal(item.entry.message.content.length, 20_000);
  assert.deepEqual(item.cuts, [{ path: ["message", "content"], chars: 25_000 }]);
  assert.equal((await page.full(3, ["message", "content"])).length, 25_000);
  await assert.rejects(() => page.full(3, ["message", "toString"]), /no text/);
});

test("find looks at what is said, not at how it is written", async () => {
  const page = source();
  await page.index();
  assert.deepEqual((await page.find("TEXT 2")).rows, [2]);
  assert.deepEqual((await page.find("caf\u00c9")).rows, [0]);
  assert.deepEqual((await page.find("</script>")).rows, [0]);
  assert.deepEqual((await page.find('a"B')).rows, [2]);
  assert.deepEqual((await page.find("text 9")).rows, []);
  assert.deepEqual(await page.find("text", 1), { rows: [2], searched: 4, truncated: false });
});

test("contexts: as stored where the page has them, else from the columns and called so", async () => {
  const page = source({ contexts: [3] });
  await page.index();
  assert.equal((await page.context(3)).local, undefined);
  const local = await page.context(2);
  assert.equal(local.local, true);
  assert.deepEqual(local.visibility.sent, [0, 2]);
  assert.deepEqual(local.omitted.map((item) => item.code), ["state"]);
  const messages = await page.messages(3, "wire", 0, 2);
  assert.equal(messages.length, 1);
  assert.equal(messages[0].stored, true);
});

test("an old role has its new name, and nothing is made up that the line does not hold", async () => {
  const page = source({ version: 1 });
  await page.index();
  const [item] = await page.entries([3]);
  assert.equal(item.entry.message.role, "custom");
  assert.deepEqual(Object.keys(item.entry), ["type", "message"]);
});

test("ids that an export made up are shown to nobody", async () => {
  const page = source({ lines: ['{"type":"turn_start","id":"0a1b2c3d","parentId":null}', ...LINES.slice(1)], extra: { madeIds: true } });
  await page.index();
  assert.deepEqual((await page.entries([0]))[0].entry, { type: "turn_start" });
  assert.deepEqual(await page.previews(0, 1), [""]);
});

test("a file that was cut off says so", async () => {
  const page = source({ without: ["pi-entries-1"] });
  await page.index();
  assert.equal((await page.entries([0])).length, 1);
  await assert.rejects(() => page.entries([2]), /cut off|截断/);
  await assert.rejects(() => source({ without: ["pi-session-data"] }).index(), /cut off|截断/);
});

test("shaping never recurses, keeps odd names and bounds everything", () => {
  let deep = "x";
  for (let level = 0; level < 5000; level += 1) deep = [deep];
  const shaped = shapeEntry({ deep, "__proto__x": 1 });
  assert.equal(shaped.cuts[0].tooDeep, true);
  const odd = shapeEntry(JSON.parse('{"__proto__":{"a":1},"constructor":"c"}')).entry;
  assert.deepEqual(Object.keys(odd), ["__proto__", "constructor"]);
  assert.equal(Object.getPrototypeOf(odd), Object.prototype);
  assert.equal(shapeEntry(Array.from({ length: 40_000 }, () => 1)).entry.tooLarge, true);
  assert.throws(() => textAt({ a: [1] }, ["a", 0]), /no text/);
});
