/**
 * Which entries pi's own tree selector shows in each of its modes, and which ours does: one JSON request per line on
 * stdin, one JSON answer per line on stdout.
 *
 *   {"file", "index"}  ->  {"pi": {mode: [rows]}, "ours": {chip: [rows]}}
 *
 * `index` is our session index of that file. Rows are positions among pi's entries. The file is opened as a copy.
 */
import { copyFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { FILTERS } from "../../static/js/filter.js";
import { SessionModel } from "../../static/js/index-model.js";
import { isolate, piModule, scratchFolder } from "./pi_package.mjs";

const scratch = scratchFolder("pi-filters");
isolate(scratch);

const { SessionManager } = await piModule("pi-coding-agent/dist/core/session-manager.js");
const { initTheme } = await piModule("pi-coding-agent/dist/modes/interactive/theme/theme.js");
const { TreeSelectorComponent } = await piModule("pi-coding-agent/dist/modes/interactive/components/tree-selector.js");
initTheme("dark", false);

/** pi's name of a mode, and the chip that stands for it. */
const MODES = { default: "default", "no-tools": "noTools", "user-only": "user", "labeled-only": "labelled", all: "piAll" };
const nothing = () => {};

function shownByPi(file) {
  const copy = join(scratch, basename(file));
  copyFileSync(file, copy);
  try {
    const manager = SessionManager.open(copy);
    const rowOf = new Map(manager.getEntries().map((entry, row) => [entry, row]));
    const shown = {};
    for (const mode of Object.keys(MODES)) {
      const selector = new TreeSelectorComponent(manager.getTree(), manager.getLeafId(), 40, nothing, nothing, nothing, undefined, mode);
      const rows = selector.getTreeList().filteredNodes.map(({ node }) => rowOf.get(node.entry));
      shown[mode] = [...new Set(rows)].sort((a, b) => a - b);
    }
    return shown;
  } finally {
    rmSync(copy, { force: true });
  }
}

function shownByUs(index) {
  const model = new SessionModel(index);
  const rows = Array.from({ length: model.n }, (_, row) => row);
  return Object.fromEntries(Object.entries(MODES).map(([mode, chip]) => [mode, rows.filter((row) => FILTERS[chip](model, null, row))]));
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  let answer;
  try {
    const { file, index } = JSON.parse(line);
    answer = { ours: shownByUs(index) };
    try {
      answer.pi = shownByPi(file);
    } catch (error) {
      answer.refuses = String(error?.message ?? error);
    }
  } catch (error) {
    answer = { fault: String(error?.stack ?? error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
