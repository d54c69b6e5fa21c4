/**
 * What became of each entry for the model at a chosen entry.
 *
 * The source's own answer (pi's rules, computed from the whole entry) is the measure; `localVisibility` gives the
 * same words from the columns alone, so that the rail is right at the first paint and in a page without a server.
 */
import { FLAG } from "./index-model.js";

/** Words of the rail, in the order of their number in a status array. */
export const STATUS = Object.freeze(["other-branch", "sent", "summary", "dropped", "never", "edited"]);

const STATUS_NUMBER = new Map(STATUS.map((word, number) => [word, number]));
/** Kinds that pi writes for itself; all other kinds that give no message are state of extensions or of other programs. */
const BOOKKEEPING = new Set(["label", "session_info", "model_change", "thinking_level_change", "usage", "context_edit"]);
const MODEL_ROLES = new Set(["system", "user", "assistant", "toolResult", "bashExecution", "custom", "branchSummary", "compactionSummary"]);
const EDITABLE_ROLES = new Set(["user", "assistant", "toolResult", "custom"]);

/** Reason codes in the order in which they are met: a view has one for nearly every row, of a few dozen. */
const REASONS = [""];
/** @type {Map<string, number>} */
const REASON_NUMBER = new Map([["", 0]]);

/** @type {(code: string) => number} */
function reasonNumber(code) {
  const known = REASON_NUMBER.get(code);
  if (known !== undefined) return known;
  REASON_NUMBER.set(code, REASONS.length);
  return REASONS.push(code) - 1;
}

/** Status numbers and reason codes for every row; rows off the path are "other-branch". */
export class Visibility {
  /**
   * @param {number} n
   * @param {number} at
   */
  constructor(n, at) {
    this.at = at;
    this.status = new Uint8Array(n);
    this.reasons = new Uint16Array(n);
    /** @type {Map<number, string | null>} */
    this.why = new Map();
    /** Does pi fail on what it makes of the path? The columns do not tell. */
    this.throws = false;
  }

  /** @type {(row: number, word: string, code: string) => void} */
  set(row, word, code) {
    this.status[row] = STATUS_NUMBER.get(word) || 0;
    if (code) this.setCode(row, code);
  }

  /** @type {(row: number, code: string) => void} */
  setCode(row, code) {
    this.reasons[row] = reasonNumber(code);
  }

  /**
   * The status word of a row.
   * @type {(row: number) => string}
   */
  word(row) {
    return STATUS[this.status[row]];
  }

  /**
   * The reason code of a row, or "".
   * @type {(row: number) => string}
   */
  code(row) {
    return REASONS[this.reasons[row]];
  }

  /**
   * Does the other view say the same of every row, reasons included?
   * @type {(other: View) => boolean}
   */
  saysTheSame(other) {
    const { length } = this.status;
    if (this.throws !== other.throws) return false;
    for (let row = 0; row < length; row += 1) {
      if (this.status[row] !== other.status[row] || this.reasons[row] !== other.reasons[row]) return false;
    }
    return true;
  }
}

/**
 * Where the last compaction cuts a path: positions on the path, -1 where there is none.
 * @type {(model: Model, path: Int32Array) => { compaction: number, kept: number }}
 */
export function boundaryOf(model, path) {
  let compaction = -1;
  for (let at = path.length - 1; at >= 0 && compaction < 0; at -= 1) {
    if (model.kindName(path[at]) === "compaction") compaction = at;
  }
  let kept = -1;
  if (compaction >= 0) {
    const target = model.link[path[compaction]];
    for (let at = compaction - 1; target >= 0 && at >= 0 && kept < 0; at -= 1) if (path[at] === target) kept = at;
  }
  return { compaction, kept };
}

/**
 * Status of an entry that stands inside the context range.
 * @type {(model: Model, row: number, inKeptRange: boolean) => [string, string]}
 */
function statusInRange(model, row, inKeptRange) {
  const kind = model.kindName(row);
  if (kind === "message") return messageStatus(model, row, inKeptRange);
  if (kind === "custom_message") return ["sent", ""];
  if (kind === "branch_summary") return model.has(row, FLAG.EMPTY) ? ["never", "empty-summary"] : ["sent", ""];
  if (kind === "compaction") return inKeptRange ? ["dropped", "older-compaction"] : ["sent", ""];
  return ["never", BOOKKEEPING.has(kind) ? "bookkeeping" : "state"];
}

/** @type {(model: Model, row: number, inKeptRange: boolean) => [string, string]} */
function messageStatus(model, row, inKeptRange) {
  const role = model.roleName(row);
  if (model.has(row, FLAG.UNREADABLE)) return ["never", "unreadable"];
  if (model.has(row, FLAG.UNKNOWN_ROLE) || !MODEL_ROLES.has(role)) return ["never", "unknown-role"];
  if (role === "system" && inKeptRange) return ["dropped", "system-in-kept-range"];
  if (model.has(row, FLAG.EXCLUDED)) return ["never", "excluded"];
  if (role === "assistant" && model.has(row, FLAG.FAILED | FLAG.ABORTED)) return ["never", "failed-reply"];
  return ["sent", ""];
}

