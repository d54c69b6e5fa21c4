// The modules can be joined into one: one import form, one export form, no name twice, nothing dynamic.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import vm from "node:vm";

const FOLDER = new URL("../../static/js/", import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".js"));
const SOURCES = new Map(FILES.map((name) => [name, readFileSync(new URL(name, FOLDER), "utf8")]));
const IMPORT = /^import \{ ([A-Za-z0-9_]+(?:, [A-Za-z0-9_]+)*) \} from "\.\/([a-z0-9-]+\.js)";$/;
const DECLARATION = /^(?:export )?(?:async )?(?:function\*? |class |const |let |var )([A-Za-z0-9_$]+)/;

/** Code without comments, strings, templates and regular expressions' worth of surprises: only line starts matter. */
function topLines(source) {
  return source.split("\n").filter((line) => /^[A-Za-z]/.test(line));
}

test("imports have one form and name what exists", () => {
  for (const [name, source] of SOURCES) {
    for (const line of source.split("\n").filter((text) => text.startsWith("import"))) {
      const match = IMPORT.exec(line);
      assert.ok(match, `${name}: ${line}`);
      const exported = SOURCES.get(match[2]);
      assert.ok(exported !== undefined, `${name}: no module ${match[2]}`);
      for (const word of match[1].split(", ")) {
        assert.match(exported, new RegExp(`^export (?:async )?(?:function|class|const) ${word}\\b`, "m"), `${name}: ${match[2]} has no ${word}`);
      }
    }
  }
});

test("every import is used", () => {
  for (const [name, source] of SOURCES) {
    const body = source.split("\n").filter((line) => !line.startsWith("import")).join("\n");
    for (const line of source.split("\n").filter((text) => text.startsWith("import"))) {
      for (const word of IMPORT.exec(line)[1].split(", ")) assert.match(body, new RegExp(`\\b${word}\\b`), `${name}: ${word}`);
    }
  }
});

test("exports are declarations", () => {
  for (const [name, source] of SOURCES) {
    for (const line of topLines(source).filter((text) => text.startsWith("export"))) {
      assert.match(line, /^export (?:async )?(?:function|class|const) /, `${name}: ${line}`);
    }
  }
});

test("top-level names are unique over all modules", () => {
  const seen = new Map();
  for (const [name, source] of SOURCES) {
    for (const line of topLines(source)) {
      const match = DECLARATION.exec(line);
      if (!match) continue;
      assert.ok(!seen.has(match[1]), `${match[1]} in ${name} and ${seen.get(match[1])}`);
      seen.set(match[1], name);
    }
  }
});

test("nothing dynamic: no import(), no import.meta, no top-level await, no eval", () => {
  for (const [name, source] of SOURCES) {
    assert.doesNotMatch(source, /\bimport\s*\(|import\.meta|\beval\s*\(|new Function\b/, name);
    assert.ok(topLines(source).every((line) => !/^await\b|^for await\b|= await /.test(line)), name);
  }
});

test("strings become markup in one place only", () => {
  for (const [name, source] of SOURCES) {
    assert.doesNotMatch(source, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment/, name);
    if (name !== "markdown.js") assert.doesNotMatch(source, /DOMPurify/, name);
  }
});

/** The type checker's parser, where `make tools` has put it. */
function parser() {
  try {
    return createRequire(new URL("../../.tools/node_modules/", import.meta.url))("typescript");
  } catch {
    return null;
  }
}

test("no text goes over a line end: a line that begins with a comment sign begins a comment", (context) => {
  const ts = parser();
  if (ts === null) return context.skip("make tools has not been run");
  for (const [name, source] of SOURCES) {
    const visit = (node) => {
      const text = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
      if (text) assert.doesNotMatch(node.getText(), /\n/, name);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS));
  }
});

test("no ring of imports, and one order for joining exists", () => {
  const needs = new Map([...SOURCES].map(([name, source]) => [name, source.split("\n").map((line) => IMPORT.exec(line)).filter(Boolean).map((match) => match[2])]));
  const done = new Set();
  while (done.size < needs.size) {
    const ready = [...needs.keys()].filter((name) => !done.has(name) && needs.get(name).every((other) => done.has(other)));
    assert.notEqual(ready.length, 0, `ring among ${[...needs.keys()].filter((name) => !done.has(name)).join(", ")}`);
    for (const name of ready) done.add(name);
  }
});

/** All modules the session page needs as one text, in an order where everything is declared before it is used. */
function joined() {
  const needs = new Map([...SOURCES].filter(([name]) => name !== "list.js").map(([name, source]) => [name, source.split("\n").map((line) => IMPORT.exec(line)).filter(Boolean).map((match) => match[2])]));
  const order = [];
  while (order.length < needs.size) {
    const next = [...needs.keys()].find((name) => !order.includes(name) && needs.get(name).every((other) => order.includes(other)));
    order.push(next);
  }
  return order.map((name) => SOURCES.get(name).split("\n").filter((line) => !IMPORT.test(line)).map((line) => line.replace(/^export /, "")).join("\n")).join("\n");
}

test("joined into one text they are one valid script that can stand inside a page", () => {
  const text = joined();
  assert.doesNotThrow(() => new vm.Script(`"use strict";\n${text}`));
  assert.doesNotMatch(text, /<\/script|<!--/i);
});

test("every module is needed by a page", () => {
  const entries = ["main.js", "list.js", "error-page.js", "report.js", "share.js"];
  const needed = new Set(entries.filter((name) => SOURCES.has(name)));
  for (const name of needed) for (const line of SOURCES.get(name).split("\n")) if (IMPORT.test(line)) needed.add(IMPORT.exec(line)[2]);
  assert.deepEqual(FILES.filter((name) => !needed.has(name)), []);
});
