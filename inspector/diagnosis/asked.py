"""What became of the phrase asked for, told in the stage at whose gate it was lost, and the gap it came back from."""

from __future__ import annotations

from typing import Any

from inspector.diagnosis.branch_writes import writes
from inspector.diagnosis.finding import Evidence, Finding, Stage
from inspector.diagnosis.needle import normal
from inspector.diagnosis.terms import terms
from inspector.diagnosis.traced import Gap, Trace
from inspector.diagnosis.words_common import HOWS
from inspector.session import kinds as k
from inspector.session.context import skeleton
from inspector.session.load import Session

_ROWS = 2_000  # entries of a gap that are looked through for changes to files


def told_gap(trace: Trace) -> Gap | None:
    """The last gap that ended and in which replies were given; None where it is not in view or had none."""
    if not trace.visible:
        return None
    return next((gap for gap in reversed(trace.gaps) if gap.back >= 0 and gap.replies), None)


def gate_of(session: Session, row: int) -> Stage:
    """The stage at which the entry at ``row`` takes something from view."""
    return "compaction" if session.cols.kind[row] == k.COMPACTION else "source"


def by_model(trace: Trace, gap: Gap) -> bool:
    """True where nothing was said again: the model that thought it answers once more."""
    cols = trace.session.cols
    switch = cols.kind[gap.back] == k.MODEL_CHANGE or cols.role[gap.back] == k.ASSISTANT
    return switch and all(one.row != gap.back for one in trace.occurrences)


def changed_files(session: Session, rows: list[int]) -> list[str]:
    """Files that were written by calls whose results are among ``rows``, each with its line."""
    found = {one.path: session.cols.line[one.row] for one in writes(session, rows[-_ROWS:], session.cwd)}
    return [f"{path} (L{line})" for path, line in found.items()]


def gap_files(trace: Trace, gap: Gap) -> list[str]:
    """Files changed while it was out of view."""
    depth = trace.session.tree.depth
    path = trace.session.tree.path(trace.at)
    return changed_files(trace.session, path[depth[gap.first] : depth[gap.back] - 1])


def boundary_parts(trace: Trace) -> dict[str, Any]:
    """Parameters for what else is to be said of the compaction in force: a bad boundary, a summary that an edit leaves
    out, and terms of the phrase that the summary still has."""
    session, cut = trace.session, trace.cut
    found: dict[str, Any] = {}
    if trace.lost_at != "compaction" or cut < 0:
        return found
    entry = session.value(cut)
    kept, row = entry.get("firstKeptEntryId"), session.kept_row(cut)
    stored = isinstance(kept, str) and kept not in ("", session.cols.ids[cut])
    if stored and (row < 0 or not session.tree.is_ancestor(row, cut)):
        found |= {"unkept_part": "unkept", "kept": kept}
    edit = skeleton(session, trace.at).edits.get(cut)
    if edit is not None and edit.omits:
        return found | {"omitted_part": "omitted", "omitted_line": str(session.cols.line[edit.row])}
    summary = entry.get("summary")
    if edit is None and isinstance(summary, str) and not trace.needle.regex:
        said = terms(summary)
        asked = sorted(terms(normal(trace.needle.phrase)))
        shared = [one for one in asked if one in said]
        found |= {"still_part": "still", "shared": shared} if shared and 2 * len(shared) >= len(asked) else {}
    return found


def asked_findings(trace: Trace, stage: Stage, params: dict[str, Any]) -> list[Finding]:
    """The finding that tells it in ``stage``; ``params`` are those of the verdict."""
    gap = told_gap(trace)
    if gap is not None and gate_of(trace.session, gap.first) == stage:
        evidence = (_evidence(trace, gap.first), _evidence(trace, gap.back))
        return [Finding(f"{stage}.phrase-gap", "warning", params, evidence=evidence)]
    one = trace.decided_by
    if trace.lost_at != stage or one is None:
        return []
    code = f"{stage}.phrase-lost"
    if one.how == "other-session":
        code = f"{stage}.phrase-elsewhere"
    elif one.how == "later":
        code = "source.phrase-later"
    how = HOWS.get(one.how, ("", ""))
    rows = [row for row in (trace.cut,) if stage == "compaction" and row >= 0]
    by = (trace.edit if trace.edit >= 0 else trace.lost_by) if stage == "source" else -1
    rows += [by] if by >= 0 else []
    return [
        Finding(
            code,
            "lost",
            params | {"how": how[0], "how_zh": how[1]},
            evidence=(one.evidence, *(_evidence(trace, row) for row in rows)),
        )
    ]


def _evidence(trace: Trace, row: int) -> Evidence:
    session = trace.session
    return Evidence(session.path, session.cols.line[row], session.entry_name(row))
