/** What is folded in the transcript, and opened all at once: thinking, and long output of tools. Remembered in this browser. */
import { elementsOf, must } from "./dom.js";
import { recall, remember } from "./state.js";
import { t } from "./words.js";

/** Kinds of folds that have a key and a button: where their elements are. */
const FOLD_PLACES = Object.freeze({ thinking: "details.thinking", outputs: ".k-tool .can-fold, .call .can-fold" });

/** @type {(name: keyof typeof FOLD_PLACES) => boolean} */
export function foldsOpen(name) {
  return recall(`folds.${name}`, "") === "open";
}

/**
 * Open or close a fold at once: its body is made when it is told that it was opened.
 * @type {(fold: HTMLDetailsElement, open: boolean) => void}
 */
export function setFold(fold, open) {
  if (fold.open === open) return;
  fold.open = open;
  fold.dispatchEvent(new Event("toggle"));
}

/** @type {(root: HTMLElement, name: keyof typeof FOLD_PLACES, open: boolean) => void} */
function setFolds(root, name, open) {
  for (const node of elementsOf(root, FOLD_PLACES[name])) {
    if (node instanceof HTMLDetailsElement) setFold(node, open);
    else /** @type {FoldBox} */ (node).setWhole(open);
  }
}

/**
 * Entries that were just laid out follow what was chosen.
 * @type {(root: HTMLElement) => void}
 */
export function followFolds(root) {
  if (foldsOpen("thinking")) setFolds(root, "thinking", true);
  if (foldsOpen("outputs")) setFolds(root, "outputs", true);
}

/** @type {(name: keyof typeof FOLD_PLACES) => void} */
function paintFolds(name) {
  const node = must(`#folds-${name}`, HTMLElement);
  const open = foldsOpen(name);
  node.setAttribute("aria-pressed", String(open));
  node.title = t(open ? `folds.${name}On` : `folds.${name}Off`);
}

/**
 * All thinking, or all output, open or folded; what is being read stays where it is.
 * @type {(page: Page, name: keyof typeof FOLD_PLACES) => void}
 */
export function switchFolds(page, name) {
  const open = !foldsOpen(name);
  remember(`folds.${name}`, open ? "open" : null);
  paintFolds(name);
  const { list, place } = page.transcript;
  place.letGo();
  place.whileChanging(() => setFolds(list, name, open));
}

/**
 * Wire the two buttons.
 * @type {(page: Page) => void}
 */
export function startFolds(page) {
  for (const name of /** @type {const} */ (["thinking", "outputs"])) {
    must(`#folds-${name}`, HTMLElement).addEventListener("click", () => switchFolds(page, name));
    paintFolds(name);
  }
}
