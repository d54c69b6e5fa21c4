/** The top bar of the session page and what hangs below it: name, notices, branch chooser, the switch of the rail. */
import { make, replaceAll, textNodes, titleText } from "./dom.js";
import { railWord } from "./entry.js";
import { encodePart } from "./state.js";
import { stampText } from "./time.js";
import { plainText, shorten } from "./visible-text.js";
import { currentLanguage, t } from "./words.js";

/** A chooser with more options than this helps nobody; the tree has them all. */
const MOST_LEAVES = 300;

/** Branches for the chooser, in the order of the file: all, or the latest where there are too many. */
function latestBranches(branches) {
  if (branches.length <= MOST_LEAVES) return branches;
  const order = branches.map((_, at) => at).sort((a, b) => Number(branches[b].active) - Number(branches[a].active)
    || (branches[b].modified ?? 0) - (branches[a].modified ?? 0));
  return order.slice(0, MOST_LEAVES).sort((a, b) => a - b).map((at) => branches[at]);
}

/** An element of the page that the template promises. */
export function byId(id) {
  return document.getElementById(id);
}

/** A plain line under the top bar; one per subject. */
export function showNotice(subject, text, tone = "info", extra = []) {
  const box = byId("notices");
  [...box.children].find((node) => node.dataset.subject === subject)?.remove();
  const node = make("div", { class: `notice ${tone}`, data: { subject } }, make("span", null, text), " ", extra,
    make("button", { type: "button", class: "button icon", "aria-label": t("notice.close"), title: t("notice.close"), onclick: () => node.remove() }, "\u00d7"));
  box.append(node);
}

/** Top bar, legend and notices; `env` is the page. */
export class TopBar {
  constructor(env) {
    this.env = env;
    this.named = false;
    this.firstUser = null;
    this.title();
    this.#fileNotices();
    byId("leaf-chooser").addEventListener("change", (event) => {
      const leaf = this.shownLeaves[event.currentTarget.selectedIndex];
      if (leaf !== undefined) this.env.setLeaf(leaf);
    });
    this.#leafChooser();
    this.paintSwitch();
  }

  /** The session has other entries now, or is shown at another time. */
  newModel() {
    const { index } = this.env.model;
    if (!index.eventLog) byId("damage-count").textContent = index.damageTotal > 0 ? String(index.damageTotal) : "";
    this.#leafChooser();
    this.paintSwitch();
    this.legend();
  }

  /** Name and place of the session; called again when the first words have come. */
  title() {
    const { index } = this.env.model;
    const name = index.name || this.#firstWords();
    const file = index.file.split("/").pop();
    replaceAll(byId("place"),
      index.cwd ? [make("span", { class: "place-cwd", title: titleText(index.cwd) }, textNodes(index.cwd)), make("span", { class: "muted", "aria-hidden": "true" }, " \u203a ")] : null,
      make("b", { title: titleText(index.file) }, textNodes(name || file)));
    this.named = Boolean(name);
    document.title = `${shorten(plainText(name || file), 80)} \u00b7 pi-inspector`;
  }

