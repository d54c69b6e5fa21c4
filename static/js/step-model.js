/** What two requests have in common: lists of messages on the wire compared by the entry that gave them. Pure. */

/**
 * Rows of the replies on the way to `row`, itself included, first to last.
 * @type {(model: Model, row: number) => number[]}
 */
export function repliesTo(model, row) {
  return Array.from(model.path(row)).filter((at) => model.roleName(at) === "assistant");
}

/**
 * A message by role and entry; the same entry may give several.
 * @type {(list: ListedMessage[]) => string[]}
 */
function wireKeys(list) {
  const met = new Map();
  return list.map((item) => {
    const key = `${item.role} ${item.row}`;
    const count = met.get(key) || 0;
    met.set(key, count + 1);
    return `${key} ${count}`;
  });
}

/**
 * The step from one context view to another: messages that are new, gone, or there with other words, and how many are
 * the same. `why` of what is gone is the reason code that the later view gives for its entry, "" where it gives none.
 * @type {(before: ContextView, after: ContextView) => { added: ListedMessage[], gone: (ListedMessage & { why: string })[], edited: ListedMessage[], same: number }}
 */
export function stepBetween(before, after) {
  const keysBefore = wireKeys(before.wire);
  const keysAfter = wireKeys(after.wire);
  const old = new Map(keysBefore.map((key, at) => [key, before.wire[at]]));
  const now = new Set(keysAfter);
  const codes = new Map(after.omitted.map((item) => [item.row, item.code]));
  const path = new Set(after.path);
  /** @type {{ added: ListedMessage[], gone: (ListedMessage & { why: string })[], edited: ListedMessage[], same: number }} */
  const step = { added: [], gone: [], edited: [], same: 0 };
  keysAfter.forEach((key, at) => {
    const item = after.wire[at];
    const known = old.get(key);
    if (known === undefined) step.added.push(item);
    else if ((known.preview ?? null) !== (item.preview ?? null) || (Number.isFinite(known.tokens) && Number.isFinite(item.tokens) && known.tokens !== item.tokens)) step.edited.push(item);
    else step.same += 1;
  });
  keysBefore.forEach((key, at) => {
    if (now.has(key)) return;
    const item = before.wire[at];
    step.gone.push({ ...item, why: codes.get(item.row) || (item.row >= 0 && !path.has(item.row) ? "other-branch" : "") });
  });
  return step;
}

/**
 * Names that one list has and the other has not.
 * @type {(before: string[], after: string[]) => { added: string[], removed: string[] }}
 */
export function listChange(before, after) {
  const old = new Set(before);
  const now = new Set(after);
  return { added: after.filter((name) => !old.has(name)), removed: before.filter((name) => !now.has(name)) };
}

/**
 * Rows of the context list right before a compaction that it keeps: all but itself and what it cuts off.
 * @type {(before: ContextView, after: ContextView, compaction: number) => number[]}
 */
export function keptAtCut(before, after, compaction) {
  const stays = new Set(after.entries);
  return before.entries.filter((row) => row !== compaction && stays.has(row));
}

/**
 * Estimated tokens of the messages on the wire, by row.
 * @type {(view: ContextView) => Map<number, number>}
 */
export function tokensByRow(view) {
  const found = new Map();
  for (const item of view.wire) if (typeof item.tokens === "number" && Number.isFinite(item.tokens)) found.set(item.row, (found.get(item.row) || 0) + item.tokens);
  return found;
}

/**
 * pi's estimate of a view by part: [name, tokens] in a fixed order; null where the view has no estimates.
 * @type {(model: Model, view: ContextView) => [string, number][] | null}
 */
export function contextShares(model, view) {
  if (view.wire.length > 0 && !view.wire.some((item) => Number.isFinite(item.tokens) && item.tokens !== null)) return null;
  const parts = { prompt: 0, tools: 0, summary: 0, kept: 0, results: 0, talk: 0 };
  const cut = view.compaction ? view.compaction.row : -1;
  for (const item of view.wire) {
    const size = typeof item.tokens === "number" && Number.isFinite(item.tokens) ? item.tokens : 0;
    const kind = item.row >= 0 ? model.kindName(item.row) : "";
    if (item.role === "system") parts.prompt += size;
    else if (kind === "compaction" || kind === "branch_summary") parts.summary += size;
    else if (cut >= 0 && item.row >= 0 && model.depth[item.row] < model.depth[cut]) parts.kept += size;
    else if (item.role === "toolResult") parts.results += size;
    else parts.talk += size;
  }
  if (view.prompt && parts.prompt > 0) {
    const text = Math.min(parts.prompt, Math.ceil((view.prompt.text || "").length / 4));
    parts.tools = (view.prompt.tools || []).length > 0 ? parts.prompt - text : 0;
    parts.prompt -= parts.tools;
  }
  return Object.entries(parts);
}
