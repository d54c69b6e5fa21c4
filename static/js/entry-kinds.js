/** The body of each kind of entry. One function per kind, in an explicit table; what is unknown comes as JSON. */
import { make, replaceAll, textNodes } from "./dom.js";
import { blockParts, contentBlocks, cutOf, foldPart, imagePart, jsonPart, jsonText, textPart, wordOf } from "./entry-parts.js";
import { bashParts, callPart, resultParts } from "./entry-tools.js";
import { LEFT_OUT } from "./left-out.js";
import { costText, countText, tokenText } from "./numbers.js";
import { isRecord } from "./shape.js";
import { skillIn } from "./skill.js";
import { whyOf } from "./source.js";
import { shorten } from "./visible-text.js";
import { t, wordFor } from "./words.js";

function nothingHere() {
  return make("p", { class: "muted" }, t("entry.noContent"));
}

/**
 * Text and pictures of a message; `mode` is how its text is set.
 * @type {(env: Page, item: Item, content: Json, base: Path, mode: TextMode) => Part[]}
 */
function talkParts(env, item, content, base, mode) {
  const parts = blockParts(contentBlocks(content, base), ({ block, path, textPath }) => blockPart(env, item, block, path, textPath, mode));
  return parts.length > 0 ? parts : [nothingHere()];
}

/** @type {(env: Page, item: Item, block: Json, path: Path, textPath: Path, mode: TextMode) => Part} */
function blockPart(env, item, block, path, textPath, mode) {
  if (!isRecord(block)) return jsonPart(block);
  if (block.type === "text" && typeof block.text === "string") return block.text === "" ? null : textPart(env, item, textPath, block.text, mode);
  if (block.type === "thinking") return thinkingPart(env, item, block, path);
  if (block.type === "toolCall") return callPart(env, item, block, path);
  if (block.type === "image") return imagePart(env, item, block);
  return foldPart(t("entry.unknownBlock", { type: shorten(wordOf(block.type) || "?", 60) }), () => jsonPart(block));
}

/**
 * What the user said; a skill that pi put in front of it folds.
 * @type {(env: Page, item: Item, message: JsonRecord) => Part[]}
 */
function userParts(env, item, message) {
  const parts = blockParts(contentBlocks(message.content, ["message", "content"]), ({ block, path, textPath }) => {
    const text = isRecord(block) && block.type === "text" && typeof block.text === "string" ? block.text : "";
    return text.startsWith("<skill name=") ? skillParts(env, item, text, textPath) : [blockPart(env, item, block, path, textPath, "markdown")];
  });
  return parts.length > 0 ? parts : [nothingHere()];
}

/**
 * A skill, folded, and the user's words below it. Where the source cut the text, the whole of it is read first.
 * @type {(env: Page, item: Item, text: string, textPath: Path) => Part[]}
 */
function skillParts(env, item, text, textPath) {
  if (cutOf(item, textPath) !== null) {
    const box = make("div", { class: "skill-place" }, textPart(env, item, textPath, text, "markdown"));
    env.whenSeen(box, async () => {
      const whole = await env.source.full(item.row, textPath).catch(() => null);
      if (whole !== null && skillIn(whole) !== null) replaceAll(box, skillParts(env, { ...item, cuts: [] }, whole, textPath));
    });
    return [box];
  }
  const skill = skillIn(text);
  if (skill === null) return [textPart(env, item, textPath, text, "markdown")];
  return [
    foldPart(make("span", null, make("b", null, textNodes(t("skill.title", { name: shorten(skill.name, 80) }))), " ", make("span", { class: "muted" }, textNodes(shorten(skill.location, 200)))),
      () => [make("p", { class: "note" }, t("skill.sent")), textPart(env, item, textPath, skill.text, "markdown")], { className: "skill" }),
    skill.words === "" ? make("p", { class: "muted" }, t("skill.noWords")) : textPart(env, item, textPath, skill.words, "markdown"),
  ];
}

/** @type {(env: Page, item: Item, block: JsonRecord, path: Path) => HTMLElement} */
function thinkingPart(env, item, block, path) {
  const text = wordOf(block.thinking);
  if (block.redacted || text.trim() === "") return make("p", { class: "muted thinking-none" }, t("thinking.redacted"));
  const first = shorten(text.trim().split("\n")[0], 110);
  return foldPart(make("span", null, make("b", null, t("thinking.title")), " ", make("span", { class: "muted" }, textNodes(first))),
    () => textPart(env, item, [...path, "thinking"], text, "markdown"), { className: "thinking" });
}

/** @type {(text: string) => HTMLElement} */
function errorBox(text) {
  return make("div", { class: "error-box" }, make("b", null, t("reply.error")), " ", textNodes(text));
}

const PI_ENDINGS = new Set(["stop", "length", "toolUse"]);

