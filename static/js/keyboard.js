/** Keys of the session page. Nothing happens while somebody types. */

function typing(target) {
  return target instanceof Element && target.closest("input, select, textarea, [contenteditable]") !== null;
}

/** Keys that the focused element means for itself. */
function ownKey(event) {
  const { target } = event;
  if (!(target instanceof Element)) return false;
  if (event.key === "Enter") return target.closest("button, a, summary") !== null;
  const inside = target.closest(".side, .sheet, pre, [role=tablist]") !== null;
  return inside && event.key.startsWith("Arrow");
}

/** Left and right inside a list of tabs go to the next tab and open it. */
function walkTabs(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const list = event.target instanceof Element ? event.target.closest("[role=tablist]") : null;
  if (!step || list === null) return;
  const tabs = [...list.querySelectorAll("[role=tab]")];
  const at = (tabs.indexOf(event.target) + step + tabs.length) % tabs.length;
  event.preventDefault();
  tabs[at].click();
  // Opening a tab may draw the list anew.
  [...list.querySelectorAll("[role=tab]")][at].focus();
}

/** Every key of the page, for the help: what is shown, and the word for what it does. */
export const KEY_HELP = Object.freeze([
  { shown: ["\u2191", "\u2193"], word: "key.move" },
  { shown: ["\u2190", "\u2192"], word: "key.fold" },
  { shown: ["Home", "End", "PgUp", "PgDn"], word: "key.far" },
  { shown: ["Enter", "o"], word: "key.open" },
  { shown: ["[", "]"], word: "key.branch" },
  { shown: ["s"], word: "key.seen" },
  { shown: ["f"], word: "key.flat" },
  { shown: ["/"], word: "key.filter" },
  { shown: ["e", "E"], word: "key.errors" },
  { shown: ["y"], word: "key.copyLink" },
  { shown: ["Esc"], word: "key.close" },
  { shown: ["?"], word: "key.help" },
]);

/** Wire the keys. `act` holds one function per action. */
export function startKeys(act) {
  const keys = {
    ArrowUp: () => act.move(-1), ArrowDown: () => act.move(1), ArrowLeft: act.fold, ArrowRight: act.unfold,
    "[": () => act.branch(-1), "]": () => act.branch(1), "/": act.filter, "?": act.help, Enter: act.open, o: act.open,
    Escape: act.close, s: act.seen, f: act.flat, e: () => act.error(1), E: () => act.error(-1), y: act.copyLink,
  };
  const inTree = { Home: () => act.move(-Infinity), End: () => act.move(Infinity), PageUp: () => act.move(-20), PageDown: () => act.move(20) };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector("dialog[open]")) return;
    if (typing(event.target) && event.key !== "Escape") return;
    if (ownKey(event)) return void walkTabs(event);
    const tree = event.target instanceof Element && event.target.closest("#tree") !== null;
    const action = Object.hasOwn(keys, event.key) ? keys[event.key] : tree && Object.hasOwn(inTree, event.key) ? inTree[event.key] : null;
    if (!action) return;
    event.preventDefault();
    action();
  });
}
