/** Where the page goes: the place that an address names, and going there when the address changes. */
import { switchFlat } from "./controls.js";
import { rowNamed } from "./nearest.js";

/**
 * Take entry, point of view and branch from the address; say so where it names nothing.
 * @type {(page: Page, wanted: Place) => void}
 */
export function takePlace(page, wanted) {
  const { model } = page;
  /** @type {(name: string | null) => number} */
  const rowOf = (name) => rowNamed(model, name);
  page.chosen = rowOf(wanted.entry);
  if (wanted.entry !== null && page.chosen < 0) page.chosen = page.address.unknown("entry", wanted.entry);
  page.at = rowOf(wanted.at);
  if (wanted.at !== null && page.at < 0) page.address.unknown("at", wanted.at);
  const leaf = rowOf(wanted.leaf);
  if (wanted.leaf !== null && leaf < 0) page.address.unknown("leaf", wanted.leaf);
  const fallback = model.active >= 0 ? model.active : model.n - 1;
  const anchor = page.chosen >= 0 ? page.chosen : page.at >= 0 ? page.at : fallback;
  page.leaf = leaf >= 0 && model.childCount(leaf) === 0 ? leaf : model.leafFor(anchor);
  if (page.chosen < 0) page.chosen = page.at >= 0 ? page.at : page.leaf;
}

/**
 * The address was changed by a link, by hand, or by going back: go there.
 * @type {(page: Page) => void}
 */
export function goToAddress(page) {
  if (location.hash === page.address.hash) return;
  if (location.hash === "#transcript") return void history.replaceState(null, "", page.address.hash || "#");
  const wanted = page.address.wanted();
  const then = rowNamed(page.whole, wanted.time);
  if (wanted.time !== null && then < 0) page.address.unknown("time", wanted.time);
  page.filter.goTo(wanted.show, wanted.find);
  page.details.pane = wanted.pane || "details";
  if (wanted.pane !== null) page.openSide();
  page.damage = wanted.damage;
  if (wanted.view === "map") page.mapBy = wanted.size || undefined;
  if ((wanted.tree === "flat") !== page.outline.flat && wanted.tree !== null) switchFlat(page);
  if (then !== page.time) {
    const row = rowNamed(page.whole, wanted.entry);
    page.viewName = wanted.view || "transcript";
    page.setTime(then, row);
    page.setView(page.viewName, { save: false });
  } else goToPlace(page, wanted);
  // What was gone back to is no new place: Forward stays possible.
  page.address.settle();
  page.savePlace("replace");
}

/** @type {(page: Page, wanted: Place) => void} */
function goToPlace(page, wanted) {
  const { leaf } = page;
  takePlace(page, wanted);
  page.setView(wanted.view || "transcript", { save: false });
  if (page.leaf !== leaf) {
    page.setLeaf(page.leaf, { row: page.chosen });
    page.at = rowNamed(page.model, wanted.at);
  } else page.choose(page.chosen);
  page.refreshView();
  page.topbar.paintSwitch();
}
