/** Tool calls and what came back, joined: the result names its call, the call links its result. */
import { rowsOfPiDiff } from "./diff.js";
import { diffBox, diffOfTexts } from "./diff-view.js";
import { make, terminalNodes, textNodes } from "./dom.js";
import { blockParts, contentBlocks, cutOf, foldPart, imagePart, jsonPart, jsonText, textPart, wordOf } from "./entry-parts.js";
import { FLAG } from "./index-model.js";
import { languageOfFile } from "./markdown.js";
import { readRange, toolAbout } from "./preview.js";
import { isRecord } from "./shape.js";
import { spanText } from "./time.js";
import { shorten } from "./visible-text.js";
import { t } from "./words.js";

const COMMAND_TOOLS = new Set(["bash", "shell", "exec"]);

/** @type {(call: JsonRecord) => boolean} */
function runsCommand({ name }) {
  return typeof name === "string" && COMMAND_TOOLS.has(name);
}

/** @type {(call: JsonRecord) => JsonRecord} */
function argumentsOf(call) {
  const value = call.arguments;
  return isRecord(value) ? value : {};
}

/**
 * A call in one line: the command, the file, the pattern, else its arguments.
 * @type {(call: JsonRecord) => string}
 */
export function callLine(call) {
  const given = argumentsOf(call);
  const about = toolAbout(call.name, given);
  if (about) return shorten(about.replace(/\s+/g, " "), 160);
  for (const key of ["command", "path", "file_path", "file", "pattern", "query", "url"]) {
    if (typeof given[key] === "string" && given[key] !== "") return shorten(given[key].replace(/\s+/g, " "), 160);
  }
  const value = call.arguments;
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : jsonText(value).replace(/\s+/g, " ");
  return text === "{}" ? "" : shorten(text, 160);
}

/** What the one line of a call says already, by tool. */
const SAID_KEYS = Object.freeze({ read: ["path", "file_path"], grep: ["pattern", "path", "glob"], find: ["pattern", "path"], ls: ["path"] });

/**
 * The arguments of a call that its one line does not say; null where the line is no more than a guess.
 * @type {(call: JsonRecord) => [string, Json][] | null}
 */
function unsaid(call) {
  const given = argumentsOf(call);
  const { name } = call;
  /** @type {string[]} */
  let said;
  if (runsCommand(call) && typeof given.command === "string") said = ["command"];
  else if (typeof name === "string" && Object.hasOwn(SAID_KEYS, name) && toolAbout(name, given) !== "") {
    said = [...SAID_KEYS[/** @type {keyof typeof SAID_KEYS} */ (name)], ...(name === "read" && readRange(given) !== "" ? ["offset", "limit"] : [])];
  } else return null;
  return Object.entries(given).filter(([key, value]) => !(said.includes(key) && (typeof value === "string" || typeof value === "number")) && value !== null);
}

/** @type {(pair: [string, Json]) => boolean} */
function isShort([key, value]) {
  return key.length < 40 && (typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && value.length < 60));
}

/**
 * Small arguments behind the line of a call.
 * @type {(call: JsonRecord) => HTMLElement | null}
 */
function callRest(call) {
  const words = (unsaid(call) || []).filter(isShort).map(([key, value]) => (value === true ? key : `${key} ${value}`));
  return words.length > 0 ? make("span", { class: "call-rest" }, textNodes(words.join(" \u00b7 "))) : null;
}

/**
 * Text that is a diff already: pi's own with its line numbers, any other coloured by the first sign of a line.
 * @type {(text: string, language: string) => HTMLElement}
 */
function diffText(text, language) {
  const rows = rowsOfPiDiff(text);
  if (rows !== null) return diffBox(rows, { language });
  /** @type {(line: string) => string} */
  const kind = (line) => (/^\+(?!\+\+ )/.test(line) ? "added" : /^-(?!-- )/.test(line) ? "removed" : line.startsWith("@@") ? "hunk" : "same");
  return make("pre", { class: "block diff", tabindex: "0" }, text.split("\n").map((line) =>
    make("span", { class: `diff-line ${kind(line)}` }, textNodes(line), "\n")));
}

/**
 * The difference of two texts of an entry; where the source cut one, both load whole on demand.
 * @type {(env: Page, sides: TextSide[], language: string, head?: Child, numbered?: boolean) => HTMLElement}
 */
