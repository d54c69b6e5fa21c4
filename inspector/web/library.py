"""A few opened sessions, kept so that a page does not read its file anew for every answer.

A session is kept by the state of its file (path, size, mtime, inode): a file that changed is another session. One that
only grew is read on from where the state before ended, so a session that is being written stays cheap to follow.
"""

from __future__ import annotations

import hashlib
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspector.errors import EvidenceError
from inspector.evidence.file import EvidenceFile
from inspector.evidence.running import RunningHash
from inspector.evidence.standing import Marks, take_marks
from inspector.session import Session, open_session
from inspector.session.extend import extend

SESSIONS = 3
ROWS = 1_500_000  # entries of all kept sessions together (a million take about 350 MB)
OFFERED_ROWS = 300_000  # entries up to which sessions are kept that no page has asked for yet
STATES = 3  # of one file that grows: pages may have loaded different ones
SHARED = 3  # an earlier state of a file shares its ids with the later one and takes a third of the room
VIEWS = 12  # views kept per session
TAGS = 300  # states remembered by name, to be read again for a page that comes back to them
HASH_AT_ONCE = 8 << 20  # bytes; hashing less than this is not felt
PROOF_SECONDS = 60.0  # after so long a session that was read on is compared with its file, byte for byte

State = tuple[str, int, int, int]

_reading = threading.Lock()  # one file at a time is read for its hash


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
    """An opened session with the views already worked out. ``tag`` names the state of the file, opaque; ``marks`` tell
    whether its bytes still stand, None where the file changed while it was opened; ``grown_at`` is the clock when the
    file was last read whole, None where that was when this session was opened."""

    session: Session
    tag: str
    answers: ViewCache = field(default_factory=ViewCache)
    marks: Marks | None = None
    grown_at: float | None = None
    _looked: tuple[int, int, int] | None = None
    _stands: bool = True
    _broken: bool = False
    _compared: tuple[str, bool] | None = None

    def prove(self) -> bool:
        """Get the marks where they are missing, by reading the file once more. False where it was rewritten."""
        if self.marks is None:
            marks = take_marks(self.session.evidence)
            if self.session.running.holds():  # read after the marks were taken, so it speaks for them
                self.marks = marks
        return self.marks is not None

    def stands(self, info: os.stat_result) -> bool:
        """True while the file, of which ``info`` was just read, begins with the bytes of this session: at once where it
        is as it was at the last look, by ``Marks`` where it grew, and by its whole hash where it was written to
        without growing."""
        seen = (info.st_size, info.st_mtime_ns, info.st_ino)
        if self._looked is None:
            identity = self.session.evidence.identity
            self._looked = (identity.size, identity.mtime_ns, identity.inode)
        if seen != self._looked:
            self._stands = self._still_there(info)
            self._looked = seen
        return self._stands and not self._broken

    def _still_there(self, info: os.stat_result) -> bool:
        if self.marks is None and not self.prove():
            return False
        try:
            with EvidenceFile(self.session.path) as now:
                standing = self.marks is not None and self.marks.stand(now)
        except EvidenceError:
            return False
        return standing and (info.st_size > self.session.size or self.session.running.holds())

    def begins(self, longer: Opened) -> bool:
        """True where the file of ``longer`` begins with the bytes of this session. Another file at the same path, a
        copy put in its place, is compared whole, once."""
        now, then = longer.session.evidence, self.session.evidence.identity
        if (now.identity.inode, now.identity.device) == (then.inode, then.device):
            return self.prove() and self.marks is not None and self.marks.stand(now)
        if self._compared is None or self._compared[0] != longer.tag:
            with EvidenceFile(now.path, self.session.size) as first:
                same = RunningHash(first, None).value() == self.session.sha256
            self._compared = (longer.tag, same)
        return self._compared[1]

    def read_soon(self) -> None:
        """Read the file beside other work, one at a time, where that has something to tell: the hash, so that it is
        known at once for a longer state; and, a while after a session was read on, whether the old bytes still
        stand, all of them. Where they do not, ``stands`` says so from then on."""
        running = self.session.running
        if self._broken or (running.ready and not self._due()):
            return
        if not _reading.acquire(blocking=False):
            return
        if (self.session.size if running.ready else running.unread) <= HASH_AT_ONCE:
            self._read()
        else:
            threading.Thread(target=self._read, daemon=True, name="hash").start()

    def _due(self) -> bool:
        return self.grown_at is not None and time.monotonic() - self.grown_at > PROOF_SECONDS

    def _read(self) -> None:
        running = self.session.running
        try:
            if running.ready:
                self._broken = not running.holds()
                self.grown_at = None
            else:
                running.prepare()
        except EvidenceError:
            self._broken = True
        finally:
            _reading.release()


