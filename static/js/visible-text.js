/**
 * Text of strangers made visible: terminal codes, bidi controls, invisible characters, broken characters.
 *
 * Pure: a string becomes a list of pieces. A piece is {text, style} or {mark, title}; the page shows a mark as a chip.
 * Nothing is removed: what a terminal would act on, or an eye would miss, is named.
 */

/** More pieces than this in one text are not coloured; the rest comes as one plain piece. */
const PIECE_LIMIT = 20000;

/** Of more marks in one text the rest stand in the text itself: named all the same, without an element for each. */
const MARK_LIMIT = 500;

const SUSPECT =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\ud800-\udfff]|[\u{e0000}-\u{e007f}]/u;
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u{1f1e6}-\u{1f1ff}]/u;
const JOINING_SCRIPT = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Oriya}\p{Script=Khmer}\p{Script=Mongolian}]/u;
/** Control characters by name: many fonts lack the pictures that Unicode has for them. */
const CONTROL_NAMES = ("NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US").split(" ");
const NAMES = new Map([
  [0x00ad, "soft hyphen"], [0x061c, "arabic letter mark"], [0x200b, "zero width space"], [0x200c, "zero width non-joiner"],
  [0x200d, "zero width joiner"], [0x200e, "left-to-right mark"], [0x200f, "right-to-left mark"],
  [0x2028, "line separator"], [0x2029, "paragraph separator"], [0x202a, "left-to-right embedding"],
  [0x202b, "right-to-left embedding"], [0x202c, "pop directional formatting"], [0x202d, "left-to-right override"],
  [0x202e, "right-to-left override"], [0x2060, "word joiner"], [0x2066, "left-to-right isolate"],
  [0x2067, "right-to-left isolate"], [0x2068, "first strong isolate"], [0x2069, "pop directional isolate"],
  [0xfeff, "byte order mark"],
]);

/** @type {(title: string) => string} */
let markWords = (title) => title;

/**
 * What a mark says of itself, in the language of the page: `words` is set where that is known.
 * @type {(title: string, words?: ((title: string) => string) | null) => string}
 */
export function markTitle(title, words = null) {
  if (words) markWords = words;
  return markWords(title);
}

/** @type {(char: string) => number} */
function codeOf(char) {
  return char.codePointAt(0) ?? 0;
}

