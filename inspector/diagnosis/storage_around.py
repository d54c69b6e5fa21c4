"""What lies around a session file: the root and folder it is in, and the other sessions there.

Shared by the stages that look at other sessions; read once per case, headers and file ends only.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from inspector.diagnosis.case import Case
from inspector.errors import InspectorError
from inspector.evidence.file import EvidenceFile
from inspector.evidence.ladder import Decoded, decode
from inspector.session.jsvalue import instant
from inspector.session.kinds import NO_INSTANT
from inspector.store.header import Header
from inspector.store.locate import Folder, Found, SessionFile, belongs, find
from inspector.store.paths import same_folder
from inspector.store.roots import Places
from inspector.store.talk import LATEST

_TAIL = 1 << 17  # bytes from the end of a file that are read first in search of the last talk
_MOST = 1 << 24  # and at most
_ROLES = (b'"user"', b'"assistant"')


@dataclass(frozen=True)
class Around:
    """``places`` as for a pi run in the session's cwd, ``found`` all below the root, ``folder`` the one that holds
    the file, ``own`` the file in it."""

    places: Places
    found: Found
    folder: Folder
    own: SessionFile

    @cached_property
    def scope(self) -> list[SessionFile]:
        """Files that pi's ``--continue`` and ``--resume`` choose from beside this one."""
        files = [file for file in self.folder.files if isinstance(file.header, Header)]
        if not self.folder.by_cwd:
            return files
        return [file for file in files if of_cwd(file, self.places.cwd)]

    @cached_property
    def of_same_cwd(self) -> list[SessionFile]:
        """Other session files below the root whose header names the same cwd."""
        return [file for file in self.found.files if file is not self.own and of_cwd(file, self.places.cwd)]

    @cached_property
    def activity(self) -> dict[Path, float]:
        """What ``--resume`` sorts by, for the files in scope (ms UTC)."""
        return {file.path: activity(file) for file in self.scope}


def around(case: Case) -> Around | None:
    """The surroundings, None where the file lies below no root that was asked about."""
    if "storage.around" not in case._memo:
        case._memo["storage.around"] = _around(case)
    found = case._memo["storage.around"]
    return found if isinstance(found, Around) else None


def _around(case: Case) -> Around | None:
    if case.places is None or not _inside(case.session.path, case.places):
        return None
    places = replace(case.places, here=case.session.cwd or case.places.here)
    try:
        found = find(places, everything=True)
    except (InspectorError, ValueError, OSError):
        return None
    wanted = _real(case.session.path)
    for folder in found.folders:
        if folder.path.name and _real(folder.path) == wanted.parent:
            own = next((file for file in folder.files if file.path.name == wanted.name), None)
            if own is not None:
                return Around(places, found, folder, own)
    return None


def _inside(path: Path, places: Places) -> bool:
    root, folder = _real(places.root.path), _real(path).parent
    if places.named:
        return root in (folder, folder.parent)
    return root == (folder if places.root.flat else folder.parent)


def _real(path: Path) -> Path:
    """The folder with links followed, the name as it is: a link to a file is an entry of its own."""
    full = Path(os.path.abspath(path))
    return Path(os.path.realpath(full.parent)) / full.name


def of_cwd(file: SessionFile, cwd: str) -> bool:
    """True where the header names this working directory."""
    return isinstance(file.header, Header) and belongs(file.header, cwd)


def activity(file: SessionFile) -> float:
    """The last user or assistant message, else the header's clock, else the file's, as pi's list sorts."""
    created = instant(file.header.created) if isinstance(file.header, Header) else NO_INSTANT
    return last_talk(file.path) or (file.mtime_ms if created == NO_INSTANT else created)


def last_talk(path: Path) -> float | None:
    """The clock of the last user or assistant message (ms UTC), from the end of the file; None where none is found."""
    try:
        with EvidenceFile(path) as evidence:
            want = _TAIL
            while True:
                start = max(0, evidence.size - want)
                lines = evidence.read(start, evidence.size - start).split(b"\n")
                clocks = [_clock(raw) for raw in (lines[1:] if start else lines)]
                known = [clock for clock in clocks if clock is not None and clock <= LATEST]
                if known or not start or want >= _MOST:
                    return max(known, default=None)
                want *= 8
    except (InspectorError, OSError):
        return None


def _clock(raw: bytes) -> float | None:
    if not any(role in raw for role in _ROLES):
        return None
    result = decode(raw)
    entry: Any = result.value if isinstance(result, Decoded) else None
    message = entry.get("message") if isinstance(entry, dict) and entry.get("type") == "message" else None
    if not isinstance(message, dict) or message.get("role") not in ("user", "assistant"):
        return None
    stamp = message.get("timestamp")
    if isinstance(stamp, (int, float)) and not isinstance(stamp, bool):
        return float(stamp)
    clock = instant(entry.get("timestamp"))
    return None if clock == NO_INSTANT else float(clock)


def is_same_folder(left: str, right: str) -> bool:
    """``same_folder`` that takes any text."""
    try:
        return same_folder(left, right)
    except ValueError:
        return left == right


def exists(path: str) -> bool | None:
    """Whether a folder named in a session is there; None where this machine cannot tell. A name of another host is
    not asked about: looking would go over the network."""
    if not os.path.isabs(path) or path.startswith(("//", "\\\\")) or "\0" in path:
        return None
    return os.path.isdir(path)
