/**
 * Where the page gets a session from: one small interface, two implementations.
 *
 * `ServerSource` asks the JSON routes of the running server; `EmbeddedSource` reads what an exported page carries.
 * Rows are integers in file order; ranges are half open. All methods are asynchronous and may reject with an Error
 * whose message is fit to be shown.
 */
import { localVisibility, STATUS } from "./visibility.js";
import { SessionModel } from "./index-model.js";

/** The list inside an answer, whether it comes bare or under a name. */
function listIn(answer, name) {
  return Array.isArray(answer) ? answer : answer[name] || [];
}

async function answerOf(response) {
  if (response.ok) return response.json();
  let message = `${response.status} ${response.statusText}`;
  try {
    const body = await response.json();
    message = (body.error && body.error.message) || message;
  } catch {
    // Not JSON: the status line has to do.
  }
  throw new Error(message);
}

/** A session behind the server's JSON routes. */
export class ServerSource {
  /** @param {string} key the opaque key of the file, from the page */
  constructor(key) {
    this.base = `/api/s/${encodeURIComponent(key)}`;
    this.state = null;
  }

  async #get(route, parameters = {}) {
    const query = this.#query();
    for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
    const search = query.toString();
    return answerOf(await fetch(`${this.base}/${route}${search ? `?${search}` : ""}`, { credentials: "same-origin" }));
  }

  /** Every question names the state of the file that this page has loaded, once it is known. */
  #query() {
    return new URLSearchParams(this.state ? { state: this.state } : {});
  }

  /** The index; a large one comes in parts, each with its share of the columns. */
  async index() {
    const first = await this.#get("index");
    this.state = first.state || null;
    for (let number = 1; number < (first.parts || 1); number += 1) {
      const next = await this.#get("index", { part: number });
      for (const [name, values] of Object.entries(next.cols)) first.cols[name] = first.cols[name].concat(values);
      first.ids = first.ids.concat(next.ids);
    }
    return first;
  }

  async previews(from, to) {
    return listIn(await this.#get("previews", { from, to }), "previews");
  }

  async block(from, to) {
    return listIn(await this.#get("block", { from, to }), "entries");
  }

  /** Decoded entries of these rows, however many answers that takes (each answer is limited in size). */
  async entries(rows) {
    const found = new Map();
    let missing = rows;
    while (missing.length > 0) {
      const answers = listIn(await this.#get("block", { rows: missing.slice(0, 200).join(",") }), "entries");
      for (const item of answers) found.set(item.row, item);
      const rest = missing.filter((row) => !found.has(row));
      if (rest.length === missing.length) break;
      missing = rest;
    }
    return rows.filter((row) => found.has(row)).map((row) => found.get(row));
  }

  async full(row, path) {
    const pieces = [];
    for (let start = 0; start !== null; ) {
      const answer = await this.#get("full", { row, path: JSON.stringify(path), start });
      pieces.push(answer.text);
      start = answer.next ?? null;
    }
    return pieces.join("");
  }

  /** {url} of a picture the server vouches for, or {reason}. */
  async image(row, index) {
    const query = this.#query();
    query.set("row", String(row));
    query.set("index", String(index));
    const response = await fetch(`${this.base}/image?${query}`, { credentials: "same-origin" });
    const type = response.headers.get("Content-Type") || "";
    if (response.ok && type.startsWith("image/")) return { url: URL.createObjectURL(await response.blob()) };
    return answerOf(response).then((answer) => ({ reason: answer.reason || "" }), (error) => ({ reason: error.message }));
  }

  raw(row) {
    return this.#get("raw", { row });
  }

  /** The context view; a very large one comes as slices of its text. */
  async context(row) {
    const first = await this.#get("context", { at: row });
    if (!first.slices) return first;
    const texts = [first.text];
    for (let slice = 1; slice < first.slices; slice += 1) texts.push((await this.#get("context", { at: row, slice })).text);
    return JSON.parse(texts.join(""));
  }

  async messages(row, list, from, to) {
    return listIn(await this.#get("messages", { at: row, list, from, to }), "messages");
  }

  /** Rows from `from` on that hold the words, as far as one answer goes: `searched` says how far. */
  find(query, from = 0) {
    return this.#get("find", { q: query, from });
  }
}

/** Gzipped base64 JSON, as an exported page carries it. */
async function unpack(base64) {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/**
 * A session inside the page itself. `data` is `{index, previews, blocks: [{from, to, gzip}], contexts: {row: view}}`;
 * what was not exported is worked out from the columns where that is possible, and said to be missing where not.
 */
export class EmbeddedSource {
  constructor(data) {
    this.data = data;
    this.opened = new Map();
    this.model = null;
  }

  async index() {
    return this.data.index;
  }

  async previews(from, to) {
    return (this.data.previews || []).slice(from, to);
  }

  #open(at) {
    if (!this.opened.has(at)) this.opened.set(at, unpack(this.data.blocks[at].gzip));
    return this.opened.get(at);
  }

  async entries(rows) {
    const out = [];
    for (const row of rows) {
      const at = this.data.blocks.findIndex((block) => block.from <= row && row < block.to);
      if (at < 0) continue;
      const item = (await this.#open(at)).find((candidate) => candidate.row === row);
      if (item) out.push(item);
    }
    return out;
  }

  block(from, to) {
    return this.entries(Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at));
  }

  async full(row, path) {
    const [item] = await this.entries([row]);
    return path.reduce((value, key) => (value === undefined || value === null ? value : value[key]), item && item.entry);
  }

  async image() {
    return { reason: "" };
  }

  async raw(row) {
    const [item] = await this.entries([row]);
    if (!item) throw new Error("not part of this page");
    return { text: JSON.stringify(item.entry), line: item.line, offset: null, length: item.bytes };
  }

  async context(row) {
    const stored = (this.data.contexts || {})[row];
    if (stored) return stored;
    this.model = this.model || new SessionModel(this.data.index);
    const view = localVisibility(this.model, row);
    const path = Array.from(this.model.path(row));
    const visibility = Object.fromEntries(STATUS.slice(1).map((word) => [word, path.filter((at) => view.word(at) === word)]));
    const seen = path.filter((at) => ["sent", "edited"].includes(view.word(at)));
    return {
      at: row, path, entries: seen, visible: seen, messages: [], llm: [], wire: seen.map((at) => ({ role: "", row: at, tokens: null })),
      omitted: path.filter((at) => view.code(at)).map((at) => ({ row: at, code: view.code(at), why: "" })),
      edits: [], compaction: null, model: null, thinkingLevel: null, tokens: null, measured: null, measuredRow: -1, prompt: null,
      throws: null, visibility,
    };
  }

  async messages() {
    return [];
  }

  async find(query) {
    const wanted = query.toLowerCase();
    const rows = [];
    for (let at = 0; at < this.data.blocks.length; at += 1) {
      for (const item of await this.#open(at)) if (JSON.stringify(item.entry).toLowerCase().includes(wanted)) rows.push(item.row);
    }
    return { rows, searched: this.data.index.n, truncated: false };
  }
}