/** @type {(code: number) => string} */
function hexName(code) {
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/**
 * Is this joiner part of an emoji or of a script that needs it?
 * @type {(before: string, after: string) => boolean}
 */
function joinerBelongs(before, after) {
  const joinsEmoji = (PICTOGRAPH.test(before) || before === "\ufe0f") && PICTOGRAPH.test(after);
  return joinsEmoji || (JOINING_SCRIPT.test(before) && JOINING_SCRIPT.test(after));
}

/**
 * The chip for one suspect character, or null where the character is in order.
 * @type {(chars: string[], at: number) => Piece | null}
 */
function markFor(chars, at) {
  const code = codeOf(chars[at]);
  if (code >= 0xd800 && code <= 0xdfff) return { text: "\ufffd", style: "" };
  if ((code === 0x200d || code === 0x200c) && joinerBelongs(chars[at - 1] || "", chars[at + 1] || "")) return null;
  if (code < 0x20) return { mark: `\u27e6${CONTROL_NAMES[code]}\u27e7`, title: hexName(code) };
  if (code === 0x7f) return { mark: "\u27e6DEL\u27e7", title: hexName(code) };
  return { mark: `\u27e6${hexName(code)}\u27e7`, title: NAMES.get(code) || hexName(code) };
}

/**
 * Tag characters hide ASCII; a flag (black flag … cancel tag) is the one honest use.
 * @type {(chars: string[], at: number) => { end: number, hidden: string, flag: boolean }}
 */
function tagRun(chars, at) {
  let end = at;
  let hidden = "";
  while (end < chars.length && chars[end] >= "\u{e0000}" && codeOf(chars[end]) <= 0xe007f) {
    const code = codeOf(chars[end]) - 0xe0000;
    if (code >= 0x20 && code < 0x7f) hidden += String.fromCharCode(code);
    end += 1;
  }
  return { end, hidden, flag: chars[at - 1] === "\u{1f3f4}" && chars[end - 1] === "\u{e007f}" };
}

/** @type {(char: string) => boolean} */
function isTag(char) {
  const code = codeOf(char);
  return code >= 0xe0000 && code <= 0xe007f;
}

/**
 * Pieces of a text without colours. Tab and line feed stay; CR LF is a line end.
 * @type {(input: string) => Piece[]}
 */
export function scanText(input) {
  const source = String(input);
  if (!SUSPECT.test(source)) return source === "" ? [] : [{ text: source, style: "" }];
  /** @type {Piece[]} */
  const pieces = [];
  const chars = Array.from(source.replace(/\r\n/g, "\n"));
  let plain = "";
  let marks = 0;
  const flush = () => {
    if (plain !== "") pieces.push({ text: plain, style: "" });
    plain = "";
  };
  for (let at = 0; at < chars.length; at += 1) {
    if (!SUSPECT.test(chars[at])) {
      plain += chars[at];
      continue;
    }
    if (isTag(chars[at])) {
      const run = tagRun(chars, at);
      if (run.flag) plain += chars.slice(at, run.end).join("");
      else {
        flush();
        pieces.push({ mark: `\u27e6tags \u201c${run.hidden}\u201d\u27e7`, title: `${run.end - at} invisible tag characters` });
      }
      at = run.end - 1;
      continue;
    }
    const mark = markFor(chars, at);
    if (mark === null) plain += chars[at];
    else if (mark.mark === undefined) plain += mark.text;
    else if (marks >= MARK_LIMIT) plain += mark.mark;
    else {
      flush();
      pieces.push(mark);
      marks += 1;
    }
  }
  flush();
  return pieces;
}

/**
 * The same as one string, for places that hold text only (titles, options, attributes).
 * @type {(input: string) => string}
 */
export function plainText(input) {
  return scanText(input).map((piece) => (piece.mark === undefined ? piece.text : piece.mark)).join("");
}

/**
 * Shorten to `limit` characters without cutting a character in two.
 * @type {(input: string, limit: number) => string}
 */
export function shorten(input, limit) {
  const text = String(input);
  if (text.length <= limit) return text;
  let end = limit - 1;
  const code = text.charCodeAt(end - 1);
  if (code >= 0xd800 && code <= 0xdbff) end -= 1;
  return `${text.slice(0, end)}\u2026`;
}

const BASE16 = [
  [0, 0, 0], [170, 0, 0], [0, 170, 0], [170, 110, 0], [0, 0, 170], [170, 0, 170], [0, 150, 150], [170, 170, 170],
  [85, 85, 85], [255, 85, 85], [85, 255, 85], [255, 255, 85], [85, 85, 255], [255, 85, 255], [85, 255, 255], [255, 255, 255],
];

/** @type {(red: number, green: number, blue: number) => number} */
function nearest16(red, green, blue) {
  let best = 0;
  let least = Infinity;
  BASE16.forEach(([r, g, b], at) => {
    const far = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (far < least) {
      least = far;
      best = at;
    }
  });
  return best;
}

/** @type {(number: number) => number} */
function from256(number) {
  if (number < 16) return number;
  if (number >= 232) {
    const grey = 8 + (number - 232) * 10;
    return nearest16(grey, grey, grey);
  }
  const cube = number - 16;
  /** @type {(value: number) => number} */
  const step = (value) => (value === 0 ? 0 : 55 + value * 40);
  return nearest16(step(Math.floor(cube / 36)), step(Math.floor(cube / 6) % 6), step(cube % 6));
}

/** @type {("bold" | "dim" | "italic" | "underline" | "inverse" | "conceal" | "strike")[]} */
const ATTRIBUTE_KEYS = ["bold", "dim", "italic", "underline", "inverse", "conceal", "strike"];
/** @type {(keyof TerminalState)[]} */
const STATE_KEYS = [...ATTRIBUTE_KEYS, "fg", "bg"];
/** @type {Map<number, [Exclude<keyof TerminalState, "fg" | "bg">, boolean]>} */
const ATTRIBUTES = new Map([
  [1, ["bold", true]], [2, ["dim", true]], [3, ["italic", true]], [4, ["underline", true]], [7, ["inverse", true]],
  [8, ["conceal", true]], [9, ["strike", true]], [23, ["italic", false]], [24, ["underline", false]],
  [27, ["inverse", false]], [28, ["conceal", false]], [29, ["strike", false]],
]);

/**
 * An extended colour (38;5;n or 38;2;r;g;b): the colour among 16 and how many parameters it took.
 * @type {(codes: number[], at: number) => { colour: number | null, used: number }}
 */
function extendedColour(codes, at) {
  if (codes[at + 1] === 5) return { colour: from256(codes[at + 2] & 255), used: 2 };
  if (codes[at + 1] === 2) return { colour: nearest16(codes[at + 2] || 0, codes[at + 3] || 0, codes[at + 4] || 0), used: 4 };
  return { colour: null, used: 1 };
}

/**
 * Apply the numbers of one SGR sequence to a state object.
 * @type {(state: TerminalState, codes: number[]) => void}
 */
function applySgr(state, codes) {
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at];
    const attribute = ATTRIBUTES.get(code);
    if (code === 0) for (const key of STATE_KEYS) delete state[key];
    else if (code === 22) {
      delete state.bold;
      delete state.dim;
    } else if (attribute !== undefined) {
      const [key, on] = attribute;
      if (on) state[key] = true;
      else delete state[key];
    } else if (code >= 30 && code <= 37) state.fg = code - 30;
    else if (code >= 90 && code <= 97) state.fg = code - 82;
    else if (code >= 40 && code <= 47) state.bg = code - 40;
    else if (code >= 100 && code <= 107) state.bg = code - 92;
    else if (code === 39) delete state.fg;
    else if (code === 49) delete state.bg;
    else if (code === 38 || code === 48) {
      const { colour, used } = extendedColour(codes, at);
      if (colour !== null) state[code === 38 ? "fg" : "bg"] = colour;
      at += used;
    }
  }
}

