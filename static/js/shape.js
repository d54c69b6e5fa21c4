/**
 * Decoded entries as the page shows them: long texts cut, images named instead of shown, depth and size bounded.
 *
 * The server does the same before it answers (`inspector/session/blocks.py`, the limits are its own); a page that carries
 * its session does it here, on the stored line. Every cut is listed with its path. Nothing recurses.
 */

const TEXT_LIMIT = 20_000;
const ENTRY_LIMIT = 400_000;
const SHORT = 200;
const DEPTH_LIMIT = 60;
const NODE_LIMIT = 30_000;
const KEY_LIMIT = 500;
const CUTS_LIMIT = 2_000;
/** Bytes; no camera or screen makes larger ones. */
const PICTURE_LIMIT = 24 << 20;

/**
 * Is a decoded value an object with properties (no list, not null)?
 * @type {(value: unknown) => value is JsonRecord}
 */
export function isRecord(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** @type {(item: Json) => item is ImageBlock} */
function isImage(item) {
  return isRecord(item) && item.type === "image" && typeof item.data === "string";
}

/**
 * Image blocks with data anywhere inside a decoded value, in document order.
 * @type {(value: Json) => ImageBlock[]}
 */
export function imageBlocks(value) {
  /** @type {ImageBlock[]} */
  const found = [];
  const stack = [value];
  while (stack.length > 0) {
    const item = stack.pop();
    if (item === null || typeof item !== "object") continue;
    if (isImage(item)) found.push(item);
    else for (const inner of Object.values(item).reverse()) stack.push(inner);
  }
  return found;
}

/**
 * Cut text at a character, never inside a pair.
 * @type {(text: string, limit: number) => string}
 */
function clipText(text, limit) {
  if (text.length <= limit) return text;
  const code = text.charCodeAt(limit - 1);
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? limit - 1 : limit);
}

class Shaper {
  /** @param {Json} value */
  constructor(value) {
    this.images = new Map(imageBlocks(value).map((block, at) => [block, at]));
    /** @type {Cut[]} */
    this.cuts = [];
    this.nodes = 0;
    this.chars = 0;
    /** @type {{ pairs: [string | number, Json][], at: number, box: Json[] | JsonRecord, path: Path }[]} */
    this.stack = [];
  }

  /** @type {(value: Json) => { entry: Json, cuts: Cut[] }} */
  run(value) {
    /** @type {Json[]} */
    const top = [];
    this.stack.push({ pairs: [["", value]], at: 0, box: top, path: [] });
    while (this.stack.length > 0) {
      const frame = this.stack[this.stack.length - 1];
      if (frame.at >= frame.pairs.length) {
        this.stack.pop();
        continue;
      }
      const [key, item] = frame.pairs[frame.at];
      frame.at += 1;
      const shaped = this.#item(item, frame.box === top ? [] : [...frame.path, key]);
      if (Array.isArray(frame.box)) frame.box.push(shaped);
      // A plain assignment would take "__proto__" for the prototype.
      else Object.defineProperty(frame.box, this.#key(String(key)), { value: shaped, enumerable: true, configurable: true, writable: true });
    }
    return { entry: top[0], cuts: this.cuts };
  }

  /** @type {(item: Json, path: Path) => Json} */
  #item(item, path) {
    this.nodes += 1;
    if (typeof item === "string") return this.#text(item, path);
    if (item === null || typeof item !== "object") return item;
    return isImage(item) ? this.#image(item) : this.#open(item, path);
  }

