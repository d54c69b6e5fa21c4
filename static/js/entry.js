/** The one renderer of an entry in the transcript: rail, heading, state word, body. */
import { make, must, textNodes, titleText } from "./dom.js";
import { entryBody, messageFacts } from "./entry-kinds.js";
import { resultTitle } from "./entry-tools.js";
import { FLAG } from "./index-model.js";
import { standsAsState, tagsLeftOut } from "./left-out.js";
import { byteText, costText, countText } from "./numbers.js";
import { isRecord } from "./shape.js";
import { isoText, spanText, stampText } from "./time.js";
import { plainText, shorten } from "./visible-text.js";
import { currentLanguage, saidIn, t, wordFor } from "./words.js";

const SMALL_KINDS = new Set(["model_change", "thinking_level_change", "session_info", "label", "usage", "custom", "context_edit", "compaction"]);

/**
 * A stamp with date and zone; the exact instant in UTC as its title.
 * @type {(ms: unknown) => HTMLElement}
 */
export function timeNode(ms) {
  const text = stampText(ms, currentLanguage());
  if (text === null) return make("span", { class: "muted" }, t("time.none"));
  return make("time", { datetime: isoText(ms), title: isoText(ms) }, text);
}

/**
 * What an entry is called in lists: role of a message, name of its kind.
 * @type {(model: Model, row: number) => string}
 */
export function kindLabel(model, row) {
  const kind = model.kindName(row);
  if (standsAsState(model, row)) return t("kind.leftOut");
  if (kind !== "message") return wordFor("kind", kind) || kind || t("kind.none");
  const role = model.roleName(row);
  if (role === "bashExecution") return model.has(row, FLAG.EXCLUDED) ? t("kind.bashPrivate") : t("kind.bash");
  return wordFor("role", role) || role || t("kind.noRole");
}

/**
 * A short class name for colour: never built from a stranger's text.
 * @type {(model: Model, row: number) => string}
 */
export function kindClass(model, row) {
  const kind = model.kindName(row);
  if (kind === "compaction" || kind === "branch_summary") return "summary";
  if (kind === "context_edit") return "edit";
  if (kind !== "message") return "state";
  const role = model.roleName(row);
  if (role === "user") return "user";
  if (role === "assistant") return "assistant";
  return role === "toolResult" || role === "bashExecution" ? "tool" : "state";
}

/**
 * The mark of a row on the rail: its status, or "after" where the branch goes on behind the point that is shown.
 * @type {(view: View, row: number, onBranch: boolean) => string}
 */
export function railWord(view, row, onBranch) {
  const word = view.word(row);
  return word === "other-branch" && onBranch ? "after" : word;
}

/**
 * Why pi does not get to send anything here: it refuses the file, hangs or fails on it; "" where it does. What the rail
 * shows then is what its rules would give.
 * @type {(model: Model, view: View) => "" | "refuses" | "hangs" | "throws"}
 */
export function notReached(model, view) {
  const pi = model.index.pi || {};
  if (model.index.eventLog) return "";
  if (pi.opens === false) return "refuses";
  if (pi.hangs) return "hangs";
  return view.throws ? "throws" : "";
}

/** Words of a status that says what is sent. */
const SENT_WORDS = new Set(["sent", "summary", "edited"]);

/** Words of the rail that say all by themselves. */
const PLAIN_WORDS = new Set(["sent", "summary", "dropped", "other-branch", "after"]);

/**
 * The state word beside the rail, with a short reason.
 * @type {(model: Model, view: View, row: number, onBranch: boolean) => string}
 */
export function statusWords(model, view, row, onBranch) {
  const word = railWord(view, row, onBranch);
  if (word === "never" && standsAsState(model, row)) return t("leftOut.whole");
  if (SENT_WORDS.has(word) && notReached(model, view)) return t(`would.${word}`);
  const short = PLAIN_WORDS.has(word) ? "" : wordFor("short", view.code(row));
  return short ? `${t(`status.${word}`)} · ${short}` : t(`status.${word}`);
}

/**
 * The whole reason as a sentence: the source's own words, or ours for its code.
 * @type {(model: Model, view: View, row: number, onBranch: boolean) => string}
 */
export function statusSentence(model, view, row, onBranch) {
  const word = railWord(view, row, onBranch);
  const stopped = SENT_WORDS.has(word) ? notReached(model, view) : "";
  if (stopped) return `${t(`unreached.${stopped}`)} ${t("unreached.rules")}`;
  if (word === "never" && standsAsState(model, row)) return t("leftOut.sentence");
  // What a checkpoint sends again stands before the boundary too: its code tells only half.
  const why = word === "summary" || word === "after" ? "" : wordFor("why", view.code(row)) || view.why.get(row);
  return why || t(`sentence.${word}`);
}

/**
 * What an entry says of its status now: a session that grows asks for all of them anew, and hardly one changes.
 * @type {WeakMap<HTMLElement, string>}
 */
const paintedStatus = new WeakMap();

/**
 * Paint rail and word of an entry for a view; called again when the view changes.
 * @type {(article: HTMLElement, model: Model, view: View, row: number, onBranch: boolean) => void}
 */
export function paintStatus(article, model, view, row, onBranch) {
  const marks = [view.word(row), railWord(view, row, onBranch)];
  const words = [statusWords(model, view, row, onBranch), statusSentence(model, view, row, onBranch)];
  const said = JSON.stringify([marks, words]);
  if (paintedStatus.get(article) === said) return;
  paintedStatus.set(article, said);
  [article.dataset.visibility, article.dataset.rail] = marks;
  const chip = must(".entry-head .status", HTMLElement, article);
  [chip.textContent, chip.title] = words;
}

