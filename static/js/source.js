/**
 * Where the page gets a session from: one small interface, two implementations.
 *
 * `ServerSource` asks the JSON routes of the running server; `EmbeddedSource` (embedded.js) reads what an exported page carries.
 * Rows are integers in file order; ranges are half open. All methods are asynchronous and may reject with an Error
 * whose message is fit to be shown.
 */
import { currentLanguage, t } from "./words.js";

/** What the server said instead of an answer; `status` is that of HTTP. */
export class Refusal extends Error {
  /**
   * @param {string} message
   * @param {number} status
   */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/**
 * What went wrong, in words: whatever was thrown.
 * @type {(error: unknown) => string}
 */
export function whyOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The list inside an answer, whether it comes bare or under a name.
 * @type {<T>(answer: T[] | Record<string, T[]>, name: string) => T[]}
 */
function listIn(answer, name) {
  return Array.isArray(answer) ? answer : answer[name] || [];
}

/**
 * The words of an error object in the language of the page.
 * @type {(error: { message: string, said?: string }) => string}
 */
function messageOf(error) {
  return (currentLanguage() === "zh" && error.said) || error.message;
}

/**
 * Ask the server. A browser says of a server that is gone whatever it likes, in its own language.
 * @type {(address: string) => Promise<Response>}
 */
async function fetchFrom(address) {
  try {
    return await fetch(address, { credentials: "same-origin" });
  } catch {
    throw new Error(t("load.noServer"));
  }
}

/** @type {(response: Response) => Promise<any>} */
async function answerOf(response) {
  if (response.ok) {
    const answer = await response.json();
    // The file went or changed under the page: said in the answer, as the page itself works.
    if (answer && answer.error && typeof answer.error.kind === "string") throw new Error(messageOf(answer.error));
    return answer;
  }
  let message = `${response.status} ${response.statusText}`;
  try {
    const body = await response.json();
    // Who is not let in is told where the key lies, in words that the page has.
    message = (body.error && (body.error.kind === "forbidden" ? t("error.openPrinted") : messageOf(body.error))) || message;
  } catch {
    // Not JSON: the status line has to do.
  }
  throw new Refusal(message, response.status);
}

/** @type {("row" | "source" | "key")[]} */
const NUMBER_COLUMNS = ["row", "source", "key"];
/** @type {(CountName | "cost")[]} */
const COUNT_COLUMNS = ["input", "output", "cacheRead", "cacheWrite", "cost"];

/** A session behind the server's JSON routes. */
export class ServerSource {
  /** @param {string} key the opaque key of the file, from the page */
  constructor(key) {
    this.base = `/api/s/${encodeURIComponent(key)}`;
    /** @type {string | null} */
    this.state = null;
    /** @type {Promise<Opening | null>} What the page asks first, where early.js has asked for it; null where it is not for this state. */
    this.opening = Promise.resolve(null);
  }

  /** @type {(route: string, parameters?: Record<string, string | number>) => Promise<any>} */
  async #get(route, parameters = {}) {
    const query = this.#query();
    for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
    const search = query.toString();
    return answerOf(await fetchFrom(`${this.base}/${route}${search ? `?${search}` : ""}`));
  }

