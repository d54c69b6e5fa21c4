"""Storage, damage: every kind with its lines; what the header, the tree and compactions contradict is told elsewhere."""

from __future__ import annotations

from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Evidence, Finding, Status
from inspector.diagnosis.storage_file import SHOWN, file_step
from inspector.evidence.damage import Damage

# Kinds with their status, and whether only --all shows them. Not here, since another check tells them: header-missing,
# header-late, newer-version (opening, header), duplicate-id, missing-parent (reach), bad-kept-id (compaction).
_KINDS: dict[str, tuple[Status, bool]] = {
    "torn": ("warning", False),
    "joined": ("warning", False),
    "nul": ("warning", False),
    "not-json": ("warning", False),
    "bom": ("warning", False),
    "not-a-record": ("warning", False),
    "repaired-utf8": ("warning", False),
    "cycle": ("warning", False),
    "extra-header": ("warning", False),
    "unknown-type": ("ok", False),
    "odd-field": ("ok", True),
    "too-deep": ("ok", True),
    "lone-surrogate": ("ok", True),
}


def damage_findings(case: Case) -> list[Finding]:
    """One finding per kind of damage, with what of it could be saved."""
    session = case.session
    groups: dict[str, list[Damage]] = {}
    for damage in session.damage:
        if damage.kind in _KINDS:
            groups.setdefault(damage.kind, []).append(damage)
    return [_finding(case, kind, groups[kind]) for kind in _KINDS if kind in groups]


def _finding(case: Case, kind: str, group: list[Damage]) -> Finding:
    session = case.session
    status, detail = _KINDS[kind]
    lines = [damage.line for damage in group]
    code = f"storage.damage-{kind}"
    if kind == "torn" and len(group) == 1 and lines[0] == session.scan.lines:
        code = "storage.damage-torn-tail"
    if lines == [1] and not session.pi.opens:
        status, detail = "ok", True  # told as the reason why pi refuses the file
    if kind == "cycle" and session.pi.hangs:
        detail = True  # told as the reason why pi hangs
    saved = sum(len(damage.salvage) for damage in group)
    params = {
        "n": len(group),
        "lines": lines,
        "line": lines[0],
        "bytes": sum(damage.length for damage in group),
        "saved": saved,
    }
    steps = (file_step("salvage", case),) if saved else ()
    evidence = tuple(_place(case, damage) for damage in group[:SHOWN])
    return Finding(code, status, params, evidence=evidence, next=steps, detail_only=detail)


def _place(case: Case, damage: Damage) -> Evidence:
    try:
        return case.evidence(case.session.row_of_line(damage.line))
    except KeyError:
        return case.line(damage.line)
