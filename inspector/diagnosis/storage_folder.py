"""Storage, folders: the cwd that is gone, the project that was renamed, and work that ran in another folder."""

from __future__ import annotations

import ntpath
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Evidence, Finding, Status, Step
from inspector.diagnosis.storage_around import Around, exists, is_same_folder
from inspector.diagnosis.storage_file import SHOWN
from inspector.errors import InspectorError
from inspector.session import kinds as k
from inspector.store.continues import continued
from inspector.store.header import Header
from inspector.store.locate import SessionFile, find
from inspector.store.paths import is_windows
from inspector.store.roots import Places

_DECODED = 400  # system messages that are read, the first and the last of them
_TAG = re.compile(r"\A\s*<cwd>\s*(.*?)\s*</cwd>\s*\Z", re.DOTALL)
_SENTENCE = re.compile(r"^Current working directory: *(.+?) *$", re.MULTILINE)


def cwd_findings(case: Case, place: Around | None) -> list[Finding]:
    """Whether the session's cwd exists, and sessions of folders that look like the same project moved."""
    cwd = case.session.cwd
    if place is None or not cwd:
        return []
    there = exists(cwd)
    where = (case.line(case.session.header_line),)
    if there is None:
        return [Finding("storage.cwd-unseen", "ok", {"cwd": cwd}, evidence=where, detail_only=True)]
    if there:
        return _renamed_from(place, cwd)
    step = Step("missing-cwd", {"path": str(case.session.path)})
    # In a folder that the user pointed at, the session may be from another machine.
    status: Status = "ok" if place.places.named else "warning"
    gone = Finding("storage.cwd-gone", status, {"cwd": cwd}, evidence=where, next=(step,))
    return [gone, *_renamed_to(case, place, cwd)]


def renamed_candidates(places: Places) -> list[Path]:
    """Session files of folders that are gone and had the base name of ``places.cwd``, the newest first: where pi
    finds no session here, they may be from before the project was moved. No session has to be open for it."""
    if places.here is None:
        return []
    try:
        found = find(places, everything=True)
    except (InspectorError, ValueError, OSError):
        return []
    groups = _same_name(found.files, places.here)
    files = [file for other, group in groups.items() if exists(other) is False for file in group]
    return [file.path for file in sorted(files, key=lambda file: -file.mtime_ns)]


def _same_name(among: list[SessionFile], cwd: str) -> dict[str, list[SessionFile]]:
    """Other working directories below the root with the same base name, and their sessions."""
    base = _base(cwd)
    groups: dict[str, list[SessionFile]] = {}
    for file in among:
        other = file.header.cwd if isinstance(file.header, Header) else None
        if other and base and _base(other) == base and not is_same_folder(other, cwd):
            groups.setdefault(other, []).append(file)
    return groups


def _base(cwd: str) -> str:
    name = ntpath.basename(cwd.rstrip("\\/")) if is_windows(cwd) else os.path.basename(cwd.rstrip("/"))
    return name.casefold()


def _renamed_from(place: Around, cwd: str) -> list[Finding]:
    found = []
    for other, files in sorted(_same_name(place.found.files, cwd).items()):
        if exists(other) is not False:
            continue
        newest = max(files, key=lambda file: file.mtime_ns)
        params = {"n": len(files), "old": other, "cwd": cwd}
        evidence = tuple(Evidence(file.path, 1) for file in files[:SHOWN])
        step = Step("run-in", {"cwd": cwd, "path": str(newest.path)})
        found.append(
            Finding("storage.renamed-from", "warning", params, lead=True, evidence=evidence, next=(step,))
        )
    return found


def _renamed_to(case: Case, place: Around, cwd: str) -> list[Finding]:
    here = case.places.cwd if case.places else None
    groups = _same_name(place.found.files, cwd)
    candidates = [other for other in groups if exists(other)]
    if here and _base(here) == _base(cwd) and not is_same_folder(here, cwd) and exists(here):
        candidates = [here, *(one for one in candidates if not is_same_folder(one, here))]
    if not candidates:
        return []
    files = groups.get(candidates[0], [])
    evidence = (case.line(case.session.header_line), *(Evidence(file.path, 1) for file in files[:SHOWN]))
    params = {"old": cwd, "cwd": candidates[0], "others": candidates}
    step = Step("run-in", {"cwd": candidates[0], "path": str(case.session.path)})
    return [Finding("storage.renamed-to", "warning", params, lead=True, evidence=evidence, next=(step,))]


