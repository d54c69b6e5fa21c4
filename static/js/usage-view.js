/** The usage part of the Totals view: context size, cost, cache, hidden usage, and a table that reconciles the sums. */
import { chartAxes, chartBox, chartKey, colour, faded, fromZero, linesRange, pointed, uprights } from "./charts.js";
import { button, make, replaceAll, table, textNodes } from "./dom.js";
import { copiedPart } from "./left-out.js";
import { costText, countText, rowsShown, tokenText } from "./numbers.js";
import { whyOf } from "./source.js";
import { spanText } from "./time.js";
import { buckets, thinned, UsageBook } from "./usage-model.js";
import { t } from "./words.js";

const SHOWN_MISSES = 12;
const SUMMARY_LIMIT = 60;

/**
 * Dollars beside an axis: as few characters as say it.
 * @type {(value: number) => string}
 */
function axisCost(value) {
  if (!(Math.abs(value) >= 1)) return value === 0 ? "$0" : `$${Number(value.toPrecision(3))}`;
  return `$${value.toLocaleString("en-US", { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 })}`;
}

/**
 * The book of the model that is shown, made once per model.
 * @type {(env: Page) => Promise<UsageBook>}
 */
export async function usageBook(env) {
  const { model } = env;
  if (env.bookFor === model && env.book) return env.book;
  const book = env.source.usage().then((records) => new UsageBook(upTo(records, model.n), model));
  env.bookFor = model;
  env.book = book;
  book.catch(() => { env.bookFor = null; });
  return book;
}

/**
 * Records of the rows there are: an earlier point in time has fewer.
 * @type {(records: UsageRecords, n: number) => UsageRecords}
 */
function upTo(records, n) {
  let count = records.row.length;
  while (count > 0 && records.row[count - 1] >= n) count -= 1;
  if (count === records.row.length) return records;
  const { row, source, key, input, output, cacheRead, cacheWrite, cost } = records;
  return {
    ...records, row: row.slice(0, count), source: source.slice(0, count), key: key.slice(0, count), input: input.slice(0, count),
    output: output.slice(0, count), cacheRead: cacheRead.slice(0, count), cacheWrite: cacheWrite.slice(0, count), cost: cost.slice(0, count),
  };
}

/**
 * A box that fills itself with charts and tables.
 * @type {(env: Page) => HTMLElement}
 */
export function usageView(env) {
  const box = make("div", { class: "usage", data: { part: "usage" } }, make("p", { class: "muted" }, t("load.usage")));
  usageBook(env).then((book) => {
    replaceAll(box, book.n === 0 ? [make("p", { class: "muted" }, t("usage.none")), unrecordedWords(book) === "" ? null : hiddenChart(env, book)] : [reconcileTable(env, book), contextChart(env), costChart(env, book), cacheChart(env, book), hiddenChart(env, book)]);
    box.dataset.drawn = "1";
  }, (/** @type {unknown} */ error) => replaceAll(box, make("p", { class: "bad" }, t("load.failed", { why: whyOf(error) }))));
  return box;
}

/** @type {(env: Page, row: number) => void} */
function goToRow(env, row) {
  env.setView("transcript", { save: false });
  env.choose(row, { open: true });
}

/** @type {(env: Page) => (row: number) => boolean} */
function branchTest(env) {
  const { onPath } = env.outline.layout;
  return (row) => onPath[row] === 1;
}

/** @type {(env: Page, book: UsageBook) => Leaf[]} */
function reconcileTable(env, book) {
  const rows = book.reconcile(branchTest(env));
  const sign = { total: "", part: "+ ", less: "− " };
  /** @type {(row: { kind: string }, text: string) => Leaf} */
  const bold = (row, text) => (row.kind === "total" ? make("b", null, text) : text);
  const all = book.sum(() => true);
  const pi = env.model.index.totals;
  const unrecorded = unrecordedWords(book);
  const part = copiedPart(env.whole.index);
  /** @type {(name: string) => string} */
  const covers = (name) => t(part && (name === "replies" || name === "all") ? `usage.copy.${name}` : `usage.why.${name}`);
  return [
    make("h3", null, t("usage.reconcile")),
    part ? make("p", { class: "note", data: { part: "copied" } }, t("usage.copied", part)) : null,
    make("div", { class: "reconcile" }, table([t("usage.what"), t("usage.records"), t("totals.tokens"), t("totals.cost"), t("usage.why")], rows.map((row) => [
      [sign[row.kind], bold(row, t(`usage.row.${row.name}`))], countText(row.sum.records), countText(row.sum.tokens), bold(row, costText(row.sum.cost)),
      make("span", { class: "muted" }, covers(row.name), row.sum.unknown > 0 ? ` ${t("usage.unknown", { n: row.sum.unknown })}` : "",
        row.name === "all" && unrecorded !== "" ? ` ${t("usage.unrecordedShort", { what: unrecorded })}` : ""),
    ]), { numeric: [1, 2, 3], caption: t("usage.reconcile"), stacks: false })),
    env.time < 0 && pi && Math.abs(pi.cost - all.cost) > 1e-6 * Math.max(1, Math.abs(pi.cost)) ? make("p", { class: "note" }, t("usage.piSays", { cost: costText(pi.cost) })) : null,
  ];
}

