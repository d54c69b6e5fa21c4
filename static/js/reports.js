/** The views beside the transcript: totals of the whole file, and its damage. */
import { button, elementsOf, make, replaceAll, table, textNodes } from "./dom.js";
import { billedName, factList, foldPart, jsonPart, jsonText } from "./entry-parts.js";
import { timeNode } from "./entry.js";
import { copiedPart } from "./left-out.js";
import { byteText, costText, countText, rowsShown } from "./numbers.js";
import { damageNames, formatHash } from "./state.js";
import { byId } from "./topbar.js";
import { usageView } from "./usage-view.js";
import { shorten } from "./visible-text.js";
import { cutLoss } from "./visibility.js";
import { currentLanguage, saidIn, t, wordFor } from "./words.js";

/**
 * The Totals view.
 * @type {(env: Page) => HTMLElement}
 */
export function totalsView(env) {
  const { index } = env.model;
  const { totals, messages } = index;
  const part = copiedPart(env.whole.index);
  /** @type {CountName[]} */
  const counts = ["input", "output", "cacheRead", "cacheWrite"];
  return make("div", { class: "sheet" },
    make("h2", null, t("usage.title")), usageView(env),
    make("h2", { class: "second" }, t(part ? "totals.titleCopy" : "totals.title")),
    make("p", { class: "muted" }, part ? t("totals.aboutCopy", part) : t("totals.about")),
    index.flagsText && index.flagsText.length > 0 ? make("ul", { class: "note" }, index.flagsText.map((text) => make("li", null, textNodes(saidIn(index, text))))) : null,
    make("div", { class: "sheet-columns" },
      make("section", null, make("h3", null, t("totals.messages")),
        table([t("totals.what"), t("totals.count")], messageRows(index), { numeric: [1], caption: t("totals.messages") }),
        messages.toolCalls > 0 ? make("p", { class: "note" }, t("totals.toolCallsIn", { n: countText(messages.toolCalls) })) : null),
      make("section", null, make("h3", null, t("totals.tokensTitle")),
        table([t("totals.what"), t("totals.amount")], [...counts.map((name) => [t(`totals.${name}`), countText(totals[name])]),
          [t("totals.allTokens"), countText(totals.tokens)], [t("totals.cost"), costText(totals.cost)]], { numeric: [1], caption: t("totals.tokensTitle") }))),
    make("h3", null, t("totals.breakdown")),
    index.breakdown.length > 0
      ? table([t("totals.key"), t("totals.tokens"), t("totals.cost")], index.breakdown.map((row) => [textNodes(billedName(row.key)), countText(row.tokens), costText(row.cost)]), { numeric: [1, 2], caption: t("totals.breakdown") })
      : make("p", { class: "muted" }, t("totals.noUsage")),
    branchTable(env), compactionTable(env), typeTable(env), fileFacts(env));
}

/**
 * Messages by role, every role there is, so that the rows add up to the total.
 * @type {(index: SessionIndex) => Child[][]}
 */
function messageRows({ roles = {}, messages }) {
  const order = ["system", "user", "assistant", "toolResult", "bashExecution"];
  /** @type {(role: [string, number]) => number} */
  const place = ([name]) => (order.includes(name) ? order.indexOf(name) : order.length);
  const rows = Object.entries(roles).sort((a, b) => place(a) - place(b));
  const rest = messages.total - rows.reduce((sum, [, n]) => sum + n, 0);
  return [...rows.map(([name, n]) => [make("span", { class: "capital" }, textNodes(name === "toolResult" ? t("totals.toolResults") : wordFor("role", name) || name)), countText(n)]),
    ...(rest > 0 ? [[make("span", { class: "capital" }, t("totals.noRole")), countText(rest)]] : []), [make("b", null, t("totals.total")), make("b", null, countText(messages.total))]];
}

