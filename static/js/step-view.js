/** What changed in the model's view from one request to the next, and what a compaction kept and dropped. */
import { diffOfTexts } from "./diff-view.js";
import { button, make, replaceAll, textNodes } from "./dom.js";
import { kindLabel } from "./entry.js";
import { factList, foldPart, modelName, wordOf } from "./entry-parts.js";
import { holdsRecord, summaryParts } from "./entry-kinds.js";
import { FLAG } from "./index-model.js";
import { promptLeftOut } from "./left-out.js";
import { countText, rowsShown } from "./numbers.js";
import { whyOf } from "./source.js";
import { checkpointOf, contextShares, keptAtCut, listChange, repliesTo, stepBetween, tokensByRow } from "./step-model.js";
import { cutLoss } from "./visibility.js";
import { t, wordFor } from "./words.js";

const STEP_ROWS = 60;

/** @type {(env: Page, title: string, fill: (body: HTMLElement) => Promise<void>) => HTMLElement} */
function stepBox(env, title, fill) {
  const body = make("div", { class: "step-body" }, make("p", { class: "muted" }, t("load.context")));
  fill(body).then(() => { body.dataset.drawn = "1"; }, (/** @type {unknown} */ error) => replaceAll(body, make("p", { class: "bad" }, t("load.failed", { why: whyOf(error) }))));
  return make("div", { class: "sheet" }, make("div", { class: "sheet-head" }, make("h2", null, title), backButton(env)), body);
}

/**
 * The way back from a view that has no tab of its own.
 * @type {(env: Page) => HTMLElement}
 */
export function backButton(env) {
  return button(`\u2039 ${t("view.back")}`, () => env.setView("transcript"), { class: "button", data: { back: "transcript" } });
}

/** @type {(env: Page, row: number, view: string) => void} */
function openAt(env, row, view) {
  env.choose(row);
  env.setView(view);
}

/**
 * Rows as a list; `size` gives a number beside each, `why` a reason.
 * @type {(env: Page, items: StepItem[], how?: { from?: number }) => HTMLElement}
 */
function rowList(env, items, { from = 0 } = {}) {
  if (items.length === 0) return make("p", { class: "muted" }, t("step.empty"));
  const shown = items.slice(from, from + rowsShown(items.length - from, STEP_ROWS));
  const list = make("ol", { class: "seen-rows step-rows", start: String(from + 1) }, shown.map((item) => make("li", { class: "seen-row" },
    make("b", null, textNodes(item.row >= 0 && item.role !== "system" ? kindLabel(env.model, item.row) : wordFor("role", item.role) || item.role || "?")), " ",
    item.row >= 0 ? env.previewNode(item.row, 110, item.preview) : make("span", { class: "muted" }, t("seen.madeUp")),
    make("span", { class: "seen-end" }, item.why ? `${wordFor("short", item.why) || wordFor("status", item.why) || ""} ` : "",
      Number.isFinite(item.tokens) && item.tokens !== null ? `~${countText(item.tokens)} ` : "", item.row >= 0 ? env.lineLink(item.row, `L${env.model.line[item.row]}`) : ""))));
  const rest = items.length - from - shown.length;
  if (rest > 0) list.append(make("li", null, button(t("edge.more", { n: countText(rest) }), (event) => {
    event.currentTarget.parentElement?.replaceWith(...rowList(env, items, { from: from + STEP_ROWS }).children);
  }, { class: "button quiet" })));
  return list;
}

/**
 * The view "step": the request behind the chosen reply beside the one behind the reply before it.
 * @type {(env: Page) => HTMLElement}
 */
