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
 * the same. `why` of what is gone is the reason code that the later view gives for its entry, "" where it gives none; of
 * what is new, that an edit put other words in its place.
 * @type {(before: ContextView, after: ContextView) => { added: (ListedMessage & { why?: string })[], gone: (ListedMessage & { why: string })[], edited: ListedMessage[], same: number }}
 */
export function stepBetween(before, after) {
  // A view worked out from the columns knows of no results that pi makes up.
  const known = Boolean(before.local) === Boolean(after.local);
  const [sentBefore, sentAfter] = [before, after].map(({ wire }) => (known ? wire : wire.filter((item) => item.row >= 0)));
  const keysBefore = wireKeys(sentBefore);
  const keysAfter = wireKeys(sentAfter);
  const old = new Map(keysBefore.map((key, at) => [key, sentBefore[at]]));
  const now = new Set(keysAfter);
  const codes = new Map(after.omitted.map((item) => [item.row, item.code]));
  const path = new Set(after.path);
  const replaced = new Set(after.edits.filter((edit) => !edit.omits).map((edit) => edit.target));
  /** @type {{ added: (ListedMessage & { why?: string })[], gone: (ListedMessage & { why: string })[], edited: ListedMessage[], same: number }} */
  const step = { added: [], gone: [], edited: [], same: 0 };
  keysAfter.forEach((key, at) => {
    const item = sentAfter[at];
    const then = old.get(key);
    if (then === undefined) step.added.push(replaced.has(item.row) ? { ...item, why: "edit-replaces" } : item);
    else if ((then.preview ?? null) !== (item.preview ?? null) || (Number.isFinite(then.tokens) && Number.isFinite(item.tokens) && then.tokens !== item.tokens)) step.edited.push(item);
    else step.same += 1;
  });
  keysBefore.forEach((key, at) => {
    if (now.has(key)) return;
    const item = sentBefore[at];
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
 * pi's estimate by row: of what is on the wire, and of what pi counts all the same though it is not sent. Prompts that a
 * checkpoint sends are apart (`checkpointOf`), and so are results that pi makes up, which it does not count.
 * @type {(view: ContextView) => Map<number, number>}
 */
export function tokensByRow(view) {
  const own = new Map(view.counted ? view.counted.rows : []);
  const found = new Map(own);
  const cut = view.compaction ? view.compaction.row : -1;
  for (const { role, row, tokens } of view.wire) {
    if (row < 0 || (role === "system" && row === cut) || typeof tokens !== "number" || !Number.isFinite(tokens)) continue;
    if (role === "system" || !own.has(row)) found.set(row, (found.get(row) || 0) + tokens);
  }
  return found;
}

/**
 * The message by which the compaction in force sends the prompt again, undefined where it has none.
 * @type {(view: ContextView) => ListedMessage | undefined}
 */
export function checkpointOf(view) {
  const { compaction } = view;
  return compaction ? view.wire.find((item) => item.role === "system" && item.row === compaction.row) : undefined;
}

/**
 * pi's estimate of a view by part: [name, tokens] in a fixed order; null where the view has no estimates. Where no reply
 * was billed since, the parts add up to pi's own number: the prompt in force is counted once, each entry as it is stored.
 * @type {(model: Model, view: ContextView) => [string, number][] | null}
 */
export function contextShares(model, view) {
  if (view.wire.length > 0 && !view.wire.some((item) => Number.isFinite(item.tokens) && item.tokens !== null)) return null;
  const parts = { prompt: 0, tools: 0, summary: 0, kept: 0, results: 0, talk: 0, unsent: 0 };
  const cut = view.compaction ? view.compaction.row : -1;
  const sent = new Set(view.wire.map((item) => item.row));
  for (const [row, size] of tokensByRow(view)) {
    const kind = model.kindName(row);
    const role = model.roleName(row);
    if (role === "system") continue;
    if (!sent.has(row)) parts.unsent += size;
    else if (kind === "compaction" || kind === "branch_summary") parts.summary += size;
    else if (cut >= 0 && model.depth[row] < model.depth[cut]) parts.kept += size;
    else if (role === "toolResult") parts.results += size;
    else parts.talk += size;
  }
  parts.prompt = view.counted ? view.counted.prompt : 0;
  if (view.prompt && parts.prompt > 0) {
    const text = Math.min(parts.prompt, Math.ceil((view.prompt.text || "").length / 4));
    parts.tools = (view.prompt.tools || []).length > 0 ? parts.prompt - text : 0;
    parts.prompt -= parts.tools;
  }
  return Object.entries(parts);
}
