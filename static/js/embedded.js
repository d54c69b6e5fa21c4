/**
 * A session that the page itself carries: an exported page reads from here what the live page asks the server for.
 *
 * The data stand in `<script type="application/json">` elements, gzipped and in base64, so that opening costs the index
 * only; the rest is unpacked when somebody looks at it. Blocks hold the stored lines, so nothing is lost on the way.
 * The page starts before the browser has read all of a large file: what is not there yet is waited for.
 */
import { FLAG, SessionModel } from "./index-model.js";
import { isStandIn } from "./left-out.js";
import { previewOf, replacementLine } from "./preview.js";
import { replayPrompt } from "./prompt-replay.js";
import { bytesOf, isRecord, pictureAt, shapeEntry, textAt } from "./shape.js";
import { boundaryOf, editsInForce, localVisibility, STATUS } from "./visibility.js";
import { t } from "./words.js";

const RAW_PART = 1_000_000;
const BLOCKS_KEPT = 12;
/** A result stands within so many entries below its call. */
const CALL_ABOVE = 40;
const FIND_MS = 1_500;
const FIND_ROWS = 2_000;
/** Roles that stay what they are on the wire; all others are words of the user there. */
const WIRE_ROLES = new Set(["system", "user", "assistant", "toolResult"]);
const UNSAID = new Set(["type", "role", "timestamp", "thinkingSignature", "textSignature", "thoughtSignature", "parentId"]);

/**
 * The text of a data element of this page, waiting for it while the page is still being read; null when it has none.
 * @type {(name: string) => Promise<string | null>}
 */