function textsDiff(env, sides, language, head = null, numbered = true) {
  const cut = sides.some(({ item, path }) => cutOf(item, path) !== null);
  const loadWhole = () => Promise.all(sides.map(({ item, path, text }) => (cutOf(item, path) !== null ? env.source.full(item.row, path) : text)));
  return diffOfTexts(sides[0].text, sides[1].text, { head, language, numbered, loadWhole: cut ? loadWhole : null });
}

/** @type {(env: Page, item: Item, given: JsonRecord, path: Path) => Part[] | null} */
function editBodies(env, item, given, path) {
  const several = Array.isArray(given.edits);
  const edits = Array.isArray(given.edits) ? given.edits : [given];
  const texts = edits.map((edit) => (isRecord(edit) && typeof edit.oldText === "string" && typeof edit.newText === "string" ? [edit.oldText, edit.newText] : null)).filter((pair) => pair !== null);
  if (texts.length < edits.length || edits.length === 0) return null;
  return texts.map(([oldText, newText], at) => {
    const base = several ? [...path, "arguments", "edits", at] : [...path, "arguments"];
    const sides = [{ item, path: [...base, "oldText"], text: oldText }, { item, path: [...base, "newText"], text: newText }];
    return textsDiff(env, sides, languageOfFile(given.path), edits.length > 1 ? make("span", { class: "muted" }, t("diff.nth", { at: at + 1, n: edits.length })) : null, false);
  });
}

/**
 * A whole file that is written: against what the same branch wrote there before, where that is known, else as it is.
 * @type {(env: Page, item: Item, given: JsonRecord, content: string, path: Path) => Part[]}
 */
function writeBody(env, item, given, content, path) {
  const textPath = [...path, "arguments", "content"];
  const whole = () => textPart(env, item, textPath, content, "plain", languageOfFile(given.path));
  const before = typeof given.path === "string" ? env.writeBefore(item.row, given.path) : null;
  const done = before === null ? -1 : env.resultRow(before.row, before.id);
  if (before === null || done < 0 || env.model.has(done, FLAG.ERROR)) return [whole()];
  const head = make("span", { class: "muted" }, t("diff.against"), " ", env.lineLink(before.item.row, `L${env.model.line[before.item.row]}`));
  return [textsDiff(env, [before, { item, path: textPath, text: content }], languageOfFile(given.path), head), foldPart(t("diff.wholeFile"), whole)];
}

/**
 * Does the heading of a call show all of this command?
 * @type {(command: string) => boolean}
 */
function oneLine(command) {
  return command.length <= 160 && !command.includes("\n");
}

/**
 * The arguments of a call, in the form that suits the tool.
 * @type {(env: Page, item: Item, call: JsonRecord, path: Path) => Part[]}
 */
function callBody(env, item, call, path) {
  const given = argumentsOf(call);
  const rest = unsaid(call)?.filter((pair) => !isShort(pair));
  if (rest) {
    return [runsCommand(call) && typeof given.command === "string" && !oneLine(given.command) && textPart(env, item, [...path, "arguments", "command"], given.command, "plain", "bash"),
      rest.length > 0 && jsonPart(Object.fromEntries(rest))];
  }
  if (call.name === "edit") {
    const bodies = editBodies(env, item, given, path);
    if (bodies !== null) return bodies;
  }
  if (call.name === "write" && typeof given.content === "string") {
    return writeBody(env, item, given, given.content, path);
  }
  const simple = Object.keys(given).length === 1 && callLine(call).length < 120 && typeof Object.values(given)[0] === "string";
  return simple || callLine(call) === "" ? [] : [jsonPart(call.arguments)];
}

/**
 * How long a call took: as pi recorded it, else from stamp to stamp; the other one in words behind it.
 * @type {(recorded: string | null, between: string | null) => Child}
 */
function callSpan(recorded, between) {
  if (recorded) return [make("span", { class: "muted", title: between ? t("time.recordedBeside", { span: between }) : t("time.recorded") }, t("time.took", { span: recorded })), " "];
  return between ? [make("span", { class: "muted", title: t("time.stamps") }, t("time.after", { span: between })), " "] : null;
}

/**
 * What became of a call: how long it took, whether it failed, the way to its result.
 * @type {(env: Page, item: Item, call: JsonRecord) => Child}
 */
