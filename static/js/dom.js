/** Small helpers to build elements. Text goes in as text; nothing here parses markup. */
import { plainText, scanTerminal, scanText } from "./visible-text.js";

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

function setProperty(node, key, value) {
  if (value === null || value === undefined || value === false) return;
  if (key === "class") node.setAttribute("class", value);
  else if (key === "data") for (const [name, text] of Object.entries(value)) node.dataset[name] = text;
  else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
  else node.setAttribute(key, value === true ? "" : String(value));
}

function fill(node, children) {
  for (const child of children.flat(3)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

/** An element: `make("p", {class: "x", data: {id}, onclick}, "text", node, [more])`. */
export function make(tag, properties, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(properties || {})) setProperty(node, key, value);
  return fill(node, children);
}

/** The same in SVG. */
export function makeSvg(tag, properties, ...children) {
  const node = document.createElementNS(SVG_NAMESPACE, tag);
  for (const [key, value] of Object.entries(properties || {})) setProperty(node, key, value);
  return fill(node, children);
}

function pieceNode(piece) {
  if (piece.mark !== undefined) return make("span", { class: "mark", title: piece.title }, piece.mark);
  return piece.style ? make("span", { class: piece.style }, piece.text) : document.createTextNode(piece.text);
}

/** A stranger's text as nodes, with everything invisible made visible. */
export function textNodes(text) {
  return scanText(text).map(pieceNode);
}

/** Terminal output as nodes: colours as classes, other codes as marks. */
export function terminalNodes(text) {
  return scanTerminal(text).map(pieceNode);
}

/** Replace suspect characters in all text below a node that came from Markdown or highlighting. */
export function markTextBelow(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const pieces = scanText(walker.currentNode.data);
    if (pieces.length > 1 || (pieces.length === 1 && pieces[0].text !== walker.currentNode.data)) found.push([walker.currentNode, pieces]);
  }
  for (const [node, pieces] of found) node.replaceWith(...pieces.map(pieceNode));
  return root;
}

/** A push button with a word and, where given, a title. */
export function button(label, onclick, properties) {
  return make("button", { type: "button", class: "button", onclick, ...properties }, label);
}

/** A title attribute from a stranger's text. */
export function titleText(text) {
  return plainText(text);
}

/** Empty a node and put these children in. */
export function replaceAll(node, ...children) {
  node.replaceChildren();
  return fill(node, children);
}

/** A table with a head; cells are text or nodes, `numeric` names the columns to set right. A wide one stacks its cells on a phone. */
export function table(head, rows, { numeric = [], caption = null } = {}) {
  const cellClass = (at) => (numeric.includes(at) ? "num" : null);
  const wide = head.length > 3;
  return make("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": caption || head[0] },
    make("table", { class: wide ? "data stacks" : "data" },
      caption && make("caption", { class: "visually-hidden" }, caption),
      make("thead", null, make("tr", null, head.map((text, at) => make("th", { scope: "col", class: cellClass(at) }, text)))),
      make("tbody", null, rows.map((cells) => make("tr", null, cells.map((cell, at) => make("td", { class: cellClass(at), data: wide ? { label: head[at] } : {} }, cell)))))));
}