/** Endings that are no news: the reply went on to its tools, or was complete; failures have tags of their own. */
const USUAL_ENDINGS = new Set(["stop", "toolUse", "error", "aborted"]);

/** @type {(message: JsonRecord | null) => HTMLElement | null} */
function stopTag(message) {
  const reason = message && message.role === "assistant" ? message.stopReason : null;
  if (typeof reason !== "string" || reason === "" || USUAL_ENDINGS.has(reason)) return null;
  return make("span", { class: "tag warn", title: t("tag.stopLong") }, textNodes(t("tag.stop", { reason: shorten(reason, 40) })));
}

/**
 * How long after the entry before it this one was written, from a second up.
 * @type {(model: Model, row: number) => HTMLElement | null}
 */
function pauseNode(model, row) {
  const up = model.parent[row];
  const ms = up < 0 ? NaN : model.time[row] - model.time[up];
  return ms >= 1000 ? make("span", { class: "fact", title: t("time.sinceParent") }, `+${spanText(ms)}`) : null;
}

/** @type {(env: Page, item: Item, row: number) => (Leaf | Leaf[])[]} */
function headFacts(env, item, row) {
  const message = isRecord(item.entry) && isRecord(item.entry.message) ? item.entry.message : null;
  const model = env.model;
  const span = message ? spanText(message.durationMs) : null;
  return [
    model.roleName(row) === "toolResult" || (model.kindName(row).startsWith("custom") && !standsAsState(model, row)) || model.kindName(row) === "usage"
      ? make("span", { class: "entry-what" }, textNodes(model.whatName(row))) : null,
    message && message.role === "toolResult" ? resultTitle(env, item, message) : null,
    model.has(row, FLAG.ERROR) ? make("span", { class: "tag bad" }, t("tag.error")) : null,
    model.has(row, FLAG.FAILED) ? make("span", { class: "tag bad" }, t(model.has(row, FLAG.ABORTED) ? "tag.aborted" : "tag.failed")) : null,
    stopTag(message),
    ...tagsLeftOut(model, row).map(({ text, title }) => make("span", { class: "tag", title }, text)),
    model.has(row, FLAG.HIDDEN) ? make("span", { class: "tag", title: t("tag.hiddenLong") }, t("tag.hidden")) : null,
    model.has(row, FLAG.SHADOWED) ? make("span", { class: "tag warn", title: t("tag.shadowedLong") }, t("tag.shadowed")) : null,
    model.labels.has(row) ? make("span", { class: "label-chip" }, textNodes(model.labels.get(row) || "")) : null,
    make("span", { class: "meta" }, timeNode(model.time[row]), pauseNode(model, row), span && make("span", { class: "fact", title: t("time.recorded") }, t("time.took", { span })), message && messageFacts(message)),
  ];
}

/**
 * One entry as an article. `item` is what the source delivered for this row.
 * @type {(env: Page, item: Item, onBranch: boolean) => HTMLElement}
 */
export function entryArticle(env, item, onBranch) {
  const { row } = item;
  const model = env.model;
  const name = model.name(row);
  const small = SMALL_KINDS.has(model.kindName(row));
  const article = make("article", {
    class: `entry k-${kindClass(model, row)}${small ? " small" : ""}`, tabindex: "-1",
    data: { entry: name, line: String(model.line[row]), row: String(row), visibility: "sent" },
    "aria-label": `${plainText(kindLabel(model, row))}, L${model.line[row]}`,
  },
  make("div", { class: "rail", "aria-hidden": "true" }),
  make("div", { class: model.line[row] > 9999 ? "entry-head long-line" : "entry-head" },
    make("b", { class: "entry-kind" }, textNodes(kindLabel(model, row))), make("span", { class: "status" }), headFacts(env, item, row),
    env.lineLink(row, `L${model.line[row]}`, { class: "line-link", title: titleText(t("entry.linkTitle", { name })) })),
  make("div", { class: "entry-body" }, entryBody(env, item)));
  paintStatus(article, model, env.view, row, onBranch);
  return article;
}

/**
 * A stand-in for an entry that the source did not deliver.
 * @type {(env: Page, row: number, why: string) => HTMLElement}
 */
export function missingArticle(env, row, why) {
  return entryArticle(env, { row, entry: null, cuts: [], missing: why }, true);
}

/**
 * A notice where the file holds bytes that are no record.
 * @type {(env: Page, damage: Damage) => HTMLElement}
 */
export function damageGap(env, damage) {
  return make("div", { class: "gap", role: "note" },
    make("b", null, `L${damage.line} ${t("damage.gap")}`), " ", make("code", null, textNodes(wordFor("damageKind", damage.kind) || damage.kind)), " ", textNodes(saidIn(env.model.index, damage.message || "")),
    make("span", { class: "muted" }, ` · ${t("damage.at", { offset: countText(damage.offset), size: byteText(damage.length) })}`), " ",
    make("a", { href: "#", onclick: (event) => { event.preventDefault(); env.setView("damage"); } }, t("damage.toList")));
}

/**
 * Cost and context size of a row for the side pane.
 * @type {(model: Model, row: number) => Fact[]}
 */
export function rowNumbers(model, row) {
  return [
    [t("facts.measured"), model.ctx[row] > 0 ? t("facts.measuredTokens", { n: countText(model.ctx[row]) }) : null],
    [t("facts.cost"), model.cost[row] > 0 ? costText(model.cost[row]) : null],
  ];
}
