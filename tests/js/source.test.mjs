import assert from "node:assert/strict";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { EmbeddedSource, ServerSource } from "../../static/js/source.js";

const INDEX = {
  n: 3, strings: ["", "message", "user", "custom"], ids: ["a", "b", null], active: 2, leaves: [2], labels: {},
  cols: { line: [2, 3, 4], parent: [-1, 0, 1], time: [1, 2, null], kind: [1, 3, 1], role: [2, 0, 2], what: [0, 0, 0], flags: [0, 0, 0], link: [-1, -1, -1], ctx: [0, 0, 0], cost: [0, 0, 0], bytes: [9, 9, 9] },
};
const ITEMS = [0, 1, 2].map((row) => ({ row, line: row + 2, bytes: 9, cuts: [], entry: { type: "message", message: { role: "user", content: `text ${row}` } } }));

function embedded() {
  const pack = (items) => gzipSync(JSON.stringify(items)).toString("base64");
  return new EmbeddedSource({ index: INDEX, previews: ["p0", "p1", "p2"], blocks: [{ from: 0, to: 2, gzip: pack(ITEMS.slice(0, 2)) }, { from: 2, to: 3, gzip: pack(ITEMS.slice(2)) }] });
}

test("a page with its data inside answers the same questions", async () => {
  const source = embedded();
  assert.equal((await source.index()).n, 3);
  assert.deepEqual(await source.previews(1, 3), ["p1", "p2"]);
  assert.deepEqual((await source.entries([2, 0])).map((item) => item.row), [2, 0]);
  assert.deepEqual((await source.block(0, 3)).map((item) => item.row), [0, 1, 2]);
  assert.equal(await source.full(1, ["message", "content"]), "text 1");
  assert.deepEqual((await source.find("TEXT 2")).rows, [2]);
  const context = await source.context(2);
  assert.deepEqual(context.visibility.sent, [0, 2]);
  assert.deepEqual(context.omitted.map((item) => item.code), ["bookkeeping"]);
});

/** A stand-in for fetch: answers by path, notes what was asked. */
async function withServer(answers, run) {
  const asked = [];
  const before = globalThis.fetch;
  globalThis.fetch = async (address) => {
    asked.push(address);
    const url = new URL(address, "http://x");
    const [status, body] = answers(url);
    return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
  };
  try {
    await run(asked);
  } finally {
    globalThis.fetch = before;
  }
}

test("an index in parts is put together, its state goes with every later question", async () => {
  const part = (number) => ({ parts: 2, state: number === 0 ? "s1" : undefined, cols: { line: [number] }, ids: [String(number)] });
  await withServer((url) => [200, url.pathname.endsWith("/index") ? part(Number(url.searchParams.get("part") || 0)) : { previews: [] }], async (asked) => {
    const source = new ServerSource("k/1");
    const index = await source.index();
    assert.deepEqual(index.cols.line, [0, 1]);
    assert.deepEqual(index.ids, ["0", "1"]);
    await source.previews(0, 5);
    assert.match(asked.at(-1), /^\/api\/s\/k%2F1\/previews\?state=s1&from=0&to=5$/);
  });
});

test("short answers are asked again until nothing more comes", async () => {
  await withServer((url) => {
    const rows = url.searchParams.get("rows").split(",").map(Number);
    return [200, { entries: rows.filter((row) => row !== 7).slice(0, 2).map((row) => ({ row })) }];
  }, async () => {
    const source = new ServerSource("k");
    assert.deepEqual((await source.entries([5, 6, 7, 8, 9])).map((item) => item.row), [5, 6, 8, 9]);
  });
});

test("a long text comes in parts, a refusal brings its words", async () => {
  await withServer((url) => {
    if (!url.pathname.endsWith("/full")) return [409, { error: { message: "the file has changed" } }];
    const start = Number(url.searchParams.get("start"));
    return [200, { text: "abcdef".slice(start, start + 4), next: start === 0 ? 4 : null }];
  }, async () => {
    const source = new ServerSource("k");
    assert.equal(await source.full(0, ["message", "content"]), "abcdef");
    await assert.rejects(() => source.raw(0), /the file has changed/);
  });
});
