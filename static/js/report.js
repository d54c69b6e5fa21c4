/** Diagnose, Compare and Integrity work without this: the theme button, and one language for all pages. */
import { startTheme } from "./chrome.js";
import { must } from "./dom.js";
import { recall, remember } from "./state.js";
import { keepLanguage, keptLanguage } from "./words.js";

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

agreeOnLanguage();
showThemeButton();
askAgainForSession();