function callEnd(env, item, call) {
  const { model } = env;
  const result = env.resultRow(item.row, call.id);
  if (result < 0) return make("span", { class: "muted" }, t("tool.noResult"));
  return [model.has(result, FLAG.ERROR) ? [make("span", { class: "tag bad" }, t("tag.error")), " "] : null,
    callSpan(spanText(env.recordedMs(item.row, call.id)), spanText(model.time[result] - model.time[item.row])), env.lineLink(result, t("tool.result"))];
}

/**
 * The card of one tool call inside a reply.
 * @type {(env: Page, item: Item, call: JsonRecord, path: Path) => HTMLElement}
 */
export function callPart(env, item, call, path) {
  return make("div", { class: "call" },
    make("div", { class: "call-head" },
      make("b", null, textNodes(wordOf(call.name) || t("tool.noName"))), " ",
      make("code", { class: runsCommand(call) ? "whole" : null }, textNodes(callLine(call))),
      callRest(call),
      make("span", { class: "call-end" }, callEnd(env, item, call))),
    callBody(env, item, call, path));
}

/**
 * The heading of a result: tool and call in one line, with a link to the call.
 * @type {(env: Page, item: Item, message: JsonRecord) => Leaf[]}
 */
export function resultTitle(env, item, message) {
  const found = env.callFor(item.row, message.toolCallId);
  return [
    found && callLine(found.call) ? make("code", { class: "call-line" }, textNodes(callLine(found.call))) : null,
    found ? env.lineLink(found.row, t("tool.call")) : null,
  ];
}

/**
 * The diff that a tool kept. Where the call stands above as a diff already, it folds: it adds the line numbers of the file.
 * @type {(found: KnownCall | null, text: string) => HTMLElement}
 */
function keptDiff(found, text) {
  const language = found === null ? "" : languageOfFile(argumentsOf(found.call).path);
  if (found === null || found.call.name !== "edit") return diffText(text, language);
  return foldPart(t("diff.inFile"), () => diffText(text, language));
}

/**
 * What a tool gave back: terminal text, pictures, its diff where it made one, nested calls.
 * @type {(env: Page, item: Item, message: JsonRecord) => Part[]}
 */
export function resultParts(env, item, message) {
  const found = env.callFor(item.row, message.toolCallId);
  const language = found && message.toolName === "read" ? languageOfFile(argumentsOf(found.call).path) : "";
  const parts = blockParts(contentBlocks(message.content, ["message", "content"]), ({ block, textPath }) => {
    if (isRecord(block) && block.type === "image") return imagePart(env, item, block);
    if (isRecord(block) && typeof block.text === "string") {
      return block.text === "" ? null : textPart(env, item, textPath, block.text, language && !message.isError ? "plain" : "terminal", language);
    }
    return jsonPart(block);
  });
  if (parts.filter(Boolean).length === 0) parts.push(make("p", { class: "muted" }, t("tool.emptyResult")));
  const details = message.details;
  if (isRecord(details) && typeof details.diff === "string") parts.push(keptDiff(found, details.diff));
  else if (details !== undefined && details !== null) parts.push(foldPart(t("tool.details"), () => jsonPart(details)));
  if (Array.isArray(message.nestedCalls) && message.nestedCalls.length > 0) {
    parts.push(foldPart(t("tool.nested", { n: message.nestedCalls.length }), () => jsonPart(message.nestedCalls)));
  }
  return parts;
}

/**
 * A command the user ran with `!` or `!!`.
 * @type {(env: Page, item: Item, message: JsonRecord) => Part[]}
 */
export function bashParts(env, item, message) {
  const ending = [
    message.cancelled ? t("bash.cancelled") : null,
    typeof message.exitCode === "number" && Number.isInteger(message.exitCode) && message.exitCode !== 0 ? t("bash.exit", { code: message.exitCode }) : null,
    message.truncated ? t("bash.truncated") : null,
  ].filter(Boolean).join(" · ");
  return [
    make("div", { class: "call" }, make("div", { class: "call-head" },
      make("b", null, message.excludeFromContext ? "!!" : "!"), " ", make("code", { class: "whole" }, terminalNodes(wordOf(message.command))))),
    typeof message.output === "string" && message.output !== ""
      ? textPart(env, item, ["message", "output"], message.output, "terminal") : make("p", { class: "muted" }, t("tool.emptyResult")),
    ending && make("p", { class: "muted" }, ending),
  ];
}