/** @type {(env: Page) => Leaf[]} */
function branchTable(env) {
  const { model } = env;
  const shown = model.branches.slice(0, 200);
  return [
    make("h3", null, t("totals.branches"), " ", make("span", { class: "count" }, countText(model.branchesTotal))),
    shown.length === 0 ? make("p", { class: "muted" }, t(model.index.size === 0 ? "empty.noBytes" : "empty.noEntries")) : table([t("branch.leaf"), t("branch.entries"), t("branch.own"), t("branch.forkedAt"), t("branch.last"), t("branch.preview")],
      shown.map((branch) => [[env.lineLink(branch.leaf, `L${model.line[branch.leaf]}`), branch.active ? ` ${t("tree.activeLeaf")}` : ""],
        countText(branch.entries), countText(branch.own), branch.forkedAt >= 0 ? env.lineLink(branch.forkedAt, `L${model.line[branch.forkedAt]}`) : "\u2013",
        timeNode(branch.modified), [branch.preview && branch.saidAt !== branch.leaf ? [env.lineLink(branch.saidAt, `L${model.line[branch.saidAt]}`), t("punct.colon")] : null, textNodes(shorten(branch.preview || "", 90))]]), { numeric: [1, 2], caption: t("totals.branches") }),
    shown.length < model.branchesTotal ? make("p", { class: "muted" }, t("side.andMore", { n: model.branchesTotal - shown.length })) : null,
  ];
}

/** @type {(model: Model, row: number) => Child} */
function droppedWords(model, row) {
  const { lost, never } = cutLoss(model, row);
  return [countText(lost.length), never.length > 0 ? make("span", { class: "under muted" }, t("cut.andNever", { n: countText(never.length) })) : null];
}

/** @type {(env: Page) => Leaf[]} */
function compactionTable(env) {
  const { model } = env;
  if (model.compactions.length === 0) return [make("h3", null, t("totals.compactions")), make("p", { class: "muted" }, t("totals.noCompactions"))];
  /** @type {(value: number | null | undefined) => string} */
  const number = (value) => (value === null || value === undefined ? "\u2013" : countText(value));
  return [make("h3", null, t("totals.compactions"), " ", make("span", { class: "count" }, countText(model.compactions.length))),
    table([t("card.writtenAt"), t("card.cutBefore"), t("card.kept"), t("card.dropped"), t("card.tokensBefore"), t("card.tokensAfter"), t("facts.time")],
      model.compactions.map((item) => [env.lineLink(item.row, `L${model.line[item.row]}`), item.cut >= 0 ? env.lineLink(item.cut, `L${model.line[item.cut]}`) : t("card.keptNone"),
        number(item.kept), droppedWords(model, item.row), number(item.tokensBefore), number(item.after), timeNode(model.time[item.row])]), { numeric: [2, 3, 4, 5], caption: t("totals.compactions") })];
}

/** @type {(env: Page) => Leaf[] | null} */
function typeTable(env) {
  const { types = {}, roles = {} } = env.model.index;
  const rows = [...Object.entries(types).map(([name, n]) => [textNodes(name), countText(n)]), ...Object.entries(roles).map(([name, n]) => [[make("span", { class: "muted" }, "message / "), textNodes(name)], countText(n)])];
  return rows.length === 0 ? null : [make("h3", null, t("totals.types")), table([t("facts.type"), t("totals.count")], rows, { numeric: [1], caption: t("totals.types") })];
}

/** @type {(env: Page) => Leaf[]} */
function fileFacts(env) {
  const { index } = env.model;
  const pi = index.pi || {};
  const part = copiedPart(env.whole.index);
  return [make("h3", null, t("totals.file")), factList([
    [t("file.path"), make("code", { class: "wrap" }, textNodes(index.file))],
    [t("file.size"), `${byteText(index.size)} \u00b7 ${part ? t("file.entriesCopied", part) : `${countText(index.n)} ${t("file.entries")}`}`],
    [t("file.modified"), timeNode(Date.parse(index.modified))],
    ["SHA-256", index.sha256 ? make("code", { class: "wrap" }, textNodes(index.sha256)) : t("live.hash")],
    [t("file.session"), index.id ? make("code", { class: "wrap" }, textNodes(index.id)) : null],
    [t("file.version"), index.versionOnDisk === null || index.versionOnDisk === undefined ? t("file.noVersion") : textNodes(jsonText(index.versionOnDisk))],
    [t("file.parent"), index.parentSession ? make("code", { class: "wrap" }, textNodes(index.parentSession)) : null],
    [t("file.onOpen"), pi.writesOnOpen && pi.writesOnOpen.length > 0 ? textNodes(pi.writesOnOpen.map((text) => saidIn(index, text)).join(currentLanguage() === "zh" ? "\uff1b" : "; ")) : t("file.writesNothing")],
  ]), index.header ? foldPart(t("file.header"), () => jsonPart(index.header)) : make("p", { class: "muted" }, t("file.noHeader"))];
}

