/**
 * One plain line for an entry, made in the page where it carries its session.
 *
 * The same words as `inspector/session/preview.py` gives the live page (a test compares them); to store them beside the
 * entries would make an exported file a tenth larger.
 */
import { isRecord } from "./shape.js";

const LONGEST = 160;
const READ = 2000;
const MAIN_ARGUMENTS = ["command", "path", "file_path", "filePath", "pattern", "query", "url", "code", "prompt", "name"];
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

/** @type {(value: Json) => string} */
function asText(value) {
  return typeof value === "string" ? value : "";
}

/**
 * White space folded, cut to 160 characters.
 * @type {(text: string) => string}
 */
function foldedLine(text) {
  const line = text.slice(0, READ + LONGEST).replace(SPACE, " ").replace(/^ | $/g, "");
  if (line.length <= LONGEST) return line;
  const chars = Array.from(line);
  return chars.length <= LONGEST ? line : `${chars.slice(0, LONGEST - 1).join("").replace(/ $/, "")}\u2026`;
}

/** @type {(given: Json) => string} */
function mainArgument(given) {
  if (typeof given === "string") return given;
  if (!isRecord(given)) return "";
  for (const name of MAIN_ARGUMENTS) if (Object.hasOwn(given, name) && asText(given[name])) return asText(given[name]);
  return asText(Object.values(given).find((value) => typeof value === "string" && value));
}

/** @type {((block: JsonRecord) => string)[]} */
const BLOCK_LINES = [
  (block) => {
    if (block.type !== "toolCall") return "";
    const argument = mainArgument(block.arguments);
    return argument ? `${asText(block.name) || "tool"}: ${argument}` : asText(block.name);
  },
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

/** @type {(entry: JsonRecord) => string} */
function customLine(entry) {
  return joinedWith(": ", asText(entry.customType), contentLine(entry.content));
}

/** @type {(entry: JsonRecord) => string} */
function unknownLine(entry) {
  for (const name of ["text", "summary", "content", "message", "name", "title"]) if (Object.hasOwn(entry, name) && asText(entry[name])) return asText(entry[name]);
  return asText(entry.type);
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
 * One line for a decoded entry of any shape; "" where there is nothing to say.
 * @type {(entry: Json) => string}
 */
export function previewOf(entry) {
  if (!isRecord(entry)) return "";
  const lineOf = typeof entry.type === "string" && Object.hasOwn(ENTRY_LINES, entry.type) ? ENTRY_LINES[entry.type] : unknownLine;
  return foldedLine(lineOf(entry));
}
