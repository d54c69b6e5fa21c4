/** The branch map: segments of the tree as nodes, to zoom out. A list beside it says the same. */
import { make, makeSvg, replaceAll, table } from "./dom.js";
import { foldPart } from "./entry-parts.js";
import { mapPlaces, mapSegments, mapStep } from "./map-model.js";
import { costText, countText } from "./numbers.js";
import { vendorLibrary } from "./vendor.js";
import { t } from "./words.js";

const MAP_STEP = 92;
const MAP_ROW = 42;
const MAP_EDGE = 34;
const SMALLEST = 4;
const LARGEST = 13;
/** Half of what a finger needs, in pixels. */
const TOUCH = 14;

/**
 * The view "map"; sizes by "entries" or "cost".
 * @type {(env: Page) => HTMLElement}
 */
export function mapView(env) {
  const box = make("div", { class: "sheet map", data: { part: "map" } });
  /** @type {(by: string) => HTMLElement} */
  const draw = (by) => {
    env.mapBy = by;
    const { model } = env;
    const cut = mapSegments(model, [env.leaf, model.active]);
    const canvas = make("div", { class: "map-canvas" }, make("p", { class: "muted" }, t("load.message")));
    // The chips are drawn anew: the keyboard stays on the one that was pressed.
    /** @type {(name: string, words: string) => HTMLElement} */
    const chip = (name, words) => make("button", { type: "button", class: "chip", "aria-pressed": String(by === name), onclick: () => draw(name).focus() }, words);
    const chips = [chip("entries", t("map.byEntries")), chip("cost", t("map.byCost"))];
    replaceAll(box, make("h2", null, t("map.title"), " ", make("span", { class: "count" }, t("map.key", { n: countText(cut.total) }))),
      make("p", { class: "muted" }, cut.total < 2 ? t("map.one") : t("map.about"), cut.hidden > 0 ? ` ${t("map.folded", { n: countText(cut.hidden) })}` : ""),
      make("div", { class: "chips", role: "group", "aria-label": t("map.by") }, make("span", { class: "muted" }, t("map.by")), chips),
      canvas, foldPart(t("map.list"), () => mapTable(env, cut.nodes)));
    vendorLibrary("d3").then((d3) => {
      replaceAll(canvas, mapSvg(env, d3, cut.nodes, by));
      box.dataset.drawn = "1";
      walkMap(env, canvas, cut.nodes);
    }, () => replaceAll(canvas, make("p", { class: "muted" }, t("chart.failed"))));
    return chips[by === "cost" ? 1 : 0];
  };
  draw(env.mapBy || "entries");
  return box;
}

/**
 * One node takes the keyboard: the segment of the chosen entry, or the last one shown. Arrows go on from there.
 * @type {(env: Page, canvas: HTMLElement, nodes: Segment[]) => void}
 */
function walkMap(env, canvas, nodes) {
  if (nodes.length === 0) return;
  const { model } = env;
  const places = mapPlaces(nodes);
  const found = /** @type {NodeListOf<SVGElement>} */ (canvas.querySelectorAll(".map-node"));
  /** @type {(node: Segment) => boolean} */
  const holds = (node) => model.depth[node.first] <= model.depth[env.chosen] && model.depth[env.chosen] <= model.depth[node.last];
  const shown = nodes.findLastIndex((node) => env.onBranch(node.first));
  const here = nodes.findIndex((node) => env.onBranch(node.first) && env.onBranch(env.chosen) && holds(node));
  let at = here >= 0 ? here : Math.max(0, shown);
  /** @type {(to: number) => void} */
  const go = (to) => {
    found[at].setAttribute("tabindex", "-1");
    at = to;
    found[at].setAttribute("tabindex", "0");
    found[at].scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  found.forEach((node, to) => node.addEventListener("focus", () => go(to)));
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") goToSegment(env, nodes[at], true);
    else {
      const to = mapStep(nodes, places, at, event.key);
      if (to === null) return;
      found[to].focus();
    }
    event.preventDefault();
  });
  go(at);
  if (env.mapFocus) found[at].focus();
  env.mapFocus = false;
}

/**
 * Open the map and move the keyboard into it.
 * @type {(env: Page) => void}
 */
export function openMap(env) {
  env.mapFocus = true;
  env.setView("map");
}

/** @type {(env: Page, node: Segment) => string} */
function segmentWords(env, node) {
  const { model } = env;
  return [t("map.node", { from: model.line[node.first], to: model.line[node.last], n: countText(node.entries), cost: costText(node.cost) }),
    node.compactions > 0 ? t("map.compaction", { n: node.compactions }) : "", node.last === model.active ? t("map.active") : model.childCount(node.last) === 0 ? t("map.leafHere") : ""].filter(Boolean).join(" \u00b7 ");
}

/** @type {(env: Page, node: Segment, focus?: boolean) => void} */
function goToSegment(env, node, focus = false) {
  env.setView("transcript", { save: false });
  env.choose(node.last, { open: true, focus });
}

