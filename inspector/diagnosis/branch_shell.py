"""Branch, shell commands: what commands of a branch that was left, or of another session, may have written.

A shell command records no files; its words are all there is. So this is a lead: it names the files where the words
tell them, and the commands where they do not. A command that failed may have written before it failed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from inspector.diagnosis.branch_rows import SHOWN
from inspector.diagnosis.branch_writes import (
    READ,
    Calls,
    Write,
    base_names,
    in_commands,
    nested_calls,
    touched,
    written,
)
from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Evidence, Finding, Step
from inspector.diagnosis.shell_writes import COMMAND, How, ShellWrites, shell_writes
from inspector.diagnosis.source_calls import SHELLS
from inspector.session import kinds as k
from inspector.session.load import Session
from inspector.session.preview import one_line

CHECKED = 3  # files for which a step of their own is given
_CHARACTERS = 1_000_000  # of commands that are read for one question
_LINE = 100  # characters of a command that is named
_TEMPORARY = re.compile(
    r"(?:/private)?/(?:tmp|var/tmp|var/folders)/|[A-Za-z]:[/\\].*[/\\]Temp[/\\]", re.IGNORECASE
)
_LOOKED = re.compile(r"\bgit\s+(?:-[Cc]\s+\S+\s+|-\S+\s+)*(?:status|diff)\b")
_LOOKS = re.compile(rb"git[^\n]{0,80}?(?:status|diff)")


@dataclass(frozen=True, slots=True)
class Deed:
    """A shell command that may have written. ``row`` is the entry that shows that it ran: its result, or the entry of
    a command of the user's own; ``at`` the clock of that (ms UTC)."""

    row: int
    text: str
    writes: ShellWrites
    failed: bool
    at: int | None


@dataclass(frozen=True, slots=True)
class Told:
    """What commands may have written, each file once, with its last deed: ``files`` as writes, ``hows`` what became
    of each by key, ``untold`` the commands that may have written what their words do not name."""

    files: list[Write]
    hows: dict[str, How]
    untold: list[Deed]
    failed: frozenset[int]


def told(session: Session, rows: Iterable[int], but: Iterable[str] = ()) -> Told:
    """What the commands among ``rows`` may have written, without the files whose keys are in ``but``."""
    files: dict[str, Write] = {}
    hows: dict[str, How] = {}
    known, untold, failed = set(but), [], set()
    for deed in _deeds(session, rows):
        failed.update([deed.row] if deed.failed else [])
        if deed.writes.untold:
            untold.append(deed)
        for path, how in deed.writes.files.items():
            write = written(session, deed.row, _shown(path, session.cwd), session.cwd, "bash")
            if write.key not in known:
                files.pop(write.key, None)
                files[write.key], hows[write.key] = write, how
    return Told(list(files.values()), hows, untold, frozenset(failed))


def _deeds(session: Session, rows: Iterable[int]) -> list[Deed]:
    """Oldest first; the newest are read first, as far as the budget goes."""
    cols, calls, left = session.cols, Calls(session), _CHARACTERS
    results = [row for row in rows if cols.role[row] in (k.TOOL_RESULT, k.BASH)]
    deeds = []
    for row in reversed(results[-READ:]):
        for command, windows, failed in _commands(session, calls, row):
            found = shell_writes(command, windows) if left > 0 else None
            left -= min(len(command), COMMAND)
            if found:
                deeds.append(Deed(row, one_line(command, _LINE), found, failed, cols.instant_or_none(row)))
    return deeds[::-1]


def _commands(session: Session, calls: Calls, row: int) -> Iterator[tuple[str, bool, bool]]:
    """The commands that an entry shows to have run: the text, whether PowerShell got it, and whether it failed."""
    cols = session.cols
    if cols.role[row] == k.TOOL_RESULT and cols.what_name(row).lower() not in SHELLS:
        if b'"nestedCalls"' in session.raw(row):
            for name, arguments, failed in nested_calls(session.value(row).get("message")):
                if name.lower() in SHELLS:
                    yield from _command(name, arguments, failed)
        return
    message = session.value(row).get("message")
    if not isinstance(message, dict):
        return
    if cols.role[row] == k.BASH:
        yield from _command("!", message, message.get("exitCode") != 0 or bool(message.get("cancelled")))
    else:
        arguments = calls.asked_by(row, message)
        yield from _command(cols.what_name(row), arguments, bool(cols.flags[row] & k.ERROR))