export function stepView(env) {
  return stepBox(env, t("step.title"), async (body) => {
    const { model } = env;
    const replies = repliesTo(model, env.onBranch(env.chosen) ? env.leaf : model.leafFor(env.chosen));
    const here = model.depth[env.chosen];
    const at = replies.findLastIndex((row) => model.depth[row] <= here);
    if (env.chosen < 0 || replies.length === 0) return void replaceAll(body, make("p", { class: "empty" }, t("step.noReply")));
    const place = Math.max(at, 0);
    const nav = make("div", { class: "step-nav" },
      button(`\u2039 ${t("step.prev")}`, () => openAt(env, replies[place - 1], "step"), { disabled: place < 1 }),
      button(`${t("step.next")} \u203a`, () => openAt(env, replies[place + 1], "step"), { disabled: place + 1 >= replies.length }));
    if (place < 1) return void replaceAll(body, nav, make("p", { class: "empty" }, t("step.none")));
    const [a, b] = [replies[place - 1], replies[place]];
    const views = await Promise.all([a, b].map((row) => (model.parent[row] >= 0 ? env.source.context(model.parent[row]) : null)));
    const [before, after] = views;
    if (before === null || after === null) return void replaceAll(body, nav, make("p", { class: "empty" }, t("step.none")));
    const step = stepBetween(before, after);
    /** @type {(key: string, items: StepItem[]) => HTMLElement} */
    const section = (key, items) => make("section", { class: `step-part step-${key}`, data: { step: key } }, make("h3", null, t(`step.${key}`), " ", make("span", { class: "count" }, countText(items.length))), rowList(env, items));
    const cut = after.compaction && (!before.compaction || before.compaction.row !== after.compaction.row) ? after.compaction.row : -1;
    replaceAll(body, nav,
      make("p", { class: "step-about" }, t("step.about", { a: model.line[a], b: model.line[b] }), " ", env.lineLink(a, `L${model.line[a]}`), " \u2192 ", env.lineLink(b, `L${model.line[b]}`)),
      cut >= 0 ? make("p", null, t("step.cut"), " ", env.lineLink(cut, `L${model.line[cut]}`), " ", button(t("cut.open"), () => openAt(env, cut, "cut"), { class: "button quiet" })) : null,
      factList(stepFacts(env, before, after, a, b)), promptMissing(model, before, after) === "" ? promptChange(before, after) : null,
      section("new", step.added), section("gone", step.gone), step.edited.length > 0 ? section("edited", step.edited) : null,
      make("p", { class: "muted" }, t("step.same", { n: countText(step.same) })));
  });
}

/** @type {(env: Page, before: ContextView, after: ContextView, a: number, b: number) => Fact[]} */
function stepFacts(env, before, after, a, b) {
  const { model } = env;
  /** @type {(x: string, y: string) => Child} */
  const change = (x, y) => (x === y ? textNodes(x) : [textNodes(x), " \u2192 ", make("b", null, textNodes(y))]);
  /** @type {(view: ContextView) => string} */
  const named = (view) => (view.model ? modelName(view.model) : t("step.unknown"));
  // An exported page has estimates for the ends of branches: elsewhere they are not missing from the file.
  /** @type {(view: ContextView) => string} */
  const size = (view) => (view.tokens && Number.isFinite(view.tokens.tokens) ? `~${countText(view.tokens.tokens)}` : t(view.local ? "step.leafOnly" : "step.unknown"));
  /** @type {(row: number) => string} */
  const measured = (row) => (model.ctx[row] > 0 ? countText(model.ctx[row]) : t("step.unknown"));
  /** @type {(view: ContextView) => string[]} */
  const tools = (view) => (view.prompt ? view.prompt.tools || [] : []);
  const { added, removed } = listChange(tools(before), tools(after));
  const noPrompt = promptMissing(model, before, after);
  return [
    [t("step.model"), change(named(before), named(after))],
    [t("step.thinking"), change(wordOf(before.thinkingLevel), wordOf(after.thinkingLevel))],
    [t("step.measured"), change(measured(a), measured(b))],
    [t("step.sizeBefore"), change(size(before), size(after))],
    [t("step.tools"), noPrompt !== "" ? noPrompt : added.length + removed.length === 0 ? t("step.toolsSame", { n: countText(tools(after).length) }) : [added.map((name) => [make("span", { class: "tag accent" }, "+ ", textNodes(name)), " "]), removed.map((name) => [make("span", { class: "tag bad" }, "\u2212 ", textNodes(name)), " "])]],
    [t("step.prompt"), noPrompt !== "" ? noPrompt : promptWords(before, after)],
  ];
}

/**
 * Why neither request has a prompt to tell of; "" where one has.
 * @type {(model: Model, before: ContextView, after: ContextView) => string}
 */
function promptMissing(model, before, after) {
  if (promptLeftOut(model, before) || promptLeftOut(model, after)) return t("leftOut.whole");
  if (before.prompt || after.prompt) return "";
  return t(before.promptRecorded || after.promptRecorded ? "step.promptMissing" : "step.unknown");
}

