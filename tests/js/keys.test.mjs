// The help lists every key that does something, and no other: the handlers are asked, not read.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { KEY_HELP, startKeys } from "../../static/js/keyboard.js";
import { mapPlaces, mapStep } from "../../static/js/map-model.js";
import { mapFit, mapRoom } from "../../static/js/map-view.js";
import { stripStep } from "../../static/js/time-model.js";
import { WORDS } from "../../static/js/words.js";

const NAMED = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown", "Enter", "Escape", "Tab", "Delete", "Backspace", "Insert"];
const ALL = [...NAMED, ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))];
const listed = (...places) => new Set(KEY_HELP.filter(({ place }) => places.includes(place)).flatMap(({ keys }) => keys));

/** A page of one element, which is inside whatever `where` names. */
function handled(where) {
  globalThis.Element = class {
    closest(selector) {
      return selector.includes(where) && !selector.includes("input") ? this : null;
    }

    querySelectorAll() {
      return [];
    }
  };
  globalThis.HTMLElement = globalThis.Element;
  let handler = null;
  globalThis.document = { addEventListener: (_, found) => { handler = found; }, querySelector: () => null };
  const done = new Set();
  const act = new Proxy({}, { get: (_, name) => () => done.add(name) });
  startKeys(act);
  return new Set(ALL.filter((key) => {
    done.clear();
    handler({ key, target: new globalThis.Element(), preventDefault() {} });
    return done.size > 0;
  }));
}

test("keys of the page and of the tree", () => {
  const inTree = listed("tree", "page", "views");
  inTree.add("/");
  assert.deepEqual([...handled("#tree")].sort(), [...inTree].sort());
  const far = ["Home", "End", "PageUp", "PageDown"];
  assert.deepEqual([...handled("nowhere")].sort(), [...inTree].filter((key) => !far.includes(key)).sort());
  assert.ok(!handled(".side").has("ArrowUp"), "in the side pane the arrows scroll");
});

test("keys of the map", () => {
  const nodes = [{ up: -1 }, { up: 0 }, { up: 0 }, { up: 1 }, { up: 2 }, { up: 2 }];
  const places = mapPlaces(nodes);
  assert.deepEqual(places, { depth: [0, 1, 1, 2, 2, 2], nth: [1, 1, 2, 1, 1, 2], siblings: [1, 2, 2, 1, 2, 2], order: [0, 1, 3, 2, 4, 5] });
  const walk = (at, ...keys) => keys.reduce((now, key) => mapStep(nodes, places, now, key), at);
  assert.deepEqual([walk(0, "ArrowRight"), walk(1, "ArrowDown"), walk(4, "ArrowUp"), walk(4, "ArrowLeft", "ArrowLeft"), walk(0, "ArrowLeft"), walk(3, "ArrowRight"), walk(2, "Home"), walk(2, "End")], [1, 2, 3, 0, 0, 3, 0, 5]);
  const moving = ALL.filter((key) => mapStep(nodes, places, 2, key) !== null);
  // map-view.js zooms by these.
  assert.deepEqual([...moving, "Enter", " ", "+", "-", "0"].sort(), [...listed("map")].sort());
});

test("a map is fitted to its box, and never drawn apart", () => {
  assert.deepEqual(mapFit({ low: 0, high: 84, deep: 3 }, 600, 500), [1, 1]);
  const [x, y] = mapFit({ low: -800, high: 900, deep: 41 }, 700, 500);
  assert.ok(x > 0.1 && 40 * 92 * x <= 600, String(x));
  assert.ok(y > 0.2 && 1700 * y <= 440, String(y));
  assert.deepEqual(mapFit({ low: 0, high: 0, deep: 1 }, 0, 0), [1, 1]);
});

test("a map is drawn apart only where the first words of all segments have room", () => {
  const [x, y] = mapRoom({ low: -21, high: 63, deep: 3 }, 700, 500);
  assert.ok(2 * 92 * x + 217 <= 700 && 92 * x >= 128, String(x));
  assert.ok(84 * y + 84 <= 500 && 42 * y >= 54, String(y));
  for (const layout of [{ low: 0, high: 84, deep: 9 }, { low: -300, high: 300, deep: 2 }]) assert.deepEqual(mapRoom(layout, 700, 500), mapFit(layout, 700, 500));
});

test("keys of the time strip", () => {
  assert.deepEqual(ALL.filter((key) => stripStep(key, 100) !== 0).sort(), [...listed("time")].sort());
  assert.deepEqual(["PageUp", "PageDown", "End", "ArrowLeft"].map((key) => stripStep(key, 100)), [5, -5, 100, -1]);
  assert.equal(stripStep("PageUp", 3), 1);
});

test("keys that filter box and list take", () => {
  const named = (file) => [...readFileSync(new URL(`../../static/js/${file}`, import.meta.url), "utf8").matchAll(/event\.key === "([^"]+)"|\{ ([^{}]*) \}\[event\.key\]/g)]
    .flatMap(([, one, several]) => (one ? [one] : several.split(", ").map((part) => part.split(":")[0])));
  assert.deepEqual([...new Set(named("list.js"))].sort(), [...listed("list")].sort());
  assert.deepEqual([...new Set([...named("filter.js"), "/", "Escape"])].sort(), [...listed("filter")].sort());
  // Nobody else listens for a key by name.
  const others = readdirSync(new URL("../../static/js/", import.meta.url)).filter((file) => named(file).length > 0);
  assert.deepEqual(others.sort(), ["filter.js", "keyboard.js", "list.js", "map-view.js"]);
});

test("every key and place has a word in both languages", () => {
  for (const words of Object.values(WORDS)) for (const { place, word } of KEY_HELP) assert.ok(words[word] && words[`key.in.${place}`], word);
});
