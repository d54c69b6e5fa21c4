/** The right pane: Details, Seen by model, Raw. It shows one chosen entry. */
import { copyButtons } from "./copying.js";
import { button, make, replaceAll, textNodes } from "./dom.js";
import { entryFacts, toolPart } from "./entry-kinds.js";
import { billedName, factList, foldPart, jsonPart, jsonText, modelName, wordOf } from "./entry-parts.js";
import { kindLabel, notReached, railWord, rowNumbers, statusSentence, statusWords, timeNode } from "./entry.js";
import { lineInList, partsLeftOut, promptLeftOut, sentLeftOut } from "./left-out.js";
import { byteText, countText, rowsShown } from "./numbers.js";
import { encodePart, SIDE_PANES } from "./state.js";
import { whyOf } from "./source.js";
import { sharePart, stepButtons } from "./step-view.js";
import { visibilityFromContext } from "./visibility.js";
import { currentLanguage, t, wordFor } from "./words.js";

const LIST_PAGE = 100;
const RAW_LIMIT = 200_000;

/**
 * To the page that says whether the model has this entry in view where the rail is seen from; a served page only.
 * @type {(env: Page, row: number) => HTMLElement | null}
 */
function diagnoseLink(env, row) {
  const { key } = document.documentElement.dataset;
  if (!key || env.model.index.eventLog || env.viewRow < 0) return null;
  const asked = `entry=${encodePart(env.model.name(row))}&at=${encodePart(env.model.name(env.viewRow))}`;
  return make("a", { class: "button", href: `/s/${encodePart(key)}/diagnose?${asked}`, "data-diagnose": "" }, t("side.diagnose"));
}

/** The pane in its element. */
export class Details {
  /** @type {string | undefined} */
  said;

  /**
   * @param {HTMLElement} root
   * @param {Page} env
   */
  constructor(root, env) {
    this.root = root;
    this.env = env;
    this.pane = "details";
    this.row = -1;
    this.turn = 0;
    this.tabs = make("div", { class: "side-tabs", role: "tablist", "aria-label": t("side.label") });
    this.body = make("div", { class: "side-body", id: "side-body", role: "tabpanel", tabindex: "0" });
    root.append(make("h2", { class: "visually-hidden" }, t("side.label")), this.tabs, this.body);
  }

  /**
   * Show this entry; -1 shows what to do.
   * @type {(row: number, pane?: string) => void}
   */
  show(row, pane = this.pane) {
    // While an earlier time is gone to, the entry shown may not have been there yet.
    this.row = row < this.env.model.n ? row : this.env.chosen;
    this.pane = SIDE_PANES.includes(pane) ? pane : "details";
    this.turn += 1;
    this.#drawTabs();
    if (this.row < 0) replaceAll(this.body, make("p", { class: "empty" }, t("side.nothing")));
    else if (this.pane === "details") this.#details(this.turn);
    else if (this.pane === "seen") this.#seen(this.turn);
    else this.#raw(this.turn);
    // Scrolling asks for the layout of the whole page: not while the page begins, when there is nothing to scroll back.
    if (this.turn > 1) this.body.scrollTop = 0;
  }

  /** Another time is gone to: what was asked for is not for it, and the entry of then is shown soon. */
  wait() {
    this.turn += 1;
  }

  /** The view has become exact: say so where it changes what is said about the entry. */
  newView() {
    if (this.pane === "details" && this.row >= 0 && this.row < this.env.model.n && this.said !== this.#says()) this.show(this.row);
  }

  #says() {
    const { model, view } = this.env;
    // A label and children may come while the session grows.
    const grown = `${model.childCount(this.row)} ${model.labels.get(this.row) ?? ""}`;
    return `${view.at} ${view.word(this.row)} ${grown} ${statusSentence(model, view, this.row, this.env.onBranch(this.row))}`;
  }

