/** The card at a cut: when and where it cuts, its numbers, the user's rules before it, the summary. */
import { make, replaceAll, textNodes } from "./dom.js";
import { timeNode } from "./entry.js";
import { holdsRecord, summaryParts } from "./entry-kinds.js";
import { countText, tokenText } from "./numbers.js";
import { whyOf } from "./source.js";
import { cutLoss } from "./visibility.js";
import { t } from "./words.js";

/** @type {(env: Page, record: Compaction) => HTMLElement} */
function cardNumbers(env, record) {
  const before = Number.isFinite(record.tokensBefore) ? tokenText(record.tokensBefore) : null;
  const after = Number.isFinite(record.after) && record.after !== null ? tokenText(record.after) : null;
  /** @type {(value: string, label: Child) => HTMLElement} */
  const number = (value, label) => make("span", { class: "card-number" }, make("b", null, value), " ", label);
  const loss = cutLoss(env.model, record.row);
  const keptFrom = record.cut >= 0 ? [t("card.keptFrom"), " ", env.lineLink(record.cut, `L${env.model.line[record.cut]}`)] : t("card.keptNone");
  return make("p", { class: "card-numbers" },
    number(countText(loss.lost.length), make("span", { title: t("card.droppedLong") }, t("card.dropped"))),
    loss.back.length > 0 ? number(countText(loss.back.length), t("card.back")) : null,
    loss.never.length > 0 ? number(countText(loss.never.length), make("span", { title: t("card.neverLong") }, t("card.never"))) : null,
    number(countText(record.kept), keptFrom),
    before === null ? null : number(after === null ? before : `${before} \u2192 ${after}`, t(after === null ? "card.tokensBeforeSmall" : "card.tokens")),
    record.checkpoint ? number(t("card.yes"), t("card.checkpoint")) : null,
    make("button", { type: "button", class: "button quiet card-lost", onclick: () => {
      env.choose(record.row);
      env.setView("cut");
    } }, t("card.lost")));
}

/** Milliseconds that a card is on screen before its rules are asked for: scrolling past asks for nothing. */
const STAY = 300;

/** @type {(node: HTMLElement, then: () => void) => void} */
function whenStaying(node, then) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const watch = new IntersectionObserver((changes) => {
    clearTimeout(timer);
    if (!changes[changes.length - 1].isIntersecting) return;
    timer = setTimeout(() => {
      watch.disconnect();
      then();
    }, STAY);
  });
  watch.observe(node);
}

/**
 * Which rules of the user are still said behind the cut: asked of the server, which compares by words, once the card has
 * stayed on screen for a moment. One line high until it is opened, so that nothing moves when the answer comes.
 * @type {(env: Page, row: number) => HTMLElement | null}
 */
function rulesLine(env, row) {
  if (!env.source.rules) return null;
  const box = make("div", { class: "card-rules muted" }, t("card.rulesWait"));
  whenStaying(box, () => env.source.rules?.(row).then(
    (found) => replaceAll(box, rulesFound(env, found)),
    (error) => replaceAll(box, make("span", { class: "bad" }, t("load.failed", { why: whyOf(error) })))));
  return box;
}

/** @type {(env: Page, found: RulesAtCut) => Child} */
function rulesFound(env, { kept, lost, unread }) {
  const more = unread > 0 ? make("span", { class: "note" }, t("card.rulesUnread", { n: countText(unread) })) : null;
  if (kept.n + lost.n === 0) return [make("span", null, t("card.rulesNone")), " ", more];
  /** @type {(list: RuleList, title: string) => Child} */
  const part = (list, title) => list.n === 0 ? null : [
    make("p", { class: "card-rules-title" }, title),
    make("ul", null, list.rules.map((rule) => make("li", null, env.lineLink(rule.row, `L${env.model.line[rule.row]}`), " ", make("q", null, textNodes(rule.text)))),
      list.n > list.rules.length ? make("li", { class: "muted" }, t("card.rulesMore", { n: countText(list.n - list.rules.length) })) : null)];
  return make("details", null,
    make("summary", null, t("card.rules", { kept: countText(kept.n), n: countText(kept.n + lost.n) }), " ", make("span", { class: "tag" }, t("card.lead"))),
    part(kept, t("card.rulesKept")), part(lost, t("card.rulesLost")),
    make("p", { class: "note" }, t("card.rulesHow")), more);
}

