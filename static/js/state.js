/**
 * What the address holds: `#entry=ID&at=ID&leaf=ID&view=…&pane=…`, `size` of the map, form of the `tree`, a place in the
 * list of `damage`; and what the browser remembers locally.
 */

export const VIEWS = Object.freeze(["transcript", "totals", "damage", "map", "step", "cut"]);
export const SIDE_PANES = Object.freeze(["details", "seen", "raw"]);

/** @type {(keyof Place)[]} */
const HASH_KEYS = ["entry", "at", "leaf", "view", "pane", "show", "find", "time", "size", "tree", "damage"];

/**
 * Text for an address.
 * @type {(text: string) => string}
 */
export function encodePart(text) {
  try {
    return encodeURIComponent(text);
  } catch {
    // An id with half a surrogate pair cannot be an address.
    return encodeURIComponent(text.toWellFormed ? text.toWellFormed() : text.replace(/[\ud800-\udfff]/g, "\ufffd"));
  }
}

/** @type {(text: string) => string} */
function decodePart(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The parts of an address fragment, strings or null.
 * @type {(hash: string) => Place}
 */
export function parseHash(hash) {
  /** @type {Place} */
  const out = { entry: null, at: null, leaf: null, view: null, pane: null, show: null, find: null, time: null, size: null, tree: null, damage: null };
  for (const part of String(hash).replace(/^#/, "").split("&")) {
    const at = part.indexOf("=");
    const key = HASH_KEYS.find((name) => name === part.slice(0, at));
    if (key) out[key] = decodePart(part.slice(at + 1));
  }
  return out;
}

/**
 * Parts of a fragment that are no `key=value` of ours, decoded.
 * @type {(hash: string) => string[]}
 */
export function strayParts(hash) {
  const parts = String(hash).replace(/^#/, "").split("&").filter((part) => part !== "");
  return parts.filter((part) => !HASH_KEYS.some((name) => part.startsWith(`${name}=`))).map(decodePart);
}

/**
 * Names of damaged places in addresses, readable and each once: kind and line, and a number where a line has more of a kind.
 * @type {(list: Damage[]) => string[]}
 */
export function damageNames(list) {
  /** @type {Map<string, number>} */
  const met = new Map();
  return list.map(({ kind, line }) => {
    const name = line ? `${kind}-L${line}` : kind;
    const count = (met.get(name) || 0) + 1;
    met.set(name, count);
    return count === 1 ? name : `${name}-${count}`;
  });
}

/**
 * The fragment for these parts; what is null, or the default, is left out.
 * @type {(parts: Partial<Place>) => string}
 */
export function formatHash(parts) {
  /** @type {Partial<Place>} */
  const defaults = { view: "transcript", pane: "details" };
  const kept = HASH_KEYS.filter((key) => parts[key] !== null && parts[key] !== undefined && parts[key] !== defaults[key]);
  return `#${kept.map((key) => `${key}=${encodePart(String(parts[key]))}`).join("&")}`;
}

/**
 * A remembered choice, or `fallback` (a page from a file may have no storage).
 * @type {(name: string, fallback: string) => string}
 */
export function recall(name, fallback) {
  try {
    return localStorage.getItem(`pi-inspector.${name}`) || fallback;
  } catch {
    return fallback;
  }
}

/**
 * Remember a choice in this browser; null forgets it.
 * @type {(name: string, value: string | null) => void}
 */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(`pi-inspector.${name}`);
    else localStorage.setItem(`pi-inspector.${name}`, value);
  } catch {
    // Nothing to remember in; the choice holds for this page.
  }
}
