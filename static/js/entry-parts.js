/** Parts that entries are made of: long text that folds, cut text that loads, pictures, JSON, key-value lists. */
import { button, make, replaceAll, terminalNodes, textNodes } from "./dom.js";
import { highlightInto, renderMarkdown } from "./markdown.js";
import { byteText, countText } from "./numbers.js";
import { isRecord } from "./shape.js";
import { whyOf } from "./source.js";
import { t, wordFor } from "./words.js";

const FOLD_LINES = 22;
const FOLD_CHARS = 6000;
const JSON_LIMIT = 200_000;
/** Blocks of one entry that are laid out at once. */
const MOST_BLOCKS = 100;
/** Round corners would make a disc of a smaller picture, in pixels. */
const ROUND_FROM = 48;

/**
 * Where a text is folded: after FOLD_LINES lines or FOLD_CHARS characters; its length when it is short.
 * @type {(text: string) => number}
 */
export function foldPoint(text) {
  let at = -1;
  for (let line = 0; line < FOLD_LINES; line += 1) {
    at = text.indexOf("\n", at + 1);
    if (at < 0) break;
  }
  const byLines = at < 0 ? text.length : at;
  const end = Math.min(byLines, FOLD_CHARS);
  return text.length - end < 400 && at < 0 ? text.length : end;
}

/** On paper nothing can be unfolded. */
function forPaper() {
  return document.documentElement.dataset.printing === "1";
}

/** @type {(node: HTMLElement, text: string, mode: TextMode, language: string) => void} */
function paintText(node, text, mode, language) {
  if (mode === "markdown") node.append(renderMarkdown(text));
  else if (mode === "terminal") node.append(...terminalNodes(text));
  else if (language) highlightInto(node, text, language);
  else node.append(...textNodes(text));
}

/**
 * Where the source cut this text of an entry, null where it is whole.
 * @type {(item: { cuts?: Cut[] }, path: Path) => Cut | null}
 */
export function cutOf(item, path) {
  const wanted = JSON.stringify(path);
  return (item.cuts || []).find((cut) => cut.chars !== undefined && JSON.stringify(cut.path) === wanted) || null;
}

/**
 * Lines of a text; the end of the last one begins no other.
 * @type {(text: string) => number}
 */
export function lineCount(text) {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/**
 * A text of an entry: Markdown, terminal output, or plain (with colours where a language is given).
 * @type {(env: Page, item: Item, path: Path, text: string, mode: TextMode, language?: string) => HTMLElement}
 */
export function textPart(env, item, path, text, mode, language = "") {
  const box = make("div", { class: `text text-${mode}` });
  /** @type {(value: string, whole: boolean) => void} */
  const draw = (value, whole) => {
    box.replaceChildren();
    const shown = mode === "markdown" || whole ? value.length : foldPoint(value);
    const body = make(mode === "markdown" ? "div" : "pre", { class: mode === "markdown" ? "prose" : "block", tabindex: mode === "markdown" ? null : "0" });
    paintText(body, value.slice(0, shown), mode, language);
    box.append(body);
    if (shown < value.length) {
      const lines = lineCount(value);
      // Of a text that came in part, no more than that part can be shown at once.
      const part = cut === null ? "" : "Loaded";
      const label = lines > FOLD_LINES ? t(`text.show${part}Lines`, { n: countText(lines) }) : t(`text.show${part}Chars`, { n: countText(value.length) });
      box.append(button(label, () => draw(value, true), { class: "button quiet" }));
    }
    if (cut !== null) box.append(cutNote(cut, value));
  };
  let cut = cutOf(item, path);
  let loaded = text;
  const loadWhole = async () => {
    loaded = await env.source.full(item.row, path);
    cut = null;
    draw(loaded, true);
  };
  /** @type {(mark: Cut, value: string) => HTMLElement} */
  const cutNote = (mark, value) => make("p", { class: "note" },
    t("text.cut", { shown: countText(value.length), total: countText(mark.chars) }), " ",
    button(t("text.loadAll"), async ({ currentTarget }) => {
      currentTarget.disabled = true;
      try {
        await loadWhole();
      } catch (error) {
        currentTarget.replaceWith(make("span", { class: "bad" }, t("load.failed", { why: whyOf(error) })));
      }
    }, { class: "button quiet" }));
  draw(text, forPaper());
  if (cut !== null) Object.assign(box, { loadWhole }).classList.add("is-cut");
  return mode === "markdown" ? box : canFold(box, () => loaded, (whole) => draw(loaded, whole || forPaper()));
}

/**
 * A box that shows the beginning of its text until it is asked for the whole: it can be told to from outside.
 * @type {(box: HTMLElement, wholeText: () => string, setWhole: (whole: boolean) => void) => FoldBox}
 */
function canFold(box, wholeText, setWhole) {
  box.classList.add("can-fold");
  return Object.assign(box, { wholeText, setWhole });
}

/**
 * Parts of an entry from its blocks: the first ones, the rest when they are asked for. An entry may have thousands.
 * @type {(blocks: ContentBlock[], draw: (block: ContentBlock) => Part | Part[]) => Part[]}
 */
export function blockParts(blocks, draw) {
  if (blocks.length <= MOST_BLOCKS || forPaper()) return blocks.flatMap(draw);
  const rest = blocks.slice(MOST_BLOCKS);
  const box = make("div", { class: "more-blocks" });
  const more = () => {
    if (box.isConnected) box.replaceWith(...nodesOf(blockParts(rest, draw)));
  };
  const words = () => rest.map(({ block }) => (isRecord(block) ? wordOf(block.text) || wordOf(block.thinking) : "")).join("\n");
  box.append(button(t("entry.moreBlocks", { n: countText(rest.length), next: countText(Math.min(MOST_BLOCKS, rest.length)) }), more, { class: "button quiet" }));
  return [...blocks.slice(0, MOST_BLOCKS).flatMap(draw), canFold(box, words, (whole) => void (whole && more()))];
}

/** @type {(parts: Part[]) => Node[]} */
function nodesOf(parts) {
  const holder = make("div");
  replaceAll(holder, parts);
  return [...holder.childNodes];
}

/**
 * Any value as JSON text; what cannot be written out says so.
 * @type {(value: unknown) => string}
 */
export function jsonText(value) {
  try {
    const text = JSON.stringify(value, null, 2);
    return text === undefined ? String(value) : text;
  } catch {
    return t("json.tooDeep");
  }
}

/**
 * A value as formatted JSON, folded when long.
 * @type {(value: Json) => HTMLElement}
 */
export function jsonPart(value) {
  const box = make("div", { class: "text" });
  const text = typeof value === "string" ? value : jsonText(value);
  /** @type {(whole: boolean) => void} */
  const draw = (whole) => {
    const end = whole ? text.length : foldPoint(text);
    const shown = Math.min(end, JSON_LIMIT);
    box.replaceChildren(make("pre", { class: "block", tabindex: "0" }, textNodes(text.slice(0, shown))));
    if (!whole && shown < text.length) {
      box.append(button(t("text.showLines", { n: countText(lineCount(text)) }), () => draw(true), { class: "button quiet" }));
    } else if (shown < text.length) box.append(make("p", { class: "note" }, t("json.cut", { shown: countText(shown), total: countText(text.length) })));
  };
  draw(forPaper());
  return canFold(box, () => text, (whole) => draw(whole || forPaper()));
}

/**
 * A fold with a summary line; its body is made when it is first opened.
 * @type {(summary: Child, makeBody: () => Part | Part[], how?: { open?: boolean, className?: string }) => HTMLDetailsElement}
 */
export function foldPart(summary, makeBody, { open = false, className = "" } = {}) {
  const node = make("details", { class: `fold ${className}`, open: open || forPaper() }, make("summary", null, summary));
  let made = false;
  const fill = () => {
    if (!node.open || made) return;
    made = true;
    node.append(...[makeBody()].flat().filter((part) => part !== null && part !== undefined && part !== false));
  };
  node.addEventListener("toggle", fill);
  fill();
  return node;
}

/**
 * Names and values; a value of null is left out.
 * @type {(pairs: Fact[]) => HTMLElement}
 */
export function factList(pairs) {
  return make("dl", { class: "facts" }, pairs.filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => [make("dt", null, name), make("dd", null, value)]));
}