/** @type {(env: Page) => Leaf[] | null} */
function contextChart(env) {
  const { model } = env;
  /** @type {number[]} */
  const replies = [];
  for (let row = 0; row < model.n; row += 1) if (model.ctx[row] > 0) replies.push(row);
  if (replies.length === 0) return null;
  const onBranch = branchTest(env);
  const kept = thinned(replies.length, (at) => model.ctx[replies[at]]).map((at) => replies[at]);
  const data = [kept.map((row) => model.line[row]), kept.map((row) => (onBranch(row) ? model.ctx[row] : null)), kept.map((row) => (onBranch(row) ? null : model.ctx[row]))];
  const cuts = model.compactions.filter((item) => item.row < model.n && onBranch(item.row));
  /** @type {(at: number) => string} */
  const words = (at) => t("usage.contextAt", { line: model.line[kept[at]], n: countText(model.ctx[kept[at]]) });
  const highest = replies.filter(onBranch).reduce((best, row) => (best < 0 || model.ctx[row] > model.ctx[best] ? row : best), -1);
  const most = highest < 0 ? "0" : countText(model.ctx[highest]);
  // A cut behind the last reply is seen too.
  const range = linesRange(Infinity, Math.max(0, ...cuts.map((item) => model.line[item.row])));
  const options = () => ({
    legend: { show: false }, cursor: { y: false, points: { size: 6 } }, axes: chartAxes(tokenText), scales: { x: { time: false, range }, y: { range: fromZero(1.06) } },
    series: [{}, { stroke: colour("accent"), width: 1.6, fill: faded("accent", 0.1), spanGaps: true, points: { show: kept.length < 60, size: 5 } },
      { stroke: colour("muted"), width: 1, points: { show: true, size: 6, width: 1.5, stroke: colour("muted"), fill: colour("panel") }, paths: () => null }],
    plugins: [uprights(cuts.map((item) => [model.line[item.row], "summary", false])), pointed(words, (at) => goToRow(env, kept[at]))],
  });
  return [
    make("h3", null, t("usage.context")),
    make("p", { class: "muted" }, t("usage.contextAbout"), " ", highest < 0 ? t("usage.contextNone") : [t("usage.contextMost", { n: most }), " ", env.lineLink(highest, `L${model.line[highest]}`)], cuts.length > 0 ? [t("punct.stop"), t("usage.cuts", { n: cuts.length }), " ", cuts.slice(0, 8).map((item, at) => [at > 0 ? t("punct.comma") : "", env.lineLink(item.row, `L${model.line[item.row]}`)]), cuts.length > 8 ? " …" : ""] : ""),
    chartBox(t("usage.contextLabel", { n: countText(replies.length), most, cuts: cuts.length }), options, data),
    chartKey([["accent", t("usage.keyBranch")], ["muted", t("usage.keyOthers"), "dot hollow"], ["summary", t("usage.keyCut"), "upright"]]),
  ];
}