/** @type {(env: Page, nodes: Segment[]) => HTMLElement} */
function mapTable(env, nodes) {
  const { model } = env;
  return table([t("side.label"), t("map.byEntries"), t("map.byCost"), t("branch.forkedAt")], nodes.map((node) => [
    [env.lineLink(node.last, `L${model.line[node.first]}\u2013L${model.line[node.last]}`), node.last === model.active ? ` ${t("map.active")}` : ""], countText(node.entries), costText(node.cost),
    model.parent[node.first] >= 0 ? env.lineLink(model.parent[node.first], `L${model.line[model.parent[node.first]]}`) : "\u2013"]), { numeric: [1, 2], caption: t("map.list") });
}

/**
 * The drawing. Nodes stand from left to right by forks passed, one below the other by branch.
 * @type {(env: Page, d3: D3Library, nodes: Segment[], by: string) => SVGElement}
 */
function mapSvg(env, d3, nodes, by) {
  /** @type {MapItem[]} */
  const data = [{ id: "root", up: null }, ...nodes.map((node, at) => ({ id: String(at), up: node.up < 0 ? "root" : String(node.up) }))];
  const root = d3.tree().nodeSize([MAP_ROW, MAP_STEP])(/** @type {Stratify<MapItem>} */ (d3.stratify()).id((item) => item.id).parentId((item) => item.up)(data));
  const found = root.descendants().filter((item) => item.data.up !== null);
  /** @type {(item: TreeNode<MapItem>) => Segment} */
  const segment = (item) => nodes[Number(item.data.id)];
  /** @type {(node: Segment) => number} */
  const value = (node) => (by === "cost" ? node.cost : node.entries);
  const most = Math.max(...nodes.map(value), 1e-12);
  /** @type {(node: Segment) => number} */
  const radius = (node) => SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(value(node) / most);
  const low = Math.min(...found.map((item) => item.x), 0);
  const high = Math.max(...found.map((item) => item.x), 0);
  const deep = Math.max(...found.map((item) => item.depth), 1);
  const width = deep * MAP_STEP + 120;
  const height = high - low + 2 * MAP_EDGE;
  /** @type {(item: TreeNode<MapItem>) => number} */
  const x = (item) => (item.depth - 1) * MAP_STEP + MAP_EDGE + LARGEST;
  /** @type {(item: TreeNode<MapItem>) => number} */
  const y = (item) => item.x - low + MAP_EDGE;
  const { onPath } = env.outline.layout;
  const svg = makeSvg("svg", { class: "map-svg", width, height, viewBox: `0 0 ${width} ${height}`, role: "tree", "aria-label": t("map.title"), "aria-orientation": "horizontal" });
  for (const item of found) {
    const { parent } = item;
    if (item.depth < 2 || parent === null) continue;
    const [x1, y1, x2, y2] = [x(parent), y(parent), x(item), y(item)];
    svg.append(makeSvg("path", { class: onPath[segment(item).first] ? "map-link on" : "map-link", "aria-hidden": "true", d: `M${x1} ${y1}C${x1 + MAP_STEP / 2} ${y1} ${x2 - MAP_STEP / 2} ${y2} ${x2} ${y2}` }));
  }
  // In the order of the segments, which is that of reading: a parent before its children.
  const { depth, nth, siblings } = mapPlaces(nodes);
  found.sort((a, b) => Number(a.data.id) - Number(b.data.id));
  found.forEach((item, at) => {
    const node = mapNode(env, segment(item), x(item), y(item), radius(segment(item)), onPath);
    for (const [name, value] of [["level", depth[at] + 1], ["posinset", nth[at]], ["setsize", siblings[at]]]) node.setAttribute(`aria-${name}`, String(value));
    svg.append(node);
  });
  return svg;
}

/** @type {(env: Page, node: Segment, x: number, y: number, size: number, onPath: Uint8Array) => SVGElement} */
function mapNode(env, node, x, y, size, onPath) {
  const { model } = env;
  const shown = onPath[node.first] === 1;
  const words = segmentWords(env, node);
  const mark = node.last === model.active ? makeSvg("circle", { class: "map-ring", cx: x, cy: y, r: size + 3.5 }) : null;
  return makeSvg("g", {
    class: `map-node${shown ? " is-shown" : ""}`, data: { segment: String(node.first) }, role: "treeitem", tabindex: "-1", "aria-selected": String(shown),
    "aria-label": shown ? `${words} \u00b7 ${t("map.shown")}` : words, onclick: () => goToSegment(env, node),
  },
    makeSvg("title", null, words), makeSvg("circle", { class: "map-touch", cx: x, cy: y, r: Math.max(TOUCH, size + 6) }), makeSvg("circle", { class: "map-dot", cx: x, cy: y, r: size }), mark,
    node.compactions > 0 ? makeSvg("rect", { class: "map-cut", x: x - 2, y: y - size - 2, width: 4, height: 2 * size + 4, rx: 1 }) : null,
    makeSvg("text", { class: "map-text", x, y: y - size - (mark ? 8 : 5) }, `L${model.line[node.last]}`));
}