/**
 * Last context edit per target among the entries in force.
 * @type {(model: Model, path: Int32Array, boundary: { compaction: number, kept: number }) => Map<number, number>}
 */
export function editsInForce(model, path, boundary) {
  const edits = new Map();
  const from = boundary.compaction < 0 ? 0 : boundary.kept < 0 ? boundary.compaction : boundary.kept;
  for (let at = from; at < path.length; at += 1) {
    if (model.kindName(path[at]) === "context_edit" && model.link[path[at]] >= 0) edits.set(model.link[path[at]], path[at]);
  }
  return edits;
}

/** @type {(model: Model, row: number, editRow: number) => boolean} */
function editApplies(model, row, editRow) {
  const kind = model.kindName(row);
  if (model.has(editRow, FLAG.OMITS)) return kind === "message" || kind === "custom_message";
  return kind === "custom_message" || (kind === "message" && EDITABLE_ROLES.has(model.roleName(row)));
}

/**
 * Where the model's view of a path begins (a place on it, -1: nothing is cut), and word and code of each place.
 * @type {(model: Model, path: Int32Array) => { first: number, judge: (slot: number) => [string, string] }}
 */
function judgeOf(model, path) {
  const boundary = boundaryOf(model, path);
  const first = boundary.kept >= 0 ? boundary.kept : boundary.compaction;
  const edits = editsInForce(model, path, boundary);
  const cutEdit = boundary.compaction < 0 ? undefined : edits.get(path[boundary.compaction]);
  const omitted = cutEdit !== undefined && model.has(cutEdit, FLAG.OMITS);
  const checkpoint = boundary.compaction >= 0 && model.has(path[boundary.compaction], FLAG.CHECKPOINT) && !omitted;
  return { first, judge: (slot) => {
    const row = path[slot];
    const [word, code] = statusInRange(model, row, slot >= first && slot < boundary.compaction);
    if (slot < first) {
      // What is never sent was not taken by the cut either.
      if (word === "never") return [word, code];
      const system = model.kindName(row) === "message" && model.roleName(row) === "system";
      return [system && checkpoint ? "summary" : "dropped", "before-boundary"];
    }
    if (code === "system-in-kept-range" && checkpoint) return ["summary", code];
    const edit = edits.get(row);
    // Other words for a reply that failed are not sent either; that it is left out besides is said of it.
    const takes = word === "sent" || (code === "failed-reply" && edit !== undefined && model.has(edit, FLAG.OMITS));
    if (edit !== undefined && takes && editApplies(model, row, edit)) {
      return ["edited", model.has(edit, FLAG.OMITS) ? "edit-omits" : "edit-replaces"];
    }
    return [word, code];
  } };
}

/**
 * The rail at `at`, from the columns alone.
 * @type {(model: Model, at: number) => View}
 */
export function localVisibility(model, at) {
  const view = new Visibility(model.n, at);
  const path = model.path(at);
  const { judge } = judgeOf(model, path);
  for (let slot = 0; slot < path.length; slot += 1) view.set(path[slot], ...judge(slot));
  return view;
}

/**
 * What a compaction took from the model, as rows: `lost` were sent right before it and are not sent after it; `back` were
 * cut off too, but its checkpoint sends them again; `never` stand in the stretch it cut off and are sent at no leaf.
 * @type {(model: Model, compaction: number) => { lost: number[], back: number[], never: number[] }}
 */
export function cutLoss(model, compaction) {
  const path = model.path(compaction);
  const before = judgeOf(model, path.subarray(0, -1));
  const after = judgeOf(model, path);
  /** @type {{ lost: number[], back: number[], never: number[] }} */
  const loss = { lost: [], back: [], never: [] };
  for (let slot = Math.max(0, before.first); slot < path.length - 1; slot += 1) {
    const [was, code] = before.judge(slot);
    const [is] = after.judge(slot);
    if (is === "never" && slot < after.first) loss.never.push(path[slot]);
    else if (was !== "sent" && code !== "edit-replaces") continue;
    else if (is === "dropped") loss.lost.push(path[slot]);
    else if (is === "summary") loss.back.push(path[slot]);
  }
  return loss;
}

/**
 * The rail at a context view that the source computed.
 * @type {(model: Model, context: ContextView) => View}
 */
export function visibilityFromContext(model, context) {
  const view = new Visibility(model.n, context.at);
  view.throws = Boolean(context.throws);
  for (const [word, rows] of Object.entries(context.visibility || {})) for (const row of rows) view.set(row, word, "");
  for (const item of context.omitted || []) {
    view.setCode(item.row, item.code);
    view.why.set(item.row, item.why);
  }
  const sent = new Set(context.wire.map((item) => item.row));
  for (const edit of context.edits || []) {
    if (edit.omits || view.word(edit.target) !== "edited") continue;
    // Other words for a reply that failed, or for one of which nothing is left, are not sent either.
    if (sent.has(edit.target)) view.setCode(edit.target, "edit-replaces");
    else view.set(edit.target, "never", model.has(edit.target, FLAG.FAILED | FLAG.ABORTED) ? "failed-reply" : "not-sent");
  }
  return view;
}
