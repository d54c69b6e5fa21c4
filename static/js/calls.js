/** Which result answers which call. */
import { isRecord } from "./shape.js";

/** Calls and results met so far on this branch, by call id. */
export class CallBook {
  constructor() {
    /** @type {Map<Json, KnownCall[]>} */
    this.calls = new Map();
    /** @type {Map<Json, { row: number, ms: number | null }[]>} */
    this.results = new Map();
    /** @type {Map<string, KnownWrite[]>} */
    this.writes = new Map();
  }

  /**
   * Take note of the calls or the result in an entry that was delivered.
   * @type {(item: Item) => void}
   */
  note(item) {
    const message = isRecord(item.entry) ? item.entry.message : null;
    if (!isRecord(message)) return;
    if (message.role === "toolResult") this.#add(this.results, message.toolCallId, { row: item.row, ms: typeof message.durationMs === "number" ? message.durationMs : null });
    if (message.role !== "assistant" || !Array.isArray(message.content)) return;
    message.content.forEach((block, at) => {
      if (!isRecord(block) || block.type !== "toolCall") return;
      this.#add(this.calls, block.id, { row: item.row, call: block });
      this.#noteFile(item, block, ["message", "content", at, "arguments", "content"]);
    });
  }

  /**
   * Is this a result whose call was not delivered so far, or a reply with a call whose result was not?
   * @type {(item: Item) => boolean}
   */
  lacksHalf(item) {
    const message = isRecord(item.entry) ? item.entry.message : null;
    if (!isRecord(message)) return false;
    if (message.role === "toolResult") return this.callFor(item.row, message.toolCallId) === null;
    return message.role === "assistant" && Array.isArray(message.content)
      && message.content.some((block) => isRecord(block) && block.type === "toolCall" && this.resultRow(item.row, block.id) < 0);
  }

  /**
   * Whole files that were written, and files that were edited since: their text is no longer what was written.
   * @type {(item: Item, call: JsonRecord, path: Path) => void}
   */
  #noteFile(item, call, path) {
    const given = call.arguments;
    if (!isRecord(given) || typeof given.path !== "string") return;
    const text = call.name === "write" && typeof given.content === "string" ? given.content : null;
    if (text !== null || call.name === "edit") this.#add(this.writes, given.path, { row: item.row, id: call.id, item: { row: item.row, cuts: item.cuts }, path, text });
  }

  /**
   * What the last call before this row wrote to a file, whole; null where it edited it, or where none is known.
   * @type {(row: number, path: string) => (KnownWrite & { text: string }) | null}
   */
  writeBefore(row, path) {
    const before = (this.writes.get(path) || []).filter((known) => known.row < row);
    const last = before.length > 0 ? before.reduce((a, b) => (a.row > b.row ? a : b)) : null;
    return last !== null && last.text !== null ? { ...last, text: last.text } : null;
  }

  /** @type {<K, V extends { row: number }>(map: Map<K, V[]>, id: K, value: V) => void} */
  #add(map, id, value) {
    const list = map.get(id) || [];
    map.set(id, list);
    if (!list.some((known) => known.row === value.row)) list.push(value);
  }

  /**
   * The call that a result answers: the last one before it (ids repeat in real files).
   * @type {(row: number, id: Json) => KnownCall | null}
   */
  callFor(row, id) {
    const before = (this.calls.get(id) || []).filter((known) => known.row < row);
    return before.length > 0 ? before.reduce((a, b) => (a.row > b.row ? a : b)) : null;
  }

  /**
   * The row of the first result after a call, or -1.
   * @type {(row: number, id: Json) => number}
   */
  resultRow(row, id) {
    return this.#resultOf(row, id)?.row ?? -1;
  }

  /**
   * How long the tool took in ms, where its result says so.
   * @type {(row: number, id: Json) => number | null}
   */
  recordedMs(row, id) {
    return this.#resultOf(row, id)?.ms ?? null;
  }

  /** @type {(row: number, id: Json) => { row: number, ms: number | null } | null} */
  #resultOf(row, id) {
    const after = (this.results.get(id) || []).filter((known) => known.row > row);
    return after.length > 0 ? after.reduce((a, b) => (a.row < b.row ? a : b)) : null;
  }
}
