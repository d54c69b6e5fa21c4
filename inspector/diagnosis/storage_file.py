"""Storage, the file itself: header and version, what pi does on opening it, and what it cannot reach."""

from __future__ import annotations

import re

from inspector.diagnosis.case import Case
from inspector.diagnosis.elsewhere import session_of_log
from inspector.diagnosis.finding import Evidence, Finding, Step
from inspector.diagnosis.going_back import go_back
from inspector.evidence.damage import Damage
from inspector.session import kinds as k
from inspector.session.jsvalue import instant
from inspector.session.load import Session
from inspector.session.versions import CURRENT, needs_rewrite
from inspector.store.talk import talk

SHOWN = 8  # places named as evidence of one finding
_LISTABLE = 20 << 20  # bytes; the messages of a larger file are not all read to tell whether pi lists it
_LINE = re.compile(r"line (\d+)")
_REFUSED = ("not-json", "torn", "joined", "nul", "bom")
_SAMPLE = 20  # entries looked at for ids of their own in a file without a version


def file_step(code: str, case: Case) -> Step:
    """A step that names the session file."""
    return Step(code, {"file": str(case.session.path)})


def header_findings(case: Case) -> list[Finding]:
    """What the header says, and what its version means."""
    session = case.session
    if session.header is None or not session.header_line:
        return []
    version = 1 if session.version_absent else session.version_on_disk
    where = (case.line(session.header_line),)
    created = instant(session.header.get("timestamp"))
    params = {
        "id": session.session_id,
        "version": version,
        "cwd": session.cwd,
        "created": None if created == k.NO_INSTANT else created,
        "line": session.header_line,
        "entries": session.n,
    }
    found = [Finding("storage.header", "ok", params, evidence=where, detail_only=True)]
    if session.version > CURRENT:
        found.append(Finding("storage.version-newer", "warning", {"version": version}, evidence=where))
    if session.pi.opens:
        found.extend(_rewrite(case, version, where))
    return found


def _rewrite(case: Case, version: object, where: tuple[Evidence, ...]) -> list[Finding]:
    session = case.session
    if not needs_rewrite(session.version):
        return []
    found = []
    if session.version_absent and _has_ids(case):
        found.append(
            Finding(
                "storage.version-missing",
                "warning",
                {},
                evidence=where,
                next=(file_step("copy-first", case),),
            )
        )
    lost = refused_lines(case)
    if lost:
        evidence = tuple(case.line(line) for line in lost[:SHOWN])
        found.append(
            Finding(
                "storage.rewrite-loses",
                "warning",
                {"n": len(lost), "lines": lost, "version": version},
                evidence=evidence,
                next=(file_step("copy-first", case), file_step("salvage", case)),
            )
        )
    else:
        found.append(Finding("storage.rewrites", "ok", {"version": version}, evidence=where))
    return found


def _has_ids(case: Case) -> bool:
    rows = range(min(_SAMPLE, case.session.n))
    entries = [case.session.stored(row) for row in rows]
    return any(isinstance(entry, dict) and isinstance(entry.get("id"), str) for entry in entries)


def refused_lines(case: Case) -> list[int]:
    """Lines that ``JSON.parse`` refuses."""
    return [damage.line for damage in case.session.scan.damage if damage.kind in _REFUSED]


def event_log_findings(case: Case) -> list[Finding]:
    """That the file is no session, and which one the same run wrote."""
    session = case.session
    other = session_of_log(session)
    step = Step("find-session-of-log", {"id": session.session_id or "–"})
    if other is not None:
        step = Step("doctor-session", {"file": str(other)})
    evidence = (case.line(1), *((Evidence(other),) if other is not None else ()))
    return [Finding("storage.event-log", "warning", {}, evidence=evidence, next=(step,))]


