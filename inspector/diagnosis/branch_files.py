"""Branch, files: what was written on a branch that was left is still written, and this leaf never saw it.

What tool calls wrote is a fact; what shell commands may have written is a lead (``branch_shell``).
"""

from __future__ import annotations

from inspector.diagnosis.branch_rows import SHOWN, off_path
from inspector.diagnosis.branch_shell import CHECKED, shell_findings
from inspector.diagnosis.branch_writes import Write, base_names, in_commands, touched, writes
from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Finding, Step
from inspector.session import kinds as k


def file_findings(case: Case) -> list[Finding]:
    """Files that other branches of this file wrote, without those that this path touched afterwards."""
    rows = off_path(case).left_rows()
    found = writes(case.session, rows, case.session.cwd)
    last = {write.key: write for write in found}
    return [*(_written(case, rows, last) if last else []), *shell_findings(case, rows, last)]


def _written(case: Case, rows: list[int], last: dict[str, Write]) -> list[Finding]:
    session = case.session
    first = min(write.row for write in last.values())
    after = [row for row in case.path if row > first]
    seen = touched(session, after, set(last), base_names(last.values()), session.cwd)
    unseen = [write for key, write in last.items() if seen.get(key, -1) < write.row]
    known = [write for write in last.values() if write not in unseen]
    results = []
    if unseen:
        named = in_commands(session, after, unseen)
        shown = {write.key for write in unseen if named.get(write.key, -1) > write.row}
        shells = sum(
            session.cols.what_name(row) == "bash" for row in rows if session.cols.role[row] == k.TOOL_RESULT
        )
        params = {
            "n": len(unseen),
            "files": sorted({write.path for write in unseen}),
            "told": sorted(_told(case) & {write.path for write in unseen}) or ["–"],
            "shown": sorted(write.path for write in unseen if write.key in shown) or ["–"],
            "shells": shells,
        }
        evidence = tuple(case.evidence(write.row) for write in unseen[:SHOWN])
        steps = tuple(Step("check-file", {"path": write.path}) for write in unseen if write.key not in shown)[
            :CHECKED
        ]
        results.append(Finding("branch.files-written", "warning", params, evidence=evidence, next=steps))
    if known:
        params = {"n": len(known), "files": sorted({write.path for write in known})}
        evidence = tuple(case.evidence(seen[write.key]) for write in known[:SHOWN])
        results.append(Finding("branch.files-seen-since", "ok", params, evidence=evidence, detail_only=True))
    return results


def _told(case: Case) -> set[str]:
    """Files that branch summaries on the path name as modified: the leaf was told of them, not what is in them."""
    kinds, names, at = case.session.cols.kind, set[str](), 0
    try:
        while True:
            at = kinds.index(k.BRANCH_SUMMARY, at)
            details = case.session.value(at).get("details") if at in case.on_path else None
            listed = details.get("modifiedFiles") if isinstance(details, dict) else None
            names.update(
                name for name in (listed if isinstance(listed, list) else []) if isinstance(name, str)
            )
            at += 1
    except ValueError:
        return names
