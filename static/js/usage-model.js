/**
 * What was billed, worked out from the records of usage: sums that reconcile, cache misses with a likely reason, and
 * series for the charts. Pure: it needs the session's columns and the records, no page.
 */
import { FLAG } from "./index-model.js";

/** Misses of this many tokens or fewer are the grain of a cache, no miss (pi's own limit). */
const NOISE_TOKENS = 1024;
/** What a provider keeps a prompt for without being asked for more: five minutes (pi's own figure). */
export const CACHE_LIFE = 5 * 60 * 1000;
/** @type {CountName[]} */
const COUNTS = ["input", "output", "cacheRead", "cacheWrite"];

/** The records of a session's usage, answer parts joined. `model` gives parents, kinds and times of their rows. */
export class UsageBook {
  /**
   * @param {UsageRecords} records
   * @param {Model} model
   */
  constructor(records, model) {
    this.records = records;
    this.model = model;
    this.n = records.row.length;
    this.misses = cacheMisses(records, model);
  }

  /**
   * Who was billed: "reply", "tool", "compaction", "branch_summary" or "hidden".
   * @type {(at: number) => string}
   */
  source(at) {
    return this.records.sources[this.records.source[at]];
  }

  /**
   * Sum over the records that pass: tokens by kind, all of them, cost, how many, how many without a cost.
   * @type {(passes: (at: number) => boolean) => UsageSum}
   */
  sum(passes) {
    const total = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, tokens: 0, cost: 0, records: 0, unknown: 0 };
    for (let at = 0; at < this.n; at += 1) {
      if (!passes(at)) continue;
      total.records += 1;
      for (const name of COUNTS) total[name] += this.records[name][at] ?? 0;
      total.cost += this.records.cost[at] ?? 0;
      if (this.records.cost[at] === null) total.unknown += 1;
    }
    total.tokens = total.input + total.output + total.cacheRead + total.cacheWrite;
    return total;
  }

  /**
   * Rows of the table that reconciles the three totals; `onBranch(row)` tells the branch that is shown.
   * @type {(onBranch: (row: number) => boolean) => { name: string, sum: UsageSum, kind: "total" | "part" | "less" }[]}
   */
  reconcile(onBranch) {
    /** @type {(name: string) => UsageSum} */
    const by = (name) => this.sum((at) => this.source(at) === name);
    /** @type {{ name: string, sum: UsageSum, kind: "total" | "part" | "less" }[]} */
    const rows = [{ name: "replies", sum: by("reply"), kind: "total" }];
    for (const name of ["tool", "compaction", "branch_summary", "hidden"]) {
      const sum = by(name);
      if (sum.records > 0) rows.push({ name, sum, kind: "part" });
    }
    rows.push({ name: "all", sum: this.sum(() => true), kind: "total" });
    const other = this.sum((at) => !onBranch(this.records.row[at]));
    if (other.records > 0) rows.push({ name: "others", sum: other, kind: "less" });
    rows.push({ name: "branch", sum: this.sum((at) => onBranch(this.records.row[at])), kind: "total" });
    return rows;
  }

  /**
   * Summaries that somebody wrote and no record tells the price of, by kind of entry. That is not nothing: it is not known.
   * @type {() => { compaction: number, branch_summary: number }}
   */
  unrecorded() {
    const { model, records } = this;
    const told = new Set(records.row);
    const found = { compaction: 0, branch_summary: 0 };
    for (let row = 0; row < model.n; row += 1) {
      const kind = model.kindName(row);
      if ((kind === "compaction" || (kind === "branch_summary" && !model.has(row, FLAG.EMPTY))) && !told.has(row)) found[kind] += 1;
    }
    return found;
  }

  /** Cache reads and what had to be read anew, over all records. */
  cache() {
    const all = this.sum(() => true);
    const prompt = all.input + all.cacheRead + all.cacheWrite;
    const missed = this.misses.reduce((sum, miss) => sum + miss.tokens, 0);
    return { prompt, read: all.cacheRead, share: prompt > 0 ? all.cacheRead / prompt : 0, missed, reported: all.cacheRead + all.cacheWrite > 0 };
  }
}

/**
 * Is `above` on the way from `row` to its root?
 * @type {(model: Model, above: number, row: number) => boolean}
 */
function standsAbove(model, above, row) {
  let at = row;
  while (at >= 0 && model.depth[at] > model.depth[above]) at = model.parent[at];
  return at === above;
}

/**
 * What stands between two requests, by kind of entry that changes a prompt.
 * @type {(model: Model, from: number, to: number) => Set<string>}
 */
function changesBetween(model, from, to) {
  const found = new Set();
  for (let row = from + 1; row < to; row += 1) {
    const kind = model.kindName(row);
    if (kind === "message" && model.roleName(row) === "system") found.add("prompt");
    else if (kind === "context_edit") found.add("edit");
    else if (kind === "thinking_level_change") found.add("thinking");
  }
  return found;
}

/**
 * Likely reasons of a miss, the most telling first; all are leads, since no file records what a cache held.
 * @type {(model: Model, before: { row: number, key: number, reset: string }, now: { row: number, key: number }) => { reasons: string[], idle: number }}
 */
