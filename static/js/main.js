/** The session page: puts source, tree, transcript and side pane together and keeps them on the same entry. */
import { Address } from "./address.js";
import { startChrome } from "./chrome.js";
import { startControls } from "./controls.js";
import { Details, fetchView } from "./details.js";
import { elementsOf, make, replaceAll, textNodes } from "./dom.js";
import { EmbeddedSource } from "./embedded.js";
import { startExportPage } from "./export-page.js";
import { TreeFilter } from "./filter.js";
import { Finder } from "./finder.js";
import { SessionModel } from "./index-model.js";
import { lineInList } from "./left-out.js";
import { LiveView } from "./live.js";
import { mapView } from "./map-view.js";
import { goToMoment, growPage } from "./moments.js";
import { rowNamed } from "./nearest.js";
import { Outline } from "./outline.js";
import { goToAddress, takePlace } from "./places.js";
import { PreviewCache } from "./previews.js";
import { damageView, totalsView } from "./reports.js";
import { ServerSource, whyOf } from "./source.js";
import { formatHash, VIEWS } from "./state.js";
import { cutView, stepView } from "./step-view.js";
import { TimeStrip } from "./time-strip.js";
import { Transcript } from "./transcript.js";
import { loadColours } from "./vendor.js";
import { localVisibility } from "./visibility.js";
import { shorten } from "./visible-text.js";
import { byId, hideNotice, showNotice, TopBar } from "./topbar.js";
import { t } from "./words.js";

/** Milliseconds before the source is asked for its answer: who walks on at once does not wait for it. */
const VIEW_DELAY = 120;

/** One pane is seen at a time (session.css). */
const ONE_PANE = "(max-width: 700px)";
/** The pane on the right lies over the others when it is open. */
const SIDE_OVER = "(max-width: 1100px)";