/**
 * Two cards of one compaction are the same where this is. What the first reply behind it measured comes while a session grows.
 * @type {(model: Model, row: number, standing: { inForce: boolean, replacedBy: number }) => string}
 */
export function cardState(model, row, { inForce, replacedBy }) {
  return `${inForce} ${replacedBy} ${model.compactionOf.get(row)?.after ?? ""}`;
}

/**
 * The boundary card, at the cut. The summary is fetched when the card is made.
 * @type {(env: Page, compactionRow: number, state: { inForce: boolean, replacedBy: number }) => Card}
 */
export function boundaryCard(env, compactionRow, { inForce, replacedBy }) {
  const model = env.model;
  const record = model.compactionOf.get(compactionRow)
    || { row: compactionRow, dropped: null, kept: null, tokensBefore: null, after: null, cut: model.link[compactionRow], found: true, checkpoint: false };
  const body = make("div", { class: "card-summary clipped" }, make("p", { class: "muted" }, t("load.summary")));
  const more = make("button", { type: "button", class: "button quiet card-more", "aria-expanded": "false", onclick: () => {
    const open = body.classList.toggle("clipped");
    more.setAttribute("aria-expanded", String(!open));
    more.textContent = t(open ? "card.readAll" : "card.readLess");
  } }, t("card.readAll"));
  more.hidden = true;
  /** @type {Card} */
  const box = make("section", { class: inForce ? "cut" : "cut past", data: { cut: model.name(compactionRow), state: cardState(model, compactionRow, { inForce, replacedBy }) }, "aria-label": t("card.title") },
    make("div", { class: "cut-line" }, make("span", null, t(inForce ? "card.cutHere" : replacedBy >= 0 ? "card.cutEarlier" : "card.cutLater"))),
    make("div", { class: "card" },
      make("p", { class: "card-title" }, make("b", null, t("card.title")), make("span", { class: "meta" }, timeNode(model.time[compactionRow])),
        make("span", { class: "card-row" }, t("card.writtenAt"), " ", env.lineLink(compactionRow, `L${model.line[compactionRow]}`))),
      replacedBy >= 0 ? make("p", { class: "note" }, t("card.replaced"), " ", env.lineLink(replacedBy, `L${model.line[replacedBy]}`)) : null,
      !inForce && replacedBy < 0 ? make("p", { class: "note" }, t("card.notYet")) : null,
      record.found === false ? make("p", { class: "note" }, t("card.notFound")) : null,
      cardNumbers(env, record), rulesLine(env, compactionRow), body, more));
  box.ready = fillSummary(env, compactionRow, body, more, inForce);
  return box;
}

/** @type {(env: Page, row: number, body: HTMLElement, more: HTMLElement, inForce: boolean) => Promise<void>} */
async function fillSummary(env, row, body, more, inForce) {
  try {
    const [item] = await env.source.entries([row]);
    if (!item || !holdsRecord(item)) throw new Error(t("load.missing"));
    const hook = item.entry.fromHook === true ? make("p", { class: "note" }, t("compaction.fromHook")) : null;
    replaceAll(body, hook, summaryParts(env, item));
    more.hidden = inForce && (body.textContent || "").length < 700;
    if (more.hidden) body.classList.remove("clipped");
  } catch (error) {
    body.replaceChildren(make("p", { class: "bad" }, t("load.failed", { why: whyOf(error) })));
  }
}
