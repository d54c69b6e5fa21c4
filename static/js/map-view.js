/** The branch map: segments of the tree as nodes, to zoom out. A list beside it says the same. */
import { make, makeSvg, replaceAll, table } from "./dom.js";
import { foldPart } from "./entry-parts.js";
import { mapSegments } from "./map-model.js";
import { costText, countText } from "./numbers.js";
import { vendorLibrary } from "./vendor.js";
import { t } from "./words.js";

const MAP_STEP = 92;
const MAP_ROW = 42;
const MAP_EDGE = 34;
const SMALLEST = 4;
const LARGEST = 13;

/** The view "map"; sizes by "entries" or "cost". */
export function mapView(env) {
  const box = make("div", { class: "sheet map", data: { part: "map" } });
  const draw = (by) => {
    env.mapBy = by;
    const { model } = env;
    const cut = mapSegments(model, [env.leaf, model.active]);
    const canvas = make("div", { class: "map-canvas", tabindex: "0", role: "region", "aria-label": t("map.title") }, make("p", { class: "muted" }, t("load.message")));
    const chip = (name, words) => make("button", { type: "button", class: "chip", "aria-pressed": String(by === name), onclick: () => draw(name) }, words);
    replaceAll(box, make("h2", null, t("map.title"), " ", make("span", { class: "count" }, t("map.key", { n: countText(cut.total) }))),
      make("p", { class: "muted" }, cut.total < 2 ? t("map.one") : t("map.about"), cut.hidden > 0 ? ` ${t("map.folded", { n: countText(cut.hidden) })}` : ""),
      make("div", { class: "chips", role: "group", "aria-label": t("map.by") }, make("span", { class: "muted" }, t("map.by")), chip("entries", t("map.byEntries")), chip("cost", t("map.byCost"))),
      canvas, foldPart(t("map.list"), () => mapTable(env, cut.nodes)));
    vendorLibrary("d3").then((d3) => {
      replaceAll(canvas, mapSvg(env, d3, cut.nodes, by));
      box.dataset.drawn = "1";
      canvas.querySelector(".map-node.is-shown:last-of-type")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }, () => replaceAll(canvas, make("p", { class: "muted" }, t("chart.failed"))));
  };
  draw(env.mapBy || "entries");
  return box;
}

function segmentWords(env, node) {
  const { model } = env;
  return [t("map.node", { from: model.line[node.first], to: model.line[node.last], n: countText(node.entries), cost: costText(node.cost) }),
    node.compactions > 0 ? t("map.compaction", { n: node.compactions }) : "", node.last === model.active ? t("map.active") : model.childCount(node.last) === 0 ? t("map.leafHere") : ""].filter(Boolean).join(" \u00b7 ");
}

function goToSegment(env, node) {
  env.setView("transcript", { save: false });
  env.choose(node.last, { open: true });
}

function mapTable(env, nodes) {
  const { model } = env;
  return table([t("side.label"), t("map.byEntries"), t("map.byCost"), t("branch.forkedAt")], nodes.map((node) => [
    [env.lineLink(node.last, `L${model.line[node.first]}\u2013L${model.line[node.last]}`), node.last === model.active ? ` ${t("map.active")}` : ""], countText(node.entries), costText(node.cost),
    model.parent[node.first] >= 0 ? env.lineLink(model.parent[node.first], `L${model.line[model.parent[node.first]]}`) : "\u2013"]), { numeric: [1, 2], caption: t("map.list") });
}

/** The drawing. Nodes stand from left to right by forks passed, one below the other by branch. */
function mapSvg(env, d3, nodes, by) {
  const data = [{ id: "root", up: null }, ...nodes.map((node, at) => ({ id: String(at), up: node.up < 0 ? "root" : String(node.up), node }))];
  const root = d3.tree().nodeSize([MAP_ROW, MAP_STEP])(d3.stratify().id((item) => item.id).parentId((item) => item.up)(data));
  const found = root.descendants().filter((item) => item.data.node);
  const value = (node) => (by === "cost" ? node.cost : node.entries);
  const most = Math.max(...nodes.map(value), 1e-12);
  const radius = (node) => SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(value(node) / most);
  const low = Math.min(...found.map((item) => item.x), 0);
  const high = Math.max(...found.map((item) => item.x), 0);
  const deep = Math.max(...found.map((item) => item.depth), 1);
  const width = deep * MAP_STEP + 120;
  const height = high - low + 2 * MAP_EDGE;
  const x = (item) => (item.depth - 1) * MAP_STEP + MAP_EDGE + LARGEST;
  const y = (item) => item.x - low + MAP_EDGE;
  const { onPath } = env.outline.layout;
  const svg = makeSvg("svg", { class: "map-svg", width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  for (const item of found) {
    if (item.depth < 2) continue;
    const [x1, y1, x2, y2] = [x(item.parent), y(item.parent), x(item), y(item)];
    svg.append(makeSvg("path", { class: onPath[item.data.node.first] ? "map-link on" : "map-link", d: `M${x1} ${y1}C${x1 + MAP_STEP / 2} ${y1} ${x2 - MAP_STEP / 2} ${y2} ${x2} ${y2}` }));
  }
  for (const item of found) svg.append(mapNode(env, item, x(item), y(item), radius(item.data.node), onPath));
  return svg;
}

function mapNode(env, item, x, y, size, onPath) {
  const { node } = item.data;
  const { model } = env;
  const shown = onPath[node.first] === 1;
  const words = segmentWords(env, node);
  const mark = node.last === model.active ? makeSvg("circle", { class: "map-ring", cx: x, cy: y, r: size + 3.5 }) : null;
  return makeSvg("g", { class: `map-node${shown ? " is-shown" : ""}`, data: { segment: String(node.first) }, onclick: () => goToSegment(env, node) },
    makeSvg("title", null, words), makeSvg("circle", { class: "map-dot", cx: x, cy: y, r: size }), mark,
    node.compactions > 0 ? makeSvg("rect", { class: "map-cut", x: x - 2, y: y - size - 2, width: 4, height: 2 * size + 4, rx: 1 }) : null,
    makeSvg("text", { class: "map-text", x, y: y - size - (mark ? 8 : 5) }, `L${model.line[node.last]}`));
}
