/** The branch map: segments of the tree as nodes, to zoom out. A list beside it says the same. */
import { make, makeSvg, replaceAll, table } from "./dom.js";
import { foldPart } from "./entry-parts.js";
import { linePath, mapPlaces, mapSegments, mapStep, roomBeforeLine } from "./map-model.js";
import { costText, countText } from "./numbers.js";
import { backButton } from "./step-view.js";
import { vendorLibrary } from "./vendor.js";
import { t } from "./words.js";

const MAP_STEP = 92;
const MAP_ROW = 42;
const MAP_EDGE = 34;
const SMALLEST = 4;
const LARGEST = 13;
/** Half of what a finger needs, in pixels. */
const TOUCH = 14;
/** Room for the last label, in pixels, and for the last words where there are words. */
const MAP_END = 60;
const WORDS_END = 170;
/** Distances, in pixels, from which on a segment's first words stand below its node. */
const WORDS_STEP = 128;
const WORDS_ROW = 54;
/** More than this between two rows looks lost. */
const WORDS_FAR = 76;
const WORDS_HEIGHT = 16;
/** Pixels between them and a line. */
const WORDS_AIR = 6;
/** Pixels; where a line leaves less, the words go over it. */
const WORDS_LEAST = 76;
/** Characters of them; the box cuts off what does not fit. */
const WORDS_SHOWN = 60;
const ZOOM_STEP = 1.5;
/** So much larger than natural size at most. */
const MOST_ZOOM = 2;
/** Nodes closer than this have no room for their labels. */
const LABEL_ROW = 17;
const LABEL_STEP = 38;

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
    const chip = (name, words) => make("button", { type: "button", class: "chip", "aria-pressed": String(by === name), onclick: () => {
      draw(name).focus();
      env.savePlace();
    } }, words);
    const zooms = zoomButtons();
    const chips = [chip("entries", t("map.byEntries")), chip("cost", t("map.byCost"))];
    replaceAll(box, make("div", { class: "sheet-head" }, make("h2", null, t("map.title"), " ", make("span", { class: "count" }, t("map.key", { n: countText(cut.total) }))), backButton(env)),
      make("p", { class: "muted" }, cut.total < 2 ? t("map.one") : t("map.about"), cut.hidden > 0 ? ` ${t("map.folded", { n: countText(cut.hidden) })}` : ""),
      make("div", { class: "chips", role: "group", "aria-label": t("map.by") }, make("span", { class: "muted" }, t("map.by")), chips, zooms.box),
      canvas, foldPart(t("map.list"), () => mapTable(env, cut.nodes)));
    vendorLibrary("d3").then((d3) => {
      zoomable(env, canvas, zooms, mapLayout(d3, cut.nodes), by);
      box.dataset.drawn = "1";
    }, () => replaceAll(canvas, make("p", { class: "muted" }, t("chart.failed"))));
    return chips[by === "cost" ? 1 : 0];
  };
  draw(env.mapBy || "entries");
  return box;
}

function zoomButtons() {
  /** @type {(sign: string, word: string) => HTMLButtonElement} */
  const one = (sign, word) => make("button", { type: "button", class: "chip", title: t(word), "aria-label": t(word) }, sign);
  const [out, into, fit] = [one("\u2212", "map.zoomOut"), one("+", "map.zoomIn"), one("\u2922", "map.fit")];
  return { box: make("span", { class: "chips map-zoom", role: "group", "aria-label": t("map.zoom") }, out, into, fit), out, into, fit };
}

/**
 * The map in its box: fitted at first; larger by the buttons or by + and -, around the node that holds the keyboard.
 * @type {(env: Page, canvas: HTMLElement, zooms: ReturnType<typeof zoomButtons>, layout: MapLayout, by: string) => void}
 */
