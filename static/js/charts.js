/** Charts in the page's own colours; a table or a sentence beside each says the same in words. */
import { make, replaceAll } from "./dom.js";
import { vendorLibrary } from "./vendor.js";
import { t } from "./words.js";

/**
 * A colour of the page, as it is in the current theme.
 * @type {(name: string) => string}
 */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/**
 * The same colour, thinner.
 * @type {(name: string, share: number) => string}
 */
export function faded(name, share) {
  const hex = colour(name);
  const match = /^#([0-9a-f]{6})$/i.exec(hex);
  if (!match) return hex;
  return `#${match[1]}${Math.round(share * 255).toString(16).padStart(2, "0")}`;
}

/** @type {Set<Chart>} */
const openCharts = new Set();

/** Draw all charts again when the theme changes; let go of those that have left the page. */
function redrawCharts() {
  for (const chart of [...openCharts]) {
    if (chart.box.isConnected) chart.draw();
    else chart.end();
  }
}

let chartsWatched = false;

function watchTheme() {
  if (chartsWatched) return;
  chartsWatched = true;
  new MutationObserver(redrawCharts).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  for (const query of ["(prefers-color-scheme: dark)", "print"]) matchMedia(query).addEventListener("change", redrawCharts);
}

/** One chart: `options()` gives uPlot's options without width and height, in the colours of the moment; `data` its columns. */
class Chart {
  /**
   * @param {HTMLElement} box
   * @param {() => object} options
   * @param {ChartData} data
   * @param {number} height
   */
  constructor(box, options, data, height) {
    this.box = box;
    this.options = options;
    this.data = data;
    this.height = height;
    /** @type {UPlot | null} */
    this.plot = null;
    this.sizes = new ResizeObserver(() => this.fit());
    this.sizes.observe(box);
    openCharts.add(this);
    watchTheme();
  }

  get width() {
    return Math.max(160, Math.floor(this.box.clientWidth));
  }

  draw() {
    if (this.plot) this.plot.destroy();
    this.plot = new uPlot({ ...this.options(), width: this.width, height: this.height }, this.data, this.box);
  }

  fit() {
    if (!this.box.isConnected) return this.end();
    if (this.plot && this.box.clientWidth > 0 && this.plot.width !== this.width) this.plot.setSize({ width: this.width, height: this.height });
  }

  end() {
    this.sizes.disconnect();
    openCharts.delete(this);
    if (this.plot) this.plot.destroy();
    this.plot = null;
  }
}

/**
 * An element that becomes a chart once the library is there. `label` says in one sentence what it shows.
 * @type {(label: string, options: () => object, data: ChartData, height?: number) => HTMLElement}
 */
export function chartBox(label, options, data, height = 180) {
  const plotBox = make("div", { class: "chart-plot" });
  /** @type {ChartFigure} */
  const figure = make("figure", { class: "chart", role: "img", "aria-label": label }, plotBox);
  vendorLibrary("uPlot").then(() => {
    const start = () => {
      if (plotBox.clientWidth === 0) return void requestAnimationFrame(() => plotBox.isConnected && start());
      const chart = new Chart(plotBox, options, data, height);
      chart.draw();
      figure.dataset.drawn = "1";
      figure.chart = chart;
    };
    requestAnimationFrame(start);
  }, () => replaceAll(figure, make("p", { class: "muted" }, t("chart.failed"))));
  return figure;
}

/**
 * A key to the colours, in words.
 * @type {(items: string[][]) => HTMLElement}
 */
export function chartKey(items) {
  return make("ul", { class: "chart-key" }, items.map(([name, text, shape = ""]) => make("li", null, make("i", { class: `key-mark key-${name} ${shape}`, "aria-hidden": "true" }), text)));
}

/** Pixels at each end of the axis of lines: half a bar, or a dot, and a little air. */
const END_ROOM = 9;
/** Pixels beside the plot, for the numbers, if they are no longer than most. */
const NUMBERS_ROOM = 54;

