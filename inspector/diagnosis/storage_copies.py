"""Storage, copies: the same session id in several files, the session this one was forked from, leftovers beside it."""

from __future__ import annotations

import ntpath
import os
import re
from pathlib import Path

from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Evidence, Finding, Step
from inspector.diagnosis.storage_around import Around, activity
from inspector.diagnosis.storage_file import SHOWN
from inspector.store.header import Header
from inspector.store.paths import is_windows, resolve

# Endings that editors, backups and other programs leave, and marks of a copy made in a file manager.
_LEFT = re.compile(r"\.jsonl[.~]|\.(bak|tmp|old|orig|swp|part|deleted|reset|save)\d*$|~$", re.IGNORECASE)
_COPY = re.compile(r"(^|[ _.-])(copy|kopie|copie)( ?\(?\d+\)?)?([ _.-]|$)|\(\d+\)|副本", re.IGNORECASE)


def copy_findings(case: Case, place: Around | None) -> list[Finding]:
    """Files that share the session id: imports keep it, and so do copies made by hand."""
    session_id = case.session.session_id
    if place is None or session_id is None:
        return []
    same = [
        file
        for file in place.found.files
        if file is not place.own and isinstance(file.header, Header) and file.header.id == session_id
    ]
    if not same:
        return []
    clocks = {file.path: activity(file) for file in (*same, place.own)}
    latest = max(same, key=lambda file: clocks[file.path])
    params = {
        "n": len(same),
        "id": session_id,
        "files": [str(file.path) for file in same],
        "other": str(latest.path),
        "talk": clocks[latest.path],
        "own_talk": clocks[place.own.path],
    }
    evidence = (*(Evidence(file.path, 1) for file in same[:SHOWN]), case.line(case.session.header_line))
    newer = clocks[latest.path] > clocks[place.own.path]
    code = "storage.same-id-newer" if newer else "storage.same-id"
    step = Step("open-session", {"path": str(latest.path)})
    return [Finding(code, "warning", params, evidence=evidence, next=(step,))]


def parent_findings(case: Case, place: Around | None) -> list[Finding]:
    """The session this one was forked from: there, missing, or not looked for."""
    stored = case.session.parent_session
    if not stored:
        return []
    where = (case.line(case.session.header_line),)
    params = {"parent": stored}
    if place is None:
        return [Finding("storage.forked-from", "ok", params, evidence=where, detail_only=True)]
    path = parent_file(case, place)
    if path is None:
        return [Finding("storage.parent-missing", "unknown", params, evidence=where)]
    step = Step("open-session", {"path": str(path)})
    evidence = (*where, Evidence(path))
    return [
        Finding(
            "storage.parent", "ok", {"parent": str(path)}, evidence=evidence, next=(step,), detail_only=True
        )
    ]


def parent_file(case: Case, place: Around) -> Path | None:
    """The parent's file: where it was, else the file of that name below the root (a folder may have been moved)."""
    stored = case.session.parent_session
    if not stored:
        return None
    name = ntpath.basename(stored) if is_windows(stored) else os.path.basename(stored)
    known = [file.path for file in place.found.files if file.path.name == name and file is not place.own]
    for base in (str(case.session.path.parent), case.session.cwd or ""):
        if not base or stored.startswith(("//", "\\\\")) or "\0" in stored:
            continue
        try:
            path = Path(resolve(stored, base))
        except ValueError:
            continue
        if path.is_file():
            return path
    return known[0] if known else None


def leftover_findings(case: Case, place: Around | None) -> list[Finding]:
    """Leftovers beside the file, and a name of the file itself that says it is one."""
    found = []
    path = case.session.path
    if not path.name.endswith(".jsonl"):
        found.append(Finding("storage.own-suffix", "warning", {"name": path.name}, evidence=(case.line(),)))
    elif _COPY.search(path.name.removesuffix(".jsonl")):
        found.append(
            Finding("storage.own-copy", "warning", {"name": path.name}, lead=True, evidence=(case.line(),))
        )
    if place is None:
        return found
    names = [name for name in _names(place.folder.path) if name != path.name and _is_leftover(name)]
    stem = path.name.split(".jsonl")[0]
    session_id = case.session.session_id
    near = [name for name in names if _of_session(name, stem, session_id)]
    for code, group in (
        ("storage.leftovers", near),
        ("storage.leftovers-folder", [n for n in names if n not in near]),
    ):
        if not group:
            continue
        own = code == "storage.leftovers"
        files = [place.folder.path / name for name in group]
        found.append(
            Finding(
                code,
                "warning" if own else "ok",
                {"n": len(group), "names": group, "folder": str(place.folder.path)},
                lead=own,
                evidence=tuple(Evidence(file) for file in files[:SHOWN]),
                next=(Step("look-into", {"path": str(files[0])}),) if own else (),
                detail_only=not own,
            )
        )
    return found


def _of_session(name: str, stem: str, session_id: str | None) -> bool:
    return name.startswith((stem, f"Copy of {stem}")) or bool(
        session_id and len(session_id) >= 8 and session_id in name
    )


def _is_leftover(name: str) -> bool:
    if name.endswith(".jsonl"):
        return bool(_COPY.search(name.removesuffix(".jsonl")))
    return bool(_LEFT.search(name))


def _names(folder: Path) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.name for entry in entries)
    except OSError:
        return []