  #drawTabs() {
    replaceAll(this.tabs, SIDE_PANES.map((name) => make("button", {
      type: "button", role: "tab", class: "tab", "aria-selected": String(name === this.pane), "aria-controls": "side-body",
      onclick: () => {
        this.show(this.row, name);
        this.env.savePlace();
      },
    }, t(`side.${name}`))),
    make("span", { class: "side-place" }, this.row >= 0 ? `L${this.env.model.line[this.row]}` : ""),
    button("\u00d7", () => this.env.closeSide(), { class: "button icon side-close", "aria-label": t("side.close"), title: t("side.close") }));
  }

  /** @type {(turn: number, error: unknown, box?: HTMLElement) => void} */
  #failed(turn, error, box = this.body) {
    if (turn === this.turn) replaceAll(box, make("p", { class: "bad", data: { failed: "" } }, t("load.failed", { why: whyOf(error) })));
  }

  /** Ask again for what could not be loaded. */
  retry() {
    if (this.row >= 0 && this.body.querySelector("[data-failed]")) this.show(this.row);
  }

  /** @type {(rows: number[]) => Child} */
  #rowList(rows) {
    const shown = rows.slice(0, rowsShown(rows.length, 12));
    return [shown.map((row, at) => [at > 0 ? t("punct.comma") : "", this.env.lineLink(row, `L${this.env.model.line[row]}`)]),
      rows.length > shown.length ? t("side.andMore", { n: rows.length - shown.length }) : ""];
  }

  /** @type {(turn: number) => Promise<void>} */
  async #details(turn) {
    const { env, row } = this;
    const { model, view } = env;
    const onBranch = env.onBranch(row);
    this.said = this.#says();
    const parent = model.parent[row];
    const children = Array.from(model.children(row));
    const preview = lineInList(model, env.previews, row);
    const extra = make("div");
    replaceAll(this.body,
      make("div", { class: "verdict", data: { rail: railWord(view, row, onBranch) } },
        make("div", { class: "rail", "aria-hidden": "true" }),
        make("div", null, make("b", null, statusWords(model, view, row, onBranch)),
          make("p", null, textNodes(statusSentence(model, view, row, onBranch))),
          make("p", { class: "muted" }, view.at >= 0 ? [t("side.viewAt"), " ", env.lineLink(view.at, `L${model.line[view.at]}`)] : ""))),
      factList([
        [t("facts.entry"), make("code", { class: "wrap" }, textNodes(model.name(row)))],
        [t("facts.line"), `${model.line[row]} \u00b7 ${byteText(model.bytes[row])}`],
        [t("facts.kind"), [make("b", null, textNodes(kindLabel(model, row))), model.whatName(row) ? [" \u00b7 ", textNodes(model.roleName(row) === "assistant" || model.kindName(row) === "model_change" ? billedName(model.whatName(row)) : model.whatName(row))] : ""]],
        [t("facts.type"), make("code", null, textNodes([model.kindName(row), model.roleName(row)].filter(Boolean).join(" / ")))],
        [t("facts.time"), timeNode(model.time[row])],
        [t("facts.label"), model.labels.has(row) ? make("span", { class: "label-chip" }, textNodes(model.labels.get(row) || "")) : null],
        [t("facts.parent"), parent >= 0 ? env.lineLink(parent, `L${model.line[parent]}`) : t(model.index.eventLog ? "facts.noChildren" : "facts.root")],
        [t("facts.children"), children.length > 0 ? this.#rowList(children) : t(model.isLeaf(row) ? "facts.leaf" : "facts.noChildren")],
        ...rowNumbers(model, row),
        [t("export.leftOut"), partsLeftOut(model, row).join("; ") || null],
        [t("facts.notes"), this.#notes(row)],
        [t("facts.preview"), onBranch ? null : textNodes(preview || "")],
      ]),
      extra,
      make("div", { class: "side-actions" },
        onBranch ? null : button(t("side.openBranch"), () => env.choose(row, { open: true, focus: true })),
        stepButtons(env, row), diagnoseLink(env, row), copyButtons(env, row)));
    try {
      const item = env.transcript.itemShown(row) || (await env.source.entries([row]))[0];
      if (turn === this.turn && item) replaceAll(extra, factList(entryFacts(item)));
    } catch (error) {
      this.#failed(turn, error, extra);
    }
  }

  /** @type {(row: number) => string | null} */
  #notes(row) {
    const { model } = this.env;
    const notes = [];
    if (model.cyclic.has(row)) notes.push(t("notes.cyclic"));
    if (model.find(model.name(row)) !== row) notes.push(t("notes.shadowed"));
    return notes.length > 0 ? notes.join(" ") : null;
  }

  /** @type {(turn: number) => Promise<void>} */
  async #seen(turn) {
    replaceAll(this.body, make("p", { class: "muted" }, t("load.context")));
    try {
      const context = await this.env.source.context(this.row);
      if (turn !== this.turn) return;
      replaceAll(this.body, context.throws ? make("p", { class: "error-box" }, t("seen.throws"), " ", textNodes(currentLanguage() === "zh" && context.throwsSaid || context.throws)) : null,
        this.#seenFacts(context), sharePart(this.env.model, context), this.#seenPrompt(context), this.#lists(context), this.#omitted(context));
    } catch (error) {
      this.#failed(turn, error);
    }
  }

  /** @type {(context: ContextView) => Leaf[]} */
  #seenFacts(context) {
    const { env } = this;
    const { model } = env;
    const tokens = context.tokens;
    const boundary = context.compaction;
    const left = sentLeftOut(model, context, modelName(context.model));
    return [
      context.local ? make("p", { class: "note" }, t("seen.local")) : null,
      make("p", { class: "lead" }, t(context.local ? "seen.leadLocal" : notReached(model, env.view) ? "seen.leadWould" : "seen.lead", { line: model.line[context.at], wire: context.local ? context.visible.length : context.wire.length, path: context.path.length })),
      model.roleName(context.at) === "assistant" && context.visible.includes(context.at) ? make("p", { class: "note", data: { part: "itself" } }, t("seen.itself")) : null,
      left ? make("p", { class: "note", data: { part: "left-out" } }, t(notReached(model, env.view) ? "seen.leftOutWould" : "seen.leftOut", left)) : null,
      factList([
        [t("seen.model"), textNodes((context.model && modelName(context.model)) || t("seen.noModel"))],
        [t("seen.thinking"), context.thinkingLevel ? textNodes(wordOf(context.thinkingLevel)) : null],
        [t("seen.measured"), Number.isFinite(context.measured) && context.measured !== null
          ? [t("seen.measuredValue", { n: countText(context.measured) }), " ", context.measuredRow >= 0 ? env.lineLink(context.measuredRow, `L${model.line[context.measuredRow]}`) : ""]
          : t("seen.notMeasured")],
        [t("seen.estimate"), tokens && Number.isFinite(tokens.tokens) ? estimateText(tokens) : null],
        [t("seen.boundary"), boundary ? [env.lineLink(boundary.row, `L${model.line[boundary.row]}`),
          boundary.keptRow >= 0 ? [t("seen.keptFrom"), " ", env.lineLink(boundary.keptRow, `L${model.line[boundary.keptRow]}`)] : t("seen.keptNone")] : t("seen.noBoundary")],
        [t("seen.edits"), context.edits.length > 0 ? this.#rowList(context.edits.map((edit) => edit.row)) : null],
      ]),
    ];
  }

  /**
   * Why there is no prompt at this point: none recorded, or one that was taken on the way.
   * @type {(context: ContextView) => Child}
   */
  #noPrompt(context) {
    const { env } = this;
    const { model } = env;
    const row = context.promptTakenBy;
    if (promptLeftOut(model, context)) return t("seen.promptNotHere");
    if ((model.index.leftOut || []).includes("prompt") && !model.index.leftOutRows) return t("seen.promptLeftOut");
    if (!context.promptRecorded) return t("seen.promptUnknown");
    if (!(row >= 0)) return t("seen.promptEmpty");
    const taken = model.kindName(row) === "context_edit" ? "seen.promptEdited" : "seen.promptTaken";
    return [t(taken), " ", env.lineLink(row, `L${model.line[row]}`), taken === "seen.promptTaken" ? ` ${t("seen.promptReturns")}` : ""];
  }

  /** @type {(context: ContextView) => Child} */
  #seenPrompt(context) {
    const { prompt } = context;
    if (!prompt) return make("p", { class: "note" }, this.#noPrompt(context));
    const sections = Object.entries(prompt.sections || {});
    const tools = prompt.tools || [];
    return [
      foldPart(make("span", null, make("b", null, t("seen.prompt")), " ", make("span", { class: "muted" }, t("prompt.chars", { n: countText((prompt.text || "").length) }))),
        () => (sections.length > 0 ? sections.map(([name, text]) => foldPart(textNodes(name), () => jsonPart(String(text))))
          .concat(foldPart(t("seen.promptWhole"), () => jsonPart(prompt.text || ""))) : jsonPart(prompt.text || ""))),
      foldPart(make("span", null, make("b", null, t("seen.tools")), " ", make("span", { class: "muted" }, t("seen.toolCount", { n: tools.length }))),
        () => tools.map(toolPart)),
    ];
  }

  /**
   * Context list, messages for the model, wire: three answers, kept apart.
   * @type {(context: ContextView) => Child}
   */
  #lists(context) {
    /** @type {Record<string, MessageList>} */
    const lists = {
      entries: { rows: context.entries.map((row) => ({ row, role: "" })), name: null },
      llm: { rows: context.llm, name: "llm" },
      wire: { rows: context.wire, name: "wire" },
    };
    if (context.local) for (const name of ["llm", "wire"]) delete lists[name];
    const body = make("div", { class: "seen-list" });
    const tabs = make("div", { class: "chips", role: "group", "aria-label": t("seen.lists") });
    /** @type {(chosen: string) => void} */
    const draw = (chosen) => {
      replaceAll(tabs, Object.keys(lists).map((key) => make("button", { type: "button", class: "chip", "aria-pressed": String(key === chosen), onclick: () => draw(key) },
        t(`seen.${key}`), " ", make("span", { class: "count" }, countText(lists[key].rows.length)))));
      replaceAll(body, make("p", { class: "muted" }, t(`seen.${chosen}About`)), this.#listRows(context, lists[chosen], Math.max(0, lists[chosen].rows.length - LIST_PAGE)));
    };
    draw(context.local ? "entries" : "wire");
    return [make("h3", null, t("seen.lists")), tabs, body];
  }

  /** @type {(context: ContextView, list: MessageList, from: number) => HTMLElement} */
  #listRows(context, list, from) {
    const box = make("ol", { class: "seen-rows", start: String(from + 1) });
    for (let at = from; at < list.rows.length; at += 1) box.append(this.#listRow(context, list, at));
    const earlier = from > 0 ? button(t("edge.earlier", { n: countText(from) }), (event) => {
      const next = Math.max(0, from - LIST_PAGE);
      event.currentTarget.parentElement?.replaceWith(this.#listRows(context, list, next));
    }, { class: "button quiet" }) : null;
    return make("div", null, earlier, list.rows.length === 0 ? make("p", { class: "muted" }, t("seen.listEmpty")) : box);
  }

  /** @type {(context: ContextView, list: MessageList, at: number) => HTMLElement} */
  #listRow(context, list, at) {
    const { env } = this;
    const { row, role, tokens, preview } = list.rows[at];
    const real = row >= 0;
    const label = real && !role ? kindLabel(env.model, row) : wordFor("role", role) || role;
    const itself = real && row === context.at && env.model.roleName(row) === "assistant";
    const summary = [make("b", null, textNodes(label)), " ", itself ? [make("span", { class: "tag" }, t("seen.itselfTag")), " "] : null,
      real ? env.previewNode(row, 90, preview) : make("span", { class: "muted" }, t("seen.madeUp")),
      make("span", { class: "seen-end" }, Number.isFinite(tokens) ? `~${countText(tokens)}` : "")];
    // The link stands beside the summary, not in it: nothing that can be pressed holds another.
    const place = make("span", { class: "seen-place" }, real ? env.lineLink(row, `L${env.model.line[row]}`) : "");
    const { name } = list;
    if (name === null) return make("li", { class: "seen-item" }, make("div", { class: "seen-row" }, summary), place);
    return make("li", { class: "seen-item" }, foldPart(make("span", { class: "seen-row" }, summary), () => {
      const box = make("div", null, make("p", { class: "muted" }, t("load.message")));
      env.source.messages(context.at, name, at, at + 1).then(
        ([message]) => replaceAll(box, message && message.stored ? make("p", { class: "note" }, t("seen.asStored")) : null, message ? jsonPart(message.value) : make("p", { class: "muted" }, t("load.missing"))),
        (/** @type {unknown} */ error) => replaceAll(box, make("p", { class: "bad" }, t("load.failed", { why: whyOf(error) }))));
      return box;
    }), place);
  }

  /** @type {(context: ContextView) => Child} */
  #omitted(context) {
    /** @type {Map<string, Omission[]>} */
    const groups = new Map();
    const brought = new Set((context.visibility || {}).summary || []);
    for (const item of context.omitted) {
      // A checkpoint brings the prompt back, though its entry is cut off.
      const key = brought.has(item.row) ? "summary" : item.code;
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
    const title = make("h3", null, t("seen.omitted"), " ", make("span", { class: "count" }, countText(context.omitted.length)));
    if (groups.size === 0) return [title, make("p", { class: "muted" }, t("seen.nothingOmitted"))];
    return [title, [...groups].map(([code, items]) => foldPart(
      make("span", null, make("b", null, countText(items.length)), " ", textNodes(code === "summary" ? t("sentence.summary") : wordFor("why", code) || items[0].why || code)),
      () => this.#omittedRows(items, 0), { open: items.length <= 8 }))];
  }

  /** @type {(items: Omission[], from: number) => HTMLElement} */
  #omittedRows(items, from) {
    const { env } = this;
    const shown = items.slice(from, from + rowsShown(items.length - from, LIST_PAGE));
    const rows = make("ul", { class: "seen-rows" }, shown.map((item) => make("li", { class: "seen-row" },
      make("b", null, textNodes(kindLabel(env.model, item.row))), " ", env.previewNode(item.row, 90),
      make("span", { class: "seen-end" }, env.lineLink(item.row, `L${env.model.line[item.row]}`)))));
    const rest = items.length - from - shown.length;
    if (rest > 0) rows.append(make("li", null, button(t("edge.more", { n: countText(rest) }), (event) => {
      event.currentTarget.parentElement?.replaceWith(...this.#omittedRows(items, from + LIST_PAGE).children);
    }, { class: "button quiet" })));
    return rows;
  }

  /** @type {(turn: number) => Promise<void>} */
  async #raw(turn) {
    replaceAll(this.body, make("p", { class: "muted" }, t("load.raw")));
    try {
      const raw = await this.env.source.raw(this.row);
      if (turn === this.turn) this.#drawRaw(raw, false);
    } catch (error) {
      this.#failed(turn, error);
    }
  }

  /** @type {(raw: RawLine, asStored: boolean) => void} */
  #drawRaw(raw, asStored) {
    let formatted = null;
    try {
      formatted = jsonText(JSON.parse(raw.text));
    } catch {
      // Not JSON as the browser reads it: only the stored line can be shown.
    }
    const text = asStored || formatted === null ? raw.text : formatted;
    replaceAll(this.body,
      make("p", { class: "muted" }, t("raw.place", { line: raw.line }), Number.isFinite(raw.offset) && raw.offset !== null ? t("raw.offset", { offset: countText(raw.offset) }) : "",
        ` \u00b7 ${byteText(raw.length)}`),
      make("div", { class: "side-actions" },
        formatted === null ? null : button(t(asStored ? "raw.formatted" : "raw.stored"), () => this.#drawRaw(raw, !asStored)),
        button(t("raw.copy"), (event) => this.env.copy(raw.text, event.currentTarget))),
      raw.cut ? make("p", { class: "note" }, t("raw.cut")) : null,
      make("pre", { class: "block raw", tabindex: "0" }, textNodes(text.slice(0, RAW_LIMIT))),
      text.length > RAW_LIMIT ? make("p", { class: "note" }, t("json.cut", { shown: countText(RAW_LIMIT), total: countText(text.length) })) : null);
  }
}

/**
 * What pi's own number is made of: what the last reply was billed for, and characters by four for the rest.
 * @type {(estimate: TokenEstimate) => string}
 */
function estimateText({ tokens, usageTokens, trailingTokens }) {
  const n = countText(tokens);
  if (!(usageTokens > 0)) return t("seen.estimateGuess", { n });
  return trailingTokens > 0 ? t("seen.estimateBoth", { n, used: countText(usageTokens), guessed: countText(trailingTokens) }) : t("seen.estimateReply", { n });
}

/**
 * Ask the source for the view at a row, as statuses of the rail.
 * @type {(source: Source, model: Model, row: number) => Promise<View>}
 */
export async function fetchView(source, model, row) {
  return visibilityFromContext(model, await source.context(row));
}
