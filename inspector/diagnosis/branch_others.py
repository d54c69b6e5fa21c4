"""Branch, other sessions of the cwd: forks that went on by themselves, and files that another session wrote while
this one was going on. Only small files of the same cwd are read, the newest first, and how many were not is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from inspector.diagnosis.branch_rows import SHOWN, last_words, text_of
from inspector.diagnosis.branch_shell import CHECKED, lead, told
from inspector.diagnosis.branch_writes import Write, base_names, in_commands, touched, writes
from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Evidence, Finding, Step
from inspector.diagnosis.storage_around import Around, around
from inspector.errors import InspectorError
from inspector.session import kinds as k
from inspector.session.jsvalue import instant
from inspector.session.kinds import NO_INSTANT
from inspector.session.load import Session, open_session
from inspector.store.locate import SessionFile

ONE = 20 << 20  # bytes of one other session that is read
ALL = 24 << 20  # and of all of them
FILES = 12
_SHARED = 2  # ids in common from which two files are of one family


@dataclass(frozen=True, slots=True)
class Other:
    """Another session: its rows that this file does not hold, and whether both share history."""

    session: Session
    alone: list[int]
    family: bool


def other_session_findings(case: Case) -> list[Finding]:
    """What sessions of the same cwd did that this leaf never saw."""
    place = around(case)
    if place is None or not case.session.cwd:
        return []
    candidates = _candidates(case, place)
    found: list[Finding] = []
    read = size = 0
    for file in candidates:
        if read >= FILES or file.size > ONE or size + file.size > ALL:
            continue
        try:
            session = open_session(file.path)
        except InspectorError:
            continue
        read, size = read + 1, size + file.size
        try:
            found.extend(_about(case, _other(case, session)))
        finally:
            session.evidence.close()
    if read < len(candidates):
        params = {"n": len(candidates) - read, "read": read}
        evidence = (Evidence(place.folder.path),)
        found.append(Finding("branch.others-not-read", "ok", params, evidence=evidence, detail_only=True))
    return found


def _candidates(case: Case, place: Around) -> list[SessionFile]:
    """Sessions of the cwd that were changed after this one began, newest first."""
    start = _start(case)
    files = [file for file in place.of_same_cwd if start is None or file.mtime_ms >= start]
    return sorted(files, key=lambda file: -file.mtime_ns)


def _start(case: Case) -> int | None:
    """When this session or the one it was forked from began."""
    created = instant((case.session.header or {}).get("timestamp"))
    clocks = [created, *case.session.cols.instant[:1]]
    known = [clock for clock in clocks if clock != NO_INSTANT]
    return min(known, default=None)


def _other(case: Case, session: Session) -> Other:
    index = case.session.scan.index
    alone = [row for row, key in enumerate(session.cols.ids) if not (isinstance(key, str) and key in index)]
    shared = session.n - len(alone)
    same_id = session.session_id is not None and session.session_id == case.session.session_id
    return Other(session, alone, shared >= _SHARED or same_id)


def _about(case: Case, other: Other) -> list[Finding]:
    if not other.alone:
        return []
    found = [_family(case, other)] if other.family else []
    written = writes(other.session, other.alone, other.session.cwd)
    last = {write.key: write for write in written}
    session = case.session
    mine = touched(session, case.path, set(last), base_names(last.values()), session.cwd)
    unseen = [write for key, write in last.items() if _unseen(case, other, write, mine.get(key, -1))]
    end = _end(case)
    during = [write for write in unseen if _before(write.at, end)]
    since = [write for write in unseen if write not in during]
    for code, status, group in (
        ("branch.family-wrote" if other.family else "branch.others-wrote", "warning", during),
        ("branch.others-wrote-since", "ok", since),
    ):
        if group:
            found.append(_wrote(other, code, status, group))
    return found + _by_commands(case, other, last, end)


def _before(at: int | None, end: int | None) -> bool:
    return at is not None and end is not None and at <= end


def _by_commands(case: Case, other: Other, but: Iterable[str], end: int | None) -> list[Finding]:
    """The lead on what shell commands there may have written: files that this path knows, and in a session that
    shares its history all others, too."""
    by = told(other.session, other.alone, but)
    mine = touched(case.session, case.path, set(by.hows), base_names(by.files), case.session.cwd)
    named = in_commands(case.session, case.path, by.files)
    files = [
        write
        for write in by.files
        if _unseen(case, other, write, mine.get(write.key, -1))
        and not _looked_since(case, write, named.get(write.key, -1))
    ]
    untold = by.untold if other.family else []
    found = []
    for code, status, during in (
        ("branch.others-shell", "warning", True),
        ("branch.others-shell-since", "ok", False),
    ):
        group = [write for write in files if _before(write.at, end) is during]
        deeds = [deed for deed in untold if _before(deed.at, end) is during]
        if group or deeds:
            found += lead(other.session, code, by, group, deeds, status=status, name=other.session.path.name)
    return found


def _looked_since(case: Case, write: Write, row: int) -> bool:
    """True where a command of this path named the file after it was written."""
    at = case.session.cols.instant_or_none(row) if row >= 0 else None
    return at is not None and write.at is not None and at > write.at


def _unseen(case: Case, other: Other, write: Write, row: int) -> bool:
    """True where this path did not touch the file after that write. Of sessions that share no history only files
    count that this path has touched: what else they wrote is no part of its picture."""
    if row < 0:
        return other.family
    at = case.session.cols.instant_or_none(row)
    return at is not None and write.at is not None and write.at > at


def _end(case: Case) -> int | None:
    clocks = [case.session.cols.instant_or_none(row) for row in case.path[-50:]]
    return max((clock for clock in clocks if clock is not None), default=None)


def _family(case: Case, other: Other) -> Finding:
    session = other.session
    talk = [row for row in other.alone if session.cols.role[row] in (k.USER, k.ASSISTANT)]
    rows = talk or other.alone
    tip = last_words(session, rows)
    params = {
        "name": session.path.name,
        "n": len(other.alone),
        "shared": session.n - len(other.alone),
        "users": sum(session.cols.role[row] == k.USER for row in other.alone),
        "text": text_of(session, tip),
        "at": session.cols.instant_or_none(tip),
    }
    evidence = (Evidence(session.path, session.cols.line[tip], session.entry_name(tip)),)
    step = (Step("open-session", {"path": str(session.path)}),)
    return Finding("branch.family", "ok", params, evidence=evidence, next=step, detail_only=not talk)


def _wrote(other: Other, code: str, status: str, group: list[Write]) -> Finding:
    session = other.session
    params = {
        "name": session.path.name,
        "n": len(group),
        "files": sorted({write.path for write in group}),
        "at": max((write.at for write in group if write.at is not None), default=None),
    }
    evidence = tuple(
        Evidence(session.path, session.cols.line[write.row], session.entry_name(write.row))
        for write in group[:SHOWN]
    )
    steps = tuple(Step("check-file", {"path": write.path}) for write in group[:CHECKED])
    return Finding(code, status, params, evidence=evidence, next=steps)  # type: ignore[arg-type]