def opening_findings(case: Case) -> list[Finding]:
    """What pi does when it opens the file: refuse, hang, throw, write."""
    session = case.session
    found: list[Finding] = []
    if not session.size:
        return [Finding("storage.empty", "warning", {}, evidence=(case.line(),))]
    if not session.pi.opens:
        code, line = _refusal(case)
        steps = (file_step("salvage", case),) if session.n else ()
        refused: tuple[Evidence, ...] = (case.line(line),)
        return [*found, Finding(code, "lost", {"line": line, "n": session.n}, evidence=refused, next=steps)]
    if session.pi.hangs:
        rows = [row for row in session.tree.cyclic if row in case.on_path] or session.tree.cyclic
        evidence = tuple(case.evidence(row) for row in rows[:SHOWN]) or (case.line(),)
        step = (file_step("salvage", case),)
        found.append(Finding("storage.hangs", "lost", {"n": len(rows)}, evidence=evidence, next=step))
    found.extend(_throws(case))
    if not session.scan.ends_with_newline:
        where = (case.line(session.scan.lines),)
        found.append(Finding("storage.adds-newline", "ok", {}, evidence=where, detail_only=True))
    return found


def _refusal(case: Case) -> tuple[str, int]:
    """Why pi refuses the file, in the order in which pi comes upon it, and the line."""
    session, scan = case.session, case.session.scan
    bad = {damage.line: damage.kind for damage in scan.damage}
    if scan.over_long:
        return "storage.refused-too-long", scan.over_long[0]
    if scan.first_kept == "header":
        return "storage.refused-bare-value", scan.primitives[0] if scan.primitives else 1
    if bad.get(1) == "bom":
        return "storage.refused-bom", 1
    if session.header is not None and session.session_id is None:
        return "storage.refused-no-id", session.header_line
    if session.header is not None:
        return "storage.refused-header-late", session.header_line
    if scan.first_kept == "none":
        return "storage.refused-no-record", 1
    return ("storage.refused-header-damaged" if 1 in bad else "storage.refused-no-header"), 1


def _throws(case: Case) -> list[Finding]:
    session, scan = case.session, case.session.scan
    found = []
    context = [row for row in scan.null_messages if row in case.on_path]
    context += [
        row
        for row in scan.edits_without_replacement
        if row in case.on_path and session.target_row(row) in case.on_path
    ]
    counting = [row for row in scan.null_messages if row not in case.on_path]
    counting += [*scan.replies_without_usage, *scan.usage_without_cost]
    lines = sorted({*(session.cols.line[row] for row in counting), *scan.null_blocks})
    fault = session.pi.content_fault
    if fault is not None:
        path = set(session.tree.path(session.tree.active_leaf))
        odd = [row for row in scan.odd_content if row in path]
        lines = [line for line in lines if line not in {session.cols.line[row] for row in odd}]
        throwing = tuple(case.evidence(row) for row in odd[:SHOWN])
        step = (file_step("salvage", case),)
        found.append(
            Finding("storage.throws-content", "warning", {"why": fault}, evidence=throwing, next=step)
        )
    if context:
        throwing = tuple(case.evidence(row) for row in context[:SHOWN])
        params = {"n": len(context), "lines": [session.cols.line[row] for row in context]}
        step = (file_step("salvage", case),)
        found.append(Finding("storage.throws-context", "warning", params, evidence=throwing, next=step))
    if lines:
        evidence = tuple(case.line(line) for line in lines[:SHOWN])
        found.append(
            Finding(
                "storage.throws-counting", "warning", {"n": len(lines), "lines": lines}, evidence=evidence
            )
        )
    if scan.odd_name_line:
        where = (case.line(scan.odd_name_line),)
        found.append(Finding("storage.throws-name", "warning", {"line": scan.odd_name_line}, evidence=where))
    found.extend(_unlisted(case))
    return found


def _unlisted(case: Case) -> list[Finding]:
    """A message on which the builder of pi's list throws: the session is missing there without a word."""
    session = case.session
    if session.size > _LISTABLE and not session.scan.null_messages:
        return []
    why = talk(session).dropped
    match = _LINE.search(why or "")
    if why is None:
        return []
    line = int(match.group(1)) if match else None
    step = Step("open-session", {"path": str(session.path)})
    return [Finding("storage.unlisted", "warning", {"line": line}, evidence=(case.line(line),), next=(step,))]