/** The page. It is also the `env` that its parts are given. */
export class SessionPage {
  /** @type {SessionModel} */
  model;
  /** @type {SessionModel} */
  whole;
  /** @type {View} */
  view;
  /** @type {PreviewCache} */
  previews;
  /** @type {Outline} */
  outline;
  /** @type {Transcript} */
  transcript;
  /** @type {Details} */
  details;
  /** @type {TreeFilter} */
  filter;
  /** @type {Finder} */
  finder;
  /** @type {TopBar} */
  topbar;
  /** @type {TimeStrip | undefined} */
  strip;
  /** @type {LiveView | undefined} */
  live;
  /** @type {(row: number, id: Json) => KnownCall | null} */
  callFor;
  /** @type {(row: number, id: Json) => number} */
  resultRow;
  /** @type {(row: number, id: Json) => number | null} */
  recordedMs;
  /** @type {(row: number, path: string) => (KnownWrite & { text: string }) | null} */
  writeBefore;
  /** @type {string | undefined} */
  mapBy;
  /** @type {SessionModel | null | undefined} */
  bookFor;
  /** @type {Promise<UsageBook> | undefined} */
  book;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  momentTimer;
  /** @type {boolean | undefined} */
  mapFocus;

  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    this.chosen = -1;
    this.leaf = -1;
    this.at = -1;
    /** Row of the earlier point in time that is shown, -1 for now; `whole` is the model of the whole file. */
    this.time = -1;
    this.viewName = "transcript";
    /** @type {string | null} Name of the damaged place that an address names. */
    this.damage = null;
    this.turn = 0;
    this.address = new Address(this);
    /** @type {{ model: SessionModel, view: View } | null} The source's latest answer. */
    this.exact = null;
    /** @type {Promise<View | null>} The latest question for it. */
    this.viewing = Promise.resolve(null);
    this.seenObserver = new IntersectionObserver((changes) => {
      for (const change of changes) {
        if (!change.isIntersecting) continue;
        this.seenObserver.unobserve(change.target);
        /** @type {SeenElement} */ (change.target).whenSeen();
      }
    }, { rootMargin: "600px" });
  }

  async start() {
    /** @type {SessionIndex} */
    let index;
    try {
      index = await this.source.index();
    } catch (error) {
      this.failed(error);
      return;
    }
    this.model = new SessionModel(index);
    this.whole = this.model;
    this.previews = new PreviewCache(this.source, this.model.n, () => {
      this.outline.paintSoon();
      this.#fillPreviews();
      if (this.topbar && !this.topbar.named) this.topbar.title();
    });
    const wanted = this.address.wanted();
    takePlace(this, wanted);
    this.view = localVisibility(this.model, this.viewRow);
    this.transcript = new Transcript(byId("transcript"), this);
    // Its entries are on their way while everything else is laid out.
    const shown = this.transcript.show(this.leaf, this.chosen);
    this.finder = new Finder(this);
    this.outline = new Outline(byId("tree"), this);
    this.details = new Details(byId("side"), this);
    this.filter = new TreeFilter(this);
    this.outline.setBranch(this.leaf);
    this.topbar = new TopBar(this);
    startControls(this);
    addEventListener("hashchange", () => goToAddress(this));
    this.mapBy = wanted.size || undefined;
    this.damage = wanted.damage;
    this.setView(wanted.view || "transcript", { save: false });
    this.address.settle();
    this.filter.count();
    this.filter.goTo(wanted.show, wanted.find);
    if (this.chosen >= 0) this.outline.reveal(this.chosen);
    this.outline.begin();
    this.details.show(this.chosen, wanted.pane || "details");
    if (wanted.pane !== null) this.openSide();
    await Promise.all([shown, this.previews.settled()]);
    if (wanted.find && this.chosen >= 0) {
      await loadColours(); // code that is drawn again would lose the marks
      this.finder.show(this.chosen);
    }
    this.#paintView();
    requestAnimationFrame(() => {
      // Posted from inside a frame, a message comes when that frame is painted.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        this.#painted(wanted);
      };
      port2.postMessage(null);
    });
  }

  /**
   * The session could not be loaded.
   * @type {(error: unknown) => void}
   */
  failed(error) {
    this.notice("index", t("notice.indexFailed", { why: whyOf(error) }), "bad");
    document.documentElement.dataset.failed = "1";
  }

  /** @type {(wanted: Place) => void} */
  #painted(wanted) {
    document.documentElement.dataset.ready = "1";
    performance.mark("painted");
    loadColours();
    setTimeout(() => {
      this.#exactView();
      this.#startMoments(wanted);
    }, 60);
  }

  /**
   * A plain line under the top bar; one per subject.
   * @type {(subject: string, text: Child, tone?: string, extra?: Child) => void}
   */
  notice(subject, text, tone = "info", extra = []) {
    showNotice(subject, text, tone, extra);
  }

  /**
   * The strip of time, and following along where the source can tell what is new.
   * @type {(wanted: Place) => void}
   */
  #startMoments(wanted) {
    // The lines of an event log are in no tree, at no time.
    if (!this.model.index.eventLog) this.strip = new TimeStrip(this);
    const then = rowNamed(this.whole, wanted.time);
    if (then >= 0) this.setTime(then, this.chosen);
    else if (wanted.time !== null) this.address.unknown("time", wanted.time);
    if (this.source.live && !this.model.index.eventLog) this.live = new LiveView(this);
  }

  /**
   * Show the tree as it stood when this row was written, -1 for now, with this entry chosen where it was there already.
   * @type {(row: number, chosen?: number) => void}
   */
  setTime(row, chosen = -1) {
    goToMoment(this, row, chosen);
  }

  /**
   * The file has grown.
   * @type {(index: SessionIndex) => void}
   */
  grow(index) {
    growPage(this, index);
  }

  /** Row whose view the rail shows: the one asked for, else the leaf of the branch. */
  get viewRow() {
    return this.at >= 0 ? this.at : this.leaf;
  }

  /**
   * Choose an entry. `open` shows its branch, `reveal` its place in the tree, `focus` moves the keyboard there.
   * @type {(row: number, how?: { from?: string, open?: boolean, reveal?: boolean, focus?: boolean }) => void}
   */
  choose(row, { from = "", open = false, reveal = from !== "tree", focus = false } = {}) {
    if (row >= this.model.n && row < this.whole.n) this.setTime(-1);
    if (row < 0 || row >= this.model.n) return;
    this.chosen = row;
    const there = this.onBranch(row);
    // Shown first: a pane that is hidden, as on a phone, cannot be scrolled.
    if (open && from !== "") this.setView("transcript", { save: false });
    if (open && from === "tree") this.showPane("middle");
    if (open && !there) this.setLeaf(this.model.leafFor(row), { row, focus });
    else {
      if (there && from !== "transcript") this.transcript.reveal(row).then(() => this.#shown(row, focus));
      else this.transcript.mark(row, focus);
    }
    if (reveal) this.outline.reveal(row);
    this.outline.paintSoon();
    this.details.show(row);
    this.topbar.paintSwitch();
    this.savePlace();
  }

  /**
   * A chosen entry is on the screen: it is marked, and what was looked for in it is brought into view.
   * @type {(row: number, focus: boolean) => void}
   */
  #shown(row, focus) {
    if (row !== this.chosen) return;
    this.transcript.mark(row, focus);
    this.finder.show(row);
  }

  /**
   * Is this row on the branch that is shown?
   * @type {(row: number) => boolean}
   */
  onBranch(row) {
    return this.outline.layout.onPath[row] === 1;
  }

  /**
   * Show another branch; the rail follows its leaf unless a point of view is set.
   * @type {(leaf: number, how?: { row?: number, focus?: boolean }) => void}
   */
  setLeaf(leaf, { row = leaf, focus = false } = {}) {
    if (leaf < 0) return;
    this.leaf = leaf;
    this.chosen = row;
    this.outline.setBranch(leaf);
    if (this.at >= 0 && !this.onBranch(this.at)) this.at = -1;
    this.refreshView();
    this.transcript.show(leaf, row).then(() => this.#shown(row, focus));
    this.topbar.chooserValue();
    this.filter.apply();
    this.outline.reveal(row);
    this.details.show(row);
    this.topbar.paintSwitch();
    if (this.viewName !== "transcript") this.drawView();
    this.savePlace();
  }

  /**
   * Next or previous branch, in the order of the chooser.
   * @type {(step: number) => void}
   */
  stepBranch(step) {
    const leaves = this.model.branches.map((branch) => branch.leaf);
    if (leaves.length < 2) return;
    const at = leaves.indexOf(this.leaf);
    this.setLeaf(leaves[(at + step + leaves.length) % leaves.length]);
  }

  /**
   * Look from this row (-1: from the leaf).
   * @type {(row: number) => void}
   */
  setAt(row) {
    this.at = row;
    this.refreshView();
    this.topbar.paintSwitch();
    this.savePlace();
  }

  /**
   * See the rail from where it is seen now; pi's own answer is asked for after `delay` ms. `local` is the columns' answer
   * where it is known.
   * @type {(delay?: number, local?: View) => void}
   */
  refreshView(delay = VIEW_DELAY, local = undefined) {
    const { exact } = this;
    if (exact !== null && exact.model === this.model && exact.view.at === this.viewRow) {
      this.turn += 1;
      hideNotice("context");
      this.view = exact.view;
      this.#paintView();
      this.details.newView();
      return;
    }
    this.view = local ?? localVisibility(this.model, this.viewRow);
    this.#paintView();
    this.#exactView(delay);
  }

  /** The source answers again: what it failed to say is asked for anew. */
  takeUp() {
    if (document.querySelector("#notices [data-subject=context]")) this.refreshView(0);
    this.details.retry();
  }

  #paintView() {
    this.transcript.repaint();
    this.outline.paintSoon();
    if (this.filter.usesView) this.filter.apply();
    this.topbar.legend();
    document.documentElement.dataset.seen = this.at >= 0 ? "1" : "0";
  }

  /** Ask the source for pi's own answer; the columns' answer stands until it comes. */
  #exactView(delay = VIEW_DELAY) {
    const row = this.viewRow;
    const { model } = this;
    this.turn += 1;
    const { turn } = this;
    if (row < 0) return;
    setTimeout(async () => {
      // While a large session grows, one answer is waited for before the next is asked for.
      if (delay > VIEW_DELAY) await this.viewing;
      if (turn !== this.turn) return;
      try {
        const asked = fetchView(this.source, model, row);
        this.viewing = asked.catch(() => null);
        const view = await asked;
        if (turn !== this.turn) return;
        hideNotice("context");
        this.exact = { model, view };
        const same = view.saysTheSame(this.view);
        this.view = view;
        if (!same) this.#paintView();
        this.details.newView();
      } catch (error) {
        if (turn === this.turn) this.notice("context", t("notice.contextFailed", { why: whyOf(error) }), "warn");
      }
    }, delay);
  }

  /**
   * Write where we are into the address (address.js says when what was there before can be gone back to).
   * @type {(how?: "push" | "auto" | "replace") => void}
   */
  savePlace(how) {
    this.address.save(how);
  }

  /**
   * Transcript, totals or damage in the middle.
   * @type {(name: string | undefined, how?: { save?: boolean }) => void}
   */
  setView(name, { save = true } = {}) {
    this.viewName = name !== undefined && VIEWS.includes(name) ? name : "transcript";
    for (const node of elementsOf(document, "[data-view]")) {
      node.setAttribute(node.getAttribute("role") === "tab" ? "aria-selected" : "aria-pressed", String(node.dataset.view === this.viewName));
    }
    for (const view of VIEWS) byId(`view-${view}`).hidden = view !== this.viewName;
    this.drawView();
    this.showPane("middle");
    if (save) this.savePlace();
  }

  /** Fill the view in the middle. The transcript fills itself. */
  drawView() {
    const drawn = { totals: totalsView, damage: damageView, map: mapView, step: stepView, cut: cutView }[this.viewName];
    if (drawn) replaceAll(byId(`view-${this.viewName}`), drawn(this));
  }

  /**
   * On a narrow page: which pane is to be seen.
   * @type {(name: string | undefined) => void}
   */
  showPane(name) {
    document.body.dataset.pane = name || "middle";
    for (const node of elementsOf(document, "[data-pane-button]")) node.setAttribute("aria-pressed", String(node.dataset.paneButton === name));
    if (name !== "tree") return;
    // While it was hidden it had no height to scroll in.
    if (this.chosen >= 0) this.outline.reveal(this.chosen);
    this.outline.paintSoon();
  }

  toggleSide() {
    if (document.body.dataset.side === "open") this.closeSide();
    else {
      document.body.dataset.side = "open";
      this.savePlace("replace");
    }
  }

  /** Can the pane on the right be seen? */
  get sideSeen() {
    if (matchMedia(ONE_PANE).matches) return document.body.dataset.pane === "side";
    return !matchMedia(SIDE_OVER).matches || document.body.dataset.side === "open";
  }

  /** Where the pane on the right is not always there, it is to be seen. */
  openSide() {
    document.body.dataset.side = "open";
    if (matchMedia(ONE_PANE).matches) this.showPane("side");
  }

  closeSide() {
    document.body.dataset.side = "closed";
    if (document.body.dataset.pane === "side") this.showPane("middle");
    this.savePlace("replace");
  }

  /**
   * A link to an entry that chooses it.
   * @type {(row: number, text: string, properties?: Properties<HTMLAnchorElement>) => HTMLElement}
   */
  lineLink(row, text, properties = {}) {
    const address = formatHash({ entry: this.model.addressName(row) });
    return make("a", { href: address, class: "go", ...properties, onclick: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.setView("transcript", { save: false });
      this.choose(row, { open: true });
      this.savePlace("push");
    } }, text);
  }

  /** @type {(row: number) => void} */
  goToCut(row) {
    this.setView("transcript", { save: false });
    this.transcript.revealCut(row);
  }

  /**
   * A preview that fills itself when it has come; `given` is a text that stands instead of the entry's own.
   * @type {(row: number, limit: number, given?: string) => HTMLElement}
   */
  previewNode(row, limit, given) {
    if (typeof given === "string") return make("span", { class: "muted" }, textNodes(shorten(given, limit)));
    this.previews.want([row]);
    const text = lineInList(this.model, this.previews, row);
    return make("span", { class: "muted", data: text === undefined ? { previewRow: String(row), previewLimit: String(limit) } : {} }, textNodes(shorten(text || "", limit)));
  }

  #fillPreviews() {
    for (const node of elementsOf(document, "[data-preview-row]")) {
      const text = this.previews.get(Number(node.dataset.previewRow));
      if (text === undefined) continue;
      replaceAll(node, textNodes(shorten(text, Number(node.dataset.previewLimit))));
      delete node.dataset.previewRow;
    }
  }

  /**
   * Run once when the node comes near the screen.
   * @type {(node: HTMLElement, action: () => unknown) => void}
   */
  whenSeen(node, action) {
    this.seenObserver.observe(Object.assign(node, { whenSeen: action }));
  }

  /** @type {(text: string, node: HTMLElement) => Promise<void>} */
  async copy(text, node) {
    const before = node.textContent;
    // What stands beside it stays where it is: somebody may press twice.
    node.style.minWidth = `${node.getBoundingClientRect().width}px`;
    try {
      await navigator.clipboard.writeText(text);
      node.textContent = t("side.copied");
    } catch {
      node.textContent = t("side.notCopied");
    }
    setTimeout(() => {
      node.textContent = before;
      node.style.minWidth = "";
    }, 1500);
  }
}

/** The source of this page: data inside it where there are some, else the server. */
function pageSource() {
  const { key } = document.documentElement.dataset;
  return document.documentElement.dataset.export ? new EmbeddedSource() : new ServerSource(key || "");
}

async function startSessionPage() {
  startChrome();
  const page = new SessionPage(pageSource());
  if (document.documentElement.dataset.export) startExportPage(page);
  try {
    await page.start();
  } catch (error) {
    page.failed(error);
    throw error;
  }
}

startSessionPage();