/** @type {(env: Page, book: UsageBook) => Leaf[]} */
function costChart(env, book) {
  const { records, model } = book;
  const all = book.sum(() => true);
  if (all.cost === 0) return [make("h3", null, t("usage.cost")), make("p", { class: "muted" }, t("usage.noCost"))];
  const lines = records.row.map((row) => model.line[row]);
  /** @type {(at: number) => number} */
  const reply = (at) => (book.source(at) === "reply" ? records.cost[at] ?? 0 : 0);
  /** @type {(at: number) => number} */
  const rest = (at) => (book.source(at) === "reply" ? 0 : records.cost[at] ?? 0);
  const cut = buckets(lines, [reply, rest]);
  let sum = 0;
  const grown = cut.sums[0].map((value, at) => (sum += value + cut.sums[1][at]));
  const data = [cut.x, cut.sums[0].map((value, at) => value + cut.sums[1][at]), cut.sums[1], grown];
  /** @type {(at: number) => string} */
  const place = (at) => (cut.size === 1 ? `L${cut.x[at]}` : `L${cut.x[at]}–L${cut.last[at]}`);
  /** @type {(at: number) => string} */
  const words = (at) => t("usage.costAt", { place: place(at), cost: costText(data[1][at]), sum: costText(grown[at]) });
  const bars = () => uPlot.paths.bars({ size: [0.8, 14], align: 0 });
  const options = () => ({
    legend: { show: false }, cursor: { y: false, points: { show: false } }, axes: chartAxes(axisCost, { right: axisCost }), scales: { x: { time: false, range: linesRange() }, y: { range: fromZero(1.06) }, right: { range: fromZero(1.06) } },
    series: [{}, { stroke: colour("user"), fill: colour("user"), width: 0, paths: bars(), points: { show: false } },
      { stroke: colour("warning"), fill: colour("warning"), width: 0, paths: bars(), points: { show: false } },
      { stroke: colour("text"), width: 1.5, scale: "right", points: { show: false } }],
    plugins: [pointed(words, (at) => goToRow(env, records.row[Math.min(book.n - 1, at * cut.size)]))],
  });
  let dearest = 0;
  for (let at = 1; at < book.n; at += 1) if ((records.cost[at] ?? 0) > (records.cost[dearest] ?? 0)) dearest = at;
  return [
    make("h3", null, t("usage.cost")),
    make("p", { class: "muted" }, t("usage.costAbout", { cost: costText(records.cost[dearest]) }), " ", env.lineLink(records.row[dearest], `L${lines[dearest]}`), cut.size > 1 ? [t("punct.stop"), t("usage.bucketed", { n: cut.size })] : ""),
    chartBox(t("usage.costLabel", { cost: costText(all.cost), n: countText(book.n) }), options, data),
    chartKey([["user", t("usage.keyReply")], ["warning", t("usage.keyOther")], ["text", t("usage.keySum"), "line"]]),
  ];
}

/** @type {(env: Page, book: UsageBook) => (Leaf | Leaf[])[]} */
function cacheChart(env, book) {
  const { records, model } = book;
  const cache = book.cache();
  const title = make("h3", null, t("usage.cache"));
  if (!cache.reported) return [title, make("p", { class: "muted" }, t("usage.noCache"))];
  /** @type {number[]} */
  const asked = [];
  for (let at = 0; at < book.n; at += 1) if ((records.input[at] ?? 0) + (records.cacheRead[at] ?? 0) + (records.cacheWrite[at] ?? 0) > 0) asked.push(at);
  const lines = asked.map((at) => model.line[records.row[at]]);
  const missedAt = new Map(book.misses.map((miss) => [miss.at, miss]));
  /** @type {(name: CountName) => (slot: number) => number} */
  const column = (name) => (slot) => records[name][asked[slot]] ?? 0;
  const cut = buckets(lines, [column("cacheRead"), column("cacheWrite"), column("input"), (slot) => missedAt.get(asked[slot])?.tokens ?? 0, (slot) => (missedAt.has(asked[slot]) ? 1 : 0)]);
  // A size is no sum: where a bar stands for several calls it shows their mean.
  const [read, written, fresh] = cut.sums.map((sums) => sums.map((sum, at) => sum / cut.counts[at]));
  const [missed, misses] = cut.sums.slice(3);
  const data = [cut.x, read.map((value, at) => value + written[at] + fresh[at]), read.map((value, at) => value + written[at]), read, misses.map((count, at) => (count > 0 ? read[at] + written[at] + fresh[at] : null))];
  /** @type {(at: number) => string} */
  const place = (at) => (cut.size === 1 ? `L${cut.x[at]}` : `L${cut.x[at]}–L${cut.last[at]}`);
  /** @type {(at: number) => string} */
  const words = (at) => t(cut.counts[at] > 1 ? "usage.cacheMeanAt" : "usage.cacheAt", { place: place(at), n: cut.counts[at], read: tokenText(read[at]), written: tokenText(written[at]), fresh: tokenText(fresh[at]) })
    + (misses[at] > 1 ? ` · ${t("usage.missesAt", { n: misses[at], tokens: tokenText(missed[at]) })}` : misses[at] > 0 ? ` · ${t("usage.missedAt", { n: tokenText(missed[at]) })}` : "");
  const bars = () => uPlot.paths.bars({ size: [0.8, 14], align: 0 });
  // Bars stand one before the other: only full colours stay those of the key.
  /** @type {(name: string) => object} */
  const layer = (name) => ({ stroke: colour(name), fill: colour(name), width: 0, paths: bars(), points: { show: false } });
  const options = () => ({
    legend: { show: false }, cursor: { y: false, points: { show: false } }, axes: chartAxes(tokenText), scales: { x: { time: false, range: linesRange() }, y: { range: fromZero(1.06) } },
    series: [{}, layer("bad"), layer("summary"), layer("accent"), { stroke: colour("bad"), paths: () => null, points: { show: true, size: 7, fill: colour("bad"), stroke: colour("bad") } }],
    plugins: [pointed(words, (at) => goToRow(env, records.row[asked[Math.min(asked.length - 1, at * cut.size)]]))],
  });
  return [
    title,
    make("p", { class: "muted" }, t("usage.cacheAbout", { share: Math.round(cache.share * 100), read: countText(cache.read), prompt: countText(cache.prompt) }), cut.size > 1 ? ` ${t("usage.bucketMean", { n: cut.size })}` : ""),
    chartBox(t("usage.cacheLabel", { share: Math.round(cache.share * 100), n: book.misses.length }), options, data),
    chartKey([["accent", t("usage.keyRead")], ["summary", t("usage.keyWritten")], ["bad", t("usage.keyFresh")], ["bad", t("usage.keyMiss"), "dot"]]),
    missTable(env, book),
  ];
}