def _command(name: str, arguments: Any, failed: bool) -> Iterator[tuple[str, bool, bool]]:
    command = arguments.get("command") if isinstance(arguments, dict) else None
    if isinstance(command, str) and command.strip():
        yield command, name.lower() == "powershell", failed


def _shown(path: str, cwd: str | None) -> str:
    """A path as seen from the session's folder, where it lies in it."""
    folder = (cwd or "").rstrip("/\\")
    if folder and path.startswith((f"{folder}/", f"{folder}\\")):
        return path[len(folder) + 1 :]
    return path


def shell_findings(case: Case, rows: list[int], but: Iterable[str]) -> list[Finding]:
    """The lead on other branches of this file; ``but``: files that tool calls there are known to have written. Files
    that this path touched or named in a command afterwards are left out."""
    session = case.session
    found = told(session, rows, but)
    firsts = [write.row for write in found.files] + [deed.row for deed in found.untold]
    if not firsts:
        return []
    after = [row for row in case.path if row > min(firsts)]
    seen = touched(session, after, set(found.hows), base_names(found.files), session.cwd)
    named = in_commands(session, after, found.files)
    files = [
        write for write in found.files if max(seen.get(write.key, -1), named.get(write.key, -1)) < write.row
    ]
    looked = _last_look(session, after) if found.untold else -1
    untold = [deed for deed in found.untold if deed.row > looked]
    return lead(session, "branch.shell-writes", found, files, untold) if files or untold else []


def _last_look(session: Session, rows: list[int]) -> int:
    """The last row whose command asked git what has changed: the model was told of every file then."""
    cols, calls = session.cols, Calls(session)
    for row in reversed(rows):
        if cols.role[row] != k.ASSISTANT or not _LOOKS.search(session.raw(row)):
            continue
        for block in calls.of(row).values():
            arguments = block.get("arguments")
            command = arguments.get("command") if isinstance(arguments, dict) else None
            if isinstance(command, str) and _LOOKED.search(command):
                return row
    return -1


def lead(
    session: Session, code: str, found: Told, files: list[Write], untold: list[Deed], **more: Any
) -> list[Finding]:
    """One lead on what is left of ``found``. Folders are named only where nothing else is, temporary files last;
    where there is no more than those, it asks for nothing."""
    kept = [write for write in files if found.hows[write.key] != "folder"]
    passing = {write.key for write in files if _TEMPORARY.match(write.path)}
    kept.sort(key=lambda write: write.key in passing)
    status = more.pop("status", "warning")
    small = not untold and all(write.key in passing for write in kept)
    shown = kept or ([] if untold else files)
    deeds = {deed.row: deed.text for deed in untold}
    names = [write.path for write in shown]
    gone = [write.path for write in shown if found.hows[write.key] == "remove"]
    rows = sorted({write.row for write in shown} | set(deeds))
    params = {
        "n": len(names) + len(deeds),
        "what": [*names, *(f"`{text}`" for text in dict.fromkeys(deeds.values()))],
        "files": names,
        "gone": gone or ["–"],
        "commands": list(dict.fromkeys(deeds.values())),
        "failed": sum(row in found.failed for row in rows),
        **more,
    }
    evidence = tuple(Evidence(session.path, session.cols.line[row], session.entry_name(row)) for row in rows)
    steps = [Step("check-file", {"path": write.path}) for write in kept if found.hows[write.key] == "write"]
    if untold or not steps:
        steps = [*steps[: CHECKED - 1], Step("look-at-disk")]
    return [Finding(code, status, params, True, evidence[-SHOWN:], tuple(steps[:CHECKED]), detail_only=small)]