class Library:
    """Opens sessions and keeps the latest few. Safe for several threads; one file is opened once at a time."""

    def __init__(self, sessions: int = SESSIONS, rows: int = ROWS) -> None:
        self._limit = sessions
        self._rows = rows
        self._kept: OrderedDict[State, Opened] = OrderedDict()
        self._known: OrderedDict[str, tuple[State, Marks]] = OrderedDict()
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
        with self._gate(path):
            state = _state(path)
            kept = self._take(state)
            if kept is not None:
                return kept
            return self._read_on(path, whole_lines=False) or self._read(path, state)

    def follow(self, path: Path, whole_lines: bool) -> Opened | None:
        """The same for a session that is being written. With ``whole_lines`` a last line without an end is left out as
        not written yet; None where all of the file would have to be read anew for that."""
        with self._gate(path):
            kept = self._take(_state(path))
            return kept if kept is not None else self._read_on(path, whole_lines)

    def offer(self, session: Session) -> bool:
        """Take over a session that somebody else has read, if nothing that is kept has to go for it."""
        identity = session.evidence.identity
        state = (str(session.path), session.size, identity.mtime_ns, identity.inode)
        marks = take_marks(session.evidence)
        if not session.unchanged():
            return False
        with self._lock:
            full = len({name for name, *_ in self._kept}) >= self._limit
            rows = sum(one.session.n for one in self._kept.values()) + session.n
            if full or rows > min(self._rows, OFFERED_ROWS) or state in self._kept:
                return False
        self._keep(state, Opened(session, _tag(state), marks=marks))
        return True

    def kept(self, path: Path, tag: str) -> Opened | None:
        """The session as a page has seen it, if it is still kept; nothing is read."""
        name = str(path)
        with self._lock:
            state = next((old for old, one in self._kept.items() if old[0] == name and one.tag == tag), None)
            if state is None:
                return None
            self._kept.move_to_end(state)  # a page has it on the screen
            return self._kept[state]

    def knows(self, tag: str) -> bool:
        """Was a session shown under this tag, as far back as this server remembers?"""
        with self._lock:
            return tag in self._known or any(one.tag == tag for one in self._kept.values())

    def is_now(self, path: Path, tag: str) -> bool:
        """Is this the tag of the file as it is now? Known without reading it. ``EvidenceError`` where it is gone."""
        return _tag(_state(path)) == tag

    def recall(self, path: Path, tag: str) -> Opened | None:
        """The session as a page has seen it, read again where it is no longer kept and the file still begins with it;
        None where it does not, or the page is older than memory."""
        kept = self.kept(path, tag)
        if kept is not None:
            return kept
        with self._lock:
            known = self._known.get(tag)
        if known is None or known[0][0] != str(path):
            return None
        state, marks = known
        with self._gate(path):
            kept = self.kept(path, tag)
            if kept is not None:
                return kept
            with EvidenceFile(path) as now:
                if not marks.stand(now):
                    return None
            session = open_session(path, size=marks.size)
            with EvidenceFile(path) as now:
                if session.size != marks.size or not marks.stand(now):
                    return None
            return self._keep(state, Opened(session, tag, marks=marks))

    def _gate(self, path: Path) -> threading.Lock:
        with self._lock:
            return self._opening.setdefault(str(path), threading.Lock())

    def _read(self, path: Path, state: State) -> Opened:
        """Read the file from its start. The marks are taken before: what is rewritten meanwhile is noticed later."""
        with EvidenceFile(path) as before:
            marks = take_marks(before)
        session = open_session(path)
        identity = session.evidence.identity
        state = (str(path), identity.size, identity.mtime_ns, identity.inode)
        return self._keep(
            state, Opened(session, _tag(state), marks=marks if marks.size == session.size else None)
        )

    def _read_on(self, path: Path, whole_lines: bool) -> Opened | None:
        """The session read on from the latest kept state of the file, None where that is not possible."""
        name = str(path)
        with self._lock:
            states = [state for state in self._kept if state[0] == name]
            bases = [self._kept[state] for state in sorted(states, key=lambda state: state[1], reverse=True)]
        for base in bases:
            if not base.prove() or base.marks is None:
                continue
            if base.session.running.unread <= HASH_AT_ONCE:
                base.read_soon()
            found = extend(base.session, base.marks, whole_lines)
            if found is None:
                continue
            session, marks = found
            if session is base.session:
                return base
            identity = session.evidence.identity
            state = (name, session.size, identity.mtime_ns, identity.inode)
            since = time.monotonic() if base.grown_at is None else base.grown_at
            grown = self._keep(state, Opened(session, _tag(state), marks=marks, grown_at=since))
            grown.read_soon()
            return grown
        return None

    def _as_seen(self, path: Path, tag: str) -> Opened:
        info = _info(path)
        seen = self.recall(path, tag)
        # A page that is older than memory may still have seen the file as it is.
        opened = seen or self.open(path)
        if opened.tag != tag or not opened.stands(info):
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
            self._kept.move_to_end(state)
            if opened.marks is not None:
                self._known[opened.tag] = (state, opened.marks)
                self._known.move_to_end(opened.tag)
            while len(self._known) > TAGS:
                self._known.popitem(last=False)
            self._make_room()
            self._opening = {
                name: gate for name, gate in self._opening.items() if gate.locked() or name == state[0]
            }
            return opened

    def _make_room(self) -> None:
        # Nothing is closed here: another thread may be reading it. Its handle closes with the last use.
        while (victim := self._victim()) is not None:
            del self._kept[victim]

    def _victim(self) -> State | None:
        """What has to go next: earlier states of a file before other files, and of each the one not used longest."""
        latest: dict[str, State] = {}
        by_file: dict[str, list[State]] = {}
        for state in self._kept:
            latest[state[0]] = state
            by_file.setdefault(state[0], []).append(state)
        for states in by_file.values():
            if len(states) > STATES:
                return states[0]
        rows = sum(
            one.session.n if latest[state[0]] == state else one.session.n // SHARED
            for state, one in self._kept.items()
        )
        newest = next(reversed(self._kept))[0]
        if rows > self._rows:
            spare = [states[0] for name, states in by_file.items() if len(states) > 1 + (name == newest)]
            if spare:
                return spare[0]
        if len(by_file) > 1 and (len(by_file) > self._limit or rows > self._rows):
            return next(state for state in self._kept if state[0] != newest)
        return None


def _info(path: Path) -> os.stat_result:
    try:
        return os.stat(path)
    except OSError as error:
        name = str(path)
        raise EvidenceError(
            "vanished", f"{name} is no longer there or cannot be read ({error.strerror})", name
        ) from error


def _state(path: Path) -> State:
    info = _info(path)
    return (str(path), info.st_size, info.st_mtime_ns, info.st_ino)


def _tag(state: State) -> str:
    text = "\0".join(str(part) for part in state)
    return hashlib.blake2b(text.encode("utf-8", "surrogateescape"), digest_size=9).hexdigest()