/** @type {(before: ContextView, after: ContextView) => string} */
function promptWords(before, after) {
  const old = before.prompt ? before.prompt.text || "" : "";
  const now = after.prompt ? after.prompt.text || "" : "";
  return old === now ? t("step.promptSame") : t("step.promptChanged", { before: countText(old.length), after: countText(now.length) });
}

/** @type {(before: ContextView, after: ContextView) => HTMLElement | null} */
function promptChange(before, after) {
  const old = before.prompt ? before.prompt.text || "" : "";
  const now = after.prompt ? after.prompt.text || "" : "";
  return old === now ? null : foldPart(t("step.prompt"), () => diffOfTexts(old, now), { open: true });
}

/**
 * The compaction that the view "cut" is about: the chosen one, else the one in force, else the first on the branch.
 * @type {(env: Page) => { row: number, onBranch: number[] }}
 */
function cutChosen(env) {
  const { model } = env;
  const onBranch = model.compactions.map((item) => item.row).filter((row) => env.onBranch(row));
  if (model.kindName(env.chosen) === "compaction") return { row: env.chosen, onBranch: onBranch.includes(env.chosen) ? onBranch : [env.chosen, ...onBranch] };
  const before = onBranch.filter((row) => model.depth[row] <= model.depth[env.viewRow]);
  return { row: before.length > 0 ? before[before.length - 1] : onBranch.length > 0 ? onBranch[0] : -1, onBranch };
}

/**
 * The view "cut": what a compaction dropped and what it kept, side by side, and the summary that stands for it.
 * @type {(env: Page) => HTMLElement}
 */
export function cutView(env) {
  return stepBox(env, t("cut.title"), async (body) => {
    const { model } = env;
    const { row, onBranch } = cutChosen(env);
    if (row < 0) return void replaceAll(body, make("p", { class: "empty" }, t("cut.none")));
    /** @type {HTMLSelectElement} */
    const chooser = make("select", { "aria-label": t("cut.choose"), onchange: () => openAt(env, Number(chooser.value), "cut") },
      onBranch.map((at) => make("option", { value: String(at), selected: at === row }, `${t("card.title")} L${model.line[at]}`)));
    const up = model.parent[row];
    const [before, after, [item]] = await Promise.all([up >= 0 ? env.source.context(up) : null, env.source.context(row), env.source.entries([row])]);
    const kept = before ? keptAtCut(before, after, row) : [];
    const { lost, back, never } = cutLoss(model, row);
    const sizes = before ? tokensByRow(before) : new Map();
    /** @type {(rows: number[], sized?: boolean) => StepItem[]} */
    const asItems = (rows, sized = true) => rows.map((at) => ({ row: at, role: model.roleName(at), tokens: sized ? sizes.get(at) ?? null : null, why: "" }));
    // The checkpoint of an older compaction goes with it; what it said the newer checkpoint sends again.
    const checkpoint = before ? checkpointOf(before) : undefined;
    const old = checkpoint && lost.includes(checkpoint.row) ? [{ ...checkpoint, tokens: checkpoint.tokens ?? null, why: "" }] : [];
    const again = model.has(row, FLAG.CHECKPOINT);
    const known = sizes.size > 0;
    replaceAll(body,
      make("div", { class: "step-nav" }, onBranch.length > 1 ? chooser : null, button(t("compaction.toCard"), () => env.goToCut(row))),
      make("p", { class: "step-about" }, t("cut.about", { line: model.line[row] }), " ", env.lineLink(row, `L${model.line[row]}`)),
      cutNumbers(model, row, before, known),
      make("div", { class: "cut-columns" }, cutColumn(env, "dropped", [...asItems(lost), ...(again ? [] : old)], known), cutColumn(env, "kept", asItems(kept), known)),
      foldedRows(env, "cut.back", [...asItems(back), ...(again ? old : [])]), foldedRows(env, "cut.never", asItems(never, false)),
      make("section", { class: "cut-summary" }, make("h3", null, make("i", { class: "cut-mark", "aria-hidden": "true" }), t("cut.summary")), item && holdsRecord(item) ? summaryParts(env, item) : make("p", { class: "muted" }, t("load.missing"))));
  });
}

