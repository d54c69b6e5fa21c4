"""Context edits on the path: which entry left out or replaced what, and which of them count."""

from __future__ import annotations

from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Evidence, Finding, Step
from inspector.session import kinds as k
from inspector.session.context import Edit
from inspector.session.preview import preview

SHOWN = 5
_NAMED = 20


def check_edits(case: Case) -> list[Finding]:
    """The edits in force by what they touch, and those that no longer count."""
    cols, session = case.session.cols, case.session
    edits = sorted(case.frame.edits.values(), key=lambda edit: edit.row)
    said: list[Edit] = []
    retried: list[Edit] = []
    omitted: list[Edit] = []
    replaced: list[Edit] = []
    for edit in edits:
        role = cols.role[edit.target]
        if cols.kind[edit.target] == k.COMPACTION:
            continue  # told with the summary
        if cols.flags[edit.target] & k.FAILED and edit.omits:
            retried.append(edit)
        elif role == k.USER:
            said.append(edit)
        else:
            (omitted if edit.omits else replaced).append(edit)
    findings = []
    for edit in said[-SHOWN:]:
        words = preview(session.value(edit.target))
        params = {
            "text": words,
            "line": cols.line[edit.target],
            "entry": session.entry_name(edit.target),
            "edit": session.entry_name(edit.row),
            "edit_line": cols.line[edit.row],
        }
        code = "compaction.edit-omits-user" if edit.omits else "compaction.edit-replaces-user"
        evidence: tuple[Evidence, ...] = (case.evidence(edit.target), case.evidence(edit.row))
        step = (Step("restate-if", {"text": words}),) if edit.omits and words else ()
        findings.append(Finding(code, "warning", params, evidence=evidence, next=step))
    pairs = (
        (omitted, "edits-omit"),
        (replaced, "edits-replace"),
        (retried, "edits-retry"),
        (said[:-SHOWN], "edits-more"),
    )
    for group, code in pairs:
        if not group:
            continue
        names = [f"{session.entry_name(edit.target)} (L{cols.line[edit.target]})" for edit in group[-_NAMED:]]
        by = [f"{session.entry_name(edit.row)} (L{cols.line[edit.row]})" for edit in group[-_NAMED:]]
        evidence = tuple(case.evidence(edit.row) for edit in group[-_NAMED:])
        quiet = code == "edits-retry"
        params = {"n": len(group), "targets": names, "edits": by}
        findings.append(Finding(f"compaction.{code}", "ok", params, evidence=evidence, detail_only=quiet))
    return findings + _idle(case, {edit.row for edit in edits})


def _idle(case: Case, in_force: set[int]) -> list[Finding]:
    kinds = case.session.cols.kind
    rows = [row for row in case.path if kinds[row] == k.CONTEXT_EDIT and row not in in_force]
    if not rows:
        return []
    evidence = tuple(case.evidence(row) for row in rows[-_NAMED:])
    params = {"n": len(rows)}
    return [Finding("compaction.edits-idle", "ok", params, evidence=evidence, detail_only=True)]
