/**
 * Markdown of strangers as a document fragment.
 *
 * marked (with the CJK emphasis rules) makes HTML, DOMPurify lets only a short list of elements through. Raw HTML in
 * the text is shown as text; a picture becomes a link with its address in words: the page loads nothing from elsewhere.
 */
import { make, markTextBelow, textNodes } from "./dom.js";
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

function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** The rules that differ from marked's own. Each returns HTML; DOMPurify still goes over it. */
const RENDERER = {
  html(token) {
    return token.block ? `<p class="raw-html">${escapeHtml(token.text.replace(/\n+$/, ""))}</p>` : escapeHtml(token.text);
  },
  image(token) {
    const label = escapeHtml(`${t("markdown.picture")}: ${token.text || token.href}`);
    return LINK_SCHEMES.test(token.href) ? `<a href="${escapeHtml(token.href)}">${label}</a>` : `${label} (${escapeHtml(token.href)})`;
  },
  link(token) {
    const inner = this.parser.parseInline(token.tokens);
    if (!LINK_SCHEMES.test(token.href)) return `${inner} <code>${escapeHtml(token.href)}</code>`;
    return `<a href="${escapeHtml(token.href)}">${inner}</a>`;
  },
  checkbox(token) {
    return token.checked ? "\u2611 " : "\u2610 ";
  },
};

let markedInstance = null;

function parser() {
  if (markedInstance === null) {
    markedInstance = new globalThis.marked.Marked({ gfm: true, breaks: true, async: false });
    markedInstance.use(globalThis.markedCjkFriendly());
    markedInstance.use({ renderer: RENDERER });
  }
  return markedInstance;
}

/** Put HTML through the sieve; the one place of the page where a string becomes markup. */
function sieve(html) {
  return globalThis.DOMPurify.sanitize(html, PURIFY_OPTIONS);
}

/** Code with colours where the language is known; text is never lost. */
export function highlightInto(node, code, language) {
  const known = language && globalThis.hljs && globalThis.hljs.getLanguage(language);
  if (!known || code.length > HIGHLIGHT_LIMIT) node.append(...textNodes(code));
  else node.append(markTextBelow(sieve(globalThis.hljs.highlight(code, { language, ignoreIllegals: true }).value)));
  return node;
}

function finishLinks(fragment) {
  for (const link of fragment.querySelectorAll("a")) {
    link.rel = "noopener noreferrer";
    link.target = "_blank";
    link.title = link.href;
  }
}

function finishCode(fragment) {
  for (const code of fragment.querySelectorAll("pre > code")) {
    const language = /(?:^|\s)language-([\w+#.-]{1,30})/.exec(code.className);
    const text = code.textContent;
    code.removeAttribute("class");
    code.replaceChildren();
    highlightInto(code, text.replace(/\n$/, ""), language ? language[1].toLowerCase() : "");
    code.parentNode.tabIndex = 0;
  }
}

function finishTables(fragment) {
  for (const found of fragment.querySelectorAll("table")) {
    const box = make("div", { class: "table-scroll", tabindex: "0" });
    found.replaceWith(box);
    box.append(found);
  }
}

/** Markdown as a fragment; text that cannot be laid out comes back as plain text. */
export function renderMarkdown(text) {
  const head = text.length > MARKDOWN_LIMIT ? text.slice(0, MARKDOWN_LIMIT) : text;
  let fragment;
  try {
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

const LANGUAGE_OF = Object.freeze({
  js: "javascript", mjs: "javascript", cjs: "javascript", jsx: "javascript", ts: "typescript", tsx: "typescript", py: "python",
  rb: "ruby", rs: "rust", go: "go", java: "java", kt: "kotlin", c: "c", h: "c", cc: "cpp", cpp: "cpp", hpp: "cpp", cs: "csharp",
  php: "php", swift: "swift", sh: "bash", bash: "bash", zsh: "bash", sql: "sql", json: "json", jsonl: "json", yml: "yaml",
  yaml: "yaml", toml: "ini", ini: "ini", css: "css", scss: "scss", less: "less", html: "xml", xml: "xml", svg: "xml",
  md: "markdown", lua: "lua", pl: "perl", r: "r", diff: "diff", patch: "diff", graphql: "graphql",
});

/** The highlighter's name for a file, from its ending; "" when unknown. */
export function languageOfFile(path) {
  const ending = /\.([a-z0-9]+)$/i.exec(String(path || ""));
  return (ending && LANGUAGE_OF[ending[1].toLowerCase()]) || "";
}
