/** The strip at the bottom: context size over the lines of the file, cuts and forks; a drag shows the tree as it stood. */
import { colour, faded } from "./charts.js";
import { make, replaceAll } from "./dom.js";
import { countText, tokenText } from "./numbers.js";
import { recall, remember } from "./state.js";
import { stripColumns, stripStep } from "./time-model.js";
import { dayText, stampText } from "./time.js";
import { byId } from "./topbar.js";
import { currentLanguage, t } from "./words.js";

const STRIP_HEIGHT = 44;
const DRAG_PAUSE = 60;

/** The strip in its element; `env` is the page. */
export class TimeStrip {
  /** @type {number | null | undefined} */
  pending;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;
  /** @type {string | undefined} */
  key;
  /** @type {StripColumns} */
  columns;

  /** @param {Page} env */
  constructor(env) {
    this.env = env;
    this.root = byId("strip");
    this.canvas = make("canvas", { class: "strip-canvas", height: STRIP_HEIGHT });
    this.empty = make("p", { class: "strip-empty muted", hidden: true });
    this.handle = make("div", { class: "strip-handle", "aria-hidden": "true" });
    this.words = make("span", { class: "strip-words", role: "status" });
    this.back = make("button", { type: "button", class: "button quiet", hidden: true, onclick: () => this.env.setTime(-1) }, t("strip.back"));
    this.fold = make("button", { type: "button", class: "button icon strip-fold", "aria-controls": "strip-plot", onclick: () => this.#fold() });
    this.plot = make("div", {
      class: "strip-plot", id: "strip-plot", role: "slider", tabindex: "0", "aria-label": t("strip.label"), "aria-orientation": "horizontal",
    }, this.canvas, this.empty, this.handle);
    replaceAll(this.root, make("div", { class: "strip-head" }, make("b", null, t("strip.name")), this.words, this.back,
      make("span", { class: "strip-key", "aria-hidden": "true" }, make("i", { class: "key-mark key-accent" }), t("strip.title"), make("i", { class: "key-mark key-summary upright" }), t("strip.keyCut"), make("i", { class: "key-mark key-muted fork" }), t("strip.keyFork")), this.fold), this.plot);
    this.open = recall("strip", innerWidth > 700 && innerHeight > 620 ? "open" : "shut") === "open";
    this.#paintFold();
    this.#drag();
    this.plot.addEventListener("keydown", (event) => this.#key(event));
    this.sizes = new ResizeObserver(() => this.paint());
    this.sizes.observe(this.plot);
    const redraw = () => this.paint();
    new MutationObserver(redraw).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  }

  #fold() {
    this.open = !this.open;
    remember("strip", this.open ? "open" : "shut");
    this.#paintFold();
    this.paint();
  }

  #paintFold() {
    this.root.dataset.open = this.open ? "1" : "0";
    this.fold.textContent = this.open ? "\u2304" : "\u2303";
    this.fold.setAttribute("aria-expanded", String(this.open));
    this.fold.title = t(this.open ? "strip.hide" : "strip.show");
    this.fold.setAttribute("aria-label", this.fold.title);
  }

  /** Rows of the whole file; the strip always shows all of it. */
  get model() {
    return this.env.whole;
  }

  /** The row of the point in time: the last one where the page shows now. */
  get row() {
    return this.pending ?? (this.env.time >= 0 ? this.env.time : this.model.n - 1);
  }

  /** @type {(clientX: number) => number} */
  #rowAt(clientX) {
    const box = this.plot.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (clientX - box.left) / Math.max(1, box.width)));
    return Math.max(0, Math.min(this.model.n - 1, Math.floor(share * this.model.n)));
  }

  #drag() {
    let held = false;
    this.plot.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || this.model.n === 0) return;
      held = true;
      this.plot.setPointerCapture(event.pointerId);
      this.#go(this.#rowAt(event.clientX));
    });
    this.plot.addEventListener("pointermove", (event) => {
      if (held) this.#go(this.#rowAt(event.clientX));
    });
    const end = () => {
      if (!held) return;
      held = false;
      this.#land();
    };
    this.plot.addEventListener("pointerup", end);
    this.plot.addEventListener("pointercancel", end);
  }

  /** @type {(event: KeyboardEvent) => void} */
  #key(event) {
    const { n } = this.model;
    if (n === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stripStep(event.key, n);
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.#go(Math.max(0, Math.min(n - 1, this.row + step)));
  }

  /**
   * Say at once where the hand is; the tree follows as fast as it can.
   * @type {(row: number) => void}
   */
  #go(row) {
    this.pending = row;
    this.#paintPlace();
    if (this.timer) return;
    this.timer = setTimeout(() => this.#land(), DRAG_PAUSE);
  }

  #land() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const row = this.pending;
    this.pending = null;
    if (row === null || row === undefined) return;
    this.env.setTime(row >= this.model.n - 1 ? -1 : row);
  }

  /** Draw everything: the file or the size has changed. */
  paint() {
    this.#paintPlace();
    const width = Math.floor(this.plot.clientWidth);
    if (!this.open || width === 0) return;
    const ratio = devicePixelRatio || 1;
    const key = `${width} ${ratio} ${this.model.n}`;
    if (key !== this.key) {
      this.key = key;
      this.columns = stripColumns(this.model, width);
    }
    const { canvas, columns } = this;
    const told = columns.size.reduce((sum, size) => sum + (size > 0 ? 1 : 0), 0);
    this.empty.hidden = told > 1;
    this.empty.textContent = told === 0 ? t("strip.none") : t("strip.few");
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(STRIP_HEIGHT * ratio);
    const draw = canvas.getContext("2d");
    if (draw === null) return;
    draw.scale(ratio, ratio);
    draw.clearRect(0, 0, width, STRIP_HEIGHT);
    this.#paintSizes(draw, columns, width);
    draw.fillStyle = colour("muted");
    for (const { x } of columns.forks) {
      draw.beginPath();
      draw.moveTo(x - 3, STRIP_HEIGHT);
      draw.lineTo(x + 3, STRIP_HEIGHT);
      draw.lineTo(x, STRIP_HEIGHT - 6);
      draw.fill();
    }
    draw.fillStyle = colour("summary");
    for (const { x } of columns.cuts) draw.fillRect(Math.max(0, x - 0.75), 0, 1.5, STRIP_HEIGHT);
  }

  /** @type {(draw: CanvasRenderingContext2D, columns: StripColumns, width: number) => void} */
  #paintSizes(draw, columns, width) {
    const { size, most } = columns;
    if (most === 0) return;
    /** @type {(value: number) => number} */
    const top = (value) => STRIP_HEIGHT - 2 - (value / most) * (STRIP_HEIGHT - 8);
    draw.fillStyle = faded("accent", 0.16);
    draw.strokeStyle = colour("accent");
    draw.lineWidth = 1.25;
    draw.beginPath();
    let last = -1;
    /** @type {[number, number][]} */
    const points = [];
    for (let x = 0; x < width; x += 1) {
      if (size[x] === 0) continue;
      points.push([x, top(size[x])]);
      last = x;
    }
    points.forEach(([x, y], at) => (at === 0 ? draw.moveTo(x, y) : draw.lineTo(x, y)));
    draw.stroke();
    draw.lineTo(last, STRIP_HEIGHT);
    draw.lineTo(points[0][0], STRIP_HEIGHT);
    draw.fill();
  }

  /** The first day and the last one. */
  #days() {
    let [first, last] = [Infinity, -Infinity];
    for (const ms of this.model.time) {
      if (ms < first) first = ms;
      if (ms > last) last = ms;
    }
    const days = new Set([first, last].map((ms) => dayText(ms, currentLanguage())).filter(Boolean));
    return [...days].join(" \u2013 ");
  }

  #paintPlace() {
    const { env, model, row } = this;
    const now = row >= model.n - 1;
    this.root.hidden = model.n === 0;
    if (model.n === 0) return;
    this.handle.style.left = `${(((row + (now ? 1 : 0.5)) / model.n) * 100).toFixed(3)}%`;
    this.root.dataset.now = now ? "1" : "0";
    this.back.hidden = now;
    const line = model.line[row];
    const stamp = stampText(model.time[row], currentLanguage());
    const size = env.model.ctx[Math.min(row, env.model.n - 1)] > 0 ? ` \u00b7 ${tokenText(model.ctx[row])}` : "";
    this.words.textContent = now ? [this.#days(), t("strip.whole", { n: countText(model.line[model.n - 1]) })].filter(Boolean).join(" \u00b7 ") : `${t("strip.at", { line, n: countText(row + 1) })}${stamp ? ` \u00b7 ${stamp}` : ""}${size}`;
    const { plot } = this;
    plot.setAttribute("aria-valuemin", "0");
    plot.setAttribute("aria-valuemax", String(model.n - 1));
    plot.setAttribute("aria-valuenow", String(row));
    plot.setAttribute("aria-valuetext", now ? t("strip.now") : this.words.textContent);
  }
}