/**
 * An error message in a reply that did not end as failed: pi sends such a reply.
 * @type {(message: JsonRecord, text: string) => HTMLElement}
 */
function strayError(message, text) {
  const reason = wordOf(message.stopReason);
  const how = reason === "" ? t("reply.noStop") : t(PI_ENDINGS.has(reason) ? "reply.usualStop" : "reply.oddStop", { reason: shorten(reason, 60) });
  return make("div", { class: "error-box" }, make("b", null, textNodes(how)), " ", t("reply.strayError"), " ", textNodes(text));
}

/** @type {(env: Page, item: Item, message: JsonRecord) => Part[]} */
function assistantParts(env, item, message) {
  const blocks = contentBlocks(message.content, ["message", "content"]);
  const parts = blockParts(blocks, ({ block, path, textPath }) => blockPart(env, item, block, path, textPath, "markdown"));
  const failed = message.stopReason === "error" || message.stopReason === "aborted";
  if (typeof message.errorMessage === "string" && message.errorMessage !== "") parts.push(failed ? errorBox(message.errorMessage) : strayError(message, message.errorMessage));
  else if (message.stopReason === "aborted") parts.push(make("p", { class: "muted" }, t("reply.aborted")));
  return parts.filter(Boolean).length > 0 ? parts : [make("p", { class: "muted" }, t("reply.empty"))];
}

/**
 * One tool the prompt offers: name, description, parameters on demand.
 * @type {(tool: Json) => HTMLElement}
 */
export function toolPart(tool) {
  const name = isRecord(tool) ? wordOf(tool.name) : wordOf(tool);
  const described = isRecord(tool) && typeof tool.description === "string" ? tool.description : "";
  return foldPart(make("span", null, make("b", null, textNodes(name || "?")), " ", make("span", { class: "muted" }, textNodes(shorten(described, 100)))),
    () => [described && make("p", { class: "prewrap" }, textNodes(described)), jsonPart(tool)]);
}

/** @type {(env: Page, item: Item, message: JsonRecord) => Part[]} */
function systemParts(env, item, message) {
  /** @type {Part[]} */
  const parts = [];
  for (const { block, textPath } of contentBlocks(message.content, ["message", "content"])) {
    if (isRecord(block) && typeof block.text === "string") {
      if (block.text.trim() !== "") parts.push(textPart(env, item, textPath, block.text, "plain"));
    } else parts.push(jsonPart(block));
  }
  const sections = message.sections && typeof message.sections === "object" ? Object.entries(message.sections) : [];
  for (const [name, text] of sections) {
    const size = text === null ? t("prompt.removed") : t("prompt.chars", { n: countText(wordOf(text).length) });
    parts.push(foldPart(make("span", null, make("b", null, textNodes(name)), " ", make("span", { class: "muted" }, size)),
      () => (text === null ? make("p", { class: "muted" }, t("prompt.removedLong")) : textPart(env, item, ["message", "sections", name], wordOf(text), "plain"))));
  }
  const added = Array.isArray(message.toolsAdded) ? message.toolsAdded : [];
  const removed = Array.isArray(message.toolsRemoved) ? message.toolsRemoved : [];
  if (added.length > 0) parts.push(foldPart(t("prompt.toolsAdded", { n: added.length }), () => added.map(toolPart)));
  if (removed.length > 0) parts.push(make("p", null, t("prompt.toolsRemoved"), " ", textNodes(removed.map(wordOf).join(", "))));
  return parts.length > 0 ? parts : [nothingHere()];
}

/** @type {Record<string, (env: Page, item: Item, message: JsonRecord) => Part[]>} */
const MESSAGE_PARTS = {
  system: systemParts,
  assistant: assistantParts,
  user: userParts,
  toolResult: resultParts,
  bashExecution: bashParts,
  custom: (env, item, message) => talkParts(env, item, message.content, ["message", "content"], "markdown"),
  branchSummary: (env, item, message) => [textPart(env, item, ["message", "summary"], wordOf(message.summary), "markdown")],
  compactionSummary: (env, item, message) => [textPart(env, item, ["message", "summary"], wordOf(message.summary), "markdown")],
};

/** @type {(env: Page, item: RecordItem) => Part[]} */
function messageParts(env, item) {
  const message = item.entry.message;
  if (!isRecord(message)) {
    return [make("p", { class: "muted" }, t("entry.noMessage")), jsonPart(item.entry)];
  }
  const { role } = message;
  const render = typeof role === "string" && Object.hasOwn(MESSAGE_PARTS, role) ? MESSAGE_PARTS[role] : null;
  return render ? render(env, item, message) : [make("p", { class: "muted" }, t("entry.unknownRole")), jsonPart(message)];
}