  /**
   * Every question names the state of the file that this page has loaded, once it is known.
   * @type {() => URLSearchParams}
   */
  #query() {
    return new URLSearchParams(this.state ? { state: this.state } : {});
  }

  /**
   * The index; a large one comes in parts, each with its share of the columns.
   * @type {() => Promise<SessionIndex>}
   */
  async index() {
    const opening = this.#opening();
    const first = await this.#get("index");
    this.state = first.state || null;
    this.opening = opening.then((answer) => (answer !== null && answer.state === this.state ? answer : null));
    for (let number = 1; number < (first.parts || 1); number += 1) {
      const next = await this.#get("index", { part: number });
      for (const [name, values] of Object.entries(next.cols)) first.cols[name] = first.cols[name].concat(values);
      first.ids = first.ids.concat(next.ids);
    }
    return first;
  }

  /**
   * The answer that early.js has asked for. It spares questions and no more: a failure is that of the index as well.
   * @type {() => Promise<Opening | null>}
   */
  #opening() {
    if (!globalThis.document?.querySelector("link[rel=preload][href$='/opening']")) return Promise.resolve(null);
    return this.#get("opening").catch(() => null);
  }

  /** @type {(from: number, to: number) => Promise<string[]>} */
  async previews(from, to) {
    const known = (await this.opening)?.previews[from];
    if (known && known.length > 0) return known.slice(0, to - from);
    return listIn(await this.#get("previews", { from, to }), "previews");
  }

  /** @type {(from: number, to: number) => Promise<Item[]>} */
  async block(from, to) {
    return listIn(await this.#get("block", { from, to }), "entries");
  }

  /**
   * Decoded entries of these rows, however many answers that takes (each answer is limited in size).
   * @type {(rows: number[]) => Promise<Item[]>}
   */
  async entries(rows) {
    /** @type {Map<number, Item>} */
    const found = new Map();
    const known = (await this.opening)?.entries ?? [];
    if (known.length > 0) {
      const wanted = new Set(rows);
      for (const item of known) if (wanted.has(item.row)) found.set(item.row, item);
    }
    let missing = rows.filter((row) => !found.has(row));
    while (missing.length > 0) {
      const answers = listIn(await this.#get("block", { rows: missing.slice(0, 200).join(",") }), "entries");
      for (const item of answers) found.set(item.row, item);
      const rest = missing.filter((row) => !found.has(row));
      if (rest.length === missing.length) break;
      missing = rest;
    }
    return rows.map((row) => found.get(row)).filter((item) => item !== undefined);
  }

  /**
   * Which rules of the user are still said behind the cut of a compaction: a lead.
   * @type {(row: number) => Promise<RulesAtCut>}
   */
  async rules(row) {
    return this.#get("rules", { row });
  }

  /** @type {(row: number, path: Path) => Promise<string>} */
  async full(row, path) {
    const pieces = [];
    for (let start = 0; start !== null; ) {
      const answer = await this.#get("full", { row, path: JSON.stringify(path), start });
      pieces.push(answer.text);
      start = answer.next ?? null;
    }
    return pieces.join("");
  }

  /**
   * {url} of a picture the server vouches for, or {reason}.
   * @type {(row: number, index: number) => Promise<Picture>}
   */
  async image(row, index) {
    const query = this.#query();
    query.set("row", String(row));
    query.set("index", String(index));
    const response = await fetchFrom(`${this.base}/image?${query}`);
    const type = response.headers.get("Content-Type") || "";
    if (response.ok && type.startsWith("image/")) return { url: URL.createObjectURL(await response.blob()) };
    return answerOf(response).then((answer) => ({ reason: answer.reason || "" }), (error) => ({ reason: whyOf(error) }));
  }

  /**
   * Every record of usage, as columns.
   * @type {() => Promise<UsageRecords>}
   */
  async usage() {
    /** @type {UsagePart} */
    const first = await this.#get("usage");
    for (let { next } = first; next !== null; ) {
      /** @type {UsagePart} */
      const more = await this.#get("usage", { from: next });
      for (const name of NUMBER_COLUMNS) first[name] = first[name].concat(more[name]);
      for (const name of COUNT_COLUMNS) first[name] = first[name].concat(more[name]);
      next = more.next;
    }
    return first;
  }

  /**
   * What is new in the file: `peek` only asks whether there is something.
   * @type {(peek?: boolean) => Promise<LiveAnswer>}
   */
  async live(peek = false) {
    const answer = await this.#get("live", peek ? { peek: 1 } : {});
    if (answer.status === "grown") {
      this.state = answer.state;
      this.opening = Promise.resolve(null);
    }
    return answer;
  }

  /** @type {(row: number) => Promise<RawLine>} */
  raw(row) {
    return this.#get("raw", { row });
  }

  /**
   * The context view; a very large one comes as slices of its text.
   * @type {(row: number) => Promise<ContextView>}
   */
  async context(row) {
    const first = await this.#get("context", { at: row });
    if (!first.slices) return first;
    const texts = [first.text];
    for (let slice = 1; slice < first.slices; slice += 1) texts.push((await this.#get("context", { at: row, slice })).text);
    return JSON.parse(texts.join(""));
  }

  /** @type {(row: number, list: string, from: number, to: number) => Promise<MessageItem[]>} */
  async messages(row, list, from, to) {
    return listIn(await this.#get("messages", { at: row, list, from, to }), "messages");
  }

  /**
   * Rows from `from` on that hold the words, as far as one answer goes: `searched` says how far.
   * @type {(query: string, from?: number) => Promise<Found>}
   */
  find(query, from = 0) {
    return this.#get("find", { q: query, from });
  }
}
