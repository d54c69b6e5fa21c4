/**
 * Markdown of strangers as a document fragment.
 *
 * marked (with the CJK emphasis rules) makes HTML, DOMPurify lets only a short list of elements through. Raw HTML in
 * the text is shown as text; a picture becomes a link with its address in words: the page loads nothing from elsewhere.
 */
import { elementsOf, make, markTextBelow, textNodes } from "./dom.js";
import { whenColours } from "./vendor.js";
import { t } from "./words.js";

/** Longer text is not laid out as Markdown: beyond this many characters it follows as plain text. */
const MARKDOWN_LIMIT = 100_000;
const HIGHLIGHT_LIMIT = 30_000;
const LINK_SCHEMES = /^(?:https?:|mailto:)/i;
const PURIFY_OPTIONS = Object.freeze({
  ALLOWED_TAGS: ["a", "blockquote", "br", "code", "del", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre",
    "span", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul"],
  ALLOWED_ATTR: ["align", "class", "href", "start"],
  ALLOWED_URI_REGEXP: LINK_SCHEMES,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
});

/** @type {(text: string) => string} */
function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** The rules that differ from marked's own. Each returns HTML; DOMPurify still goes over it. */
const RENDERER = {
  /** @type {(token: MarkdownToken) => string} */
  html(token) {
    return token.block ? `<p class="raw-html">${escapeHtml(token.text.replace(/\n+$/, ""))}</p>` : escapeHtml(token.text);
  },
  /** @type {(token: MarkdownToken) => string} */
  image(token) {
    const label = escapeHtml(`${t("markdown.picture")}: ${token.text || token.href}`);
    return LINK_SCHEMES.test(token.href) ? `<a href="${escapeHtml(token.href)}">${label}</a>` : `${label} (${escapeHtml(token.href)})`;
  },
  /** @type {(this: { parser: { parseInline(tokens: MarkdownToken[]): string } }, token: MarkdownToken) => string} */
  link(token) {
    const inner = this.parser.parseInline(token.tokens);
    if (!LINK_SCHEMES.test(token.href)) return `${inner} <code>${escapeHtml(token.href)}</code>`;
    return `<a href="${escapeHtml(token.href)}">${inner}</a>`;
  },
  /** @type {(token: MarkdownToken) => string} */
  checkbox(token) {
    return token.checked ? "\u2611 " : "\u2610 ";
  },
};

/** Cells of the tables of one text that are laid out; beyond, a table stays text. */
const MOST_CELLS = 20_000;
const TABLE_RULE = /^ {0,3}(?:\|[ \t]*)?:?-+:?[ \t]*(?:\||$)/;
let cellsLeft = MOST_CELLS;

/** Short rows are filled up to the width of the head: a few kilobytes of "|" would make a million cells. */
const TOKENIZER = {
  /** @type {(source: string) => object | false} */
  table(source) {
    const second = source.indexOf("\n") + 1;
    const third = source.indexOf("\n", second);
    if (second === 0 || !TABLE_RULE.test(source.slice(second, third < 0 ? undefined : third))) return false;
    const blank = source.slice(second).search(/\n[ \t]*(?:\n|$)/);
    const raw = blank < 0 ? source : source.slice(0, second + blank);
    cellsLeft -= raw.slice(0, second).split("|").length * raw.split("\n").length;
    if (cellsLeft >= 0) return false; // marked's own rule
    return { type: "code", raw, lang: "", text: raw };
  },
};

/** @type {MarkdownParser | null} */
let markedInstance = null;

function parser() {
  if (markedInstance === null) {
    markedInstance = new globalThis.marked.Marked({ gfm: true, breaks: true, async: false });
    markedInstance.use(globalThis.markedCjkFriendly());
    markedInstance.use({ renderer: RENDERER, tokenizer: TOKENIZER });
  }
  return markedInstance;
}

/**
 * Put HTML through the sieve; the one place of the page where a string becomes markup.
 * @type {(html: string) => DocumentFragment}
 */
function sieve(html) {
  return globalThis.DOMPurify.sanitize(html, PURIFY_OPTIONS);
}

/**
 * Code with colours where the language is known; text is never lost.
 * @type {(node: HTMLElement, code: string, language: string) => HTMLElement}
 */
export function highlightInto(node, code, language) {
  const { hljs } = globalThis;
  if (language && !hljs) {
    whenColours(() => {
      node.replaceChildren();
      highlightInto(node, code, language);
    });
  }
  if (!language || !hljs || !hljs.getLanguage(language) || code.length > HIGHLIGHT_LIMIT) node.append(...textNodes(code));
  else node.append(markTextBelow(sieve(hljs.highlight(code, { language, ignoreIllegals: true }).value)));
  return node;
}

/**
 * Code as coloured pieces, line by line, null where the language is unknown or the code long. The pieces of a line
 * together are as long as the line; their words are to be taken from the line itself.
 * @type {(code: string, language: string) => ColouredPiece[][] | null}
 */
export function highlightLines(code, language) {
  const { hljs } = globalThis;
  if (!language || !hljs || !hljs.getLanguage(language) || code.length > HIGHLIGHT_LIMIT) return null;
  // Reading markup would make a line end of a lone return, and drop a null.
  const fragment = sieve(hljs.highlight(code.replace(/[\r\0]/g, " "), { language, ignoreIllegals: true }).value);
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  /** @type {ColouredPiece[][]} */
  const lines = [[]];
  while (walker.nextNode()) {
    /** @type {string[]} */
    const classes = [];
    for (let up = walker.currentNode.parentElement; up !== null; up = up.parentElement) if (up.className) classes.push(up.className);
    (walker.currentNode.nodeValue || "").split("\n").forEach((text, at) => {
      if (at > 0) lines.push([]);
      if (text !== "") lines[lines.length - 1].push({ length: text.length, classes });
    });
  }
  return lines;
}

/** @type {(fragment: DocumentFragment) => void} */
function finishLinks(fragment) {
  for (const link of fragment.querySelectorAll("a")) {
    link.rel = "noopener noreferrer";
    link.target = "_blank";
    link.title = link.href;
  }
}

/** @type {(fragment: DocumentFragment) => void} */
function finishCode(fragment) {
  for (const code of elementsOf(fragment, "pre > code")) {
    const language = /(?:^|\s)language-([\w+#.-]{1,30})/.exec(code.className);
    const text = code.textContent || "";
    code.removeAttribute("class");
    code.replaceChildren();
    highlightInto(code, text.replace(/\n$/, ""), language ? language[1].toLowerCase() : "");
    if (code.parentElement) code.parentElement.tabIndex = 0;
  }
}

/** @type {(fragment: DocumentFragment) => void} */
function finishTables(fragment) {
  for (const found of fragment.querySelectorAll("table")) {
    const box = make("div", { class: "table-scroll", tabindex: "0" });
    found.replaceWith(box);
    box.append(found);
  }
}

/**
 * Markdown as a fragment; text that cannot be laid out comes back as plain text.
 * @type {(text: string) => DocumentFragment}
 */
export function renderMarkdown(text) {
  const head = text.length > MARKDOWN_LIMIT ? text.slice(0, MARKDOWN_LIMIT) : text;
  let fragment;
  try {
    cellsLeft = MOST_CELLS;
    fragment = sieve(parser().parse(head));
    finishLinks(fragment);
    finishCode(fragment);
    finishTables(fragment);
    markTextBelow(fragment);
  } catch {
    // marked is recursive: ten thousand nested quotes exhaust the stack. The words matter more than their layout.
    fragment = document.createDocumentFragment();
    fragment.append(make("pre", { class: "plain" }, textNodes(head)));
  }
  if (head.length < text.length) {
    fragment.append(make("p", { class: "note" }, t("markdown.cut")), make("pre", { class: "plain" }, textNodes(text.slice(head.length))));
  }
  return fragment;
}

/** @type {Readonly<Record<string, string>>} */
const LANGUAGE_OF = Object.freeze({
  js: "javascript", mjs: "javascript", cjs: "javascript", jsx: "javascript", ts: "typescript", tsx: "typescript", py: "python",
  rb: "ruby", rs: "rust", go: "go", java: "java", kt: "kotlin", c: "c", h: "c", cc: "cpp", cpp: "cpp", hpp: "cpp", cs: "csharp",
  php: "php", swift: "swift", sh: "bash", bash: "bash", zsh: "bash", sql: "sql", json: "json", jsonl: "json", yml: "yaml",
  yaml: "yaml", toml: "ini", ini: "ini", css: "css", scss: "scss", less: "less", html: "xml", xml: "xml", svg: "xml",
  md: "markdown", lua: "lua", pl: "perl", r: "r", diff: "diff", patch: "diff", graphql: "graphql",
});

/**
 * The highlighter's name for a file, from its ending; "" when unknown.
 * @type {(path: Json) => string}
 */
export function languageOfFile(path) {
  const ending = typeof path === "string" ? /\.([a-z0-9]+)$/i.exec(path) : null;
  return (ending && LANGUAGE_OF[ending[1].toLowerCase()]) || "";
}