/** @type {(env: Page, book: UsageBook) => Leaf | Leaf[]} */
function missTable(env, book) {
  const { model } = env;
  const { misses } = book;
  if (misses.length === 0) return make("p", { class: "muted" }, t("usage.noMisses"));
  const body = make("div");
  const byReason = new Map();
  for (const miss of misses) byReason.set(miss.reasons[0], (byReason.get(miss.reasons[0]) || 0) + 1);
  const counted = misses.filter((miss) => miss.counted);
  const tokens = counted.reduce((sum, miss) => sum + miss.tokens, 0);
  // The number above is of all of them; pi's own may be smaller, and why is said.
  const rule = counted.length === misses.length ? "usage.missesAll" : counted.length === 0 ? "usage.missesNone" : "usage.missesSome";
  const reasons = [...byReason].sort((a, b) => b[1] - a[1]).map(([name, count]) => `${t(`miss.${name}`)}${t("punct.open")}${countText(count)}${t("punct.close")}`).join(t("punct.comma"));
  const ranked = [...misses].sort((a, b) => b.tokens - a.tokens);
  /** @type {(limit: number) => void} */
  const draw = (wanted) => {
    const limit = rowsShown(ranked.length, wanted);
    replaceAll(body, table([t("usage.missLine"), t("usage.missTokens"), t("usage.missReason")], ranked.slice(0, limit).map((miss) => [
      env.lineLink(miss.row, `L${model.line[miss.row]}`), countText(miss.tokens), make("div", { class: "miss-reason" }, reasonWords(env, miss), miss.counted ? "" : make("span", { class: "muted" }, t("punct.open"), t("usage.notCounted"), t("punct.close"))),
    ]), { numeric: [1], caption: t("usage.misses") }), ranked.length > limit ? button(t("edge.more", { n: countText(ranked.length - limit) }), () => draw(limit + 200), { class: "button quiet" }) : null);
  };
  draw(SHOWN_MISSES);
  return [
    make("h4", null, t("usage.misses"), " ", make("span", { class: "count" }, countText(misses.length))),
    make("p", { class: "muted" }, t(rule, { n: rule === "usage.missesNone" ? misses.length : counted.length, tokens: countText(tokens) }), " ", t("usage.missReasons", { reasons }), " ", t("usage.lead")),
    body,
  ];
}