def prompt_folder_findings(case: Case, place: Around | None) -> list[Finding]:
    """Prompt sections that name another working directory than the header: the work ran there."""
    cwd = case.session.cwd
    if not cwd:
        return []
    changes: list[tuple[int, str]] = []
    for row in _prompt_rows(case):
        named = _folder_of(case.session.value(row))
        if named and (not changes or not _same(named, changes[-1][1])):
            changes.append((row, named))
    elsewhere = [(row, named) for row, named in changes if not _same(named, cwd)]
    if not elsewhere:
        return []
    row, named = elsewhere[-1]
    still = changes[-1] == elsewhere[-1]
    params = {"cwd": cwd, "folder": named, "line": case.session.cols.line[row], "n": len(elsewhere)}
    evidence = (*(case.evidence(one) for one, _ in elsewhere[-SHOWN:]), case.line(case.session.header_line))
    if not still:
        return [Finding("storage.worked-elsewhere-before", "ok", params, evidence=evidence)]
    step = _go_on_in(case, place, named)
    return [Finding("storage.worked-elsewhere", "warning", params, evidence=evidence, next=(step,))]


def _go_on_in(case: Case, place: Around | None, folder: str) -> Step:
    """How to go on in ``folder``: pi opens a session in its header's cwd while that exists, ``--continue`` takes the
    folder it runs in, and a fork gets that one into its header."""
    own, path = case.session.cwd or "", os.path.abspath(case.session.path)
    params = {"cwd": folder, "path": path}
    there = exists(own) is True
    if exists(folder) is False:
        return Step("open-by-header" if there else "missing-cwd", {"cwd": own, "path": path})
    if not there:
        return Step("run-in", params)
    if place is not None and not place.places.named:
        try:
            opened = continued(replace(place.places, here=folder)).file
        except (InspectorError, ValueError, OSError):
            opened = None
        if opened is not None and os.path.realpath(opened) == os.path.realpath(case.session.path):
            return Step("continue-in", params)
    return Step("fork-in", params)


def _prompt_rows(case: Case) -> list[int]:
    cols = case.session.cols
    marks = [
        row for row in case.session.scan.kept_ids if cols.flags[row] & k.CHECKPOINT and row in case.on_path
    ]
    rows = sorted([*(row for row in _system_rows(case)), *marks])
    return rows if len(rows) <= _DECODED else [*rows[: _DECODED // 2], *rows[-_DECODED // 2 :]]


def _system_rows(case: Case) -> list[int]:
    """System messages on the path, found by searching the column for their number."""
    roles, found, at = case.session.cols.role, [], 0
    try:
        while True:
            at = roles.index(k.SYSTEM, at)
            if at in case.on_path:
                found.append(at)
            at += 1
    except ValueError:
        return found


def _folder_of(entry: dict[str, Any]) -> str | None:
    """The working directory a prompt names: its section ``cwd``, else the sentence in a text or a section."""
    message = entry.get("systemMessage") if entry.get("type") == "compaction" else entry.get("message")
    if not isinstance(message, dict):
        return None
    sections = message.get("sections")
    parts = sections if isinstance(sections, dict) else {}
    section = parts.get("cwd")
    if isinstance(section, str) and section.strip():
        match = _TAG.match(section)
        text = (match.group(1) if match else section).strip()
        sentence = _SENTENCE.search(text)
        return sentence.group(1) if sentence else text if "\n" not in text else None
    texts = [value for value in parts.values() if isinstance(value, str)]
    content = message.get("content")
    if isinstance(content, str):
        texts.append(content)
    elif isinstance(content, list):
        texts.extend(b["text"] for b in content if isinstance(b, dict) and isinstance(b.get("text"), str))
    for text in texts:
        found = _SENTENCE.findall(text)
        if found:
            return str(found[-1])
    return None


def _same(left: str, right: str) -> bool:
    """pi writes a Windows folder with slashes into the prompt."""
    if is_windows(left) or is_windows(right):
        return _windows(left) == _windows(right)
    return is_same_folder(left, right)


def _windows(text: str) -> str:
    return text.replace("\\", "/").rstrip("/").lower()
