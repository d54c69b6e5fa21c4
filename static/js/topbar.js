/** The top bar of the session page and what hangs below it: name, notices, branch chooser, the switch of the rail. */
import { elementsOf, make, must, replaceAll, textNodes, titleText } from "./dom.js";
import { notReached, railWord } from "./entry.js";
import { encodePart } from "./state.js";
import { stampText } from "./time.js";
import { STATUS } from "./visibility.js";
import { plainText, shorten } from "./visible-text.js";
import { currentLanguage, saidIn, t } from "./words.js";

/** How long a word stands that answers a key and moves nothing ("passing"). */
const PASSING_MS = 6_000;

/** A chooser with more options than this helps nobody; the tree has them all. */
const MOST_LEAVES = 300;

/**
 * Branches for the chooser, in the order of the file: all, or the latest where there are too many.
 * @type {(branches: Branch[]) => Branch[]}
 */
function latestBranches(branches) {
  if (branches.length <= MOST_LEAVES) return branches;
  const order = branches.map((_, at) => at).sort((a, b) => Number(branches[b].active) - Number(branches[a].active)
    || (branches[b].modified ?? 0) - (branches[a].modified ?? 0));
  return order.slice(0, MOST_LEAVES).sort((a, b) => a - b).map((at) => branches[at]);
}

/**
 * An element of the page that the template promises.
 * @type {(id: string) => HTMLElement}
 */
export function byId(id) {
  return must(`#${id}`, HTMLElement);
}

/**
 * A plain line under the top bar; one per subject.
 * @type {(subject: string, text: Child, tone?: string, extra?: Child) => void}
 */
export function showNotice(subject, text, tone = "info", extra = []) {
  const box = byId("notices");
  elementsOf(box, "[data-subject]").find((node) => node.dataset.subject === subject)?.remove();
  /** @type {HTMLElement} */
  const node = make("div", { class: `notice ${tone}`, data: { subject } }, make("span", null, text), " ", extra,
    make("button", { type: "button", class: "button icon", "aria-label": t("notice.close"), title: t("notice.close"), onclick: () => node.remove() }, "\u00d7"));
  box.append(node);
  if (tone === "passing") setTimeout(() => node.remove(), PASSING_MS);
}

/**
 * What a notice said is no longer so.
 * @type {(subject: string) => void}
 */
export function hideNotice(subject) {
  for (const node of elementsOf(byId("notices"), "[data-subject]")) if (node.dataset.subject === subject) node.remove();
}

/** Top bar, legend and notices; `env` is the page. */
export class TopBar {
  /** @type {number[]} */
  shownLeaves;

  /** @param {Page} env */
  constructor(env) {
    this.env = env;
    this.named = false;
    /** @type {number | null} */
    this.firstUser = null;
    /** @type {Map<string, string>} */
    this.said = new Map();
    this.title();
    this.#fileNotices();
    this.chooser = must("#leaf-chooser", HTMLSelectElement);
    this.chooser.addEventListener("change", () => {
      const leaf = this.shownLeaves[this.chooser.selectedIndex];
      if (leaf !== undefined) this.env.setLeaf(leaf);
    });
    document.querySelector(".skip")?.addEventListener("click", (event) => {
      event.preventDefault();
      byId(this.env.viewName === "transcript" ? "transcript" : `view-${this.env.viewName}`).focus();
    });
    this.#leafChooser();
    this.paintSwitch();
  }

  /** The session has other entries now, or is shown at another time. */
  newModel() {
    this.#fileNotices();
    // In an empty session nobody had said anything yet.
    if (this.firstUser === -1) this.firstUser = null;
    this.title();
    this.#leafChooser();
    this.paintSwitch();
    this.legend();
  }

