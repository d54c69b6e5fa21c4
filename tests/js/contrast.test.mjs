// Text on every ground has at least 4.5:1, in both themes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const CSS = readFileSync(new URL("../../static/css/base.css", import.meta.url), "utf8");
const FOUND = [...CSS.matchAll(/\{([^{}]*--bg:[^{}]*)\}/g)].map((match) => new Map([...match[1].matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map((pair) => [pair[1], pair[2]])));
const THEMES = FOUND.slice(0, 3);
const PAPER = new Map([...FOUND[0], ...FOUND[3]]);
const INKS = ["text", "muted", "accent", "user", "tool", "summary", "warning", "bad", "ok"];
const GROUNDS = ["bg", "panel", "accent-soft", "hover", "chip", "code"];
const PAIRS = [["summary", "summary-soft"], ["warning", "warning-soft"], ["bad", "bad-soft"], ["ok", "ok-soft"], ["tool", "tool-soft"], ["muted", "summary-soft"],
  ["muted", "warning-soft"], ["muted", "bad-soft"], ["accent", "warning-soft"], ["mark-text", "mark-bg"], ["find-text", "find"], ["find-text", "find-now"], ["on-accent", "accent"], ["accent", "tool-soft"],
  // Code is coloured inside the lines of a diff too.
  ...["ok-soft", "bad-soft"].flatMap((ground) => ["text", "muted", "summary", "ok", "tool", "user", "bad"].map((ink) => [ink, ground]))];

function luminance(hex) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((x) => (x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a, b) {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

test("there is a light theme and two copies of the dark one, alike", () => {
  assert.equal(FOUND.length, 4, "light, dark twice, paper");
  assert.deepEqual([...THEMES[1]], [...THEMES[2]]);
});

test("contrast of text", () => {
  for (const theme of [...THEMES, PAPER]) {
    const pairs = [...INKS.flatMap((ink) => GROUNDS.map((ground) => [ink, ground])), ...PAIRS];
    for (const [ink, ground] of pairs) {
      assert.ok(contrast(theme.get(ink), theme.get(ground)) >= 4.5, `${ink} on ${ground}: ${contrast(theme.get(ink), theme.get(ground)).toFixed(2)}`);
    }
  }
});
