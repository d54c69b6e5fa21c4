/** Diagnose, Compare and Integrity work without this: the theme button, one language for all pages, times in
 * the zone that the reader chose, and an address that names the entry an answer is about. */
import { startTheme } from "./chrome.js";
import { elementsOf, make, must } from "./dom.js";
import { timeNode } from "./entry.js";
import { startHelp, startHelpKey } from "./help.js";
import { recall, remember } from "./state.js";
import { chosenZone, stampText, zoneName } from "./time.js";
import { plainText, shorten } from "./visible-text.js";
import { currentLanguage, keepLanguage, keptLanguage, t, translatePage } from "./words.js";

/** The pages that scripts write follow the language of this one; a choice that the server was never told goes first. */
function agreeOnLanguage() {
  const written = document.documentElement.dataset.language || "en";
  const remembered = recall("language", written);
  if (remembered === written) return;
  if (keptLanguage() === "" && keepLanguage(remembered)) location.reload();
  else remember("language", written);
}

/** The theme button is of no use without scripts, so it waits for them. */
function showThemeButton() {
  const node = must("#theme", HTMLElement);
  startTheme(node);
  node.hidden = false;
}

/** Another session has other entries: the page is asked again as soon as one is chosen. */
function askAgainForSession() {
  const form = document.querySelector("form[data-choose]");
  if (form instanceof HTMLFormElement) must("[name=other]", HTMLElement, form).addEventListener("change", () => form.requestSubmit());
}

/** An answer is about one entry, also when another one is the active leaf by then: the address names it. */
function ownAddress() {
  const link = document.querySelector("link[rel=canonical]");
  if (link instanceof HTMLLinkElement) history.replaceState(null, "", link.href + location.hash);
}

const STAMP_NEAR_END = /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC(?=( · [^·]*)?$)/;

/** Times in the zone that the reader chose in the viewer; where nothing is marked as one, in the words for a session. */
function showZone() {
  for (const node of elementsOf(document, "time[datetime]")) node.replaceWith(timeNode(Date.parse(node.getAttribute("datetime") || "")));
  for (const node of elementsOf(document, "[data-stamps] option, [data-stamped]")) {
    node.textContent = (node.textContent || "").trim().replace(STAMP_NEAR_END, (all, day, clock) => stampText(Date.parse(`${day}T${clock}Z`), currentLanguage()) ?? all);
  }
  for (const node of elementsOf(document, "[data-zone]")) node.textContent = t("time.inZone", { zone: chosenZone() ?? zoneName() });
}

/** What the address names may be folded away: it is unfolded, and brought into view. */
function openNamed() {
  let name = location.hash.slice(1);
  try {
    name = decodeURIComponent(name);
  } catch {
    // No name of ours holds a stray percent sign.
  }
  document.getElementById("unknown-name")?.remove();
  if (name === "") return;
  const named = document.getElementById(name);
  if (named === null) {
    document.querySelector("main")?.prepend(make("p", { class: "problem", id: "unknown-name", role: "alert" }, t("report.unknownName", { name: shorten(plainText(name), 80) })));
    return;
  }
  for (let fold = named.closest("details:not([open])"); fold !== null; fold = fold.parentElement?.closest("details:not([open])") ?? null) fold.setAttribute("open", "");
  named.scrollIntoView({ block: "center" });
}

agreeOnLanguage();
showZone();
ownAddress();
showThemeButton();
translatePage(document);
startHelpKey(startHelp());
askAgainForSession();
openNamed();
addEventListener("hashchange", openNamed);