  /** Name and place of the session; called again when the first words have come. */
  title() {
    const { index } = this.env.whole;
    const name = index.name || this.#firstWords();
    const file = index.file.split("/").pop() || index.file;
    replaceAll(byId("place"),
      index.cwd ? [make("span", { class: "place-cwd", title: titleText(index.cwd) }, textNodes(index.cwd)), make("span", { class: "muted", "aria-hidden": "true" }, " \u203a ")] : null,
      make("button", { type: "button", class: "place-name", title: `${t("head.go")}\n${titleText(index.file)}`, onclick: () => this.#toHead() }, make("b", null, textNodes(name || file))));
    this.named = Boolean(name);
    document.title = `${shorten(plainText(name || file), 80)} \u00b7 pi-inspector`;
  }

  /** The name leads to what is known of the session. */
  #toHead() {
    this.env.setView("transcript");
    this.env.transcript.toStart();
  }

  /** What the user said first stands for a name, once it is loaded. */
  #firstWords() {
    const { whole, previews } = this.env;
    if (this.firstUser === null) {
      this.firstUser = -1;
      for (let row = 0; row < whole.n && this.firstUser < 0; row += 1) if (whole.roleName(row) === "user") this.firstUser = row;
      previews.want([this.firstUser]);
    }
    return shorten(previews.get(this.firstUser) || "", 70);
  }

  /** From which point the rail is seen. */
  legend() {
    const row = this.env.viewRow;
    const place = row < 0 ? "" : t(this.env.at >= 0 ? "legend.entry" : "legend.leaf", { line: this.env.model.line[row] });
    replaceAll(byId("legend-text"), row < 0 ? "" : [make("span", { class: "not-phone" }, t(notReached(this.env.model, this.env.view) ? "legend.would" : "legend.at", { place })), make("span", { class: "phone-only" }, t(notReached(this.env.model, this.env.view) ? "legend.shortWould" : "legend.short", { place }))]);
    byId("legend").title = t("legend.limits");
    this.#pageLinks(row);
    const met = this.#marksMet();
    for (const node of elementsOf(byId("legend"), "[data-rail]")) node.hidden = !met.has(node.dataset.rail || "");
  }

  /**
   * The pages of findings look from where this page does; the active leaf is what they start from anyway.
   * @type {(row: number) => void}
   */
  #pageLinks(row) {
    const from = row < 0 || row === this.env.model.active ? "" : `?at=${encodePart(this.env.model.name(row))}`;
    for (const link of elementsOf(document, "a[data-page]")) /** @type {HTMLAnchorElement} */ (link).search = ["integrity", "share"].includes(link.dataset.page || "") ? "" : from;
  }

