/** Tool calls and what came back, joined: the result names its call, the call links its result. */
import { rowsOfPiDiff } from "./diff.js";
import { diffBox, diffOfTexts } from "./diff-view.js";
import { make, terminalNodes, textNodes } from "./dom.js";
import { contentBlocks, foldPart, imagePart, jsonPart, jsonText, textPart, wordOf } from "./entry-parts.js";
import { FLAG } from "./index-model.js";
import { languageOfFile } from "./markdown.js";
import { spanText } from "./time.js";
import { shorten } from "./visible-text.js";
import { t } from "./words.js";

const COMMAND_TOOLS = new Set(["bash", "shell", "exec"]);

function argumentsOf(call) {
  const value = call.arguments;
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

/** A call in one line: the command, the file, the pattern, else its arguments. */
export function callLine(call) {
  const given = argumentsOf(call);
  for (const key of ["command", "path", "file_path", "file", "pattern", "query", "url"]) {
    if (typeof given[key] === "string" && given[key] !== "") return shorten(given[key].replace(/\s+/g, " "), 160);
  }
  const value = call.arguments;
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : jsonText(value).replace(/\s+/g, " ");
  return text === "{}" ? "" : shorten(text, 160);
}

/** Text that is a diff already: pi's own with its line numbers, any other coloured by the first sign of a line. */
function diffText(text) {
  const rows = rowsOfPiDiff(text);
  if (rows !== null) return diffBox(rows);
  const kind = (line) => (/^\+(?!\+\+ )/.test(line) ? "added" : /^-(?!-- )/.test(line) ? "removed" : line.startsWith("@@") ? "hunk" : "same");
  return make("pre", { class: "block diff", tabindex: "0" }, text.split("\n").map((line) =>
    make("span", { class: `diff-line ${kind(line)}` }, textNodes(line), "\n")));
}

/** Did the source cut this text of the entry? */
function isCut(item, path) {
  const wanted = JSON.stringify(path);
  return (item.cuts || []).some((cut) => cut.chars !== undefined && JSON.stringify(cut.path) === wanted);
}

/** The difference of two texts of an entry; where the source cut one, both load whole on demand. */
function textsDiff(env, sides, head = null) {
  const cut = sides.some(({ item, path }) => isCut(item, path));
  const loadWhole = () => Promise.all(sides.map(({ item, path, text }) => (isCut(item, path) ? env.source.full(item.row, path) : text)));
  return diffOfTexts(sides[0].text, sides[1].text, { head, loadWhole: cut ? loadWhole : null });
}

function editBodies(env, item, given, path) {
  const several = Array.isArray(given.edits);
  const edits = several ? given.edits : [given];
  const good = edits.every((edit) => edit && typeof edit.oldText === "string" && typeof edit.newText === "string");
  if (!good || edits.length === 0) return null;
  return edits.map((edit, at) => {
    const base = several ? [...path, "arguments", "edits", at] : [...path, "arguments"];
    const side = (name) => ({ item, path: [...base, name], text: edit[name] });
    return textsDiff(env, [side("oldText"), side("newText")], edits.length > 1 ? make("span", { class: "muted" }, t("diff.nth", { at: at + 1, n: edits.length })) : null);
  });
}

/** A whole file that is written: against what the same branch wrote there before, where that is known, else as it is. */
function writeBody(env, item, given, path) {
  const textPath = [...path, "arguments", "content"];
  const whole = () => textPart(env, item, textPath, given.content, "plain", languageOfFile(given.path));
  const before = env.writeBefore ? env.writeBefore(item.row, given.path) : null;
  const done = before === null ? -1 : env.resultRow(before.row, before.id);
  if (done < 0 || env.model.has(done, FLAG.ERROR)) return whole();
  const head = make("span", { class: "muted" }, t("diff.against"), " ", env.lineLink(before.item.row, `L${env.model.line[before.item.row]}`));
  return [textsDiff(env, [before, { item, path: textPath, text: given.content }], head), foldPart(t("diff.wholeFile"), whole)];
}

/** Does the heading of a call show all of this command? */
function oneLine(command) {
  return command.length <= 160 && !command.includes("\n");
}

/** The arguments of a call, in the form that suits the tool. */
function callBody(env, item, call, path) {
  const given = argumentsOf(call);
  if (COMMAND_TOOLS.has(call.name) && typeof given.command === "string") {
    const rest = Object.keys(given).filter((key) => key !== "command");
    return [!oneLine(given.command) && textPart(env, item, [...path, "arguments", "command"], given.command, "plain", "bash"),
      rest.length > 0 && jsonPart(Object.fromEntries(rest.map((key) => [key, given[key]])))];
  }
  if (call.name === "edit") {
    const bodies = editBodies(env, item, given, path);
    if (bodies !== null) return bodies;
  }
  if (call.name === "write" && typeof given.content === "string") {
    return writeBody(env, item, given, path);
  }
  const simple = Object.keys(given).length === 1 && callLine(call).length < 120 && typeof Object.values(given)[0] === "string";
  return simple || callLine(call) === "" ? [] : [jsonPart(call.arguments)];
}

/** What became of a call: how long it took, whether it failed, the way to its result. */
function callEnd(env, item, call) {
  const { model } = env;
  const result = env.resultRow(item.row, call.id);
  if (result < 0) return make("span", { class: "muted" }, t("tool.noResult"));
  const span = spanText(model.time[result] - model.time[item.row]);
  return [model.has(result, FLAG.ERROR) ? [make("span", { class: "tag bad" }, t("tag.error")), " "] : null,
    span && make("span", { class: "muted", title: t("time.untilResult") }, `${span} `), env.lineLink(result, t("tool.result"))];
}

/** The card of one tool call inside a reply. */
export function callPart(env, item, call, path) {
  return make("div", { class: "call" },
    make("div", { class: "call-head" },
      make("b", null, textNodes(wordOf(call.name) || t("tool.noName"))), " ",
      make("code", { class: COMMAND_TOOLS.has(call.name) ? "whole" : null }, textNodes(callLine(call))),
      make("span", { class: "call-end" }, callEnd(env, item, call))),
    callBody(env, item, call, path));
}

/** The heading of a result: tool and call in one line, with a link to the call. */
export function resultTitle(env, item, message) {
  const found = env.callFor(item.row, message.toolCallId);
  return [
    found && callLine(found.call) ? make("code", { class: "call-line" }, textNodes(callLine(found.call))) : null,
    found ? env.lineLink(found.row, t("tool.call")) : null,
  ];
}

/** The diff that a tool kept. Where the call stands above as a diff already, it folds: it adds the line numbers of the file. */
function keptDiff(found, text) {
  if (found === null || found.call.name !== "edit") return diffText(text);
  return foldPart(t("diff.inFile"), () => diffText(text));
}

/** What a tool gave back: terminal text, pictures, its diff where it made one, nested calls. */
export function resultParts(env, item, message) {
  const found = env.callFor(item.row, message.toolCallId);
  const language = found && message.toolName === "read" ? languageOfFile(argumentsOf(found.call).path) : "";
  const parts = contentBlocks(message.content, ["message", "content"]).map(({ block, textPath }) => {
    if (block && block.type === "image") return imagePart(env, item, block);
    if (block && typeof block.text === "string") {
      return block.text === "" ? null : textPart(env, item, textPath, block.text, language && !message.isError ? "plain" : "terminal", language);
    }
    return jsonPart(block);
  });
  if (parts.filter(Boolean).length === 0) parts.push(make("p", { class: "muted" }, t("tool.emptyResult")));
  const details = message.details;
  if (details && typeof details.diff === "string") parts.push(keptDiff(found, details.diff));
  else if (details !== undefined && details !== null) parts.push(foldPart(t("tool.details"), () => jsonPart(details)));
  if (Array.isArray(message.nestedCalls) && message.nestedCalls.length > 0) {
    parts.push(foldPart(t("tool.nested", { n: message.nestedCalls.length }), () => jsonPart(message.nestedCalls)));
  }
  return parts;
}

/** A command the user ran with `!` or `!!`. */
export function bashParts(env, item, message) {
  const ending = [
    message.cancelled ? t("bash.cancelled") : null,
    Number.isInteger(message.exitCode) && message.exitCode !== 0 ? t("bash.exit", { code: message.exitCode }) : null,
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
