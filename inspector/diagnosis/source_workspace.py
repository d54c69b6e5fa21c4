"""What the files that the path touched are today: as the model last saw them, changed, gone, or not to be compared."""

from __future__ import annotations

import hashlib
import os
import posixpath
from dataclasses import dataclass, field
from typing import Any

from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Evidence, Finding, Step
from inspector.diagnosis.source_calls import Log
from inspector.diagnosis.source_diff import binary, difference
from inspector.diagnosis.source_disk import READ_CAP, Disk
from inspector.diagnosis.source_files import Folders, Story, inside
from inspector.diagnosis.source_history import off_path_files
from inspector.diagnosis.source_known import (
    Dark,
    Known,
    Parts,
    Piece,
    Whole,
    holds_at,
    known,
    piece_lines,
    plain,
)
from inspector.diagnosis.source_shell import removes

FILES = 200  # files compared, those touched last first
_MANY = 3  # so many files and not one there: another folder
_CANDIDATES = 5
_NAMESAKES = 3  # more files of one name (index.ts) tell nothing

_DARK = {"image": "source.file-image"}
_TROUBLE = {"link": "source.file-link-out", "kind": "source.file-not-regular"}


@dataclass(slots=True)
class _Day:
    """What the comparison gathers."""

    case: Case
    disk: Disk
    found: list[Finding] = field(default_factory=list)
    same: list[Story] = field(default_factory=list)
    same_parts: list[Story] = field(default_factory=list)
    outside: list[Story] = field(default_factory=list)
    missing: list[tuple[Story, Known]] = field(default_factory=list)


def today(case: Case, log: Log, folders: Folders, files: list[Story]) -> tuple[list[Finding], frozenset[str]]:
    """Findings on the files as they are now, and the paths known to be as the model saw them."""
    touched = files
    files = [story for story in files if story.last()]
    if not files:
        return [], frozenset()
    if case.workspace is None:
        return [_not_compared(case, files)], frozenset()
    disk = Disk(case.workspace)
    if not disk.usable():
        params = {"workspace": str(case.workspace), "n": len(files)}
        finding = Finding(
            "source.workspace-unreadable", "unknown", params, evidence=(Evidence(case.workspace),)
        )
        return [finding], frozenset()
    day = _Day(case, disk)
    for story in files[:FILES]:
        _compare(day, story, folders)
    present = len(day.same) + len(day.same_parts) + len(day.found)
    if len(day.missing) >= _MANY and not present:
        params = {"workspace": str(case.workspace), "n": len(day.missing)}
        steps = (_name_workspace(case),)
        day.found.append(
            Finding("source.workspace-foreign", "unknown", params, False, (Evidence(case.workspace),), steps)
        )
    else:
        _gone(day, log, [*touched, *(off_path_files(case, folders) if day.missing else ())])
    _groups(day, len(files))
    return day.found, frozenset(story.full for story in day.same)


def _name_workspace(case: Case) -> Step:
    return Step("name-workspace", {"file": str(case.session.path)})


def _not_compared(case: Case, files: list[Story]) -> Finding:
    params = {"n": len(files), "cwd": case.session.cwd}
    return Finding("source.not-compared", "unknown", params, next=(_name_workspace(case),))


def _groups(day: _Day, n: int) -> None:
    workspace = str(day.case.workspace)
    for code, members, detail in (
        ("source.files-unchanged", day.same, False),
        ("source.parts-unchanged", day.same_parts, True),
        ("source.files-outside", day.outside, True),
    ):
        if members:
            params = {"n": len(members), "paths": [story.path for story in members], "workspace": workspace}
            evidence = tuple(_seen(day.case, story) for story in members[:40])
            day.found.append(Finding(code, "ok", params, False, evidence, (), detail))
    if n > FILES:
        params = {"n": n - FILES, "cap": FILES}
        day.found.append(Finding("source.files-over-cap", "unknown", params, detail_only=True))