/**
 * The compaction's own row: where it cuts, and the way to the card that stands there.
 * @type {(env: Page, item: RecordItem) => Part[]}
 */
function compactionParts(env, item) {
  const record = env.model.compactionOf.get(item.row);
  const cut = record ? record.cut : -1;
  return [make("p", null, cut >= 0 ? t("compaction.ownRow") : t("compaction.ownRowNone"), " ",
    cut >= 0 ? env.lineLink(cut, `L${env.model.line[cut]}`) : null, cut >= 0 ? t("punct.stop") : "",
    make("a", { href: "#", class: "go", onclick: (event) => { event.preventDefault(); env.goToCut(item.row); } }, t("compaction.toCard")))];
}

/**
 * Everything the boundary card folds away: the summary in full, its details, an old writer's tail.
 * @type {(env: Page, item: RecordItem) => HTMLElement[]}
 */
export function summaryParts(env, item) {
  const entry = item.entry;
  const parts = [];
  if (typeof entry.summary === "string" && entry.summary.trim() !== "") parts.push(textPart(env, item, ["summary"], entry.summary, "markdown"));
  else parts.push(make("p", { class: "muted" }, t("compaction.noSummary")));
  if (entry.systemMessage) parts.push(foldPart(t("compaction.checkpoint"), () => jsonPart(entry.systemMessage)));
  if (entry.retainedTail !== undefined) parts.push(foldPart(t("compaction.retainedTail"), () => jsonPart(entry.retainedTail)));
  if (entry.details !== undefined && entry.details !== null) parts.push(foldPart(t("compaction.details"), () => jsonPart(entry.details)));
  return parts;
}

/** @type {(env: Page, item: RecordItem) => Part[]} */
function branchSummaryParts(env, item) {
  const entry = item.entry;
  const from = typeof entry.fromId === "string" ? env.model.find(entry.fromId) : -1;
  const source = from >= 0 ? env.lineLink(from, t("branch.from", { line: env.model.line[from] })) : make("span", null, wordOf(entry.fromId) === "" ? t("branch.noSource") : [t("branch.fromUnknown"), " ", textNodes(wordOf(entry.fromId))]);
  const body = typeof entry.summary === "string" && entry.summary.trim() !== ""
    ? textPart(env, item, ["summary"], entry.summary, "markdown") : make("p", { class: "muted" }, t("branch.empty"));
  return [make("p", { class: "muted" }, source), body,
    entry.details !== undefined && entry.details !== null ? foldPart(t("compaction.details"), () => jsonPart(entry.details)) : null];
}

/** @type {(env: Page, item: RecordItem) => Part[]} */
function editParts(env, item) {
  const entry = item.entry;
  const target = env.model.link[item.row];
  const where = target >= 0 ? env.lineLink(target, `L${env.model.line[target]}`) : make("code", null, textNodes(wordOf(entry.targetId)));
  if (entry.replacement === null) return [make("p", null, t("edit.omits"), " ", where)];
  const content = isRecord(entry.replacement) ? entry.replacement.content : entry.replacement;
  return [make("p", null, t("edit.replaces"), " ", where), ...talkParts(env, item, content, ["replacement", "content"], "plain")];
}

/**
 * The counts that a record of usage holds, in words.
 * @type {(usage: JsonRecord, format: (value: Json) => string) => string}
 */
function usageWords(usage, format) {
  return ["input", "output", "cacheRead", "cacheWrite"].filter((key) => Number.isFinite(usage[key]))
    .map((key) => `${t(`usage.${key}`)} ${format(usage[key])}`).join(" · ");
}

/** @type {(env: Page, item: RecordItem) => Part[]} */
function usageParts(_env, item) {
  const usage = isRecord(item.entry.usage) ? item.entry.usage : {};
  const cost = isRecord(usage.cost) ? usage.cost.total : undefined;
  const tokens = usageWords(usage, tokenText);
  return [make("p", null, t("usage.hidden"), " ", [tokens, Number.isFinite(cost) ? costText(cost) : ""].filter(Boolean).join(" · "))];
}

/** @type {(env: Page, item: RecordItem) => Part[]} */
function customParts(_env, item) {
  const { customType, data } = item.entry;
  const part = customType === LEFT_OUT && isRecord(data) && typeof data.part === "string" ? wordFor("part", data.part) : "";
  if (part) return [make("p", { class: "muted" }, t("export.leftOutHere", { part }))];
  if (data === undefined) return [make("p", { class: "muted" }, t("entry.noContent"))];
  return [foldPart(make("code", null, textNodes(shorten(jsonText(data).replace(/\s+/g, " "), 100))), () => jsonPart(data))];
}

/** @type {(env: Page, item: RecordItem) => Part[]} */
function customMessageParts(env, item) {
  const { content, details } = item.entry;
  return [...talkParts(env, item, content, ["content"], "markdown"),
    details !== undefined && details !== null ? foldPart(t("custom.details"), () => jsonPart(details)) : null];
}