/** @type {(state: TerminalState) => string} */
function styleOf(state) {
  const out = [];
  for (const key of ATTRIBUTE_KEYS) if (state[key]) out.push(`sgr-${key}`);
  if (state.fg !== undefined) out.push(`sgr-fg${state.fg}`);
  // Text in the colour of its ground would be invisible: the ground gives way.
  if (state.bg !== undefined && state.bg !== state.fg) out.push(`sgr-bg${state.bg}`);
  return out.join(" ");
}

const ESCAPE = /\u001b\[([0-9;:]*)m|\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b\u009c]{0,400}(?:\u0007|\u001b\\|\u009c)?|\u001b./gu;

/** @type {(pieces: Piece[], style: string) => Piece[]} */
function withStyle(pieces, style) {
  return pieces.map((piece) => (piece.mark === undefined ? { text: piece.text, style } : piece));
}

/**
 * Pieces of terminal output: colours become styles, every other code a mark.
 * @type {(input: string) => Piece[]}
 */
export function scanTerminal(input) {
  const source = String(input);
  if (!source.includes("\u001b")) return scanText(source);
  /** @type {Piece[]} */
  const pieces = [];
  /** @type {TerminalState} */
  const state = {};
  let from = 0;
  for (const match of source.matchAll(ESCAPE)) {
    if (pieces.length > PIECE_LIMIT) break;
    if (match.index > from) pieces.push(...withStyle(scanText(source.slice(from, match.index)), styleOf(state)));
    from = match.index + match[0].length;
    if (match[1] !== undefined) applySgr(state, match[1].split(/[;:]/).map((part) => Number(part || 0)));
    else pieces.push({ mark: plainText(match[0]), title: "terminal control code" });
  }
  if (from < source.length) pieces.push(...withStyle(scanText(source.slice(from)), styleOf(state)));
  return pieces;
}
