/** Small helpers to build elements. Text goes in as text; nothing here parses markup. */
import { markTitle, plainText, scanTerminal, scanText } from "./visible-text.js";

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/** @type {(node: HTMLElement | SVGElement, key: string, value: unknown) => void} */
function setProperty(node, key, value) {
  if (value === null || value === undefined || value === false) return;
  if (key === "data") for (const [name, text] of Object.entries(value)) node.dataset[name] = text;
  else if (typeof value === "function") node.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
  else node.setAttribute(key, value === true ? "" : String(value));
}

/** @type {<T extends Element>(node: T, children: Child[]) => T} */
function fill(node, children) {
  for (const child of children.flat(3)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

/**
 * An element: `make("p", {class: "x", data: {id}, onclick}, "text", node, [more])`.
 * @type {<K extends keyof HTMLElementTagNameMap>(tag: K, properties?: Properties<HTMLElementTagNameMap[K]> | null, ...children: Child[]) => HTMLElementTagNameMap[K]}
 */
export function make(tag, properties, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(properties || {})) setProperty(node, key, value);
  return fill(node, children);
}

/**
 * The same in SVG.
 * @type {<K extends keyof SVGElementTagNameMap>(tag: K, properties?: Properties<SVGElementTagNameMap[K]> | null, ...children: Child[]) => SVGElementTagNameMap[K]}
 */
export function makeSvg(tag, properties, ...children) {
  const node = document.createElementNS(SVG_NAMESPACE, tag);
  for (const [key, value] of Object.entries(properties || {})) setProperty(node, key, value);
  return fill(node, children);
}

/** @type {(piece: Piece) => HTMLElement | Text} */
function pieceNode(piece) {
  if (piece.mark !== undefined) return make("span", { class: "mark", title: markTitle(piece.title || "") }, piece.mark);
  return piece.style ? make("span", { class: piece.style }, piece.text) : document.createTextNode(piece.text);
}

/**
 * A stranger's text as nodes, with everything invisible made visible.
 * @type {(text: string) => (HTMLElement | Text)[]}
 */
export function textNodes(text) {
  return scanText(text).map(pieceNode);
}

/**
 * Terminal output as nodes: colours as classes, other codes as marks.
 * @type {(text: string) => (HTMLElement | Text)[]}
 */
export function terminalNodes(text) {
  return scanTerminal(text).map(pieceNode);
}

/**
 * Replace suspect characters in all text below a node that came from Markdown or highlighting.
 * @type {<T extends Node>(root: T) => T}
 */
export function markTextBelow(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  /** @type {[Text, Piece[]][]} */
  const found = [];
  while (walker.nextNode()) {
    const node = /** @type {Text} */ (walker.currentNode);
    const pieces = scanText(node.data);
    if (pieces.length > 1 || (pieces.length === 1 && (pieces[0].mark !== undefined || pieces[0].text !== node.data))) found.push([node, pieces]);
  }
  for (const [node, pieces] of found) node.replaceWith(...pieces.map(pieceNode));
  return root;
}

/**
 * The element of the page that its template promises here.
 * @type {<T extends Element>(selector: string, Type: new () => T, root?: ParentNode) => T}
 */
export function must(selector, Type, root = document) {
  const node = root.querySelector(selector);
  if (!(node instanceof Type)) throw new Error(`the page has no ${selector}`);
  return node;
}

/**
 * All HTML elements below a node that a selector names, in the order of the document.
 * @type {(root: ParentNode, selector: string) => HTMLElement[]}
 */
export function elementsOf(root, selector) {
  return [...root.querySelectorAll(selector)].filter((node) => node instanceof HTMLElement);
}

/**
 * The element around what an event happened to, itself included, that a selector names.
 * @type {(event: Event, selector: string) => HTMLElement | null}
 */
export function closestTo({ target }, selector) {
  const found = target instanceof Element ? target.closest(selector) : null;
  return found instanceof HTMLElement ? found : null;
}

/**
 * A push button with a word and, where given, a title.
 * @type {(label: Child, onclick: (event: At<HTMLButtonElement, MouseEvent>) => unknown, properties?: Properties<HTMLButtonElement>) => HTMLButtonElement}
 */
export function button(label, onclick, properties) {
  return make("button", { type: "button", class: "button", onclick, ...properties }, label);
}

/**
 * A title attribute from a stranger's text.
 * @type {(text: string) => string}
 */
export function titleText(text) {
  return plainText(text);
}

/**
 * Empty a node and put these children in.
 * @type {<T extends Element>(node: T, ...children: Child[]) => T}
 */
export function replaceAll(node, ...children) {
  node.replaceChildren();
  return fill(node, children);
}

/**
 * A table with a head; cells are text or nodes, `numeric` names the columns to set right. A wide one stacks its cells on a phone, unless `stacks` says no.
 * @type {(head: string[], rows: Child[][], how?: { numeric?: number[], caption?: string | null, stacks?: boolean }) => HTMLElement}
 */
export function table(head, rows, { numeric = [], caption = null, stacks = true } = {}) {
  /** @type {(at: number) => string | null} */
  const cellClass = (at) => (numeric.includes(at) ? "num" : null);
  const wide = stacks && head.length > 3;
  return make("div", { class: "table-scroll", tabindex: "0", role: "group", "aria-label": caption || head[0] },
    make("table", { class: wide ? "data stacks" : "data" },
      caption && make("caption", { class: "visually-hidden" }, caption),
      make("thead", null, make("tr", null, head.map((text, at) => make("th", { scope: "col", class: cellClass(at) }, text)))),
      make("tbody", null, rows.map((cells) => make("tr", null, cells.map((cell, at) => make("td", { class: cellClass(at), data: wide ? { label: head[at] } : {} }, cell)))))));
}