/** @type {(env: Page, key: string, items: StepItem[], sized: boolean) => HTMLElement} */
function cutColumn(env, key, items, sized) {
  const tokens = items.reduce((sum, item) => sum + (item.tokens || 0), 0);
  const n = countText(new Set(items.map((item) => item.row)).size);
  return make("section", { class: `cut-column cut-${key}`, data: { part: key } },
    make("h3", null, make("i", { class: "cut-mark", "aria-hidden": "true" }), t(`cut.${key}`)),
    make("p", { class: "muted" }, items.length === 0 ? t(`cut.${key}None`) : sized ? t("cut.size", { n, tokens: countText(tokens) }) : t("cut.count", { n })),
    items.length > 0 ? rowList(env, items) : null);
}

/** @type {(env: Page, word: string, items: StepItem[]) => HTMLElement | null} */
function foldedRows(env, word, items) {
  return items.length === 0 ? null : foldPart(t(word, { n: countText(items.length) }), () => rowList(env, items));
}

/**
 * Size before and after, and why the two columns do not add up to them: those are measured or billed, these are guesses
 * (`sized`: where they have any).
 * @type {(model: Model, row: number, before: ContextView | null, sized: boolean) => HTMLElement}
 */
function cutNumbers(model, row, before, sized) {
  const { tokensBefore = null, after = null } = model.compactionOf.get(row) || {};
  /** @type {(value: number | null | undefined) => boolean} */
  const number = (value) => typeof value === "number" && Number.isFinite(value);
  const prompt = before && before.counted ? before.counted.prompt : 0;
  const words = [number(tokensBefore) ? t("cut.before", { n: countText(tokensBefore) }) : "", number(after) ? t("cut.after", { n: countText(after) }) : "",
    sized && (number(tokensBefore) || number(after)) ? (prompt > 0 ? t("cut.gapPrompt", { n: countText(prompt) }) : t("cut.gap")) : ""];
  return make("p", { class: "muted", data: { part: "cut-numbers" } }, words.filter(Boolean).join(" "));
}

/**
 * Share of each part of a context by pi's estimate, and what was measured; a bar, and the same in words.
 * @type {(model: Model, context: ContextView) => Child}
 */
export function sharePart(model, context) {
  const parts = contextShares(model, context);
  const measured = Number.isFinite(context.measured) && context.measured !== null ? t("share.measured", { n: countText(context.measured) }) : t("share.unmeasured");
  const title = make("h3", null, t("share.title"));
  if (parts === null) return [title, make("p", { class: "muted" }, t("share.unknown"), " ", measured)];
  const total = parts.reduce((sum, [, size]) => sum + size, 0);
  if (total === 0) return null;
  const met = parts.filter(([, size]) => size > 0);
  /** @type {(size: number) => number | string} */
  const percent = (size) => (size / total >= 0.01 ? Math.round((size / total) * 100) : "<1");
  /** @type {Record<string, string>} */
  const colours = { prompt: "user", tools: "tool", summary: "summary", kept: "accent", results: "ok", talk: "text", unsent: "faint" };
  const bar = make("div", { class: "share-bar", "aria-hidden": "true" }, met.map(([name, size]) => {
    const node = make("span", { class: `key-${colours[name]}` });
    node.style.flexGrow = String(size);
    return node;
  }));
  return make("section", { class: "share", data: { part: "share" } }, title, bar,
    make("ul", { class: "share-list" }, met.map(([name, size]) => make("li", null, make("i", { class: `key-mark key-${colours[name]}`, "aria-hidden": "true" }), make("span", null, t(`share.${name}`)), make("span", { class: "num" }, countText(size)), make("span", { class: "num muted" }, `${percent(size)} %`)))),
    make("p", { class: "note" }, t(context.tokens && context.tokens.usageTokens > 0 ? "share.total" : "share.totalSame", { n: countText(total) }), " ", measured, " ", context.prompt ? "" : `${t(promptLeftOut(model, context) ? "share.promptLeftOut" : "share.promptUnknown")} `, t("share.low")));
}

/**
 * Buttons that lead from an entry to the step or the cut.
 * @type {(env: Page, row: number) => HTMLElement | null}
 */
export function stepButtons(env, row) {
  const { model } = env;
  const kind = model.kindName(row);
  if (kind === "compaction") return button(t("cut.open"), () => openAt(env, row, "cut"));
  if (model.roleName(row) === "assistant" && model.parent[row] >= 0) return button(t("step.open"), () => openAt(env, row, "step"));
  return null;
}