/** @type {Record<string, (env: Page, item: RecordItem) => Part[]>} */
const KIND_PARTS = {
  message: messageParts,
  compaction: compactionParts,
  branch_summary: branchSummaryParts,
  context_edit: editParts,
  usage: usageParts,
  custom: customParts,
  custom_message: customMessageParts,
  model_change: (_env, item) => [make("p", null, t("state.model"), " ", make("b", null, textNodes([item.entry.provider, item.entry.modelId].map(wordOf).filter(Boolean).join("/"))))],
  thinking_level_change: (_env, item) => [make("p", null, t("state.thinking"), " ", make("b", null, textNodes(wordOf(item.entry.thinkingLevel))))],
  session_info: (_env, item) => [make("p", null, t("state.name"), " ", make("b", null, textNodes(wordOf(item.entry.name) || t("state.nameCleared"))))],
  label: (env, item) => {
    const target = env.model.link[item.row];
    const text = wordOf(item.entry.label);
    return [make("p", null, text.trim() === "" ? t("label.cleared") : [t("label.set"), " ", make("span", { class: "label-chip" }, textNodes(text))], " ",
      target >= 0 ? env.lineLink(target, `L${env.model.line[target]}`) : make("code", null, textNodes(wordOf(item.entry.targetId))))];
  },
};

/**
 * Is the entry of an item an object, as every entry should be?
 * @type {(item: Item) => item is RecordItem}
 */
export function holdsRecord(item) {
  return isRecord(item.entry);
}

/**
 * The nodes of an entry's body. Never throws: what cannot be laid out comes as JSON.
 * @type {(env: Page, item: Item) => Part[]}
 */
export function entryBody(env, item) {
  try {
    if (!holdsRecord(item)) return [make("p", { class: "muted" }, t("entry.noRecord")), jsonPart(item.entry)];
    const { type } = item.entry;
    const render = typeof type === "string" && Object.hasOwn(KIND_PARTS, type) ? KIND_PARTS[type] : null;
    const parts = render ? render(env, item) : [make("p", { class: "muted" }, t("entry.unknownType")), jsonPart(item.entry)];
    const leftOut = (item.cuts || []).some((cut) => cut.tooDeep || cut.tooLarge);
    return leftOut ? [...parts, make("p", { class: "note" }, t("entry.leftOut"))] : parts;
  } catch (error) {
    return [make("p", { class: "muted" }, t("entry.odd", { why: whyOf(error) })), jsonPart(item.entry)];
  }
}

/**
 * A count of a record of usage; 0 for what is none. An object may have a `valueOf` of its own and is never converted.
 * @type {(value: Json) => number}
 */
function countIn(value) {
  return typeof value === "number" || typeof value === "string" ? Number(value) || 0 : 0;
}

/**
 * What stands beside the stamp of a message: model, tokens, cost, duration, an unusual ending.
 * @type {(message: JsonRecord) => HTMLElement[]}
 */
export function messageFacts(message) {
  const usage = isRecord(message.usage) ? message.usage : null;
  const model = message.role === "assistant" ? wordOf(message.responseModel || message.model) : "";
  const sent = usage ? countIn(usage.input) + countIn(usage.cacheRead) + countIn(usage.cacheWrite) : 0;
  const cost = usage && isRecord(usage.cost) && Number.isFinite(usage.cost.total) ? usage.cost.total : null;
  // Tokens and their cost stay together: a cost alone on a line says nothing.
  return factsLine([model, [
    usage && (sent > 0 || usage.output) ? t("meta.tokens", { sent: tokenText(sent), out: tokenText(countIn(usage.output)) }) : "",
    cost !== null ? costText(cost) : "",
  ].filter(Boolean).join(" \u00b7 ")]);
}

/** @type {(parts: string[]) => HTMLElement[]} */
function factsLine(parts) {
  return parts.filter(Boolean).map((part) => make("span", { class: "fact" }, textNodes(part)));
}

/**
 * Facts for the side pane that only the entry itself holds.
 * @type {(item: Item) => Fact[]}
 */
export function entryFacts(item) {
  const message = isRecord(item.entry) ? item.entry.message : null;
  if (!isRecord(message)) return [];
  const tokens = usageWords(isRecord(message.usage) ? message.usage : {}, countText);
  return [
    [t("facts.provider"), message.provider ? textNodes(wordOf(message.provider)) : null],
    [t("facts.tokens"), tokens],
    [t("facts.stop"), message.stopReason ? textNodes(wordOf(message.stopReason)) : null],
    [t("facts.callId"), message.toolCallId ? make("code", null, textNodes(wordOf(message.toolCallId))) : null],
  ];
}

