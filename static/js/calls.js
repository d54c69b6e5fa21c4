/** Which result answers which call. */

/** Calls and results met so far on this branch, by call id. */
export class CallBook {
  constructor() {
    this.calls = new Map();
    this.results = new Map();
    this.writes = new Map();
  }

  /** Take note of the calls or the result in an entry that was delivered. */
  note(item) {
    const message = item.entry && typeof item.entry === "object" ? item.entry.message : null;
    if (!message || typeof message !== "object") return;
    if (message.role === "toolResult") this.#add(this.results, message.toolCallId, { row: item.row });
    if (message.role !== "assistant" || !Array.isArray(message.content)) return;
    message.content.forEach((block, at) => {
      if (!block || block.type !== "toolCall") return;
      this.#add(this.calls, block.id, { row: item.row, call: block });
      this.#noteFile(item, block, ["message", "content", at, "arguments", "content"]);
    });
  }

  /** Whole files that were written, and files that were edited since: their text is no longer what was written. */
  #noteFile(item, call, path) {
    const given = call.arguments;
    if (!given || typeof given !== "object" || typeof given.path !== "string") return;
    const text = call.name === "write" && typeof given.content === "string" ? given.content : null;
    if (text !== null || call.name === "edit") this.#add(this.writes, given.path, { row: item.row, id: call.id, item: { row: item.row, cuts: item.cuts }, path, text });
  }

  /** What the last call before this row wrote to a file, whole; null where it edited it, or where none is known. */
  writeBefore(row, path) {
    const before = (this.writes.get(path) || []).filter((known) => known.row < row);
    const last = before.length > 0 ? before.reduce((a, b) => (a.row > b.row ? a : b)) : null;
    return last !== null && last.text !== null ? last : null;
  }

  #add(map, id, value) {
    if (!map.has(id)) map.set(id, []);
    const list = map.get(id);
    if (!list.some((known) => known.row === value.row)) list.push(value);
  }

  /** The call that a result answers: the last one before it (ids repeat in real files). */
  callFor(row, id) {
    const before = (this.calls.get(id) || []).filter((known) => known.row < row);
    return before.length > 0 ? before.reduce((a, b) => (a.row > b.row ? a : b)) : null;
  }

  /** The row of the first result after a call, or -1. */
  resultRow(row, id) {
    const after = (this.results.get(id) || []).filter((known) => known.row > row).map((known) => known.row);
    return after.length > 0 ? Math.min(...after) : -1;
  }
}