function missReasons(model, before, now) {
  /** @type {string[]} */
  const reasons = [];
  if (before.reset !== "") reasons.push(before.reset);
  if (before.key !== now.key) reasons.push("model");
  const changes = changesBetween(model, before.row, now.row);
  if (changes.has("prompt")) reasons.push("prompt");
  if (before.reset === "" && !standsAbove(model, before.row, now.row)) reasons.push("jump");
  if (changes.has("edit")) reasons.push("edit");
  const idle = model.time[now.row] - model.time[before.row];
  if (idle > CACHE_LIFE) reasons.push("pause");
  if (changes.has("thinking")) reasons.push("thinking");
  if (reasons.length === 0) reasons.push("unknown");
  return { reasons, idle: idle >= 0 ? idle : NaN };
}

/**
 * Cache misses as pi counts them: prompt tokens that the request before had and this one did not read from the cache,
 * in the order of the file, across branches. After a compaction or a branch summary the prompt is another one; pi counts
 * nothing there, and such a miss is told apart (`counted` false).
 * @type {(records: UsageRecords, model: Model) => CacheMiss[]}
 */
export function cacheMisses(records, model) {
  /** @type {CacheMiss[]} */
  const found = [];
  /** @type {{ row: number, prompt: number, key: number, cached: boolean } | null} */
  let before = null;
  let resetRow = -1;
  /** @type {[number, string][]} */
  const resets = [];
  for (let row = 0; row < model.n; row += 1) {
    const kind = model.kindName(row);
    if (kind === "compaction" || kind === "branch_summary") resets.push([row, kind === "compaction" ? "compaction" : "summary"]);
  }
  let nextReset = 0;
  let reset = "";
  for (let at = 0; at < records.row.length; at += 1) {
    const row = records.row[at];
    if (row >= model.n) break;
    while (nextReset < resets.length && resets[nextReset][0] < row) {
      [resetRow, reset] = resets[nextReset];
      nextReset += 1;
    }
    const source = records.sources[records.source[at]];
    const warm = source === "hidden" && model.whatName(row) === "cache_warm";
    if (source !== "reply" && !warm) continue;
    const read = records.cacheRead[at] ?? 0;
    const written = records.cacheWrite[at] ?? 0;
    const prompt = (records.input[at] ?? 0) + read + written;
    if (prompt <= 0) continue;
    const pending = before !== null && resetRow > before.row ? reset : "";
    /** @type {{ row: number, prompt: number, key: number, cached: boolean }} */
    const now = { row, prompt, key: records.key[at], cached: (before !== null && pending === "" && before.cached) || warm || read + written > 0 };
    if (source === "reply" && before !== null && (read + written > 0 || before.cached)) {
      const tokens = Math.min(before.prompt, prompt) - read;
      if (tokens > NOISE_TOKENS) found.push({ at, row, tokens, prompt, before: before.row, counted: pending === "", ...missReasons(model, { ...before, reset: pending }, now) });
    }
    before = now;
  }
  return found;
}

/** The most points a series of this kind may have; more cannot be seen. */
const MOST_POINTS = 1_600;

/**
 * Fewer points that look the same: of each run of neighbours the one with the largest value stays (`pick` says which
 * value), and the last; positions of those that stay, in order.
 * @type {(count: number, pick: (at: number) => number, most?: number) => number[]}
 */
export function thinned(count, pick, most = MOST_POINTS) {
  if (count <= most) return Array.from({ length: count }, (_, at) => at);
  /** @type {number[]} */
  const kept = [];
  const size = count / (most / 2);
  for (let start = 0; start < count; start += size) {
    const first = Math.floor(start);
    const end = Math.min(count, Math.floor(start + size));
    let high = first;
    let low = first;
    for (let at = first; at < end; at += 1) {
      if (pick(at) > pick(high)) high = at;
      if (pick(at) < pick(low)) low = at;
    }
    if (low === high) kept.push(high);
    else kept.push(Math.min(low, high), Math.max(low, high));
  }
  if (kept[kept.length - 1] !== count - 1) kept.push(count - 1);
  return kept;
}

/**
 * Sums over buckets of neighbours, for bars: {x: first line of each bucket, last, counts: how many are in it, sums: one
 * array per name}.
 * @type {(lines: number[], columns: ((at: number) => number)[], most?: number) => { x: number[], last: number[], counts: number[], size: number, sums: number[][] }}
 */
export function buckets(lines, columns, most = 400) {
  const count = lines.length;
  const size = Math.max(1, Math.ceil(count / most));
  /** @type {{ x: number[], last: number[], counts: number[], size: number, sums: number[][] }} */
  const out = { x: [], last: [], counts: [], size, sums: columns.map(() => []) };
  for (let start = 0; start < count; start += size) {
    const end = Math.min(count, start + size);
    out.x.push(lines[start]);
    out.last.push(lines[end - 1]);
    out.counts.push(end - start);
    columns.forEach((column, number) => {
      let sum = 0;
      for (let at = start; at < end; at += 1) sum += column(at);
      out.sums[number].push(sum);
    });
  }
  return out;
}