def reach_findings(case: Case) -> list[Finding]:
    """Entries that are in the file and that pi cannot reach from here: a cut path, a shadowed id, no leaf at all."""
    session, tree = case.session, case.tree
    found = []
    if session.n and tree.active_leaf < 0:
        evidence = (case.line(session.cols.line[session.n - 1]),)
        step = (file_step("salvage", case),)
        found.append(Finding("storage.no-leaf", "lost", {"n": session.n}, evidence=evidence, next=step))
    gaps = torn_off(session)
    if case.path and case.path[0] in gaps:
        found.append(_cut(case, case.path[0]))
    others = [row for row in gaps if not case.path or row != case.path[0]]
    if others:
        orphans = tuple(case.evidence(row) for row in others[:SHOWN])
        params = {"n": len(others), "rows": case.names(others)}
        found.append(Finding("storage.missing-parent", "warning", params, evidence=orphans))
    if len(gaps) < len(tree.orphans):
        whole = [row for row in tree.orphans if row not in set(gaps)]
        params = {"n": len(whole), "lines": [session.cols.line[row] for row in whole]}
        roots = (*(case.evidence(row) for row in whole[:SHOWN]), case.line(session.header_line or None))
        found.append(Finding("storage.parent-is-header", "ok", params, evidence=roots, detail_only=True))
    found.extend(_shadowed(case))
    return found


def torn_off(session: Session) -> list[int]:
    """Entries whose parent is in no line. One that names the session itself as its parent is a root: some programs
    write that, pi finds no entry of that id, and nothing is missing."""
    return [row for row in session.tree.orphans if session.scan.parents[row] != session.session_id]


def cut_cause(session: Session, row: int) -> Damage | None:
    """The refused line that holds the parent of the entry at ``row``, or may have held it; None where none does."""
    parent = str(session.scan.parents.get(row))
    above = [damage for damage in session.scan.damage if damage.line < session.cols.line[row]]
    named = [damage for damage in above if any(part.id == parent for part in damage.salvage)]
    refused = [damage for damage in above if damage.kind in _REFUSED]
    return next(iter(named), None) or next(reversed(refused), None)


def _cut(case: Case, row: int) -> Finding:
    """The path begins at an entry whose parent no line holds; where a refused line holds it, that is the cause."""
    session = case.session
    parent = str(session.scan.parents[row])
    cause = cut_cause(session, row)
    params = {"entry": session.entry_name(row), "line": session.cols.line[row], "parent": parent, "n": row}
    evidence = [case.evidence(row)]
    steps = []
    if cause is not None:
        params["bad"] = cause.line
        evidence.append(case.line(cause.line))
        steps.append(file_step("salvage", case))
    if row:
        steps += go_back(session, range(row - 1, -1, -1))
    code = "storage.path-cut-by-damage" if cause is not None else "storage.path-cut"
    status = "lost" if row else "warning"
    return Finding(code, status, params, evidence=tuple(evidence), next=tuple(steps))  # type: ignore[arg-type]


def _shadowed(case: Case) -> list[Finding]:
    session = case.session
    rows = sorted(row for row in case.tree.shadowed if isinstance(session.cols.ids[row], str))
    if not rows:
        return []
    alike = all(
        session.raw(row) == session.raw(session.scan.index[session.cols.ids[row]]) for row in rows[:200]
    )
    pairs = [(row, session.scan.index[session.cols.ids[row]]) for row in rows[: SHOWN // 2]]
    evidence = tuple(case.evidence(row) for pair in pairs for row in pair)
    params = {"n": len(rows), "lines": [session.cols.line[row] for row in rows]}
    if alike:
        return [Finding("storage.repeated", "ok", params, evidence=evidence)]
    return [Finding("storage.shadowed", "warning", params, evidence=evidence)]
