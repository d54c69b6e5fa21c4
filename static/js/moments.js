/** Another state of the same session in the page: it grew, or it is shown as it stood at an earlier line. */
import { SessionModel } from "./index-model.js";
import { modelAt } from "./time-model.js";
import { localVisibility } from "./visibility.js";

/** The transcript follows when the hand rests. */
const REST = 180;
/** A view of a session of more entries than this takes long to work out exactly; while the session grows it waits. */
const LARGE = 5_000;
const GROWN_REST = 1_500;
/** Views that are about the chosen entry: what comes later is no part of what they compare. */
const ABOUT_ENTRY = ["step", "cut"];

/**
 * Put a model into the page: tree, chooser and rail at once; transcript and side pane when `later` has passed.
 * @type {(env: Page, model: Model, place: { leaf: number, row: number, extend?: boolean, grown?: boolean, later?: number }) => void}
 */
function useModel(env, model, { leaf, row, extend = false, grown = false, later = 0 }) {
  const moved = env.chosen !== row;
  env.model = model;
  env.leaf = leaf;
  env.chosen = row;
  if (env.at >= model.n || (env.at >= 0 && !isOnWay(model, env.at, leaf))) env.at = -1;
  env.view = localVisibility(model, env.viewRow);
  // What was asked for the model before is not for this one.
  env.turn += 1;
  if (later > 0) {
    env.transcript.wait();
    env.details.wait();
  }
  env.outline.setBranch(leaf);
  env.filter.newModel();
  if (row >= 0 && (moved || !extend)) env.outline.reveal(row);
  env.topbar.newModel();
  if (env.strip) env.strip.paint();
  clearTimeout(env.momentTimer);
  const rest = () => {
    env.transcript.newModel();
    if (extend) env.transcript.grow(leaf, row);
    else env.transcript.show(leaf, row).then(() => env.transcript.mark(row, false));
    env.refreshView(extend && model.n > LARGE ? GROWN_REST : undefined, env.view.at === env.viewRow ? env.view : undefined);
    if (!extend || env.details.row !== row) env.details.show(row);
    if (env.viewName !== "transcript" && !(grown && ABOUT_ENTRY.includes(env.viewName))) env.drawView();
    env.savePlace("replace");
  };
  if (later > 0) env.momentTimer = setTimeout(rest, later);
  else rest();
}

/** @type {(model: Model, above: number, row: number) => boolean} */
function isOnWay(model, above, row) {
  let at = row;
  while (at >= 0 && model.depth[at] > model.depth[above]) at = model.parent[at];
  return at === above;
}

/**
 * Show the tree as it stood right after this row was written; -1 is now. `chosen`: the entry to choose, where it was there
 * already.
 * @type {(env: Page, row: number, chosen?: number) => void}
 */
export function goToMoment(env, row, chosen = -1) {
  const { whole } = env;
  const now = row < 0 || row >= whole.n - 1;
  if (now && env.time < 0) {
    if (env.strip) env.strip.paint();
    return;
  }
  env.time = now ? -1 : row;
  document.documentElement.dataset.time = now ? "now" : "then";
  const model = now ? whole : modelAt(whole, row);
  const last = now ? (whole.active >= 0 ? whole.active : whole.n - 1) : row;
  const there = chosen >= 0 && chosen < model.n;
  const leaf = !there || isOnWay(model, chosen, last) ? last : model.leafFor(chosen);
  useModel(env, model, { leaf, row: there ? chosen : leaf, later: REST });
}

/**
 * The session grew: `index` is that of the longer file.
 * @type {(env: Page, index: SessionIndex) => void}
 */
export function growPage(env, index) {
  const before = env.whole;
  const whole = new SessionModel(index);
  env.whole = whole;
  env.previews.grow(whole.n, before.n);
  if (env.time >= 0) {
    env.strip?.paint();
    return;
  }
  const followed = env.leaf === before.active || before.n === 0;
  const leaf = followed && whole.active >= 0 ? whole.active : whole.leafFor(env.leaf);
  const stays = env.chosen >= 0 && (env.chosen !== env.leaf || ABOUT_ENTRY.includes(env.viewName));
  const row = stays ? env.chosen : leaf;
  const same = whole.parent.subarray(0, before.n).every((up, at) => up === before.parent[at]);
  const extend = same && env.leaf >= 0 && isOnWay(whole, env.leaf, leaf);
  useModel(env, whole, { leaf, row, extend, grown: true });
}
