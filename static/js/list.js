/** The list of sessions: a filter over the rows the server wrote. */
import { startChrome } from "./chrome.js";
import { t } from "./words.js";

function startFilter() {
  const box = document.getElementById("search");
  const status = document.getElementById("search-status");
  if (!box || !status) return;
  const rows = [...document.querySelectorAll("tr[data-row]")].map((node) => ({ node, text: (node.dataset.row || "").toLowerCase() }));
  const apply = () => {
    const terms = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { node, text } of rows) {
      node.hidden = !terms.every((term) => text.includes(term));
      if (!node.hidden) shown += 1;
    }
    status.textContent = terms.length > 0 ? t("list.shownOf", { shown, n: rows.length }) : t("list.shown", { n: shown });
    const none = shown === 0 && rows.length > 0;
    document.getElementById("session-table").hidden = none;
    document.getElementById("search-none").hidden = !none;
    document.getElementById("search-none-what").textContent = none ? t("list.none", { n: rows.length }) : "";
  };
  box.addEventListener("input", apply);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") box.value = "";
    if (event.key === "Escape") apply();
    if (event.key === "Enter" || event.key === "ArrowDown") {
      const first = rows.find(({ node }) => !node.hidden);
      if (first) first.node.querySelector("a[data-session]").focus();
    }
  });
  document.addEventListener("keydown", (event) => moveOverRows(event, box, rows));
  apply();
  box.focus();
}

/** Up and down over the links; "/" back to the search box. */
function moveOverRows(event, box, rows) {
  if (event.key === "/" && document.activeElement !== box) {
    event.preventDefault();
    box.focus();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !document.activeElement.matches("a[data-session]")) return;
  const links = rows.filter(({ node }) => !node.hidden).map(({ node }) => node.querySelector("a[data-session]"));
  const at = links.indexOf(document.activeElement) + step;
  event.preventDefault();
  if (at < 0) box.focus();
  else if (links[at]) links[at].focus();
}

startChrome();
startFilter();
