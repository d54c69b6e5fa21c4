/** Keys of the session page. Nothing happens while somebody types. */
import { elementsOf } from "./dom.js";

/** @type {(target: EventTarget | null) => boolean} */
function typing(target) {
  return target instanceof Element && target.closest("input, select, textarea, [contenteditable]") !== null;
}

/**
 * Keys that the focused element means for itself.
 * @type {(event: KeyboardEvent) => boolean}
 */
function ownKey(event) {
  const { target } = event;
  if (!(target instanceof Element)) return false;
  if (event.key === "Enter") return target.closest("button, a, summary") !== null;
  const inside = target.closest(".side, .view:not(#view-transcript), pre, [role=tablist]") !== null;
  return inside && event.key.startsWith("Arrow");
}

/**
 * Left and right inside a list of tabs go to the next tab and open it.
 * @type {(event: KeyboardEvent) => void}
 */
function walkTabs(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const { target } = event;
  const list = target instanceof HTMLElement ? target.closest("[role=tablist]") : null;
  if (!step || list === null || !(target instanceof HTMLElement)) return;
  const tabs = elementsOf(list, "[role=tab]");
  const at = (tabs.indexOf(target) + step + tabs.length) % tabs.length;
  event.preventDefault();
  tabs[at].click();
  // Opening a tab may draw the list anew.
  elementsOf(list, "[role=tab]")[at].focus();
}

/** Every key, for the help: where it counts (`key.in.PLACE`), the keys as the browser names them, and the word for what they do. */
export const KEY_HELP = Object.freeze([
  { place: "tree", keys: ["ArrowUp", "ArrowDown"], word: "key.move" },
  { place: "tree", keys: ["ArrowLeft", "ArrowRight"], word: "key.fold" },
  { place: "tree", keys: ["Home", "End", "PageUp", "PageDown"], word: "key.far" },
  { place: "tree", keys: ["Enter", "o"], word: "key.open" },
  { place: "tree", keys: ["f"], word: "key.flat" },
  { place: "filter", keys: ["/"], word: "key.filter" },
  { place: "filter", keys: ["Enter"], word: "key.hitHere" },
  { place: "filter", keys: ["ArrowDown"], word: "key.toTree" },
  { place: "filter", keys: ["Escape"], word: "key.clear" },
  { place: "page", keys: ["[", "]"], word: "key.branch" },
  { place: "page", keys: ["s"], word: "key.seen" },
  { place: "page", keys: ["e", "E"], word: "key.errors" },
  { place: "page", keys: ["n", "N"], word: "key.hit" },
  { place: "page", keys: ["T"], word: "key.thinking" },
  { place: "page", keys: ["O"], word: "key.outputs" },
  { place: "page", keys: ["y"], word: "key.copyLink" },
  { place: "page", keys: ["Escape"], word: "key.close" },
  { place: "page", keys: ["?"], word: "key.help" },
  { place: "views", keys: ["t"], word: "view.transcript" },
  { place: "views", keys: ["u"], word: "view.totals" },
  { place: "views", keys: ["m"], word: "map.title" },
  { place: "views", keys: ["d"], word: "step.open" },
  { place: "views", keys: ["c"], word: "cut.open" },
  { place: "views", keys: ["ArrowLeft", "ArrowRight"], word: "key.tabs" },
  { place: "map", keys: ["ArrowLeft", "ArrowRight"], word: "key.mapUp" },
  { place: "map", keys: ["ArrowUp", "ArrowDown"], word: "key.mapBeside" },
  { place: "map", keys: ["Home", "End"], word: "key.mapEnds" },
  { place: "map", keys: ["+", "-", "0"], word: "key.mapZoom" },
  { place: "map", keys: ["Enter", " "], word: "key.open" },
  { place: "time", keys: ["ArrowLeft", "ArrowRight", "ArrowDown", "ArrowUp"], word: "key.timeStep" },
  { place: "time", keys: ["PageDown", "PageUp"], word: "key.timePage" },
  { place: "time", keys: ["Home", "End"], word: "key.timeEnds" },
  { place: "list", keys: ["ArrowUp", "ArrowDown"], word: "key.listMove" },
  { place: "list", keys: ["Enter"], word: "key.listOpen" },
  { place: "list", keys: ["/"], word: "list.search" },
  { place: "list", keys: ["Escape"], word: "key.clear" },
]);

/** Views that a letter opens. */
const VIEW_KEYS = Object.freeze({ t: "transcript", u: "totals", d: "step", c: "cut" });

/**
 * Wire the keys. `act` holds one function per action.
 * @type {(act: KeyActions) => void}
 */
export function startKeys(act) {
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowUp: () => act.move(-1), ArrowDown: () => act.move(1), ArrowLeft: act.fold, ArrowRight: act.unfold,
    "[": () => act.branch(-1), "]": () => act.branch(1), "/": act.filter, "?": act.help, Enter: act.open, o: act.open,
    Escape: act.close, s: act.seen, f: act.flat, e: () => act.error(1), E: () => act.error(-1), n: () => act.hit(1), N: () => act.hit(-1), T: () => act.folds("thinking"), O: () => act.folds("outputs"), y: act.copyLink, m: act.map,
    ...Object.fromEntries(Object.entries(VIEW_KEYS).map(([key, name]) => [key, () => act.view(name)])),
  };
  /** @type {Record<string, () => void>} */
  const inTree = { Home: () => act.move(-Infinity), End: () => act.move(Infinity), PageUp: () => act.move(-20), PageDown: () => act.move(20) };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector("dialog[open]")) return;
    if (typing(event.target) && event.key !== "Escape") return;
    if (ownKey(event)) return void walkTabs(event);
    // Where nothing has the focus, all keys of the tree count, as the arrows do.
    const tree = event.target === document.body || (event.target instanceof Element && event.target.closest("#tree") !== null);
    const action = Object.hasOwn(keys, event.key) ? keys[event.key] : tree && Object.hasOwn(inTree, event.key) ? inTree[event.key] : null;
    if (!action) return;
    event.preventDefault();
    action();
  });
}
