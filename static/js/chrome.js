/** What list and session page share: theme, language, stamps written by the server. */
import { elementsOf, must } from "./dom.js";
import { timeNode } from "./entry.js";
import { recall, remember } from "./state.js";
import { currentLanguage, keepLanguage, t, translatePage } from "./words.js";

const THEMES = ["system", "light", "dark"];
/** @type {Record<string, string>} */
const THEME_SIGNS = { system: "\u25d0", light: "\u2600\ufe0e", dark: "\u263e" };

/** @type {(node: HTMLElement, name: string) => void} */
function paintTheme(node, name) {
  if (name === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  const label = t("bar.theme", { name: t(`theme.${name}`) });
  node.textContent = THEME_SIGNS[name];
  node.title = label;
  node.setAttribute("aria-label", label);
}

/**
 * Wire the theme button: system, light, dark, and round again.
 * @type {(node: HTMLElement) => void}
 */
export function startTheme(node) {
  let name = recall("theme", "system");
  if (!THEMES.includes(name)) name = "system";
  paintTheme(node, name);
  node.addEventListener("click", () => {
    name = THEMES[(THEMES.indexOf(name) + 1) % THEMES.length];
    remember("theme", name === "system" ? null : name);
    paintTheme(node, name);
  });
}

/**
 * Wire the language button: the page starts anew in the other language, at the same place.
 * @type {(node: HTMLElement) => void}
 */
function startLanguage(node) {
  node.textContent = t("bar.language");
  node.title = t("bar.languageTitle");
  node.lang = currentLanguage() === "zh" ? "en" : "zh-CN";
  node.addEventListener("click", () => {
    const other = currentLanguage() === "zh" ? "en" : "zh";
    remember("language", other);
    keepLanguage(other);
    location.reload();
  });
}

/** Theme, language, words and stamps of a page. */
export function startChrome() {
  translatePage(document);
  if (recall("language", "")) keepLanguage(currentLanguage());
  startTheme(must("#theme", HTMLElement));
  startLanguage(must("#language", HTMLElement));
  for (const node of elementsOf(document, "time[data-instant]")) node.replaceWith(timeNode(Date.parse(node.dataset.instant || "")));
}
