/** Follows a session that is being written: asks the source once in a while, and joins what came to what is shown. */
import { make, replaceAll } from "./dom.js";
import { grownIndex } from "./live-model.js";
import { byteText, countText } from "./numbers.js";
import { Refusal } from "./source.js";
import { recall, remember } from "./state.js";
import { byId, hideNotice } from "./topbar.js";
import { t } from "./words.js";

const LIVE_PAUSE = 400;
/** The same for so long after it grew: more is likely to come. */
const BUSY_PAUSE = 250;
const BUSY_FOR = 30_000;
/** The file is not what it was: it may come back, but nobody waits for it by the second. */
const TROUBLE_PAUSE = 1_000;
/** An answer that took long is not asked for again at once: half of the time at most goes into asking. */
const REST_FACTOR = 1;
const LONGEST_PAUSE = 6_000;
/** Answers after which there is nothing to follow: the page keeps what it has. */
const LOST = ["gone", "shrunk", "changed", "unknown"];
/** Troubles that only a page loaded anew gets over. */
const LOAD_AGAIN = ["shrunk", "changed", "unknown"];
/** The server asks for the token of its own start: it is not the server that this page came from. */
const LOCKED = 403;
/** A file untouched for longer than this rests: it may grow all the same. */
const LIVE_RECENT = 10 * 60 * 1000;

/** The follower; `env` is the page. */
export class LiveView {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;
  /** @type {boolean | undefined} */
  asking;

  /** @param {Page} env */
  constructor(env) {
    this.env = env;
    this.follow = recall("live", "on") !== "off";
    this.met = false;
    this.trouble = "";
    this.failures = 0;
    this.waiting = 0;
    this.grewAt = -BUSY_FOR;
    this.node = byId("live");
    this.node.addEventListener("click", () => this.#switch());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#soon(0);
    });
    const modified = Date.parse(env.model.index.modified);
    this.recent = Number.isFinite(modified) && Date.now() - modified < LIVE_RECENT;
    this.paint();
    this.#soon(LIVE_PAUSE);
  }

  /** @type {(pause: number) => void} */
  #soon(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#ask(), pause);
  }

  #switch() {
    if (this.trouble !== "") return void this.#soon(0);
    this.follow = !this.follow;
    remember("live", this.follow ? null : "off");
    this.paint();
    if (this.follow) this.#soon(0);
  }

  /** What the switch says. @returns {"lost" | "off" | "on" | "watch" | "rest"} */
  get state() {
    if (this.trouble !== "") return "lost";
    if (!this.follow) return "off";
    return this.met ? "on" : this.recent ? "watch" : "rest";
  }

  /** The switch says what is so: nothing is followed while there is trouble, and pressing it looks again. */
  paint() {
    const { node, state } = this;
    node.hidden = false;
    if (state === "lost") node.removeAttribute("aria-pressed");
    else node.setAttribute("aria-pressed", String(this.follow));
    node.dataset.state = state;
    node.title = state === "lost" ? `${t(`live.${this.trouble}`)} ${t("live.lookAgain")}` : t(`live.${state}Title`);
    replaceAll(this.node, make("i", { class: "live-dot", "aria-hidden": "true" }), make("span", { class: "live-word" }, t(`live.${state}`)),
      !this.follow && this.waiting > 0 ? make("span", { class: "count" }, ` ${t("live.waiting", { size: byteText(this.waiting) })}`) : "");
  }

  async #ask() {
    clearTimeout(this.timer);
    if (this.asking || document.hidden) return;
    this.asking = true;
    const start = performance.now();
    try {
      const { source } = this.env;
      if (source.live) this.#take(await source.live(!this.follow));
      if (this.failures >= 3) this.#untroubled();
      this.failures = 0;
    } catch (error) {
      const locked = error instanceof Refusal && error.status === LOCKED;
      this.failures = locked ? 0 : this.failures + 1;
      if (locked) this.#trouble("locked");
      else if (this.failures >= 3) this.#trouble("noAnswer");
    }
    this.asking = false;
    const spent = performance.now() - start;
    const busy = this.follow && performance.now() - this.grewAt < BUSY_FOR;
    const pause = this.trouble !== "" ? TROUBLE_PAUSE : busy ? BUSY_PAUSE : LIVE_PAUSE;
    this.#soon(this.failures >= 3 ? LONGEST_PAUSE : Math.min(LONGEST_PAUSE, Math.max(pause, spent * REST_FACTOR)));
  }

  /** @type {(answer: LiveAnswer) => void} */
  #take(answer) {
    if (LOST.includes(answer.status)) return this.#trouble(answer.status);
    if (this.trouble !== "" && this.failures < 3) this.#untroubled();
    if (answer.status === "more") {
      this.met = true;
      this.waiting = answer.bytes;
      this.paint();
    }
    if (answer.status === "same") this.#hash(answer.sha256);
    if (answer.status !== "grown") return;
    this.met = true;
    this.waiting = 0;
    this.grewAt = performance.now();
    this.env.grow(grownIndex(this.env.whole.index, answer));
    this.paint();
    if (answer.to > answer.from) byId("live-said").textContent = t("live.grew", { n: countText(answer.to - answer.from) });
  }

  /**
   * The hash of a file that grew is told when it is known.
   * @type {(hash: string | null) => void}
   */
  #hash(hash) {
    const { env } = this;
    if (!hash || env.whole.index.sha256) return;
    env.whole.index.sha256 = hash;
    env.model.index.sha256 = hash;
    if (env.viewName === "totals") env.drawView();
  }

  /** @type {(kind: string) => void} */
  #trouble(kind) {
    if (this.trouble === kind) return;
    this.trouble = kind;
    const again = LOAD_AGAIN.includes(kind) ? [make("button", { type: "button", class: "button quiet", onclick: () => location.reload() }, t("live.reload"))] : [];
    this.env.notice("live", t(`live.${kind}`), "warn", again);
    this.paint();
  }

  #untroubled() {
    if (this.trouble === "") return;
    const was = this.trouble;
    this.trouble = "";
    hideNotice("live");
    if (was === "gone") this.env.notice("live", t("live.back"));
    // What failed meanwhile is asked for again.
    this.env.takeUp();
    this.paint();
  }
}
