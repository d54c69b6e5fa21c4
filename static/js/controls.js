/** What buttons and keys of the session page do. */
import { elementsOf } from "./dom.js";
import { FILTERS } from "./filter.js";
import { startFolds, switchFolds } from "./folds.js";
import { startHelp } from "./help.js";
import { startKeys } from "./keyboard.js";
import { openMap } from "./map-view.js";
import { byId } from "./topbar.js";
import { t } from "./words.js";

/**
 * Give every button and key of the page its work.
 * @type {(page: Page) => void}
 */
export function startControls(page) {
  byId("seen-switch").addEventListener("click", () => page.setAt(page.viewRow === page.chosen ? -1 : page.chosen));
  byId("seen-back").addEventListener("click", () => page.setAt(-1));
  for (const node of elementsOf(document, "[data-view]")) node.addEventListener("click", () => page.setView(node.dataset.view));
  for (const node of elementsOf(document, "[data-pane-button]")) node.addEventListener("click", () => page.showPane(node.dataset.paneButton));
  byId("side-toggle").addEventListener("click", () => page.toggleSide());
  const help = startHelp();
  byId("tree-map").addEventListener("click", () => page.setView("map"));
  byId("tree-flat").addEventListener("click", () => switchFlat(page));
  paintFlat(page);
  startFolds(page);
  startKeys({
    move: (step) => page.outline.move(step), fold: () => page.outline.fold(), unfold: () => page.outline.unfold(),
    branch: (step) => page.stepBranch(step), filter: () => page.filter.focus(), help,
    open: () => page.outline.enter(), close: () => stepOut(page), seen: () => byId("seen-switch").click(), flat: () => switchFlat(page),
    error: (step) => nextError(page, step), hit: (step) => page.finder.next(step), folds: (name) => switchFolds(page, name), copyLink: () => copyLink(page), map: () => openMap(page), view: (name) => viewByKey(page, name),
  });
}

/**
 * Open a view and go on in it by keyboard.
 * @type {(page: Page, name: string) => void}
 */
function viewByKey(page, name) {
  page.setView(name);
  byId(name === "transcript" ? "transcript" : `view-${name}`).focus();
}

/**
 * Tree or list, on the left.
 * @type {(page: Page) => void}
 */
export function switchFlat(page) {
  page.outline.setFlat(!page.outline.flat);
  paintFlat(page);
  page.savePlace();
}

/** @type {(page: Page) => void} */
function paintFlat(page) {
  const node = byId("tree-flat");
  node.setAttribute("aria-pressed", String(page.outline.flat));
  node.title = t(page.outline.flat ? "tree.asTree" : "tree.asList");
  node.setAttribute("aria-label", node.title);
}

/**
 * The next entry with an error, in the order of the tree.
 * @type {(page: Page, step: number) => void}
 */
function nextError(page, step) {
  const { order, place } = page.outline.layout;
  for (let at = (page.chosen < 0 ? -1 : place[page.chosen]) + step; at >= 0 && at < page.model.n; at += step) {
    if (FILTERS.errors?.(page.model, page.view, order[at])) return void page.choose(order[at], { open: true });
  }
  page.notice("errors", t(step > 0 ? "notice.noErrorAfter" : "notice.noErrorBefore"), "passing");
}

/** @type {(page: Page) => Promise<void>} */
async function copyLink(page) {
  try {
    await navigator.clipboard.writeText(page.address.link());
    page.notice("copy", t("notice.linkCopied"), "passing");
  } catch {
    page.notice("copy", t("side.notCopied"), "warn");
  }
}

/** @type {(page: Page) => void} */
function stepOut(page) {
  if (document.activeElement === page.filter.box && page.filter.clear()) return;
  if (document.body.dataset.side === "open") page.closeSide();
  else if (page.viewName !== "transcript") viewByKey(page, "transcript");
  else if (!page.filter.clear()) byId("tree").focus();
}