function zoomable(env, canvas, zooms, layout, by) {
  let zoom = 0;
  let held = -1;
  /** @type {(to: number) => void} */
  const draw = (to) => {
    const focused = canvas.contains(document.activeElement);
    const [fitX, fitY] = mapRoom(layout, canvas.clientWidth, innerHeight * 0.62 - 2);
    /** @type {(fit: number, at: number) => number} */
    const scale = (fit, at) => Math.min(MOST_ZOOM, fit * ZOOM_STEP ** at);
    zoom = Math.max(0, to);
    const [x, y] = [scale(fitX, zoom), scale(fitY, zoom)];
    const svg = mapSvg(env, layout, by, x, y);
    replaceAll(canvas, svg);
    const walk = walkMap(env, svg, layout.nodes, held);
    held = walk.at();
    zooms.out.disabled = zoom === 0;
    zooms.fit.disabled = zoom === 0;
    zooms.into.disabled = x === MOST_ZOOM && y === MOST_ZOOM;
    if (zoom > 0) walk.centre(canvas);
    if (focused) walk.focus();
    svg.addEventListener("keydown", (event) => {
      const step = { "+": zoom + 1, "=": zoom + 1, "-": zoom - 1, 0: 0 }[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      held = walk.at();
      if (step <= zoom || !zooms.into.disabled) draw(step);
    });
  };
  zooms.out.addEventListener("click", () => draw(zoom - 1));
  zooms.into.addEventListener("click", () => draw(zoom + 1));
  zooms.fit.addEventListener("click", () => draw(0));
  draw(0);
}

/**
 * One node takes the keyboard: `held`, else the segment of the chosen entry, or the last one shown. Arrows go on from there.
 * @type {(env: Page, canvas: SVGElement, nodes: Segment[], held: number) => { at: () => number, focus: () => void, centre: (box: HTMLElement) => void }}
 */
function walkMap(env, canvas, nodes, held) {
  if (nodes.length === 0) return { at: () => -1, focus: () => {}, centre: () => {} };
  const { model } = env;
  const places = mapPlaces(nodes);
  const found = /** @type {NodeListOf<SVGElement>} */ (canvas.querySelectorAll(".map-node"));
  /** @type {(node: Segment) => boolean} */
  const holds = (node) => model.depth[node.first] <= model.depth[env.chosen] && model.depth[env.chosen] <= model.depth[node.last];
  const shown = nodes.findLastIndex((node) => env.onBranch(node.first));
  const here = nodes.findIndex((node) => env.onBranch(node.first) && env.onBranch(env.chosen) && holds(node));
  let at = held >= 0 ? held : here >= 0 ? here : Math.max(0, shown);
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
  return {
    at: () => at, focus: () => found[at].focus(),
    centre: (box) => {
      const dot = found[at].querySelector(".map-dot");
      box.scrollLeft = Number(dot?.getAttribute("cx")) - box.clientWidth / 2;
      box.scrollTop = Number(dot?.getAttribute("cy")) - box.clientHeight / 2;
    },
  };
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
  return table([t("map.segment"), t("map.byEntries"), t("map.byCost"), t("branch.forkedAt")], nodes.map((node) => [
    [env.lineLink(node.last, `L${model.line[node.first]}\u2013L${model.line[node.last]}`), node.last === model.active ? ` ${t("map.active")}` : ""], countText(node.entries), costText(node.cost),
    model.parent[node.first] >= 0 ? env.lineLink(model.parent[node.first], `L${model.line[model.parent[node.first]]}`) : "\u2013"]), { numeric: [1, 2], caption: t("map.list") });
}

/**
 * Where the nodes stand at natural size: from left to right by forks passed, one below the other by branch.
 * @type {(d3: D3Library, nodes: Segment[]) => MapLayout}
 */
function mapLayout(d3, nodes) {
  /** @type {MapItem[]} */
  const data = [{ id: "root", up: null }, ...nodes.map((node, at) => ({ id: String(at), up: node.up < 0 ? "root" : String(node.up) }))];
  const root = d3.tree().nodeSize([MAP_ROW, MAP_STEP])(/** @type {Stratify<MapItem>} */ (d3.stratify()).id((item) => item.id).parentId((item) => item.up)(data));
  const found = root.descendants().filter((item) => item.data.up !== null);
  const low = Math.min(...found.map((item) => item.x), 0);
  const high = Math.max(...found.map((item) => item.x), 0);
  return { nodes, found, low, high, deep: Math.max(...found.map((item) => item.depth), 1) };
}

/**
 * How far the columns and the rows of the map are drawn together, so that it fits into a box; never apart.
 * @type {(layout: MapLayout, width: number, height: number) => [number, number]}
 */
export function mapFit({ low, high, deep }, width, height) {
  /** @type {(room: number, size: number) => number} */
  const fit = (room, size) => (size <= 0 || width <= 0 ? 1 : Math.max(0.02, Math.min(1, room / size)));
  return [fit(width - MAP_EDGE - LARGEST - MAP_END, (deep - 1) * MAP_STEP), fit(height - 2 * MAP_EDGE, high - low)];
}

/**
 * The same, and drawn apart where the box has room for the first words of every segment.
 * @type {(layout: MapLayout, width: number, height: number) => [number, number]}
 */
export function mapRoom(layout, width, height) {
  const fit = mapFit(layout, width, height);
  /** @type {(room: number, size: number) => number} */
  const apart = (room, size) => (size <= 0 ? MOST_ZOOM : Math.min(MOST_ZOOM, room / size));
  const x = apart(width - MAP_EDGE - LARGEST - WORDS_END, (layout.deep - 1) * MAP_STEP);
  const y = apart(height - 2 * MAP_EDGE - WORDS_HEIGHT, layout.high - layout.low);
  return hasWords(x, y) ? [x, Math.min(y, WORDS_FAR / MAP_ROW)] : fit;
}

/** @type {(stepX: number, stepY: number) => boolean} */
function hasWords(stepX, stepY) {
  return MAP_STEP * stepX >= WORDS_STEP && MAP_ROW * stepY >= WORDS_ROW;
}

/**
 * The entry whose words stand for a segment: its first message of the user, else its first entry.
 * @type {(model: Model, node: Segment) => number}
 */
function spokenIn(model, node) {
  let found = node.first;
  for (let row = node.last; row >= 0 && model.depth[row] >= model.depth[node.first]; row = model.parent[row]) if (model.roleName(row) === "user") found = row;
  return found;
}

/**
 * The drawing. `stepX` and `stepY` are shares of the natural distances.
 * @type {(env: Page, layout: MapLayout, by: string, stepX: number, stepY: number) => SVGElement}
 */
function mapSvg(env, { nodes, found, low, high, deep }, by, stepX, stepY) {
  /** @type {(item: TreeNode<MapItem>) => Segment} */
  const segment = (item) => nodes[Number(item.data.id)];
  /** @type {(node: Segment) => number} */
  const value = (node) => (by === "cost" ? node.cost : node.entries);
  const most = Math.max(...nodes.map(value), 1e-12);
  /** @type {(node: Segment) => number} */
  const radius = (node) => Math.max(2, (SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(value(node) / most)) * Math.min(1, Math.sqrt(Math.min(stepX, stepY))));
  const words = hasWords(stepX, stepY);
  const width = (deep - 1) * MAP_STEP * stepX + MAP_EDGE + LARGEST + (words ? WORDS_END : MAP_END);
  const height = (high - low) * stepY + 2 * MAP_EDGE + (words ? WORDS_HEIGHT : 0);
  const touch = Math.min(TOUCH, Math.max(6, (MAP_ROW * stepY) / 2), Math.max(6, (MAP_STEP * stepX) / 2));
  const dense = MAP_ROW * stepY < LABEL_ROW || MAP_STEP * stepX < LABEL_STEP;
  /** @type {(item: TreeNode<MapItem>) => number} */
  const x = (item) => (item.depth - 1) * MAP_STEP * stepX + MAP_EDGE + LARGEST;
  /** @type {(item: TreeNode<MapItem>) => number} */
  const y = (item) => (item.x - low) * stepY + MAP_EDGE;
  const { onPath } = env.outline.layout;
  /** @type {Map<TreeNode<MapItem>, TreeNode<MapItem>>} The child of each node whose line leaves it downwards first. */
  const lowest = new Map();
  for (const item of found) {
    const known = item.parent && lowest.get(item.parent);
    if (item.parent && (!known || known.x < item.x)) lowest.set(item.parent, item);
  }
  /** @type {(item: TreeNode<MapItem>) => number} Pixels for the words below a node, from its left edge on. */
  const room = (item) => {
    const size = radius(segment(item));
    const whole = (item.depth === deep ? WORDS_END : MAP_STEP * stepX) - LARGEST;
    const child = lowest.get(item);
    const free = child ? size + roomBeforeLine(x(child) - x(item), y(child) - y(item), size + 3) - WORDS_AIR : Infinity;
    return free < WORDS_LEAST ? whole : Math.min(whole, free);
  };
  const svg = makeSvg("svg", { class: dense ? "map-svg is-dense" : "map-svg", width, height, viewBox: `0 0 ${width} ${height}`, role: "tree", "aria-label": t("map.title"), "aria-orientation": "horizontal" });
  // Lines to several children leave together: the one of the path lies above the others.
  for (const on of [0, 1]) {
    for (const item of found) {
      const { parent } = item;
      if (item.depth < 2 || parent === null || onPath[segment(item).first] !== on) continue;
      svg.append(makeSvg("path", { class: on ? "map-link on" : "map-link", "aria-hidden": "true", d: linePath(x(parent), y(parent), x(item), y(item)) }));
    }
  }
  // In the order of the segments, which is that of reading: a parent before its children.
  const { depth, nth, siblings } = mapPlaces(nodes);
  [...found].sort((a, b) => Number(a.data.id) - Number(b.data.id)).forEach((item, at) => {
    const node = mapNode(env, segment(item), x(item), y(item), radius(segment(item)), touch, onPath);
    for (const [name, value] of [["level", depth[at] + 1], ["posinset", nth[at]], ["setsize", siblings[at]]]) node.setAttribute(`aria-${name}`, String(value));
    svg.append(node);
    // Beside the node, not in it: its name says more than the first words do.
    if (words) svg.append(mapWords(env, segment(item), x(item), y(item), radius(segment(item)), room(item)));
  });
  return svg;
}

/** @type {(env: Page, node: Segment, x: number, y: number, size: number, width: number) => SVGElement} */
function mapWords(env, node, x, y, size, width) {
  return makeSvg("foreignObject", { class: "map-words", x: x - size, y: y + size + 5, width, height: WORDS_HEIGHT, "aria-hidden": "true", onclick: () => goToSegment(env, node) },
    make("div", null, env.previewNode(spokenIn(env.model, node), WORDS_SHOWN)));
}

/** @type {(env: Page, node: Segment, x: number, y: number, size: number, touch: number, onPath: Uint8Array) => SVGElement} */
function mapNode(env, node, x, y, size, touch, onPath) {
  const { model } = env;
  const shown = onPath[node.first] === 1;
  const words = segmentWords(env, node);
  const mark = node.last === model.active ? makeSvg("circle", { class: "map-ring", cx: x, cy: y, r: size + 3.5 }) : null;
  return makeSvg("g", {
    class: `map-node${shown ? " is-shown" : ""}${mark ? " is-active" : ""}`, data: { segment: String(node.first) }, role: "treeitem", tabindex: "-1", "aria-selected": String(shown),
    "aria-label": shown ? `${words} \u00b7 ${t("map.shown")}` : words, onclick: () => goToSegment(env, node),
  },
    makeSvg("title", null, words), makeSvg("circle", { class: "map-touch", cx: x, cy: y, r: Math.max(touch, size + 2) }), makeSvg("circle", { class: "map-dot", cx: x, cy: y, r: size }), mark,
    node.compactions > 0 ? makeSvg("rect", { class: "map-cut", x: x - 2, y: y - size - 2, width: 4, height: 2 * size + 4, rx: 1 }) : null,
    makeSvg("text", { class: "map-text", x, y: y - size - (mark ? 8 : 5) }, `L${model.line[node.last]}`));
}
