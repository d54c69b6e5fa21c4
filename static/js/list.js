/** The list of sessions: a filter over the rows the server wrote. */
import { startChrome } from "./chrome.js";
import { elementsOf, must } from "./dom.js";
import { startHelp, startHelpKey } from "./help.js";
import { recall, remember } from "./state.js";
import { t } from "./words.js";

function startFilter() {
  const box = document.getElementById("search");
  const status = document.getElementById("search-status");
  if (!(box instanceof HTMLInputElement) || !status) return;
  const rows = elementsOf(document, "tr[data-row]").map((node) => ({ node, text: (node.dataset.row || "").toLowerCase() }));
  const apply = () => {
    const terms = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { node, text } of rows) {
      node.hidden = !terms.every((term) => text.includes(term));
      if (!node.hidden) shown += 1;
    }
    status.textContent = terms.length > 0 ? t("list.shownOf", { shown, n: rows.length }) : t("list.shown", { n: shown });
    const none = shown === 0 && rows.length > 0;
    must("#session-table", HTMLElement).hidden = none;
    must("#search-none", HTMLElement).hidden = !none;
    must("#search-none-what", HTMLElement).textContent = none ? t("list.none", { n: rows.length }) : "";
  };
  box.addEventListener("input", apply);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") box.value = "";
    if (event.key === "Escape") apply();
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    // The key has done its work: the row it came to does not move on.
    event.stopPropagation();
    event.preventDefault();
    const left = rowsInOrder().filter((node) => !node.hidden);
    if (left.length === 0) return;
    if (event.key === "Enter" && left.length === 1) sessionLink(left[0]).click();
    else sessionLink(left[0]).focus();
  });
  document.addEventListener("keydown", (event) => moveOverRows(event, box));
  apply();
  box.focus();
}

/** Rows as they stand in the table now. */
function rowsInOrder() {
  return elementsOf(document, "tr[data-row]");
}

const SORTS = Object.freeze(["Last", "Cost", "Entries", "Branches", "Compactions", "Damage", "Size"]);

/** Order the rows by a number, the largest first; what has none comes last. The server's own order keeps families together. */
function startSort() {
  const box = document.getElementById("list-sort");
  if (!(box instanceof HTMLSelectElement)) return;
  const given = rowsInOrder();
  box.append(...SORTS.map((name) => new Option(t(`list.sort${name}`), name.toLowerCase())));
  const apply = () => {
    const field = box.value;
    /** @type {(node: HTMLElement) => number} */
    const value = (node) => (node.dataset[field] ? Number(node.dataset[field]) : -Infinity);
    const rows = field === "last" ? given : [...given].sort((a, b) => value(b) - value(a) || 0);
    for (const row of rows) row.parentElement?.append(row);
    must("#session-table", HTMLElement).classList.toggle("is-sorted", field !== "last");
    remember("list-sort", field === "last" ? null : field);
  };
  box.addEventListener("change", apply);
  must("#list-sort-box", HTMLElement).hidden = given.length < 2;
  box.value = SORTS.map((name) => name.toLowerCase()).find((name) => name === recall("list-sort", "last")) || "last";
  if (box.value !== "last") apply();
}

/** @type {(row: HTMLElement) => HTMLElement} */
function sessionLink(row) {
  return must("a[data-session]", HTMLElement, row);
}

/**
 * Up and down over the links; "/" back to the search box.
 * @type {(event: KeyboardEvent, box: HTMLInputElement) => void}
 */
function moveOverRows(event, box) {
  if (event.key === "/" && document.activeElement !== box) {
    event.preventDefault();
    box.focus();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const held = document.activeElement;
  if (!step || !(held instanceof HTMLElement) || !held.matches("a[data-session]")) return;
  const links = rowsInOrder().filter((node) => !node.hidden).map(sessionLink);
  const at = links.indexOf(held) + step;
  event.preventDefault();
  if (at < 0) box.focus();
  else if (links[at]) links[at].focus();
}

/** A press on a session is the first sign of a click: asked for its head alone, the server begins to read it. */
function startAhead() {
  document.addEventListener("pointerdown", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-session]") : null;
    if (!(link instanceof HTMLAnchorElement) || event.button !== 0) return;
    // What fails here fails again, and is told, when the page is opened.
    fetch(link.href, { method: "HEAD", credentials: "same-origin" }).catch(() => {});
  }, { passive: true });
}

/** What a session page needs, while nobody waits. Not by rel=prefetch: Firefox puts that under default-src, which is 'none'. */
function fetchLater() {
  for (const { href } of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[data-later]"))) fetch(href, { priority: "low" }).catch(() => {});
}

startChrome();
document.title = `${t("list.title")} \u00b7 pi-inspector`;
startHelpKey(startHelp());
startAhead();
startSort();
startFilter();
if (document.readyState === "complete") fetchLater();
else addEventListener("load", fetchLater);
