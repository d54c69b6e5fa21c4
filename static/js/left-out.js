/** What a page says of the parts that an export left out: where they stood, and what they were. */
import { countText } from "./numbers.js";
import { t, wordFor } from "./words.js";

/** Custom type of an entry that stands in for one which was left out whole. */
export const LEFT_OUT = "pi-inspector.left-out";

/**
 * Does an entry stand in for one that was left out whole? In an exported page it has the kind of that one.
 * @type {(model: Model, row: number) => boolean}
 */
export function isStandIn(model, row) {
  return standsAsState(model, row) || (model.roleName(row) === "system" && model.leftOut.has(row));
}

/**
 * The same in a session file that was exported: nothing tells what was sent of the original.
 * @type {(model: Model, row: number) => boolean}
 */
export function standsAsState(model, row) {
  return model.kindName(row) === "custom" && model.whatName(row) === LEFT_OUT;
}

/**
 * The parameters for words about a copy that holds some entries of its session only, of one branch as a rule; null for any
 * other page: its numbers are those of the session.
 * @type {(index: { n: number, sourceEntries?: number }) => { n: string, total: string } | null}
 */
export function copiedPart({ n, sourceEntries }) {
  return sourceEntries === undefined ? null : { n: countText(n), total: countText(sourceEntries) };
}

/**
 * Names of the parts that an entry lost, as sentences for a title or a list of facts.
 * @type {(model: Model, row: number) => string[]}
 */
export function partsLeftOut(model, row) {
  return (model.leftOut.get(row) || []).map((part) => wordFor("part", part) || part);
}

/**
 * Short words for the heading of an entry, each with the sentence that belongs to it.
 * @type {(model: Model, row: number) => { text: string, title: string }[]}
 */
export function tagsLeftOut(model, row) {
  return (model.leftOut.get(row) || []).map((part) => ({
    text: isStandIn(model, row) ? t("leftOut.whole") : wordFor("leftOutTag", part) || t("leftOut.whole"),
    title: t("export.leftOutHere", { part: wordFor("part", part) || part }),
  }));
}

/**
 * One line for an entry in a list: its preview, or that it is not here. Undefined while it is not loaded.
 * @type {(model: Model, previews: { get(row: number): string | undefined }, row: number) => string | undefined}
 */
export function lineInList(model, previews, row) {
  return isStandIn(model, row) ? t("leftOut.whole") : previews.get(row);
}

/**
 * Was a system prompt in force at a view that is not in this copy?
 * @type {(model: Model, context: ContextView) => boolean}
 */
export function promptLeftOut(model, context) {
  const { sent = [], summary = [] } = context.visibility || {};
  return [...sent, ...summary].some((row) => (model.leftOut.get(row) || []).includes("prompt"));
}

/**
 * What was sent at a view and is not in this copy: how many parts, and which; null where there is none. `name` is that of
 * the model, which gets no thinking of another one.
 * @type {(model: Model, context: ContextView, name: string) => { n: number, parts: string } | null}
 */
export function sentLeftOut(model, context, name) {
  if (model.leftOut.size === 0) return null;
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const row of context.visibility?.sent || []) {
    for (const part of model.leftOut.get(row) || []) if (part !== "thinking" || model.whatName(row) === name) counts.set(part, (counts.get(part) || 0) + 1);
  }
  const n = Array.from(counts.values()).reduce((sum, count) => sum + count, 0);
  const parts = Array.from(counts, ([part, count]) => `${wordFor("leftOutPart", part) || part} ${count}`).join(t("leftOut.comma"));
  return n === 0 ? null : { n, parts };
}
