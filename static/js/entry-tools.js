/** Tool calls and what came back, joined: the result names its call, the call links its result. */
import { make, terminalNodes, textNodes } from "./dom.js";
import { contentBlocks, foldPart, imagePart, jsonPart, jsonText, textPart, wordOf } from "./entry-parts.js";
import { languageOfFile } from "./markdown.js";
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

/** Removed and added lines, one after the other. */
function replacement(oldText, newText) {
  const lines = (text, sign, name) => (text === "" ? [] : text.split("\n").map((line) =>
    make("span", { class: `diff-line ${name}` }, `${sign} `, textNodes(line), "\n")));
  return make("pre", { class: "block diff", tabindex: "0" }, lines(oldText, "-", "removed"), lines(newText, "+", "added"));
}

/** Text that is a diff already: lines coloured by their first sign. */
function diffText(text) {
  const kind = (line) => (/^\+(?!\+\+ )/.test(line) ? "added" : /^-(?!-- )/.test(line) ? "removed" : line.startsWith("@@") ? "hunk" : "same");
  return make("pre", { class: "block diff", tabindex: "0" }, text.split("\n").map((line) =>
    make("span", { class: `diff-line ${kind(line)}` }, textNodes(line), "\n")));
}

function editBodies(given) {
  const edits = Array.isArray(given.edits) ? given.edits : [given];
  const good = edits.every((edit) => edit && typeof edit.oldText === "string" && typeof edit.newText === "string");
  return good && edits.length > 0 ? edits.map((edit) => replacement(edit.oldText, edit.newText)) : null;
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
    const bodies = editBodies(given);
    if (bodies !== null) return bodies;
  }
  if (call.name === "write" && typeof given.content === "string") {
    return [textPart(env, item, [...path, "arguments", "content"], given.content, "plain", languageOfFile(given.path))];
  }
  const simple = Object.keys(given).length === 1 && callLine(call).length < 120 && typeof Object.values(given)[0] === "string";
  return simple || callLine(call) === "" ? [] : [jsonPart(call.arguments)];
}

/** The card of one tool call inside a reply. */
export function callPart(env, item, call, path) {
  const result = env.resultRow(item.row, call.id);
  return make("div", { class: "call" },
    make("div", { class: "call-head" },
      make("b", null, textNodes(wordOf(call.name) || t("tool.noName"))), " ",
      make("code", { class: COMMAND_TOOLS.has(call.name) ? "whole" : null }, textNodes(callLine(call))),
      make("span", { class: "call-end" }, result >= 0 ? env.lineLink(result, t("tool.result")) : make("span", { class: "muted" }, t("tool.noResult")))),
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
  if (details && typeof details.diff === "string") parts.push(diffText(details.diff));
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
