/** What only an exported page has: the note to its reader, and printing the whole branch. */
import { countText } from "./numbers.js";
import { byId, showNotice } from "./topbar.js";
import { t } from "./words.js";

/** More entries than this nobody prints; the page says which they are. */
const MOST_PRINTED = 3000;

function startNote() {
  const note = byId("export-note");
  const more = byId("export-more");
  /** @type {(open: boolean) => void} */
  const paint = (open) => {
    note.dataset.open = open ? "1" : "0";
    more.setAttribute("aria-expanded", String(open));
    more.textContent = t(open ? "export.less" : "export.more");
  };
  more.hidden = false;
  more.addEventListener("click", () => paint(note.dataset.open === "0"));
  paint(false);
  const said = document.getElementById("export-said");
  if (said === null) return;
  const close = byId("export-said-close");
  close.hidden = false;
  close.addEventListener("click", () => { said.hidden = true; });
}

/**
 * The browser's own command prints what is laid out, and nothing can be waited for: then the paper says so.
 * @type {(page: Page) => void}
 */
function tellRange(page) {
  const { low, high, path } = page.transcript;
  const asked = document.documentElement.dataset.printing === "1";
  const partly = !asked && (low > 0 || high < path.length);
  const text = t(partly ? "export.printedPart" : "export.printed", { from: countText(Math.min(low + 1, high)), to: countText(high), n: countText(path.length) });
  byId("print-range").textContent = text;
  byId("print-range-end").textContent = partly ? text : "";
}

/**
 * Lay out the branch in full, nothing folded, print it, and go back to where the reader was.
 * @type {(page: Page) => Promise<void>}
 */
async function printBranch(page) {
  const root = document.documentElement;
  if (root.dataset.printing === "1") return;
  root.dataset.printing = "1";
  showNotice("print", t("export.printing"));
  try {
    await page.transcript.layOut(MOST_PRINTED);
    print();
  } finally {
    delete root.dataset.printing;
    document.querySelector("#notices [data-subject=print]")?.remove();
    page.transcript.startAgain(page.chosen);
  }
}

/**
 * Wire the parts of an exported page.
 * @type {(page: Page) => void}
 */
export function startExportPage(page) {
  startNote();
  byId("print").addEventListener("click", () => printBranch(page));
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== "p" || page.viewName !== "transcript") return;
    event.preventDefault();
    printBranch(page);
  });
  addEventListener("beforeprint", () => tellRange(page));
}