/** @type {(plot: UPlot, values: string[] | null) => number} */
function numbersRoom(_plot, values) {
  return Math.max(NUMBERS_ROOM, ...(values || []).map((text) => 12 + 6.5 * text.length));
}

/**
 * The range of an axis over lines, with room at both ends: what stands there is seen whole. It reaches from `low` to
 * `high` where the data do not.
 * @type {(low?: number, high?: number) => (plot: UPlot, from: number, to: number) => [number, number]}
 */
export function linesRange(low = Infinity, high = -Infinity) {
  return ({ width }, from, to) => {
    const [first, last] = [Math.min(from, low), Math.max(to, high)];
    const room = last > first ? (END_ROOM * (last - first)) / Math.max(END_ROOM, width - 2 * NUMBERS_ROOM - 2 * END_ROOM) : 1;
    return [first - room, last + room];
  };
}

/**
 * The range of an axis that begins at zero, or at a value below it, and leaves some room above the highest.
 * @type {(room: number) => (plot: UPlot, low: number, high: number) => [number, number]}
 */
export function fromZero(room) {
  return (_plot, low, high) => [Math.min(0, low), Math.max(0, high) * room || 1];
}

/**
 * What uPlot asks for the words at the ticks of an axis.
 * @type {(words: (value: number) => string) => (plot: UPlot, values: number[]) => string[]}
 */
function ticks(words) {
  return (_plot, values) => values.map(words);
}

/**
 * Axes of a chart over the lines of a file. `value` writes the numbers of the other axis.
 * @type {(value: (value: number) => string, how?: { right?: ((value: number) => string) | null }) => object[]}
 */
export function chartAxes(value, { right = null } = {}) {
  const common = { stroke: colour("muted"), grid: { stroke: faded("line", 0.8), width: 1 }, ticks: { stroke: colour("line"), width: 1, size: 4 }, font: "11px system-ui, sans-serif" };
  /** @type {object[]} */
  const axes = [
    { ...common, size: 26, values: ticks((line) => (Number.isInteger(line) && line > 0 ? `L${line}` : "")), grid: { show: false } },
    { ...common, size: numbersRoom, values: ticks(value) },
  ];
  if (right) axes.push({ ...common, side: 1, scale: "right", size: numbersRoom, values: ticks(right), grid: { show: false } });
  return axes;
}

/**
 * A plugin that draws upright lines at some x, `colourName` each: [[x, colourName, dashed]].
 * @type {(lines: [number, string, boolean][]) => ChartPlugin}
 */
export function uprights(lines) {
  return { hooks: { drawAxes: (plot) => {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.lineWidth = Math.max(1, devicePixelRatio || 1);
    for (const [x, name, dashed] of lines) {
      const left = Math.round(plot.valToPos(x, "x", true)) + 0.5;
      if (left < bbox.left || left > bbox.left + bbox.width) continue;
      ctx.strokeStyle = colour(name);
      ctx.setLineDash(dashed ? [4, 4] : []);
      ctx.beginPath();
      ctx.moveTo(left, bbox.top);
      ctx.lineTo(left, bbox.top + bbox.height);
      ctx.stroke();
    }
    ctx.restore();
  } } };
}

/**
 * A plugin that says in words what is under the pointer, and goes there on a click.
 * @type {(words: (at: number) => string, go: (at: number) => void) => ChartPlugin}
 */
export function pointed(words, go) {
  const note = make("div", { class: "chart-note", hidden: true });
  return { hooks: {
    init: (plot) => {
      plot.over.append(note);
      plot.over.addEventListener("click", () => {
        if (go && plot.cursor.idx !== null && plot.cursor.idx !== undefined) go(plot.cursor.idx);
      });
    },
    setCursor: (plot) => {
      const { idx: at, left = -1 } = plot.cursor;
      const text = at === null || at === undefined || left < 0 ? "" : words(at);
      note.hidden = text === "";
      note.textContent = text;
      const right = left > plot.over.clientWidth / 2;
      note.style.left = right ? "" : `${left + 10}px`;
      note.style.right = right ? `${plot.over.clientWidth - left + 10}px` : "";
    },
  } };
}