  /** @type {(item: Json[] | JsonRecord, path: Path) => Json} */
  #open(item, path) {
    /** @type {[string | number, Json][]} */
    const pairs = Array.isArray(item) ? item.map((inner, at) => [at, inner]) : Object.entries(item);
    const box = Array.isArray(item) ? [] : {};
    if (pairs.length === 0) return box;
    if (path.length >= DEPTH_LIMIT) return this.#leftOut(path, "tooDeep");
    if (this.nodes + pairs.length > NODE_LIMIT) return this.#leftOut(path, "tooLarge");
    this.stack.push({ pairs, at: 0, box, path });
    return box;
  }

  /** @type {(path: Path, why: "tooDeep" | "tooLarge") => Json} */
  #leftOut(path, why) {
    this.#cut(path, { [why]: true });
    return { [why]: true };
  }

  /** @type {(key: string) => string} */
  #key(key) {
    this.chars += key.length;
    return key.length <= KEY_LIMIT ? key : `${key.slice(0, KEY_LIMIT - 1)}\u2026`;
  }

  /** @type {(text: string, path: Path) => string} */
  #text(text, path) {
    const limit = this.chars < ENTRY_LIMIT ? TEXT_LIMIT : SHORT;
    this.chars += Math.min(text.length, limit);
    if (text.length <= limit) return text;
    this.#cut(path, { chars: text.length });
    return clipText(text, limit);
  }

  /** @type {(item: ImageBlock) => Json} */
  #image(item) {
    const mimeType = typeof item.mimeType === "string" ? item.mimeType.slice(0, SHORT) : null;
    return { type: "image", mimeType, bytes: Math.floor((item.data.length * 3) / 4), cut: true, index: this.images.get(item) };
  }

  /** @type {(path: Path, what: Omit<Cut, "path">) => void} */
  #cut(path, what) {
    if (this.cuts.length < CUTS_LIMIT) this.cuts.push({ path, ...what });
  }
}

/**
 * A bounded copy of a decoded value: `{entry, cuts}`.
 * @type {(value: Json) => { entry: Json, cuts: Cut[] }}
 */
export function shapeEntry(value) {
  return new Shaper(value).run(value);
}

/**
 * The string at a path of property names and positions.
 * @type {(value: Json, path: Path) => string}
 */
export function textAt(value, path) {
  let here = value;
  for (const step of path) {
    if (here === null || typeof here !== "object" || !Object.hasOwn(here, step)) throw new Error("no text there");
    here = Array.isArray(here) ? here[Number(step)] : here[step];
  }
  if (typeof here !== "string") throw new Error("no text there");
  return here;
}

/**
 * Bytes of a base64 text; throws where it is none.
 * @type {(base64: string) => Uint8Array<ArrayBuffer>}
 */
export function bytesOf(base64) {
  if (typeof Uint8Array.fromBase64 === "function") return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** @type {(bytes: Uint8Array) => string} */
function pictureType(bytes) {
  /** @type {(...values: number[]) => boolean} */
  const begins = (...values) => values.every((value, at) => bytes[at] === value);
  /** @type {(from: number, text: string) => boolean} */
  const word = (from, text) => [...text].every((char, at) => bytes[from + at] === char.charCodeAt(0));
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (begins(0xff, 0xd8, 0xff)) return "image/jpeg";
  if (word(0, "GIF87a") || word(0, "GIF89a")) return "image/gif";
  return word(0, "RIFF") && word(8, "WEBP") ? "image/webp" : "";
}

/**
 * `{type, bytes}` of the image with this number, its type told by its first bytes and never by the file; else `{reason}`.
 * @type {(entry: Json, index: number) => { type: string, bytes: Uint8Array<ArrayBuffer>, reason?: undefined } | { reason: string, type?: undefined }}
 */
export function pictureAt(entry, index) {
  const block = imageBlocks(entry)[index];
  if (!block) return { reason: "the entry has no image data with this number" };
  if (block.data.length > (PICTURE_LIMIT * 4) / 3 + 4) return { reason: `the image is larger than ${PICTURE_LIMIT >> 20} MB and is not shown` };
  let bytes;
  try {
    bytes = bytesOf(block.data.replace(/[^A-Za-z0-9+/=]/g, ""));
  } catch {
    return { reason: "the image data are not base64" };
  }
  const type = pictureType(bytes);
  return type ? { type, bytes } : { reason: "the data are no PNG, JPEG, GIF or WebP image (SVG is never shown)" };
}