def _compare(day: _Day, story: Story, folders: Folders) -> None:
    path = inside(day.case, story)
    if path is None:
        day.outside.append(story)
        return
    state = known(day.case, story, folders)
    if state is None:
        return
    place = day.disk.find(path)
    if place == "missing":
        day.missing.append((story, state))
    elif isinstance(place, str):
        _unknown(day, story, _TROUBLE.get(place, "source.file-unreadable"))
    elif isinstance(state, Dark):
        _unknown(day, story, _DARK.get(state.why, "source.file-not-comparable"))
    elif isinstance(state, Whole):
        _whole(day, story, state, place[0], place[1].st_size, place[1].st_mtime_ns // 1_000_000)
    else:
        _parts(day, story, state, place[0], place[1].st_size, place[1].st_mtime_ns // 1_000_000)


def _whole(day: _Day, story: Story, state: Whole, real: str, size: int, modified: int) -> None:
    raw = state.text.encode("utf-8", "replace")
    if len(raw) == size:
        digest = day.disk.digest(real, size)
        if digest is None:
            return _unknown(day, story, "source.file-unreadable")
        if digest == hashlib.sha256(raw).hexdigest():
            return day.same.append(story)
    text = day.disk.text(real, size)
    params: dict[str, Any] = {"path": story.path, "line": _line(day.case, state.row), "modified": modified}
    if text == "large" and size > READ_CAP > 2 * len(raw):
        return _changed(day, story, "source.file-changed-large", {**params, "size": size, "before": len(raw)})
    if text == "large":
        return _unknown(day, story, "source.file-too-large")
    if text == "unreadable":
        return _unknown(day, story, "source.file-unreadable")
    if plain(text).rstrip("\n") == plain(state.text).rstrip("\n"):
        return day.same.append(story) if text == state.text else _line_ends(day, story)
    if binary(text) or binary(state.text):
        return _changed(day, story, "source.file-changed-binary", {**params, "size": size})
    change = difference(plain(state.text).split("\n"), plain(text).split("\n"))
    _changed(day, story, "source.file-changed", {**params, **_told(change)})


def _parts(day: _Day, story: Story, state: Parts, real: str, size: int, modified: int) -> None:
    text = day.disk.text(real, size)
    if text in ("large", "unreadable"):
        return _unknown(day, story, "source.file-too-large" if text == "large" else "source.file-unreadable")
    today = plain(text)
    lines = today.split("\n")
    gone = [piece for piece in state.pieces if not _stands(piece, lines, today)]
    if not gone:
        return day.same_parts.append(story)
    piece = gone[0]
    params: dict[str, Any] = {"path": story.path, "line": _line(day.case, piece.row), "modified": modified}
    if binary(text) or binary(piece.text):
        return _changed(day, story, "source.file-changed-binary", {**params, "size": size})
    wanted = piece_lines(piece)
    if piece.first is None:
        return _changed(day, story, "source.edit-not-there", {**params, "text": plain(piece.text)[:400]})
    start = piece.first - 1
    change = difference(wanted, lines[start : start + len(wanted)], piece.first)
    params |= {"from": piece.first, "to": start + len(wanted), **_told(change)}
    _changed(day, story, "source.part-changed", params)


def _stands(piece: Piece, lines: list[str], text: str) -> bool:
    """True where the piece is still in the file, at its lines or moved; a very short one always counts."""
    wanted = "\n".join(piece_lines(piece))
    return len(wanted.strip()) < 3 or holds_at(lines, piece) or wanted in text


def _told(change: Any) -> dict[str, Any]:
    return {
        "first": change.first,
        "removed": change.removed,
        "added": change.added,
        "diff": change.text,
        "cut": change.cut,
    }


def _changed(day: _Day, story: Story, code: str, params: dict[str, Any]) -> None:
    evidence = (_seen(day.case, story), _file(day, story))
    day.found.append(
        Finding(code, "warning", params, False, evidence, (Step("check-file", {"path": story.path}),))
    )


def _line_ends(day: _Day, story: Story) -> None:
    params = {"path": story.path}
    evidence = (_seen(day.case, story), _file(day, story))
    day.found.append(Finding("source.line-ends", "ok", params, False, evidence, (), True))


def _unknown(day: _Day, story: Story, code: str) -> None:
    params = {"path": story.path, "line": _seen(day.case, story).line, "cap": READ_CAP >> 20}
    evidence = (_seen(day.case, story), _file(day, story))
    day.found.append(Finding(code, "unknown", params, False, evidence, (), True))


def _seen(case: Case, story: Story) -> Evidence:
    touch = story.last()
    return case.evidence(touch.row if touch else story.touches[-1].row)


def _file(day: _Day, story: Story) -> Evidence:
    return Evidence(inside(day.case, story) or day.disk.root)


def _line(case: Case, row: int) -> int:
    return case.session.cols.line[row]


# -- files that are gone ---------------------------------------------------------------------------------


def _gone(day: _Day, log: Log, touched: list[Story]) -> None:
    """Missing files, and where each may have gone: the same content, else the same name, elsewhere. Files that the
    session touched under their own names are none of them."""
    if not day.missing:
        return
    raws = {
        s.full: state.text.encode("utf-8", "replace") for s, state in day.missing if isinstance(state, Whole)
    }
    names = {posixpath.basename(story.path) for story, _ in day.missing}
    search = day.disk.search(names, {len(raw) for raw in raws.values() if raw})
    places = (inside(day.case, story) for story in touched)
    search.drop({os.path.realpath(place) for place in places if place is not None})
    for story, _ in day.missing:
        name = posixpath.basename(story.path)
        params: dict[str, Any] = {"path": story.path, "line": _seen(day.case, story).line}
        command = _remover(log, story, name)
        evidence = [_seen(day.case, story)]
        if command is not None:
            params |= {"command": command.text, "at": _line(day.case, command.row)}
            evidence.append(day.case.evidence(command.row))
            day.found.append(Finding("source.file-removed", "ok", params, True, tuple(evidence), (), True))
        else:
            params |= {"workspace": str(day.case.workspace), "looked": search.looked}
            steps = (Step("file-gone", {"path": story.path}),)
            day.found.append(Finding("source.file-missing", "warning", params, False, tuple(evidence), steps))
        _moved(day, story, raws.get(story.full), search.by_name.get(name, []), search.by_size)


def _remover(log: Log, story: Story, name: str) -> Any:
    last = story.last()
    for call in sorted((*log.calls, *log.shell), key=lambda one: one.place, reverse=True):
        if last and call.place < last.place:
            return None
        if call.command and call.state != "failed" and name in call.command and removes(call.command, name):
            return call
    return None


def _moved(
    day: _Day, story: Story, raw: bytes | None, named: list[str], by_size: dict[int, list[str]]
) -> None:
    same = []
    if raw:
        digest = hashlib.sha256(raw).hexdigest()
        sized = by_size.get(len(raw), [])[:_CANDIDATES]
        same = [path for path in sized if day.disk.digest(path, len(raw)) == digest]
    code, paths = (
        ("source.file-renamed", same)
        if same
        else ("source.file-same-name", named if len(named) <= _NAMESAKES else [])
    )
    if paths:
        others = [day.disk.shown(path) for path in paths]
        params = {"path": story.path, "line": _seen(day.case, story).line, "others": others, "n": len(others)}
        evidence = (
            _seen(day.case, story),
            *(Evidence(day.disk.root / other) for other in others),
        )
        step = Step("check-file", {"path": others[0]})
        day.found.append(Finding(code, "warning", params, True, evidence, (step,)))