  /** The marks that the rail shows for this view: the legend explains these and no others. */
  #marksMet() {
    const { model, outline, view } = this.env;
    const { onPath } = outline.layout;
    // A row of each kind is enough: the words of a large session are not looked up for every one.
    const rows = new Int32Array(2 * STATUS.length).fill(-1);
    for (let at = 0; at < model.n; at += 1) rows[2 * view.status[at] + onPath[at]] = at;
    return new Set(Array.from(rows).filter((row) => row >= 0).map((row) => railWord(view, row, this.env.onBranch(row))));
  }

  #fileNotices() {
    const { index } = this.env.whole;
    const pi = index.pi || {};
    const count = index.eventLog ? 0 : index.damageTotal ?? (index.damage || []).length;
    document.body.dataset.log = index.eventLog ? "events" : "session";
    byId("damage-count").textContent = count > 0 ? String(count) : "";
    this.#fileNotice("refuses", pi.opens === false ? t("notice.refuses", { why: plainText(saidIn(index, pi.why || "")) }) : "", "warn");
    this.#fileNotice("hangs", pi.hangs ? t("notice.hangs") : "", "bad");
    this.#fileNotice("throws", pi.throws ? t("notice.throws", { why: plainText(saidIn(index, pi.throws)) }) : "", "bad");
    this.#fileNotice("event-log", index.eventLog ? t("notice.eventLog") : "", "warn");
    this.#fileNotice("damage", count > 0 ? t("notice.damage", { n: count }) : "", "warn", () =>
      [make("button", { type: "button", class: "button quiet", onclick: () => this.env.setView("damage") }, t("notice.damageOpen"))]);
  }

  /**
   * What is to be said of the file itself ("": nothing). A file that grows may change it; what was dismissed comes again
   * only in other words.
   * @type {(subject: string, text: string, tone: string, extra?: () => Child) => void}
   */
  #fileNotice(subject, text, tone, extra = () => []) {
    if ((this.said.get(subject) ?? "") === text) return;
    this.said.set(subject, text);
    if (text === "") hideNotice(subject);
    else showNotice(subject, text, tone, extra());
  }

  #leafChooser() {
    const { chooser } = this;
    const { branches } = this.env.model;
    const shown = latestBranches(branches);
    this.shownLeaves = shown.map((branch) => branch.leaf);
    replaceAll(chooser, shown.map((branch) => this.#leafOption(branch, branches.indexOf(branch))));
    if (branches.length > shown.length) chooser.append(make("option", { disabled: true }, t("bar.moreLeaves", { n: branches.length - shown.length })));
    chooser.disabled = branches.length === 0;
    this.chooserValue();
  }

  /** @type {(branch: Branch, at: number) => HTMLElement} */
  #leafOption(branch, at) {
    const { model } = this.env;
    // The box is narrow: what tells branches apart comes first.
    const words = [t("bar.leafOption", { at: at + 1, count: model.branches.length }), shorten(plainText(branch.preview || ""), 60),
      branch.leaf === model.active ? t("bar.active") : "", stampText(branch.modified, currentLanguage()) || ""].filter(Boolean).join(" \u00b7 ");
    return make("option", { value: model.name(branch.leaf), title: words }, words);
  }

  /** Show the branch that is chosen. */
  chooserValue() {
    const { chooser } = this;
    const at = this.shownLeaves.indexOf(this.env.leaf);
    if (at >= 0) chooser.selectedIndex = at;
    else {
      const extra = [...chooser.options].find((option) => option.dataset.extra) || chooser.appendChild(make("option", { data: { extra: "1" } }));
      extra.textContent = this.env.leaf >= 0 ? `L${this.env.model.line[this.env.leaf]}` : "";
      extra.selected = true;
    }
    const option = chooser.options[chooser.selectedIndex];
    chooser.title = option ? `${t("bar.leaf")}: ${option.textContent}` : "";
  }

  /** The words of the switch follow the chosen entry. */
  paintSwitch() {
    const node = must("#seen-switch", HTMLButtonElement);
    const on = this.env.chosen >= 0 && this.env.viewRow === this.env.chosen;
    const line = this.env.chosen >= 0 ? this.env.model.line[this.env.chosen] : null;
    /** @type {(short: string, state?: boolean) => string} */
    const words = (short, state = on) => (line === null ? t("bar.seenNone") : t(`bar.seen${state ? "On" : ""}${short}`, { line }));
    // Room for the words of the other state: what stands beside the switch stays where it is.
    replaceAll(node, ...["", "Short"].map((short) => make("span", { class: short === "" ? "wide-only" : "narrow-only", data: { other: words(short, !on) } }, words(short))));
    node.setAttribute("aria-pressed", String(on));
    // Seen from the leaf and the leaf is chosen: there is no other view to go to.
    node.disabled = line === null || (on && this.env.at < 0);
    node.title = on && this.env.at < 0 ? t("bar.seenLeaf", { line: String(line) }) : words("");
    const back = byId("seen-back");
    back.hidden = this.env.at < 0 || on;
    back.textContent = `L${this.env.at >= 0 ? this.env.model.line[this.env.at] : ""} \u00d7`;
    back.title = t("bar.seenBack");
    back.setAttribute("aria-label", t("bar.seenBack"));
  }
}
