/** What is being read stays where it is, while entries around it come, find their height, or go. */

/** The place held in a scrolling element. */
export class HeldPlace {
  /** @type {{ article: HTMLElement, last: boolean, range: Range | null, top: number } | null} */
  held = null;

  /**
   * A summary that is loaded, a picture, an entry that is laid out for the first time: each moves what stands below it.
   * The place is taken again at each change of height; any move of the reader's own ends that.
   * @param {HTMLElement} root the element that scrolls
   * @param {HTMLElement} list its entries
   */
  constructor(root, list) {
    this.root = root;
    this.list = list;
    const sizes = new ResizeObserver(() => this.#toHeld());
    sizes.observe(list);
    sizes.observe(root);
    for (const name of ["wheel", "touchmove", "pointerdown", "keydown"]) root.addEventListener(name, () => this.letGo(), { passive: true });
    root.addEventListener("scroll", () => {
      if (this.#moved()) this.letGo();
    }, { passive: true });
  }

  /**
   * Scroll to an entry and hold it on screen while its surroundings find their height, until the reader moves; the `last`
   * of the list is held at its end. Words of it that are looked for (`range`) are what is held where they are given.
   * @type {(article: HTMLElement, last: boolean, range?: Range | null) => void}
   */
  hold(article, last, range = null) {
    this.held = { article, last, range, top: this.root.scrollTop };
    if (range !== null) this.#besideEdges(range);
    // The browser's own anchor would hold what it finds at the top of the window.
    this.root.style.overflowAnchor = "none";
    this.#toHeld();
    requestAnimationFrame(() => this.#toHeld());
  }

  #toHeld() {
    const { held, root } = this;
    if (this.#moved()) this.letGo();
    if (!held || !this.held || !held.article.isConnected || root.clientHeight === 0) return;
    const fits = held.article.offsetHeight <= root.clientHeight * 0.8;
    if (held.range?.startContainer.isConnected) this.#toRange(held.range);
    else if (held.last && fits) root.scrollTop = root.scrollHeight;
    else held.article.scrollIntoView({ block: fits ? "center" : "start" });
    held.top = root.scrollTop;
  }

  /**
   * Words that are looked for stand in the upper half of the window.
   * @type {(range: Range) => void}
   */
  #toRange(range) {
    const { root } = this;
    root.scrollTop += range.getBoundingClientRect().top - root.getBoundingClientRect().top - root.clientHeight / 3;
  }

  /**
   * A box that scrolls sideways shows them too.
   * @type {(range: Range) => void}
   */
  #besideEdges(range) {
    for (let up = range.startContainer.parentElement; up !== null && up !== this.root; up = up.parentElement) {
      if (up.scrollWidth <= up.clientWidth + 1) continue;
      const past = range.getBoundingClientRect().right - up.getBoundingClientRect().right;
      if (past > 0) up.scrollLeft += past + up.clientWidth / 3;
    }
  }

  /** Has anybody else scrolled since? Content that shrinks may pull the end of the list down; that is nobody. */
  #moved() {
    const { held, root } = this;
    if (!held) return false;
    const atEnd = root.scrollTop >= root.scrollHeight - root.clientHeight - 2;
    return Math.abs(root.scrollTop - held.top) > 2 && !(atEnd && root.scrollTop < held.top);
  }

  letGo() {
    this.held = null;
    this.root.style.overflowAnchor = "";
  }

  /**
   * Change the list without moving what is being read.
   * @type {(change: () => void) => void}
   */
  whileChanging(change) {
    const top = this.root.getBoundingClientRect().top;
    const held = this.firstOnScreen(top);
    const before = held ? held.getBoundingClientRect().top : 0;
    this.root.style.overflowAnchor = "none";
    change();
    if (held && held.isConnected) this.root.scrollTop += held.getBoundingClientRect().top - before;
    if (this.held) this.held.top = this.root.scrollTop;
    requestAnimationFrame(() => {
      if (!this.held) this.root.style.overflowAnchor = "";
    });
  }

  /**
   * The first of the list that reaches below this height of the window.
   * @type {(top: number) => Element | null}
   */
  firstOnScreen(top) {
    const nodes = this.list.children;
    let low = 0;
    let high = nodes.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (nodes[middle].getBoundingClientRect().bottom <= top) low = middle + 1;
      else high = middle;
    }
    return nodes[low] || null;
  }
}
