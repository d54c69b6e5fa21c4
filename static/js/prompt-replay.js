/**
 * The system prompt in force, in a page that carries its session: the replay of system messages as pi does it. The same
 * as `inspector/session/prompt.py` gives the live page (a test compares them).
 */
import { isRecord } from "./shape.js";

/** @type {(content: Json) => string} */
function promptText(content) {
  if (typeof content === "string") return content;
  const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
  return blocks.filter((block) => block.type === "text").map((block) => (typeof block.text === "string" ? block.text : "")).join("\n");
}

/** @type {(value: Json | undefined) => JsonRecord[]} */
function toolsIn(value) {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/**
 * Text, sections and tools of these system messages in order; null where there are none.
 * @type {(messages: JsonRecord[]) => { text: string, tools: string[], sections: Record<string, string> } | null}
 */
export function replayPrompt(messages) {
  if (messages.length === 0) return null;
  /** @type {string[]} */
  const content = [];
  /** @type {Map<string, Json>} */
  const sections = new Map();
  /** @type {Map<Json | undefined, string>} */
  const tools = new Map();
  for (const message of messages) {
    const text = promptText(message.content);
    if (text) content.push(text);
    for (const [name, value] of isRecord(message.sections) ? Object.entries(message.sections) : []) {
      if (value === null) sections.delete(name);
      else sections.set(name, value);
    }
    for (const tool of toolsIn(message.toolsRemoved)) tools.delete(tool.name);
    for (const tool of toolsIn(message.toolsAdded)) tools.set(tool.name, typeof tool.name === "string" ? tool.name : "");
  }
  if (tools.size === 0 && !messages.some((message) => "timestamp" in message)) return null;
  // Read back as an object, so that names that are whole numbers come first, as in pi.
  const told = Object.fromEntries([...sections].map(([name, value]) => [name, typeof value === "string" ? value : ""]));
  return { text: [content.join("\n\n"), ...Object.values(told)].filter(Boolean).join("\n\n"), tools: [...tools.values()].filter(Boolean), sections: told };
}
