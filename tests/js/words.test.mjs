import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { saidIn, t, wordFor, WORDS } from "../../static/js/words.js";

const JS = new URL("../../static/js/", import.meta.url);
const TEMPLATES = new URL("../../templates/", import.meta.url);

test("both languages have the same keys and parameters", () => {
  assert.deepEqual(Object.keys(WORDS.zh).sort(), Object.keys(WORDS.en).sort());
  const names = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort();
  for (const key of Object.keys(WORDS.en)) assert.deepEqual(names(WORDS.zh[key]), names(WORDS.en[key]), key);
});

test("every key that code and templates use exists", () => {
  for (const name of readdirSync(JS)) {
    for (const [, key] of readFileSync(new URL(name, JS), "utf8").matchAll(/\bt\("([^"]+)"/g)) assert.ok(key in WORDS.en, `${name}: ${key}`);
  }
  for (const name of readdirSync(TEMPLATES)) {
    for (const [, key] of readFileSync(new URL(name, TEMPLATES), "utf8").matchAll(/data-word(?:-title|-label|-placeholder)?="([^"{]+)"/g)) {
      assert.ok(key in WORDS.en, `${name}: ${key}`);
    }
  }
});

test("plural and parameters", () => {
  assert.equal(t("tree.folded", { n: 1 }), "1 entry");
  assert.equal(t("tree.folded", { n: "1,204" }), "1,204 entries");
  assert.equal(t("tree.folded", {}), "{n} entries");
  assert.equal(t("no.such.key"), "no.such.key");
  assert.equal(wordFor("role", "user"), "user");
  assert.equal(wordFor("role", "constructor"), "");
});

test("a sentence of the index stays as it is in English, and where it is not known", () => {
  const said = { "it is so": "是这样" };
  assert.equal(saidIn({ said }, "it is so"), "it is so");
  assert.equal(saidIn({}, "toString"), "toString");
});
