/**
 * One plain line for an entry, made in the page where it carries its session.
 *
 * The same words as `inspector/session/preview.py` gives the live page (a test compares them); to store them beside the
 * entries would make an exported file a tenth larger.
 */
import { isRecord } from "./shape.js";
import { wordsOfUser } from "./skill.js";

const LONGEST = 160;
const READ = 2000;
/** Of these characters, what a call was about. */
const ABOUT = 90;
/** No file has more lines. */
const LINES_OF_A_FILE = 1_000_000_000;
const MAIN_ARGUMENTS = ["command", "path", "file_path", "filePath", "pattern", "query", "url", "code", "prompt", "name"];
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

/** @type {(value: Json) => string} */
function asText(value) {
  return typeof value === "string" ? value : "";
}

/**
 * White space folded, cut to so many characters.
 * @type {(text: string, limit?: number) => string}
 */
function foldedLine(text, limit = LONGEST) {
  const line = text.slice(0, READ + limit).replace(SPACE, " ").replace(/^ | $/g, "");
  if (line.length <= limit) return line;
  const chars = Array.from(line);
  return chars.length <= limit ? line : `${chars.slice(0, limit - 1).join("").replace(/ $/, "")}\u2026`;
}

/** @type {(given: Json) => string} */
function mainArgument(given) {
  if (typeof given === "string") return given;
  if (!isRecord(given)) return "";
  for (const name of MAIN_ARGUMENTS) if (Object.hasOwn(given, name) && asText(given[name])) return asText(given[name]);
  return asText(Object.values(given).find((value) => typeof value === "string" && value));
}

/** @type {(value: Json) => number | null} */
function wholeNumber(value) {
  return typeof value === "number" && Number.isInteger(value) && Math.abs(value) < LINES_OF_A_FILE ? value : null;
}

/**
 * ":95-114" for a read from line 95 of 20 lines; pi's `offset` counts from 1 and `limit` is a count.
 * @type {(given: JsonRecord) => string}
 */
export function readRange({ offset = null, limit = null }) {
  const start = offset === null ? 1 : wholeNumber(offset);
  if (start === null || (offset === null && limit === null)) return "";
  if (limit === null) return `:${start}`;
  const count = wholeNumber(limit);
  return count === null ? "" : `:${start}-${start + count - 1}`;
}

/**
 * Tools of pi's own whose one main argument would not say all; pi's tree says the same of them.
 * @type {Record<string, (given: JsonRecord) => string>}
 */
const CALL_ABOUT = {
  read: (given) => {
    const path = asText(given.path) || asText(given.file_path);
    return path && `${path}${readRange(given)}`;
  },
  grep: ({ pattern, path, glob }) => (asText(pattern) ? joinedWith(" ", `/${asText(pattern)}/`, `in ${asText(path) || "."}`, asText(glob) && `(${asText(glob)})`) : ""),
  find: ({ pattern, path }) => (asText(pattern) ? `${asText(pattern)} in ${asText(path) || "."}` : ""),
  ls: ({ path }) => asText(path) || ".",
};

/**
 * What a call of one of these is about: the lines of a file, a pattern and where it is looked for; "" for any other.
 * @type {(name: Json, given: Json) => string}
 */
export function toolAbout(name, given) {
  return typeof name === "string" && Object.hasOwn(CALL_ABOUT, name) && isRecord(given) ? CALL_ABOUT[name](given) : "";
}

/**
 * What any call is about: the same, else its main argument.
 * @type {(name: Json, given: Json) => string}
 */
export function callAbout(name, given) {
  return toolAbout(name, given) || mainArgument(given);
}

/**
 * A call as its name and what it is about.
 * @type {(name: Json, given: Json) => string}
 */
function previewOfCall(name, given) {
  const about = callAbout(name, given);
  return about ? `${asText(name) || "tool"}: ${about}` : asText(name);
}

/** @type {((block: JsonRecord) => string)[]} */
const BLOCK_LINES = [
  (block) => (block.type === "toolCall" ? previewOfCall(block.name, block.arguments) : ""),
  (block) => (block.type === "thinking" ? asText(block.thinking) : ""),
  (block) => (block.type === "image" ? `[image ${asText(block.mimeType)}]`.replaceAll(" ]", "]") : ""),
];

