/** The list of sessions: a filter over the rows the server wrote. */
import { startChrome } from "./chrome.js";
import { elementsOf, must } from "./dom.js";
import { startHelp, startHelpKey } from "./help.js";
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
    if (event.key === "Enter" || event.key === "ArrowDown") {
      const first = rows.find(({ node }) => !node.hidden);
      if (first) sessionLink(first.node).focus();
    }
  });
  document.addEventListener("keydown", (event) => moveOverRows(event, box, rows));
  apply();
  box.focus();
}

/** @type {(row: HTMLElement) => HTMLElement} */
function sessionLink(row) {
  return must("a[data-session]", HTMLElement, row);
}

/**
 * Up and down over the links; "/" back to the search box.
 * @type {(event: KeyboardEvent, box: HTMLInputElement, rows: { node: HTMLElement, text: string }[]) => void}
 */
function moveOverRows(event, box, rows) {
  if (event.key === "/" && document.activeElement !== box) {
    event.preventDefault();
    box.focus();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const held = document.activeElement;
  if (!step || !(held instanceof HTMLElement) || !held.matches("a[data-session]")) return;
  const links = rows.filter(({ node }) => !node.hidden).map(({ node }) => sessionLink(node));
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
startHelpKey(startHelp());
startAhead();
startFilter();
if (document.readyState === "complete") fetchLater();
else addEventListener("load", fetchLater);
