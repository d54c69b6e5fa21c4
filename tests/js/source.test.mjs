import assert from "node:assert/strict";
import test from "node:test";
import { ServerSource } from "../../static/js/source.js";

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

test("a file that went under the page is no failure of the page, and is said all the same", async () => {
  await withServer(() => [200, { error: { kind: "vanished", message: "it is no longer there" } }], async () => {
    const source = new ServerSource("k");
    await assert.rejects(() => source.raw(0), /no longer there/);
    assert.deepEqual(await source.image(0, 0), { reason: "it is no longer there" });
  });
});

test("a refusal has its status, a server that is gone is said in our words", async () => {
  await withServer(() => [403, { error: { message: "open the printed address" } }], async () => {
    await assert.rejects(() => new ServerSource("k").live(), (error) => error.status === 403 && error.message === "open the printed address");
  });
  await withServer(() => { throw new TypeError("Failed to fetch"); }, async () => {
    await assert.rejects(() => new ServerSource("k").raw(0), /^Error: the server does not answer$/);
  });
});

/** The page with, or without, the link by which early.js asks ahead. */
async function withPage(link, run) {
  globalThis.document = { querySelector: () => link };
  try {
    await run();
  } finally {
    delete globalThis.document;
  }
}

test("what was asked for along with the page is not asked for again, and what is not in it is", async () => {
  const first = { state: "s1", entries: [{ row: 8 }, { row: 9 }], previews: { 0: ["a", "b", "c"] } };
  await withPage({}, () => withServer((url) => {
    if (url.pathname.endsWith("/index")) return [200, { state: "s1", parts: 1 }];
    if (url.pathname.endsWith("/opening")) return [200, first];
    if (url.pathname.endsWith("/previews")) return [200, { previews: ["x"] }];
    return [200, { entries: url.searchParams.get("rows").split(",").map((row) => ({ row: Number(row) })) }];
  }, async (asked) => {
    const source = new ServerSource("k");
    await source.index();
    assert.deepEqual(await source.entries([9, 8]), [{ row: 9 }, { row: 8 }]);
    assert.deepEqual(await source.previews(0, 2), ["a", "b"]);
    assert.deepEqual(asked.map((address) => address.split("/").pop()), ["opening", "index"]);
    assert.deepEqual((await source.entries([7, 8])).map((item) => item.row), [7, 8]);
    assert.match(asked.at(-1), /block\?state=s1&rows=7$/);
    assert.deepEqual(await source.previews(250, 300), ["x"]);
  }));
});

test("an early answer about another state of the file, or none, counts for nothing", async () => {
  for (const answer of [[200, { state: "s0", entries: [{ row: 1 }], previews: { 0: ["old"] } }], [404, { error: { message: "gone" } }]]) {
    await withPage({}, () => withServer((url) => {
      if (url.pathname.endsWith("/index")) return [200, { state: "s1", parts: 1 }];
      if (url.pathname.endsWith("/opening")) return answer;
      return [200, url.pathname.endsWith("/previews") ? { previews: ["new"] } : { entries: [{ row: 1, entry: "new" }] }];
    }, async () => {
      const source = new ServerSource("k");
      await source.index();
      assert.deepEqual(await source.previews(0, 1), ["new"]);
      assert.deepEqual(await source.entries([1]), [{ row: 1, entry: "new" }]);
    }));
  }
});

test("when the file grew, what was asked for before it did no longer counts", async () => {
  await withPage({}, () => withServer((url) => {
    if (url.pathname.endsWith("/index")) return [200, { state: "s1", parts: 1 }];
    if (url.pathname.endsWith("/opening")) return [200, { state: "s1", entries: [], previews: { 0: ["old"] } }];
    return [200, url.pathname.endsWith("/live") ? { status: "grown", state: "s2" } : { previews: ["old", "new"] }];
  }, async () => {
    const source = new ServerSource("k");
    await source.index();
    await source.live();
    assert.deepEqual(await source.previews(0, 2), ["old", "new"]);
  }));
});
