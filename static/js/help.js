/**
 * The help of the page, from one source: what the words mean, what is stored and what is used, the usual
 * misconceptions, all keys, and the few things a reader can set.
 */
import { chooseDiffForm, DIFF_FORMS, diffForm } from "./diff-view.js";
import { make, must, replaceAll } from "./dom.js";
import { KEY_HELP } from "./keyboard.js";
import { recall, remember } from "./state.js";
import { chosenZone, zoneName, zoneNames } from "./time.js";
import { t } from "./words.js";

/** Words that the page uses; each has `help.term.NAME`, `.stored` and `.used`. */
const TERMS = ["history", "tree", "context", "summary", "external", "retrieval"];
const MORE_TERMS = ["boundary", "branch", "wire"];
const MISCONCEPTIONS = 5;

function termTable() {
  const heads = [t("help.word"), t("help.stored"), t("help.used")];
  return make("table", { class: "data stacks help-terms" },
    make("thead", null, make("tr", null, heads.map((text) => make("th", { scope: "col" }, text)))),
    make("tbody", null, TERMS.map((name) => make("tr", null, make("th", { scope: "row" }, t(`help.term.${name}`)),
      make("td", { data: { label: heads[1] } }, t(`help.${name}.stored`)), make("td", { data: { label: heads[2] } }, t(`help.${name}.used`))))));
}

/** @type {Readonly<Record<string, string>>} */
const KEY_NAMES = Object.freeze({ ArrowUp: "\u2191", ArrowDown: "\u2193", ArrowLeft: "\u2190", ArrowRight: "\u2192", PageUp: "PgUp", PageDown: "PgDn", Escape: "Esc" });

/**
 * What stands on the key.
 * @type {(key: string) => HTMLElement}
 */
function keyCap(key) {
  return make("kbd", null, key === " " ? t("key.space") : KEY_NAMES[key] || key);
}

function keyList() {
  // An exported page has no list of sessions beside it.
  const exported = document.documentElement.dataset.export !== undefined;
  const places = [...new Set(KEY_HELP.map(({ place }) => place))].filter((place) => place !== "list" || !exported);
  return make("div", { class: "key-groups" }, places.map((place) => make("div", { class: "key-group" }, make("h4", null, t(`key.in.${place}`)),
    make("dl", { class: "facts keys" }, KEY_HELP.filter((item) => item.place === place).map(({ keys, word }) => [
      make("dt", null, keys.map((key, at) => [at > 0 ? " " : "", keyCap(key)])), make("dd", null, t(word))])))));
}

/** @type {(label: string, id: string, options: string[][], value: string, onchange: (value: string) => void) => HTMLElement[]} */
function setting(label, id, options, value, onchange) {
  return [make("dt", null, make("label", { for: id }, label)), make("dd", null, make("select", { id, class: "input", onchange: (event) => onchange(event.currentTarget.value) },
    options.map(([key, text]) => make("option", { value: key, selected: key === value }, text))))];
}

/**
 * Another zone writes every stamp anew: the page starts again, at the same place.
 * @type {(name: string) => void}
 */
function chooseZone(name) {
  remember("zone", name === "" ? null : name);
  remember("help", "set.title");
  location.reload();
}

function settings() {
  const zones = [["", t("set.zoneOwn", { name: zoneName() })], ["UTC", "UTC"], ...zoneNames().filter((name) => name !== "UTC").map((name) => [name, name.replace(/_/g, " ")])];
  return make("dl", { class: "facts settings" },
    setting(t("set.zone"), "set-zone", zones, chosenZone() || "", chooseZone),
    setting(t("diff.form"), "set-diff", DIFF_FORMS.map((form) => [form, t(`diff.${form}`)]), diffForm(), chooseDiffForm));
}

/**
 * Wire the button and the dialog of a page; "?" is the page's own matter.
 * @type {() => () => void}
 */
export function startHelp() {
  const dialog = must("#help-dialog", HTMLDialogElement);
  const node = must("#help", HTMLElement);
  const open = () => openHelp(dialog);
  node.hidden = false;
  node.addEventListener("click", open);
  must("#help-close", HTMLElement).addEventListener("click", () => dialog.close());
  // It was open when a choice in it made the page start anew.
  const part = recall("help", "");
  remember("help", null);
  if (part !== "") {
    openHelp(dialog)[part]?.scrollIntoView({ block: "start" });
    document.getElementById("set-zone")?.focus({ preventScroll: true });
  }
  return open;
}

/**
 * "?" opens the help, where nobody types.
 * @type {(open: () => void) => void}
 */
export function startHelpKey(open) {
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element && event.target.closest("input:not([type=checkbox]), select, textarea") !== null;
    if (event.key !== "?" || typing || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    open();
  });
}

/**
 * Fill the dialog and open it; its parts are the result.
 * @type {(dialog: HTMLDialogElement) => Record<string, HTMLElement>}
 */
function openHelp(dialog) {
  /** @type {Record<string, HTMLElement>} */
  const parts = {
    "help.keys": make("section", null, make("h3", null, t("help.keys")), keyList()),
    "set.title": make("section", null, make("h3", null, t("set.title")), settings(), make("p", { class: "muted" }, t("set.local"))),
    "help.words": make("section", null, make("h3", null, t("help.words")), termTable(), MORE_TERMS.map((name) => make("p", null, t(`help.${name}`)))),
    "help.wrong": make("section", null, make("h3", null, t("help.wrong")),
      make("ul", { class: "help-wrong" }, Array.from({ length: MISCONCEPTIONS }, (_, at) => make("li", null, make("b", null, t(`help.wrong.${at + 1}`)), " ", t(`help.right.${at + 1}`)))),
      make("p", { class: "muted" }, t("legend.limits"))),
  };
  // Where there is hardly a keyboard, the keys come last.
  const order = matchMedia("(max-width: 700px)").matches ? ["help.words", "help.wrong", "set.title", "help.keys"] : Object.keys(parts);
  replaceAll(must("#help-body", HTMLElement, dialog),
    make("div", { class: "chips help-parts", role: "group", "aria-label": t("help.parts") }, order.map((word) =>
      make("button", { type: "button", class: "chip", onclick: () => parts[word].scrollIntoView({ block: "start" }) }, t(word)))),
    order.map((word) => parts[word]));
  dialog.showModal();
  dialog.scrollTop = 0;
  return parts;
}