/**
 * The Damage view: what is wrong with the bytes, line by line.
 * @type {(env: Page) => HTMLElement}
 */
export function damageView(env) {
  const { index } = env.model;
  const list = index.damage || [];
  const box = make("div", { class: "sheet" }, make("h2", null, t("damage.title"), " ", make("span", { class: "count" }, countText(index.damageTotal ?? list.length))));
  if (list.length === 0) {
    box.append(make("p", { class: "empty" }, t("damage.none", { size: byteText(index.size), n: countText(index.sourceEntries ?? index.n) })));
    return box;
  }
  const names = damageNames(list);
  const total = index.damageTotal ?? list.length;
  if (total > list.length) box.append(make("p", { class: "note" }, t("damage.more", { shown: countText(list.length), n: countText(total) })));
  /** @type {(limit: number) => void} */
  const draw = (wanted) => {
    const limit = rowsShown(list.length, wanted);
    const shown = list.slice(0, limit);
    replaceAll(body, table([t("damage.line"), t("damage.offset"), t("damage.length"), t("damage.kind"), t("damage.message"), t("damage.salvage")],
      shown.map((item, at) => {
        const row = env.model.rowOfLine(item.line);
        return [make("span", { class: "keep" }, row >= 0 ? env.lineLink(row, `L${item.line}`) : `L${item.line}`, " ", ownDamageLink(env, names[at])), countText(item.offset), byteText(item.length),
          make("code", { class: "keep" }, textNodes(wordFor("damageKind", item.kind) || item.kind)), textNodes(saidIn(index, item.message || "")), salvageText(item.salvage)];
      }), { numeric: [1, 2], caption: t("damage.title") }),
    list.length > limit ? button(t("edge.more", { n: countText(list.length - limit) }), () => draw(limit + 500), { class: "button quiet" }) : null);
    elementsOf(body, "tbody tr").forEach((node, at) => { node.dataset.damage = names[at]; });
    if (env.damage !== null) requestAnimationFrame(() => markDamage(body, env.damage, true));
  };
  const body = make("div");
  box.append(make("p", { class: "muted" }, t(index.eventLog ? "damage.eventLog" : "damage.about")), body);
  draw(Math.max(300, names.indexOf(env.damage ?? "") + 1));
  return box;
}

/**
 * The link of a damaged place to itself, in its row.
 * @type {(env: Page, name: string) => HTMLElement}
 */
function ownDamageLink(env, name) {
  return make("a", { class: "self-link", href: formatHash({ view: "damage", damage: name }), "aria-label": t("damage.self"), title: t("damage.self"), onclick: (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    env.damage = name;
    markDamage(byId("view-damage"), name, false);
    env.savePlace("push");
  } }, "#");
}

/**
 * Mark the row of the damaged place that the address names.
 * @type {(box: HTMLElement, name: string | null, scroll: boolean) => void}
 */
function markDamage(box, name, scroll) {
  for (const node of elementsOf(box, "tr[data-damage]")) {
    const named = node.dataset.damage === name;
    node.classList.toggle("is-named", named);
    if (named && scroll) node.scrollIntoView({ block: "center" });
  }
}

/** @type {(salvage: Damage["salvage"]) => Child} */
function salvageText(salvage) {
  if (!Array.isArray(salvage) || salvage.length === 0) return make("span", { class: "muted" }, t("damage.noSalvage"));
  return salvage.map((item, at) => [at > 0 ? make("br") : null, textNodes([item.type, item.id].filter((part) => typeof part === "string").join(" ")),
    make("span", { class: "muted" }, ` ${t("damage.salvageAt", { offset: countText(item.offset) })}`)]);
}