/** @type {(content: Json) => string} */
function contentLine(content) {
  if (typeof content === "string") return content;
  const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
  const said = blocks.find((block) => block.type === "text" && asText(block.text).slice(0, READ).replace(SPACE, "") !== "");
  if (said) return asText(said.text);
  for (const lineOf of BLOCK_LINES) {
    for (const block of blocks) {
      const line = lineOf(block);
      if (line) return line;
    }
  }
  return "";
}

/** @type {(entry: JsonRecord) => string} */
function messageLine({ message }) {
  if (!isRecord(message)) return "";
  const { role } = message;
  if (role === "bashExecution") return `bash: ${asText(message.command)}`;
  if (role === "branchSummary" || role === "compactionSummary") return asText(message.summary);
  const line = contentLine(message.content);
  if (role === "assistant" && typeof message.errorMessage === "string") return line ? `${line} \u2014 ${message.errorMessage.slice(0, READ)}` : message.errorMessage;
  if (role === "user") return wordsOfUser(line);
  if (role === "system" && !line) return isRecord(message.sections) ? Object.keys(message.sections).slice(0, 20).join(", ") : "";
  return role === "toolResult" && !line ? asText(message.toolName) : line;
}

/** @type {(sign: string, ...parts: string[]) => string} */
function joinedWith(sign, ...parts) {
  return parts.filter(Boolean).join(sign);
}

/** @type {(entry: JsonRecord) => string} */
function editLine(entry) {
  const target = asText(entry.targetId).slice(0, READ);
  if (entry.replacement === null) return `omit ${target}`.trimEnd();
  return `replace ${target}: ${contentLine(isRecord(entry.replacement) ? entry.replacement.content : entry.replacement)}`;
}

/**
 * One line for what a context edit puts in the place of an entry's content.
 * @type {(edit: Json) => string}
 */
export function replacementLine(edit) {
  if (!isRecord(edit)) return "";
  return foldedLine(contentLine(isRecord(edit.replacement) ? edit.replacement.content : edit.replacement));
}

/** @type {(entry: JsonRecord) => string} */
function customLine(entry) {
  return joinedWith(": ", asText(entry.customType), contentLine(entry.content));
}

/** @type {(entry: JsonRecord) => string} */
function unknownLine(entry) {
  for (const name of ["text", "summary", "content", "message", "name", "title"]) if (Object.hasOwn(entry, name) && asText(entry[name])) return asText(entry[name]);
  // Events of an event log hold a whole message, or what a tool was called with. Their type stands beside the line.
  if (Object.hasOwn(entry, "message") && isRecord(entry.message)) return messageLine(entry);
  return Object.hasOwn(entry, "toolName") && asText(entry.toolName) ? previewOfCall(entry.toolName, entry.args) : "";
}

/** @type {Record<string, (entry: JsonRecord) => string>} */
const ENTRY_LINES = {
  message: messageLine,
  compaction: (entry) => asText(entry.summary),
  branch_summary: (entry) => asText(entry.summary),
  custom_message: customLine,
  custom: customLine,
  label: (entry) => asText(entry.label),
  session_info: (entry) => asText(entry.name),
  model_change: (entry) => joinedWith("/", asText(entry.provider), asText(entry.modelId)),
  thinking_level_change: (entry) => asText(entry.thinkingLevel),
  usage: (entry) => joinedWith(": ", asText(entry.kind), joinedWith("/", asText(entry.provider), asText(entry.model))),
  context_edit: editLine,
};

/**
 * One line for a decoded entry of any shape; "" where there is nothing to say. `call` is the block of the reply that a
 * tool result answers, where it is known: what it was about comes first.
 * @type {(entry: Json, call?: Json) => string}
 */
export function previewOf(entry, call = null) {
  if (!isRecord(entry)) return "";
  const lineOf = typeof entry.type === "string" && Object.hasOwn(ENTRY_LINES, entry.type) ? ENTRY_LINES[entry.type] : unknownLine;
  const line = foldedLine(lineOf(entry));
  const about = isRecord(call) ? foldedLine(callAbout(call.name, call.arguments), ABOUT) : "";
  return about === "" ? line : foldedLine(`${about} \u00b7 ${line}`);
}