/**
 * A picture: shown only when the source vouches for it, else named.
 * @type {(env: Page, item: Item, block: JsonRecord) => HTMLElement}
 */
export function imagePart(env, item, block) {
  const label = [block.mimeType ? wordOf(block.mimeType) : t("image.noType"), Number.isFinite(block.bytes) ? byteText(block.bytes) : null]
    .filter(Boolean).join(" · ");
  const caption = make("figcaption", null, t("image.name"), " ", textNodes(label));
  const box = make("figure", { class: "picture" }, caption);
  env.whenSeen(box, async () => {
    try {
      // A block without data of its own has no number to ask for.
      const { url, reason } = await env.source.image(item.row, typeof block.index === "number" ? block.index : -1);
      if (url) {
        const picture = make("img", { src: url, alt: label });
        picture.addEventListener("load", () => {
          picture.classList.toggle("tiny", Math.min(picture.naturalWidth, picture.naturalHeight) < ROUND_FROM);
          caption.append(` \u00b7 ${picture.naturalWidth} \u00d7 ${picture.naturalHeight}`);
        });
        picture.addEventListener("error", () => picture.replaceWith(make("span", null, t("image.broken"))));
        box.prepend(picture);
      }
      else caption.append(" · ", t("image.notShown"), reason ? make("span", null, ": ", textNodes(wordFor("imageWhy", reason) || reason)) : "");
    } catch (error) {
      caption.append(" · ", t("load.failed", { why: whyOf(error) }));
    }
  });
  return box;
}

/**
 * The blocks of a message content, whatever shape it has, each with its path inside the entry.
 * @type {(content: Json, base: Path) => ContentBlock[]}
 */
export function contentBlocks(content, base) {
  if (content === null || content === undefined) return [];
  if (typeof content === "string") return [{ block: { type: "text", text: content }, path: base, textPath: base }];
  if (!Array.isArray(content)) return [{ block: content, path: base, textPath: base }];
  return content.map((block, at) => ({ block, path: [...base, at], textPath: [...base, at, "text"] }));
}

/**
 * Provider and model of a reply or a setting, as one name.
 * @type {(model: Json) => string}
 */
export function modelName(model) {
  return isRecord(model) ? [model.provider, model.modelId].map(wordOf).filter(Boolean).join("/") : wordOf(model);
}

/**
 * What pi's key "provider/model" says; pi writes "undefined" or "null" where a half is missing.
 * @type {(key: string) => string}
 */
export function billedName(key) {
  const missing = /^(?:undefined|null)$/;
  const [provider, ...rest] = key.split("/");
  const model = rest.join("/");
  // pi's own name for what no model of its own paid.
  if (key === "Tools/summaries") return t("model.toolsSummaries");
  if (rest.length === 0 || !(missing.test(provider) || missing.test(model))) return key;
  if (missing.test(model)) return missing.test(provider) ? t("model.none") : t("model.noneOf", { provider });
  return t("model.noProvider", { model });
}

/**
 * A string of any value that should be one: other shapes come as JSON.
 * @type {(value: Json) => string}
 */
export function wordOf(value) {
  if (typeof value === "string") return value;
  return value === null || value === undefined ? "" : jsonText(value);
}