  /** What the user said first stands for a name, once it is loaded. */
  #firstWords() {
    const { model, previews } = this.env;
    if (this.firstUser === null) {
      this.firstUser = -1;
      for (let row = 0; row < model.n && this.firstUser < 0; row += 1) if (model.roleName(row) === "user") this.firstUser = row;
      previews.want([this.firstUser]);
    }
    return shorten(previews.get(this.firstUser) || "", 70);
  }

  /** From which point the rail is seen. */
  legend() {
    const row = this.env.viewRow;
    const place = row < 0 ? "" : t(this.env.at >= 0 ? "legend.entry" : "legend.leaf", { line: this.env.model.line[row] });
    replaceAll(byId("legend-text"), row < 0 ? "" : [make("span", { class: "not-phone" }, t("legend.at", { place })), make("span", { class: "phone-only" }, t("legend.short", { place }))]);
    byId("legend").title = t("legend.limits");
    this.#pageLinks(row);
    const met = this.#marksMet();
    for (const node of byId("legend").querySelectorAll("[data-rail]")) node.hidden = !met.has(node.dataset.rail);
  }

  /** The pages of findings look from where this page does; the active leaf is what they start from anyway. */
  #pageLinks(row) {
    const from = row < 0 || row === this.env.model.active ? "" : `?at=${encodePart(this.env.model.name(row))}`;
    for (const link of document.querySelectorAll("a[data-page]")) link.search = ["integrity", "share"].includes(link.dataset.page) ? "" : from;
  }

  /** The marks that the rail shows for this view: the legend explains these and no others. */
  #marksMet() {
    const { model, view } = this.env;
    const met = new Set();
    for (let at = 0; at < model.n; at += 1) met.add(railWord(view, at, this.env.onBranch(at)));
    return met;
  }

  #fileNotices() {
    const { index } = this.env.model;
    const pi = index.pi || {};
    if (pi.opens === false) showNotice("refuses", t("notice.refuses", { why: plainText(pi.why || "") }), "warn");
    if (pi.hangs) showNotice("hangs", t("notice.hangs"), "bad");
    if (pi.throws) showNotice("throws", t("notice.throws", { why: plainText(pi.throws) }), "bad");
    const count = index.eventLog ? 0 : index.damageTotal ?? (index.damage || []).length;
    if (index.eventLog) showNotice("event-log", t("notice.eventLog"), "warn");
    document.body.dataset.log = index.eventLog ? "events" : "session";
    byId("damage-count").textContent = count > 0 ? String(count) : "";
    if (count > 0) {
      showNotice("damage", t("notice.damage", { n: count }), "warn", [make("button", { type: "button", class: "button quiet", onclick: () => this.env.setView("damage") }, t("notice.damageOpen"))]);
    }
  }

  #leafChooser() {
    const chooser = byId("leaf-chooser");
    const { branches } = this.env.model;
    const shown = latestBranches(branches);
    this.shownLeaves = shown.map((branch) => branch.leaf);
    replaceAll(chooser, shown.map((branch) => this.#leafOption(branch, branches.indexOf(branch))));
    if (branches.length > shown.length) chooser.append(make("option", { disabled: true }, t("bar.moreLeaves", { n: branches.length - shown.length })));
    chooser.disabled = branches.length === 0;
    this.chooserValue();
  }

  #leafOption(branch, at) {
    const { model } = this.env;
    // The box is narrow: what tells branches apart comes first.
    const words = [t("bar.leafOption", { at: at + 1, count: model.branches.length }), shorten(plainText(branch.preview || ""), 60),
      branch.leaf === model.active ? t("bar.active") : "", stampText(branch.modified, currentLanguage()) || ""].filter(Boolean).join(" \u00b7 ");
    return make("option", { value: model.name(branch.leaf), title: words }, words);
  }

  /** Show the branch that is chosen. */
  chooserValue() {
    const chooser = byId("leaf-chooser");
    const at = this.shownLeaves.indexOf(this.env.leaf);
    if (at >= 0) chooser.selectedIndex = at;
    else {
      const extra = chooser.querySelector("[data-extra]") || chooser.appendChild(make("option", { data: { extra: "1" } }));
      extra.textContent = this.env.leaf >= 0 ? `L${this.env.model.line[this.env.leaf]}` : "";
      extra.selected = true;
    }
    const option = chooser.options[chooser.selectedIndex];
    chooser.title = option ? `${t("bar.leaf")}: ${option.textContent}` : "";
  }

  /** The words of the switch follow the chosen entry. */
  paintSwitch() {
    const node = byId("seen-switch");
    const on = this.env.chosen >= 0 && this.env.viewRow === this.env.chosen;
    const line = this.env.chosen >= 0 ? this.env.model.line[this.env.chosen] : null;
    const words = (short) => (line === null ? t("bar.seenNone") : t(`bar.seen${on ? "On" : ""}${short}`, { line }));
    replaceAll(node, make("span", { class: "wide-only" }, words("")), make("span", { class: "narrow-only", "aria-hidden": "true" }, words("Short")));
    node.setAttribute("aria-label", words(""));
    node.setAttribute("aria-pressed", String(on));
    // Seen from the leaf and the leaf is chosen: there is no other view to go to.
    node.disabled = line === null || (on && this.env.at < 0);
    node.title = on && this.env.at < 0 ? t("bar.seenHere") : "";
    const back = byId("seen-back");
    back.hidden = this.env.at < 0 || on;
    back.textContent = `L${this.env.at >= 0 ? this.env.model.line[this.env.at] : ""} \u00d7`;
    back.title = t("bar.seenBack");
    back.setAttribute("aria-label", t("bar.seenBack"));
  }
}
