/** What can be copied of an entry: its address, its words as Markdown, its stored line, its place in the file. */
import { button } from "./dom.js";
import { kindLabel } from "./entry.js";
import { contentBlocks, jsonText, wordOf } from "./entry-parts.js";
import { callLine } from "./entry-tools.js";
import { countText } from "./numbers.js";
import { isRecord } from "./shape.js";
import { whyOf } from "./source.js";
import { isoText } from "./time.js";
import { hideNotice } from "./topbar.js";
import { plainText } from "./visible-text.js";
import { t } from "./words.js";

/**
 * A fence longer than any run of backticks inside.
 * @type {(text: string, language?: string) => string}
 */
export function fenced(text, language = "") {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}`;
}

/** @type {(text: string) => string} */
function quoted(text) {
  return text.split("\n").map((line) => (line === "" ? ">" : `> ${line}`)).join("\n");
}

/** @type {(block: Json) => string} */
function blockMarkdown(block) {
  if (!isRecord(block)) return fenced(jsonText(block), "json");
  if (block.type === "text") return wordOf(block.text);
  if (block.type === "thinking") return wordOf(block.thinking).trim() === "" ? `> ${t("thinking.redacted")}` : `> **${t("thinking.title")}**\n>\n${quoted(wordOf(block.thinking))}`;
  if (block.type === "toolCall") return `**${t("tool.call")}: ${wordOf(block.name)}**\n\n${fenced(jsonText(block.arguments), "json")}`;
  if (block.type === "image") return `*${t("image.name")}: ${wordOf(block.mimeType) || t("image.noType")}*`;
  return fenced(jsonText(block), "json");
}

/** @type {(message: Json) => string} */
function messageMarkdown(message) {
  if (!isRecord(message)) return fenced(jsonText(message), "json");
  if (message.role === "bashExecution") return `${fenced(`${message.excludeFromContext ? "!!" : "!"} ${wordOf(message.command)}`, "bash")}\n\n${fenced(wordOf(message.output))}`;
  if (typeof message.summary === "string") return quoted(message.summary);
  const blocks = contentBlocks(message.content, []).map(({ block }) => block);
  const parts = message.role === "toolResult" ? blocks.map((block) => (isRecord(block) && typeof block.text === "string" ? fenced(block.text) : blockMarkdown(block))) : blocks.map(blockMarkdown);
  if (typeof message.errorMessage === "string" && message.errorMessage !== "") parts.push(`**${t(message.stopReason === "error" || message.stopReason === "aborted" ? "reply.error" : "reply.strayError")}** ${message.errorMessage}`);
  return parts.filter((part) => part !== "").join("\n\n");
}

/**
 * What a result answers: the tool, and the call in one line where it is known.
 * @type {(name: Json, call: JsonRecord | null) => string}
 */
function answeredMarkdown(name, call) {
  const tool = wordOf(call?.name) || wordOf(name);
  const line = call === null ? "" : callLine(call);
  return [tool === "" ? "" : `**${t("tool.call")}: ${tool}**`, line === "" ? "" : fenced(line)].filter((part) => part !== "").join("\n\n");
}

/**
 * The words of an entry as Markdown, with its kind, time and place on top; invisible characters are named. `call` is the
 * tool call that a result answers. A summary is quoted: it has headings of its own.
 * @type {(place: { label: string, line: number, time: string | null, file: string, entry: Json, call?: JsonRecord | null }) => string}
 */
export function entryMarkdown({ label, line, time, file, entry, call = null }) {
  const place = `${file}:${line}`;
  const head = `### ${label} \u00b7 L${line}${time ? ` \u00b7 ${time}` : ""}\n\n\`${place.includes("`") ? place.replace(/`/g, "'") : place}\``;
  let body;
  if (entry === null || typeof entry !== "object" || Array.isArray(entry)) body = fenced(jsonText(entry), "json");
  else if (entry.type === "message") {
    const { message } = entry;
    const answered = isRecord(message) && message.role === "toolResult" ? answeredMarkdown(message.toolName, call) : "";
    body = `${answered}${answered === "" ? "" : "\n\n"}${messageMarkdown(message)}`;
  }
  else if (typeof entry.summary === "string") body = quoted(entry.summary);
  else if (entry.type === "custom_message") body = messageMarkdown({ content: entry.content });
  else body = fenced(jsonText(entry), "json");
  return plainText(`${head}\n\n${body}\n`);
}

/** @type {(holder: Json, key: string | number) => Json} */
function valueIn(holder, key) {
  if (Array.isArray(holder)) return holder[Number(key)];
  return isRecord(holder) ? holder[key] : undefined;
}

/** @type {(source: Source, row: number, path: Path, mark: Cut, head: Json) => Promise<string>} */
async function wholeText(source, row, path, mark, head) {
  try {
    return await source.full(row, path);
  } catch {
    // The file went: what is loaded of the text, and how much is missing.
    const shown = typeof head === "string" ? head : "";
    return `${shown}\n\n[${t("text.cut", { shown: countText(shown.length), total: countText(mark.chars) })}]`;
  }
}

/**
 * Put the whole of each text that the source had cut in its place, as far as it can be had.
 * @type {(source: Source, item: Item) => Promise<Json>}
 */
async function uncut(source, item) {
  const entry = structuredClone(item.entry);
  for (const cut of item.cuts || []) {
    const last = cut.path.at(-1);
    if (cut.chars === undefined || last === undefined) continue;
    const holder = cut.path.slice(0, -1).reduce(valueIn, entry);
    const whole = await wholeText(source, item.row, cut.path, cut, valueIn(holder, last));
    if (Array.isArray(holder)) holder[Number(last)] = whole;
    else if (isRecord(holder)) holder[last] = whole;
  }
  return entry;
}

/** @type {(env: Page, row: number) => Promise<string>} */
async function markdownOf(env, row) {
  const { model, source } = env;
  // What the page shows needs no file any more.
  const item = env.transcript.itemShown(row) || (await source.entries([row]))[0];
  if (!item) throw new Error(t("load.missing"));
  const message = isRecord(item.entry) && isRecord(item.entry.message) ? item.entry.message : {};
  const call = message.role === "toolResult" ? env.callFor(row, message.toolCallId)?.call ?? null : null;
  return entryMarkdown({ label: plainText(kindLabel(model, row)), line: model.line[row], time: isoText(model.time[row]), file: model.index.file, entry: await uncut(source, item), call });
}

/** @type {(env: Page, row: number) => Promise<string>} */
async function storedLine(env, row) {
  const raw = await env.source.raw(row);
  if (raw.cut) throw new Error(t("raw.cut"));
  return raw.text;
}

/**
 * A button that copies what `get` resolves to, and says how that went.
 * @type {(env: Page, label: string, get: () => string | Promise<string>) => HTMLElement}
 */
function copyButton(env, label, get) {
  return button(label, async (event) => {
    const node = event.currentTarget;
    try {
      await env.copy(await get(), node);
      hideNotice("copy");
    } catch (error) {
      env.notice("copy", t("copy.failed", { why: whyOf(error) }), "warn");
    }
  });
}

/**
 * The buttons for the chosen entry.
 * @type {(env: Page, row: number) => HTMLElement[]}
 */
export function copyButtons(env, row) {
  return [
    copyButton(env, t("side.copyLink"), () => env.address.link()),
    copyButton(env, t("side.copyPlace"), () => `${env.model.index.file}:${env.model.line[row]}`),
    copyButton(env, t("side.copyMarkdown"), () => markdownOf(env, row)),
    copyButton(env, t("side.copyJson"), () => storedLine(env, row)),
  ];
}
