/** The tree as segments: runs of entries without a fork, small ones gathered so that the map can be drawn. Pure. */

/** More nodes than this nobody reads. */
const MOST_NODES = 240;

/**
 * All segments, parents first: {first, last, up, entries, cost, compactions}.
 * @type {(model: Model) => { segments: Segment[], of: Int32Array }}
 */
export function segmentsOf(model) {
  /** @type {Segment[]} */
  const segments = [];
  const of = new Int32Array(model.n).fill(-1);
  for (let at = 0; at < model.n; at += 1) {
    const row = model.order[at];
    const up = model.parent[row];
    const starts = up < 0 || model.childCount(up) !== 1;
    if (starts) segments.push({ first: row, last: row, up: up < 0 ? -1 : of[up], entries: 0, cost: 0, compactions: 0, gathered: 0 });
    of[row] = starts ? segments.length - 1 : of[up];
    const segment = segments[of[row]];
    segment.last = row;
    segment.entries += 1;
    segment.cost += model.cost[row];
    if (model.kindName(row) === "compaction") segment.compactions += 1;
  }
  return { segments, of };
}

/**
 * Segments for the map: those with the most below them, and the way to the leaves named. What is left out is counted in
 * the segment it hangs from; a chain without a fork left is one node again.
 * @type {(model: Model, wanted: number[], most?: number) => { nodes: Segment[], hidden: number, total: number }}
 */
export function mapSegments(model, wanted, most = MOST_NODES) {
  const { segments, of } = segmentsOf(model);
  const below = segments.map((segment) => segment.entries);
  for (let at = segments.length - 1; at >= 0; at -= 1) if (segments[at].up >= 0) below[segments[at].up] += below[at];
  const limit = segments.length <= most ? 0 : [...below].sort((a, b) => b - a)[most - 1];
  const must = new Uint8Array(segments.length);
  for (const row of wanted) for (let at = row >= 0 ? of[row] : -1; at >= 0 && !must[at]; at = segments[at].up) must[at] = 1;
  const kept = new Int32Array(segments.length).fill(-1);
  /** @type {Segment[]} */
  const nodes = [];
  let hidden = 0;
  /** @type {number[][]} */
  const children = [];
  segments.forEach((segment, at) => {
    const up = segment.up < 0 ? -1 : kept[segment.up];
    if (below[at] > limit || must[at] || segments.length <= most) {
      kept[at] = nodes.length;
      nodes.push({ ...segment, up });
      children.push([]);
      if (up >= 0) children[up].push(nodes.length - 1);
    } else {
      kept[at] = up;
      hidden += 1;
      if (up < 0) return;
      nodes[up].entries += segment.entries;
      nodes[up].cost += segment.cost;
      nodes[up].compactions += segment.compactions;
      nodes[up].gathered += 1;
    }
  });
  return { nodes: joinChains(nodes, children), hidden, total: segments.length };
}

/**
 * Where each node of the map stands: forks passed to reach it, its place among its siblings, their number, and the
 * nodes one below the other as they are drawn (branches keep together).
 * @type {(nodes: Segment[]) => MapPlaces}
 */
export function mapPlaces(nodes) {
  const depth = nodes.map(() => 0);
  /** @type {Map<number, number[]>} */
  const below = new Map();
  nodes.forEach(({ up }, at) => {
    depth[at] = up < 0 ? 0 : depth[up] + 1;
    const list = below.get(up);
    if (list) list.push(at);
    else below.set(up, [at]);
  });
  const nth = nodes.map(({ up }, at) => (below.get(up) || []).indexOf(at) + 1);
  const siblings = nodes.map(({ up }) => (below.get(up) || []).length);
  /** @type {number[]} */
  const order = [];
  const stack = [...(below.get(-1) || [])].reverse();
  while (stack.length > 0) {
    const at = /** @type {number} */ (stack.pop());
    order.push(at);
    stack.push(...[...(below.get(at) || [])].reverse());
  }
  return { depth, nth, siblings, order };
}

/**
 * Where a line to a child `dx` further right bends, from where to where. It leaves its node level, so that there is room
 * for words below that, and comes in level below the name of the child.
 * @type {(dx: number) => [number, number]}
 */
function lineBend(dx) {
  const end = dx - Math.min(18, dx / 5);
  return [end - Math.min(44, dx / 2), end];
}

/**
 * The line from one node to another, as the path of an SVG.
 * @type {(x1: number, y1: number, x2: number, y2: number) => string}
 */
export function linePath(x1, y1, x2, y2) {
  const [from, to] = lineBend(x2 - x1).map((x) => x1 + x);
  const middle = (from + to) / 2;
  return `M${x1} ${y1}H${from}C${middle} ${y1} ${middle} ${y2} ${to} ${y2}H${x2}`;
}

/**
 * How far to the right of a node the line to a child `dx` further right and `dy` further down stays less than `top` below
 * the node: so much room is there for words below it. Infinite for a line that does not go down so far.
 * @type {(dx: number, dy: number, top: number) => number}
 */
export function roomBeforeLine(dx, dy, top) {
  if (dy <= top) return Infinity;
  const [from, to] = lineBend(dx);
  // In its bend the line is y = 3t² - 2t³ and x = 1.5t - 1.5t² + t³ of the way.
  const t = 0.5 - Math.sin(Math.asin(1 - (2 * top) / dy) / 3);
  return from + (to - from) * (1.5 * t - 1.5 * t * t + t ** 3);
}

/**
 * The node that a key leads to, null for a key that means nothing here. Left to the parent, right to a child, up and
 * down to the next one at the same distance from the root, which is a sibling where there is one.
 * @type {(nodes: Segment[], places: MapPlaces, at: number, key: string) => number | null}
 */
export function mapStep(nodes, { depth, order }, at, key) {
  const column = order.filter((other) => depth[other] === depth[at]);
  const place = column.indexOf(at);
  switch (key) {
    case "ArrowLeft": return nodes[at].up >= 0 ? nodes[at].up : at;
    case "ArrowRight": return order.find((other) => nodes[other].up === at) ?? at;
    case "ArrowUp": return column[Math.max(0, place - 1)];
    case "ArrowDown": return column[Math.min(column.length - 1, place + 1)];
    case "Home": return order[0];
    case "End": return order[order.length - 1];
    default: return null;
  }
}

/**
 * A node with one child left is one node with it.
 * @type {(nodes: Segment[], children: number[][]) => Segment[]}
 */
function joinChains(nodes, children) {
  const place = new Int32Array(nodes.length).fill(-1);
  /** @type {Segment[]} */
  const out = [];
  nodes.forEach((node, at) => {
    if (node.up >= 0 && children[node.up].length === 1) {
      const into = out[place[node.up]];
      place[at] = place[node.up];
      into.last = node.last;
      into.entries += node.entries;
      into.cost += node.cost;
      into.compactions += node.compactions;
      into.gathered += node.gathered;
      return;
    }
    place[at] = out.length;
    out.push({ ...node, up: node.up < 0 ? -1 : place[node.up] });
  });
  return out;
}