export async function pageData(name) {
  for (let pause = 10; ; pause = Math.min(200, pause * 1.5)) {
    const loading = document.readyState === "loading";
    const node = document.getElementById(name);
    // The parser has left an element behind once something follows it.
    if (node && (!loading || node.nextSibling)) return node.textContent;
    if (!loading) return null;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** @type {(text: string) => Promise<ArrayBuffer>} */
async function unpackBytes(text) {
  const stream = new Blob([bytesOf(text.trim().slice(1, -1))]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/**
 * Text of a packed element. Bytes that are not UTF-8 are replaced, as pi replaces them when it reads a file.
 * @type {(text: string) => Promise<string>}
 */
async function unpackText(text) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await unpackBytes(text));
}

/** @type {(value: Json) => JsonRecord | null} */
function recordIn(value) {
  return isRecord(value) ? value : null;
}

/**
 * An entry as the page shows it: as stored, but versions below 3 call the role of extension messages otherwise, and ids
 * that the export made up for a version without any are nobody's words.
 * @type {(entry: Json, version: number, madeIds: boolean) => Json}
 */
function shownEntry(entry, version, madeIds) {
  if (!isRecord(entry)) return entry;
  const { message } = entry;
  if (version < 3 && entry.type === "message" && isRecord(message) && message.role === "hookMessage") message.role = "custom";
  if (madeIds) {
    delete entry.id;
    delete entry.parentId;
  }
  return entry;
}

/**
 * Does any text inside a value hold the words? Property names, types, signatures and picture data are said by nobody.
 * @type {(value: Json, wanted: string) => boolean}
 */
function holdsText(value, wanted) {
  /** @type {Json[]} */
  const stack = [value];
  while (stack.length > 0) {
    const item = stack.pop();
    if (typeof item === "string") {
      if (item.toLowerCase().includes(wanted)) return true;
    } else if (Array.isArray(item)) for (const inner of item) stack.push(inner);
    else if (item !== null && typeof item === "object") {
      const image = item.type === "image";
      for (const [key, inner] of Object.entries(item)) if (!UNSAID.has(key) && !(image && key === "data")) stack.push(inner);
    }
  }
  return false;
}

/**
 * A quick look at a line: can it hold the words? Yes in vain is allowed, no in vain is not.
 * @type {(wanted: string) => (line: string) => boolean}
 */
function lineFilter(wanted) {
  const spelled = JSON.stringify(wanted).slice(1, -1);
  const slash = wanted.includes("/");
  return (line) => line.toLowerCase().includes(spelled) || line.includes("\\u") || (slash && line.includes("\\/"));
}

/**
 * Tool calls of a reply by id; of two with one id the later.
 * @type {(entry: Json) => Map<Json, Json>}
 */
function callsIn(entry) {
  const message = recordIn(entry)?.message;
  const content = isRecord(message) && Array.isArray(message.content) ? message.content.slice(0, 1000) : [];
  return new Map(content.filter(isRecord).filter(({ type }) => type === "toolCall").map((call) => [call.id, call]));
}

/** A session inside the page. `read(name)` gives the text of a data element or null. */
export class EmbeddedSource {
  /** @type {EmbeddedPlan} */
  plan;
  /** @type {SessionModel} */
  model;

  /** @param {(name: string) => Promise<string | null>} [read] */
  constructor(read = pageData) {
    this.read = read;
    /** @type {Map<string, Promise<string[]>>} */
    this.opened = new Map();
    this.lines = [];
  }

  /** @type {(name: string) => Promise<string>} */
  async #text(name) {
    const text = await this.read(name);
    if (text === null) throw new Error(t("embedded.missing"));
    return unpackText(text);
  }

  /**
   * The index; a very large one stands in several elements.
   * @type {() => Promise<SessionIndex>}
   */
  async index() {
    const plan = JSON.parse((await this.read("pi-session-data")) || "null");
    if (plan === null) throw new Error(t("embedded.missing"));
    this.plan = plan;
    const first = JSON.parse(await this.#text("pi-index-0"));
    for (let number = 1; number < first.parts; number += 1) {
      const next = JSON.parse(await this.#text(`pi-index-${number}`));
      for (const [name, values] of Object.entries(next.cols)) first.cols[name] = first.cols[name].concat(values);
      first.ids = first.ids.concat(next.ids);
    }
    this.model = new SessionModel(first);
    return first;
  }

  /**
   * Every record of usage, as columns.
   * @type {() => Promise<UsageRecords>}
   */
  async usage() {
    return JSON.parse(await this.#text("pi-usage"));
  }

  /**
   * One line per row.
   * @type {(from: number, to: number) => Promise<string[]>}
   */
  async previews(from, to) {
    const out = [];
    /** @type {Map<number, Map<Json, Json>>} */
    const replies = new Map();
    for (let row = from; row < Math.min(to, this.model.n); row += 1) {
      const entry = await this.#value(row);
      out.push(previewOf(entry, await this.#callOf(row, entry, replies)));
    }
    return out;
  }

  /**
   * The call that a tool result answers, from a reply above it; `replies` are those that were read.
   * @type {(row: number, entry: Json, replies: Map<number, Map<Json, Json>>) => Promise<Json>}
   */
  async #callOf(row, entry, replies) {
    const { model } = this;
    const message = recordIn(entry)?.message;
    if (model.roleName(row) !== "toolResult" || !isRecord(message) || typeof message.toolCallId !== "string") return null;
    for (let at = model.parent[row], up = 0; at >= 0 && up < CALL_ABOVE; at = model.parent[at], up += 1) {
      if (model.roleName(at) !== "assistant") continue;
      const calls = replies.get(at) ?? callsIn(await this.#value(at));
      replies.set(at, calls);
      if (calls.has(message.toolCallId)) return calls.get(message.toolCallId);
    }
    return null;
  }

  /**
   * What an element holds, kept for a while: the oldest is let go.
   * @type {(name: string, load: (name: string) => Promise<string[]>) => Promise<string[]>}
   */
  #kept(name, load) {
    const { opened } = this;
    const known = opened.get(name) || load(name);
    opened.delete(name);
    opened.set(name, known);
    known.catch(() => opened.delete(name));
    const [oldest] = opened.keys();
    if (opened.size > BLOCKS_KEPT) opened.delete(oldest);
    return known;
  }

  /**
   * Number of the block that holds a row: `plan.blocks` are the first rows of the blocks.
   * @type {(row: number) => number}
   */
  #blockOf(row) {
    const { blocks } = this.plan;
    let low = 0;
    let high = blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (blocks[middle] <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** @type {(row: number) => Promise<string>} */
  async #line(row) {
    const block = this.#blockOf(row);
    const lines = await this.#kept(`pi-entries-${block}`, async (name) => (await this.#text(name)).split("\n"));
    return lines[row - this.plan.blocks[block]];
  }

  /** @type {(row: number) => Promise<Json>} */
  async #value(row) {
    return shownEntry(JSON.parse(await this.#line(row)), this.plan.version, this.model.index.madeIds === true);
  }

  /**
   * Decoded entries of these rows.
   * @type {(rows: number[]) => Promise<Item[]>}
   */
  async entries(rows) {
    const out = [];
    for (const row of rows) {
      if (!(row >= 0 && row < this.model.n)) continue;
      out.push({ row, line: this.model.line[row], bytes: this.model.bytes[row], ...shapeEntry(await this.#value(row)) });
    }
    return out;
  }

  /** @type {(from: number, to: number) => Promise<Item[]>} */
  block(from, to) {
    return this.entries(Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at));
  }

  /** @type {(row: number, path: Path) => Promise<string>} */
  async full(row, path) {
    return textAt(await this.#value(row), path);
  }

  /** @type {(row: number, index: number) => Promise<Picture>} */
  async image(row, index) {
    const picture = pictureAt(await this.#value(row), index);
    return picture.type ? { url: URL.createObjectURL(new Blob([picture.bytes], { type: picture.type })) } : picture;
  }

  /** @type {(row: number) => Promise<RawLine>} */
  async raw(row) {
    const line = await this.#line(row);
    return { text: line.slice(0, RAW_PART), line: this.model.line[row], offset: null, length: this.model.bytes[row], cut: line.length > RAW_PART };
  }

  /**
   * The context view: as computed by the exporter where the page carries it, else from the columns.
   * @type {(row: number) => Promise<ContextView>}
   */
  async context(row) {
    if (this.plan.contexts.includes(row)) return JSON.parse(await this.#text(`pi-context-${row}`));
    return this.#localContext(row);
  }

  /** @type {(row: number) => Promise<ContextView>} */
  async #localContext(row) {
    const { model } = this;
    const view = localVisibility(model, row);
    const path = model.path(row);
    const rows = Array.from(path);
    const visibility = Object.fromEntries(STATUS.slice(1).map((word) => [word, rows.filter((at) => view.word(at) === word)]));
    const boundary = boundaryOf(model, path);
    const cut = boundary.compaction < 0 ? null : { row: path[boundary.compaction], keptRow: boundary.kept < 0 ? -1 : path[boundary.kept], found: boundary.kept >= 0 };
    const inRange = this.#inRange(path, boundary);
    const sent = inRange.filter((at) => (view.word(at) === "sent" || view.code(at) === "edit-replaces") && !isStandIn(model, at));
    const edits = [...editsInForce(model, path, boundary)].map(([target, edit]) => ({ row: edit, target, omits: model.has(edit, FLAG.OMITS) }));
    const messages = await this.#asMessages(sent, view, edits);
    const measuredRow = [...inRange].reverse().find((at) => model.ctx[at] > 0 && (cut === null || model.depth[at] > model.depth[cut.row])) ?? -1;
    return {
      at: row, path: rows, entries: inRange, visible: sent, llm: messages, wire: messages,
      omitted: rows.filter((at) => view.code(at) && view.code(at) !== "edit-replaces").map((at) => ({ row: at, code: view.code(at), why: null })),
      edits, compaction: cut, ...await this.#settings(rows), tokens: null,
      measured: measuredRow < 0 ? null : model.ctx[measuredRow], measuredRow,
      ...await this.#prompt(rows, inRange, edits), throws: null, visibility, local: true,
    };
  }

  /**
   * The context list: the compaction in force, what it keeps, and what stands behind it.
   * @type {(path: Int32Array, boundary: { compaction: number, kept: number }) => number[]}
   */
  #inRange(path, boundary) {
    if (boundary.compaction < 0) return Array.from(path);
    const kept = boundary.kept < 0 ? [] : Array.from(path.subarray(boundary.kept, boundary.compaction)).filter((at) => this.model.roleName(at) !== "system");
    return [path[boundary.compaction], ...kept, ...path.subarray(boundary.compaction + 1)];
  }

  /**
   * Messages of these rows on the wire, in the roles that they have there, without estimates. What a checkpoint sends again
   * and what an edit puts in the place of an entry's own words is previewed.
   * @type {(rows: number[], view: View, edits: { row: number, target: number }[]) => Promise<ListedMessage[]>}
   */
  async #asMessages(rows, view, edits) {
    const { model } = this;
    const by = new Map(edits.map((edit) => [edit.target, edit.row]));
    /** @type {ListedMessage[]} */
    const out = [];
    for (const row of rows) {
      const told = model.roleName(row);
      const role = WIRE_ROLES.has(told) ? told : "user";
      const edit = view.code(row) === "edit-replaces" ? by.get(row) : undefined;
      const entry = model.kindName(row) === "compaction" && model.has(row, FLAG.CHECKPOINT) ? recordIn(await this.#value(row)) : null;
      if (entry) out.push({ role: "system", row, tokens: null, preview: previewOf({ type: "message", message: entry.systemMessage }) });
      out.push({ role, row, tokens: null, ...(edit === undefined ? null : { preview: replacementLine(await this.#value(edit)) }) });
    }
    return out;
  }

  /**
   * The prompt in force, whether one is recorded on the path at all, and what took it where none is left.
   * @type {(path: number[], inRange: number[], edits: { row: number, target: number, omits: boolean }[]) => Promise<{ prompt: Prompt | null, promptRecorded: boolean, promptTakenBy: number }>}
   */
  async #prompt(path, inRange, edits) {
    const { model } = this;
    const omitted = new Map(edits.filter((edit) => edit.omits).map((edit) => [edit.target, edit.row]));
    /** @type {(row: number) => boolean} */
    const tells = (row) => model.roleName(row) === "system" || (model.kindName(row) === "compaction" && model.has(row, FLAG.CHECKPOINT));
    /** @type {JsonRecord[]} */
    const messages = [];
    for (const [at, row] of inRange.entries()) {
      if (!tells(row) || omitted.has(row) || (at > 0 && model.kindName(row) === "compaction")) continue;
      const entry = recordIn(await this.#value(row));
      const message = entry && recordIn(model.kindName(row) === "compaction" ? entry.systemMessage : entry.message);
      if (message) messages.push(message);
    }
    const prompt = replayPrompt(messages);
    const last = path.findLastIndex(tells);
    if (prompt !== null || last < 0) return { prompt, promptRecorded: last >= 0, promptTakenBy: -1 };
    const later = path.slice(last + 1).find((row) => model.kindName(row) === "compaction");
    return { prompt, promptRecorded: true, promptTakenBy: later ?? omitted.get(path[last]) ?? -1 };
  }

  /**
   * Model and thinking level: the last that the path tells.
   * @type {(rows: number[]) => Promise<{ model: Json, thinkingLevel: Json }>}
   */
  async #settings(rows) {
    const { model } = this;
    /** @type {(wanted: (row: number) => boolean) => number} */
    const last = (wanted) => rows.findLast(wanted) ?? -1;
    const told = last((at) => model.kindName(at) === "model_change" || model.roleName(at) === "assistant");
    const level = last((at) => model.kindName(at) === "thinking_level_change");
    const entry = told < 0 ? null : recordIn(await this.#value(told));
    const message = entry && recordIn(entry.message);
    const from = entry && (entry.type === "model_change" ? { provider: entry.provider ?? null, modelId: entry.modelId ?? null } : { provider: message?.provider ?? null, modelId: message?.model ?? null });
    return { model: from, thinkingLevel: level < 0 ? "off" : recordIn(await this.#value(level))?.thinkingLevel ?? null };
  }

  /**
   * Messages of a list, as their entries store them; `stored` says that pi may have written them differently.
   * @type {(row: number, list: string, from: number, to: number) => Promise<MessageItem[]>}
   */
  async messages(row, list, from, to) {
    const context = await this.context(row);
    const out = [];
    for (const { role, row: of } of (list === "llm" ? context.llm : context.wire).slice(from, to)) {
      if (of < 0) continue;
      const { entry } = shapeEntry(await this.#value(of));
      out.push({ role, row: of, value: isRecord(entry) && entry.message ? entry.message : entry, cuts: [], stored: true });
    }
    return out;
  }

  /**
   * Rows from `from` on that hold the words, as far as a second or two go: `searched` says how far.
   * @type {(query: string, from?: number) => Promise<Found>}
   */
  async find(query, from = 0) {
    const wanted = query.toLowerCase();
    /** @type {number[]} */
    const rows = [];
    const { blocks } = this.plan;
    const { n } = this.model;
    if (wanted === "") return { rows, searched: n, truncated: false };
    const worth = lineFilter(wanted);
    const end = performance.now() + FIND_MS;
    for (let block = this.#blockOf(from); block < blocks.length; block += 1) {
      const first = blocks[block];
      if (first > from && (performance.now() > end || rows.length >= FIND_ROWS)) return { rows, searched: first, truncated: true };
      const lines = (await this.#text(`pi-entries-${block}`)).split("\n");
      for (let at = Math.max(0, from - first); at < lines.length && first + at < n; at += 1) {
        if (worth(lines[at]) && holdsText(JSON.parse(lines[at]), wanted)) rows.push(first + at);
      }
    }
    return { rows, searched: n, truncated: false };
  }
}