/** @type {(env: Page, miss: CacheMiss) => Child} */
function reasonWords(env, miss) {
  return miss.reasons.map((name, at) => {
    /** @type {Leaf[]} */
    const words = [at > 0 ? t("punct.semicolon") : "", t(`miss.${name}`)];
    if (name === "pause") words.push(t("punct.open"), spanText(miss.idle) ?? "", t("punct.close"));
    if (name === "jump") words.push(t("punct.open"), env.lineLink(miss.before, `L${env.model.line[miss.before]}`), t("punct.close"));
    return words;
  });
}

/**
 * Summaries without recorded usage, in words; "" where there are none.
 * @type {(book: UsageBook) => string}
 */
function unrecordedWords(book) {
  const { compaction, branch_summary: summaries } = book.unrecorded();
  return [compaction > 0 ? t("usage.someCompactions", { n: compaction }) : "", summaries > 0 ? t("usage.someSummaries", { n: summaries }) : ""].filter(Boolean).join(t("usage.and"));
}

/** @type {(env: Page, book: UsageBook) => Leaf[]} */
function hiddenChart(env, book) {
  const { records, model } = book;
  /** @type {number[]} */
  const hidden = [];
  for (let at = 0; at < book.n; at += 1) if (book.source(at) !== "reply") hidden.push(at);
  const title = make("h3", null, t("usage.hiddenTitle"));
  const unrecorded = unrecordedWords(book);
  const unknown = unrecorded === "" ? null : make("p", { class: "note", data: { part: "unrecorded" } }, t("usage.unrecorded", { what: unrecorded }));
  if (hidden.length === 0) return [title, unknown ?? make("p", { class: "muted" }, t("usage.noHidden"))];
  const kinds = new Map();
  for (const at of hidden) {
    const source = book.source(at);
    const row = records.row[at];
    const name = source === "hidden" ? model.whatName(row) || t("usage.row.hidden") : source === "tool" ? `${t("usage.row.tool")}: ${model.whatName(row)}` : t(`usage.row.${source}`);
    const group = kinds.get(name) || { records: 0, tokens: 0, cost: 0, first: row };
    group.records += 1;
    group.tokens += (records.input[at] ?? 0) + (records.output[at] ?? 0) + (records.cacheRead[at] ?? 0) + (records.cacheWrite[at] ?? 0);
    group.cost += records.cost[at] ?? 0;
    kinds.set(name, group);
  }
  const lines = hidden.map((at) => model.line[records.row[at]]);
  const all = hidden.reduce((sum, at) => sum + (records.cost[at] ?? 0), 0);
  const cut = buckets(lines, [(slot) => records.cost[hidden[slot]] ?? 0]);
  const first = model.n > 0 ? model.line[0] : 1;
  const last = model.n > 0 ? model.line[model.n - 1] : 1;
  /** @type {(at: number) => string} */
  const words = (at) => t("usage.costHere", { place: `L${cut.x[at]}`, cost: costText(cut.sums[0][at]) });
  const options = () => ({
    legend: { show: false }, cursor: { y: false, points: { show: false } }, axes: chartAxes(axisCost), scales: { x: { time: false, range: linesRange(first, last) }, y: { range: fromZero(1.06) } },
    series: [{}, { stroke: colour("warning"), fill: faded("warning", 0.8), width: 2, paths: uPlot.paths.bars({ size: [0.6, 8, 3] }), points: { show: false } }],
    plugins: [pointed(words, (at) => goToRow(env, records.row[hidden[Math.min(hidden.length - 1, at * cut.size)]]))],
  });
  const rows = [...kinds].sort((a, b) => b[1].cost - a[1].cost).slice(0, SUMMARY_LIMIT);
  return [
    title,
    make("p", { class: "muted" }, t("usage.hiddenAbout", { n: countText(hidden.length), cost: costText(all) }), cut.size > 1 ? ` ${t("usage.bucketed", { n: cut.size })}` : ""), unknown,
    all > 0 ? chartBox(t("usage.hiddenAbout", { n: countText(hidden.length), cost: costText(all) }), options, [cut.x, cut.sums[0]], 120) : null,
    table([t("usage.what"), t("usage.records"), t("totals.tokens"), t("totals.cost"), t("usage.firstAt")], rows.map(([name, group]) => [textNodes(name), countText(group.records), countText(group.tokens), costText(group.cost), env.lineLink(group.first, `L${model.line[group.first]}`)]), { numeric: [1, 2, 3], caption: t("usage.hiddenTitle") }),
  ];
}
