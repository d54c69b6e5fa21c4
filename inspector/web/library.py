"""A few opened sessions, kept so that a page does not read its file anew for every answer.

A session is kept by the state of its file (path, size, mtime, inode): a file that changed is another session.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspector.errors import EvidenceError
from inspector.evidence.file import EvidenceFile
from inspector.session import Session, open_session

SESSIONS = 3
ROWS = 1_500_000  # entries of all kept sessions together (a million take about 350 MB)
VIEWS = 12  # views kept per session

State = tuple[str, int, int, int]


class ViewCache:
    """The latest views of one session by key: last used go last out."""

    def __init__(self, limit: int = VIEWS) -> None:
        self._limit = limit
        self._views: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = threading.RLock()  # making one view may need another

    def get(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """The view under ``key``, made if it is not kept. One at a time: two tabs do not double the work."""
        with self._lock:
            if key in self._views:
                self._views.move_to_end(key)
                return self._views[key]
            value = self._views[key] = make()
            while len(self._views) > self._limit:
                self._views.popitem(last=False)
            return value


@dataclass(slots=True)
class Opened:
    """An opened session with the views already worked out. ``tag`` names the state of the file, opaque."""

    session: Session
    tag: str
    answers: ViewCache = field(default_factory=ViewCache)


class Library:
    """Opens sessions and keeps the latest few. Safe for several threads; one file is opened once at a time."""

    def __init__(self, sessions: int = SESSIONS, rows: int = ROWS) -> None:
        self._limit = sessions
        self._rows = rows
        self._kept: OrderedDict[State, Opened] = OrderedDict()
        self._opening: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def check(self, path: Path) -> None:
        """Raise ``EvidenceError`` where the file cannot be opened; it is not read."""
        EvidenceFile(path).close()

    def open(self, path: Path, tag: str | None = None) -> Opened:
        """The session in a file as it is now, or, for a page that was loaded earlier, as it was under ``tag``: a
        file that has only grown still holds it. Raises ``EvidenceError`` where the file cannot be read, kind
        ``changed`` where it is no longer what the page has seen."""
        if tag is not None:
            return self._as_seen(path, tag)
        with self._lock:
            gate = self._opening.setdefault(str(path), threading.Lock())
        with gate:
            state = _state(path)
            kept = self._take(state)
            if kept is not None:
                return kept
            session = open_session(path)
            identity = session.evidence.identity
            state = (str(path), identity.size, identity.mtime_ns, identity.inode)
            return self._keep(state, Opened(session, _tag(state)))

    def kept(self, path: Path, tag: str) -> Opened | None:
        """The session as a page has seen it, if it is still kept; nothing is read."""
        name = str(path)
        with self._lock:
            return next(
                (one for state, one in self._kept.items() if state[0] == name and one.tag == tag), None
            )

    def _as_seen(self, path: Path, tag: str) -> Opened:
        state = _state(path)
        with self._lock:
            seen = next(
                (old for old, opened in self._kept.items() if old[0] == state[0] and opened.tag == tag), None
            )
            if seen is not None and state[1] >= seen[1] and state[3] == seen[3]:
                self._kept.move_to_end(seen)
                return self._kept[seen]
        opened = self.open(path)
        if opened.tag != tag:
            name = str(path)
            raise EvidenceError(
                "changed", f"{name} has changed since this page was loaded; load the page again", name
            )
        return opened

    def _take(self, state: State) -> Opened | None:
        with self._lock:
            if state not in self._kept:
                return None
            self._kept.move_to_end(state)
            return self._kept[state]

    def _keep(self, state: State, opened: Opened) -> Opened:
        with self._lock:
            self._kept[state] = opened
            while len(self._kept) > 1 and (len(self._kept) > self._limit or self._total() > self._rows):
                # Not closed here: another thread may be reading it. Its handle closes with the last use.
                self._kept.popitem(last=False)
            self._opening = {
                name: gate for name, gate in self._opening.items() if gate.locked() or name == state[0]
            }
            return opened

    def _total(self) -> int:
        return sum(opened.session.n for opened in self._kept.values())


def _state(path: Path) -> State:
    name = str(path)
    try:
        info = os.stat(path)
    except OSError as error:
        raise EvidenceError(
            "vanished", f"{name} is no longer there or cannot be read ({error.strerror})", name
        ) from error
    return (name, info.st_size, info.st_mtime_ns, info.st_ino)


def _tag(state: State) -> str:
    text = "\0".join(str(part) for part in state)
    return hashlib.blake2b(text.encode("utf-8", "surrogateescape"), digest_size=9).hexdigest()
