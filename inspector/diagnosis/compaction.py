"""Stage three: what the compactions and context edits on the path kept, dropped and replaced."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from inspector.diagnosis.case import Case
from inspector.diagnosis.compaction_autopsy import check_branch_summaries, check_split, check_summaries
from inspector.diagnosis.compaction_boundaries import Boundary, boundaries
from inspector.diagnosis.compaction_constraints import back_steps, check_constraints, check_siblings
from inspector.diagnosis.compaction_edits import check_edits
from inspector.diagnosis.finding import Finding, Step
from inspector.diagnosis.memory_prompt import prompt_history
from inspector.session import kinds as k
from inspector.session.compaction import tokens_before
from inspector.session.jsvalue import number_text
from inspector.session.messages import PiThrows, entry_messages
from inspector.session.preview import preview
from inspector.session.tokens import estimate

EXACT = (
    400  # entries of a context whose sizes are taken by pi's estimate; in larger ones, line lengths stand in
)
DROWNED = 0.85  # share of tool results from which the rest is hard to find
_LARGE = 120_000  # characters of a context below which nothing drowns


def check(case: Case) -> list[Finding]:
    """Everything the compaction stage says about the path to ``case.at``."""
    if case.at < 0:
        return []
    bounds = boundaries(case)
    if not bounds:
        return [*_none(case), *check_edits(case), *check_branch_summaries(case), *check_share(case)]
    findings = check_constraints(case, bounds)
    told = [str(one.params["text"]) for one in findings if "text" in one.params]
    findings += check_siblings(case, bounds)
    for bound in reversed(bounds):
        findings += [*_boundary(case, bound), *_kept_id(case, bound)]
    findings += check_split(case, bounds[-1])
    findings += check_checkpoint(case, bounds[-1])
    findings += _unsent(case, bounds[-1])
    findings += check_summaries(case, bounds, told)
    findings += [*check_edits(case), *check_branch_summaries(case), *check_share(case)]
    return findings


def _none(case: Case) -> list[Finding]:
    others = [one.row for one in case.compactions if one.row not in case.on_path]
    if not others:
        return [Finding("compaction.none", "ok", detail_only=True)]
    evidence = tuple(case.evidence(row) for row in others[:5])
    params = {"n": len(others), "compactions": case.names(others[:20])}
    return [Finding("compaction.elsewhere", "ok", params, evidence=evidence)]


def _boundary(case: Case, bound: Boundary) -> list[Finding]:
    cols = case.session.cols
    before, before_row = bound.prompt_before
    after, after_row = bound.prompt_after
    params = {
        "compaction": bound.name,
        "line": bound.line,
        "kept": bound.facts.kept,
        "dropped": bound.lost,
        "cut_before": case.session.entry_name(bound.facts.cut) if bound.facts.cut >= 0 else None,
        "tokens_before": tokens_before(bound.entry),
        "before": _whole(before),
        "before_line": cols.line[before_row] if before_row >= 0 else None,
        "after": _whole(after),
        "after_line": cols.line[after_row] if after_row >= 0 else None,
        "before_at": _place(cols.line, before_row),
        "after_at": _place(cols.line, after_row),
        "unmeasured": after is None,
        "at": cols.instant_or_none(bound.row),
    }
    rows = [bound.row, *(row for row in (before_row, after_row) if row >= 0)]
    code = "compaction.boundary-repeated" if bound.start else "compaction.boundary"
    evidence = tuple(map(case.evidence, rows))
    return [Finding(code, "ok", params, evidence=evidence, detail_only=not bound.latest)]


def _place(lines: Sequence[int], row: int) -> str:
    return f"L{lines[row]}" if row >= 0 else "–"


def _whole(number: float | None) -> int | None:
    return int(number) if number is not None and isfinite(number) else None


def _kept_id(case: Case, bound: Boundary) -> list[Finding]:
    if bound.facts.cut >= 0:
        return []
    stored = bound.entry.get("firstKeptEntryId")
    index = bound.entry.get("firstKeptEntryIndex")
    params: dict[str, object] = {"compaction": bound.name, "line": bound.line, "dropped": bound.lost}
    evidence = [case.evidence(bound.row)]
    quiet = not bound.latest
    if bound.facts.retain_none:
        return [Finding("compaction.keeps-nothing", "ok", params, evidence=tuple(evidence), detail_only=True)]
    tail = bound.entry.get("retainedTail")
    if isinstance(tail, list) and tail and stored is None:
        params["n"] = len(tail)
        steps = tuple(back_steps(case, bound)) if bound.latest else ()
        return [
            Finding(
                "compaction.retained-tail",
                "ok" if quiet else "warning",
                params,
                False,
                tuple(evidence),
                steps,
                quiet,
            )
        ]
    if stored is None and index is None:
        return [
            Finding(
                "compaction.no-kept-id",
                "ok" if quiet else "warning",
                params,
                False,
                tuple(evidence),
                (),
                quiet,
            )
        ]
    kept = case.session.kept_row(bound.row)
    named = stored if stored is not None else index
    if isinstance(named, float):
        named = number_text(named)
    params["kept_id"] = str(named)[:80]
    if kept >= 0:
        evidence.append(case.evidence(kept))
        params["kept_line"] = case.session.cols.line[kept]
    code = "compaction.bad-kept-id" if kept >= 0 else "compaction.kept-id-missing"
    steps = tuple(back_steps(case, bound)) if bound.latest else ()
    return [Finding(code, "ok" if quiet else "warning", params, False, tuple(evidence), steps, quiet)]


def check_checkpoint(case: Case, bound: Boundary) -> list[Finding]:
    """The prompt across the latest boundary; only in a session that stored system messages."""
    history = prompt_history(case)
    before = history.before.get(bound.row)
    if before is None:
        return []
    params: dict[str, object] = {"compaction": bound.name, "line": bound.line}
    evidence = (case.evidence(bound.row), *(case.evidence(row) for row in history.rows[:1]))
    if bound.row in history.checkpoints:
        return [Finding("compaction.checkpoint", "ok", params, evidence=evidence[:1], detail_only=True)]
    now = history.now
    params["sections"] = [name for name in before.sections if now is None or name not in now.sections]
    params["text"] = before.content
    if before.content.strip() and (now is None or before.content not in now.content):
        steps = (Step("restate", {"text": before.content}),)
        return [Finding("compaction.checkpoint-missing", "warning", params, evidence=evidence, next=steps)]
    if params["sections"]:
        return [Finding("compaction.checkpoint-sections", "warning", params, evidence=evidence)]
    return [Finding("compaction.checkpoint-returned", "ok", params, evidence=evidence, detail_only=True)]


def _unsent(case: Case, bound: Boundary) -> list[Finding]:
    """A user message that was summarised before any reply to it: after an overflow."""
    cols = case.session.cols
    for row in reversed(bound.dropped[-50:]):
        if cols.role[row] == k.ASSISTANT and not cols.flags[row] & k.FAILED:
            return []
        if cols.role[row] == k.USER:
            answered = any(
                cols.role[one] == k.ASSISTANT and not cols.flags[one] & k.FAILED
                for one in case.path[bound.cut : bound.at]
            )
            if answered:
                return []
            words = preview(case.session.value(row))
            params = {
                "text": words,
                "line": cols.line[row],
                "compaction": bound.name,
                "compaction_line": bound.line,
            }
            evidence = (case.evidence(row), case.evidence(bound.row))
            steps = (Step("restate", {"text": words}),) if words else ()
            return [Finding("compaction.unsent-summarised", "warning", params, True, evidence, steps)]
    return []


def check_share(case: Case) -> list[Finding]:
    """The share of tool results in what the model is given: in a flood of output, a rule is hard to see."""
    cols, rows = case.session.cols, case.frame.rows
    exact = len(rows) <= EXACT
    results = everything = 0
    largest: list[tuple[int, int]] = []
    for at, row in enumerate(rows):
        if not _counts(case, row, at):
            continue
        size = _size(case, row) if exact else cols.length[row]
        everything += size
        if cols.role[row] == k.TOOL_RESULT:
            results += size
            largest.append((size, row))
    if not results or not everything:
        return []
    largest = sorted(largest, reverse=True)[:3]
    share = results / everything
    params = {
        "share": share,
        "results": len([row for row in rows if cols.role[row] == k.TOOL_RESULT]),
        "characters": everything,
        "largest": [
            f"L{cols.line[row]} ({cols.what_name(row) or 'tool'}, {size:,})" for size, row in largest
        ],
    }
    evidence = tuple(case.evidence(row) for _, row in largest)
    if round(100 * share) == 0:
        return []
    if share >= DROWNED and everything >= _LARGE:
        steps = (Step("read-on-demand"), Step("compact-with-rules"))
        return [Finding("compaction.drowned", "warning", params, True, evidence, steps)]
    return [Finding("compaction.result-share", "ok", params, True, evidence, detail_only=True)]


def _counts(case: Case, row: int, at: int) -> bool:
    cols, edit = case.session.cols, case.frame.edits.get(row)
    if (edit and edit.omits) or cols.flags[row] & (k.FAILED | k.EXCLUDED | k.UNREADABLE):
        return False
    kind = cols.kind[row]
    return kind in (k.MESSAGE, k.CUSTOM_MESSAGE, k.BRANCH_SUMMARY) or (kind == k.COMPACTION and at == 0)


def _size(case: Case, row: int) -> int:
    try:
        return 4 * sum(map(estimate, entry_messages(case.session.value(row))))
    except PiThrows:
        return 0
