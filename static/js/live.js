/** Follows a session that is being written: asks the source once in a while, and joins what came to what is shown. */
import { make, replaceAll } from "./dom.js";
import { grownIndex } from "./live-model.js";
import { byteText, countText } from "./numbers.js";
import { recall, remember } from "./state.js";
import { byId } from "./topbar.js";
import { t } from "./words.js";

const LIVE_PAUSE = 700;
/** An answer that took long is not asked for again at once: half of the time at most goes into asking. */
const REST_FACTOR = 1;
const LONGEST_PAUSE = 6_000;
/** A file untouched for longer than this is not called live. */
const LIVE_RECENT = 10 * 60 * 1000;

/** The follower; `env` is the page. */
export class LiveView {
  constructor(env) {
    this.env = env;
    this.follow = recall("live", "on") !== "off";
    this.met = false;
    this.trouble = "";
    this.failures = 0;
    this.waiting = 0;
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

  #soon(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#ask(), pause);
  }

  #switch() {
    this.follow = !this.follow;
    remember("live", this.follow ? null : "off");
    this.paint();
    if (this.follow) this.#soon(0);
  }

  /** The switch: shown once the session is seen to be alive. */
  paint() {
    const shown = this.met || this.recent || !this.follow;
    this.node.hidden = !shown || this.trouble === "gone";
    this.node.setAttribute("aria-pressed", String(this.follow));
    this.node.title = t(this.follow ? "live.onTitle" : "live.offTitle");
    replaceAll(this.node, make("i", { class: "live-dot", "aria-hidden": "true" }), make("span", { class: "live-word" }, t(this.follow ? "live.on" : "live.off")),
      !this.follow && this.waiting > 0 ? make("span", { class: "count" }, ` ${t("live.waiting", { size: byteText(this.waiting) })}`) : "");
  }

  async #ask() {
    clearTimeout(this.timer);
    if (this.asking || document.hidden) return;
    this.asking = true;
    const start = performance.now();
    try {
      this.#take(await this.env.source.live(!this.follow));
      if (this.failures >= 3) this.#untroubled();
      this.failures = 0;
    } catch {
      this.failures += 1;
      if (this.failures === 3) this.#trouble("noAnswer");
    }
    this.asking = false;
    const spent = performance.now() - start;
    this.#soon(this.failures >= 3 ? LONGEST_PAUSE : Math.min(LONGEST_PAUSE, Math.max(LIVE_PAUSE, spent * REST_FACTOR)));
  }

  #take(answer) {
    if (["gone", "shrunk", "changed"].includes(answer.status)) return this.#trouble(answer.status);
    if (this.trouble !== "" && this.failures < 3) this.#untroubled();
    if (answer.status === "more") {
      this.met = true;
      this.waiting = answer.bytes;
      this.paint();
    }
    if (answer.status !== "grown") return;
    this.met = true;
    this.waiting = 0;
    this.env.grow(grownIndex(this.env.whole.index, answer));
    this.paint();
    if (answer.to > answer.from) byId("live-said").textContent = t("live.grew", { n: countText(answer.to - answer.from) });
  }

  #trouble(kind) {
    if (this.trouble === kind) return;
    this.trouble = kind;
    const again = kind === "shrunk" || kind === "changed" ? [make("button", { type: "button", class: "button quiet", onclick: () => location.reload() }, t("live.reload"))] : [];
    this.env.notice("live", t(`live.${kind}`), "warn", again);
    this.paint();
  }

  #untroubled() {
    if (this.trouble === "") return;
    const was = this.trouble;
    this.trouble = "";
    document.querySelector("#notices [data-subject=live]")?.remove();
    if (was === "gone") this.env.notice("live", t("live.back"));
    this.paint();
  }
}
