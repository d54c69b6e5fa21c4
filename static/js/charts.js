/** Charts in the page's own colours; a table or a sentence beside each says the same in words. */
import { make, replaceAll } from "./dom.js";
import { vendorLibrary } from "./vendor.js";
import { t } from "./words.js";

/** A colour of the page, as it is in the current theme. */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** The same colour, thinner. */
export function faded(name, share) {
  const hex = colour(name);
  const match = /^#([0-9a-f]{6})$/i.exec(hex);
  if (!match) return hex;
  return `#${match[1]}${Math.round(share * 255).toString(16).padStart(2, "0")}`;
}

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
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redrawCharts);
}

/** One chart: `options()` gives uPlot's options without width and height, in the colours of the moment; `data` its columns. */
class Chart {
  constructor(box, options, data, height) {
    Object.assign(this, { box, options, data, height, plot: null });
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
    this.plot = new globalThis.uPlot({ ...this.options(), width: this.width, height: this.height }, this.data, this.box);
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

/** An element that becomes a chart once the library is there. `label` says in one sentence what it shows. */
export function chartBox(label, options, data, height = 180) {
  const plotBox = make("div", { class: "chart-plot" });
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

/** A key to the colours, in words. */
export function chartKey(items) {
  return make("ul", { class: "chart-key" }, items.map(([name, text, shape = ""]) => make("li", null, make("i", { class: `key-mark key-${name} ${shape}`, "aria-hidden": "true" }), text)));
}

/** Axes of a chart over the lines of a file. `value` writes the numbers of the other axis. */
export function chartAxes(value, { right = null } = {}) {
  const common = { stroke: colour("muted"), grid: { stroke: faded("line", 0.8), width: 1 }, ticks: { stroke: colour("line"), width: 1, size: 4 }, font: "11px system-ui, sans-serif" };
  const axes = [
    { ...common, size: 26, values: (plot, ticks) => ticks.map((line) => (Number.isInteger(line) ? `L${line}` : "")), grid: { show: false } },
    { ...common, size: 54, values: (plot, ticks) => ticks.map(value) },
  ];
  if (right) axes.push({ ...common, side: 1, scale: "right", size: 54, values: (plot, ticks) => ticks.map(right), grid: { show: false } });
  return axes;
}

/** A plugin that draws upright lines at some x, `colourName` each: [[x, colourName, dashed]]. */
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

/** A plugin that says in words what is under the pointer, and goes there on a click. */
export function pointed(words, go) {
  let note = null;
  return { hooks: {
    init: (plot) => {
      note = make("div", { class: "chart-note", hidden: true });
      plot.over.append(note);
      plot.over.addEventListener("click", () => {
        if (go && plot.cursor.idx !== null && plot.cursor.idx !== undefined) go(plot.cursor.idx);
      });
    },
    setCursor: (plot) => {
      const at = plot.cursor.idx;
      const text = at === null || at === undefined || plot.cursor.left < 0 ? "" : words(at);
      note.hidden = text === "";
      note.textContent = text;
      const left = plot.cursor.left;
      const right = left > plot.over.clientWidth / 2;
      note.style.left = right ? "" : `${left + 10}px`;
      note.style.right = right ? `${plot.over.clientWidth - left + 10}px` : "";
    },
  } };
}
