/** The head of a session: what is known of it, above the first entry of its branch. */
import { make, textNodes, titleText } from "./dom.js";
import { billedName, factList, jsonText } from "./entry-parts.js";
import { timeNode } from "./entry.js";
import { copiedPart } from "./left-out.js";
import { costText, countText } from "./numbers.js";
import { isRecord } from "./shape.js";
import { encodePart } from "./state.js";
import { t } from "./words.js";

const MOST_MODELS = 4;
/** pi's own name for what was billed without a model. */
const NO_MODEL = "Tools/summaries";

function notRecorded() {
  return make("span", { class: "muted" }, t("head.none"));
}

/** @type {(text: string | null) => HTMLElement} */
function storedText(text) {
  return text ? make("code", { class: "wrap" }, textNodes(text)) : notRecorded();
}

/**
 * The session that this one was forked from, as a link where it is served here.
 * @type {(index: SessionIndex) => HTMLElement}
 */
function parentFact({ parentSession, parentKey, copied }) {
  if (!parentSession && copied?.fork) return make("span", { class: "muted" }, t("head.parentLeftOut"));
  if (!parentSession) return make("span", { class: "muted" }, t("head.notParent"));
  const name = storedText(parentSession);
  return parentKey ? make("a", { href: `/s/${encodePart(parentKey)}`, title: titleText(parentSession) }, name) : name;
}

/** @type {(index: SessionIndex) => Child} */
function modelsFact(index) {
  const breakdown = index.breakdown.filter((item) => item.key !== NO_MODEL);
  if (breakdown.length === 0) return notRecorded();
  const rest = breakdown.length - MOST_MODELS;
  return [breakdown.slice(0, MOST_MODELS).map((item, at) => [at > 0 ? t("punct.comma") : "", make("span", null, textNodes(billedName(item.key)))]),
    rest > 0 ? ` ${t("head.more", { n: countText(rest) })}` : ""];
}

/**
 * Does any record say what was billed? Nought that nobody wrote down is no cost.
 * @type {(env: Page, index: SessionIndex) => Child}
 */
function billedFact(env, { breakdown, totals }) {
  if (breakdown.length === 0) return notRecorded();
  return [t("head.tokens", { n: countText(totals.tokens) }), " \u00b7 ", costText(totals.cost), " ",
    make("button", { type: "button", class: "button quiet", onclick: () => env.setView("totals") }, t("head.usage"))];
}

/**
 * Of the whole file, whatever branch or point in time is shown.
 * @type {(env: Page) => HTMLElement}
 */
export function sessionHead(env) {
  const { index } = env.whole;
  const { messages } = index;
  const started = index.copied ? index.copied.started : isRecord(index.header) ? index.header.timestamp : null;
  const version = index.versionOnDisk;
  const part = copiedPart(index);
  return make("section", { class: "session-head", "aria-label": t("head.title") },
    make("h2", null, textNodes(index.name || t("head.title"))),
    factList([
      [t("file.session"), [storedText(index.id), index.copied?.newId ? ` ${t("head.newId")}` : ""]],
      [t("head.started"), typeof started === "string" && !Number.isNaN(Date.parse(started)) ? timeNode(Date.parse(started)) : notRecorded()],
      [t("head.cwd"), storedText(index.cwd)],
      [t("head.version"), version === null || version === undefined ? notRecorded() : textNodes(jsonText(version))],
      [t("head.parent"), parentFact(index)],
      [t("export.copy"), part ? t("head.copied", part) : null],
      [t("head.models"), modelsFact(index)],
      [t("head.messages"), [["user", messages.user], ["replies", messages.assistant], ["calls", messages.toolCalls], ["results", messages.toolResults]]
        .map(([name, n]) => t(`head.${name}`, { n: countText(Number(n)) })).join(" \u00b7 ")],
      [t("head.billed"), billedFact(env, index)],
    ]));
}
