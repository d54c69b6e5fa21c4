"""SHA-256 of a file that grows: it goes on where it stopped, and is never told before it is known.

A hash is of bytes that were read when they were scanned, or of bytes read later whose beginning is proven by the hash
known from then. Where that proof fails the file was rewritten, and there is no hash to tell.
"""

from __future__ import annotations

import hashlib
import threading
from typing import Any

from inspector.errors import EvidenceError
from inspector.evidence.file import EvidenceFile
from inspector.evidence.standing import Marks

_CHUNK = 1 << 20


class _Furthest:
    """How far any state of one growing file has been hashed: bytes, and the hash object over them, in one."""

    reached: tuple[int, Any] = (0, None)


class RunningHash:
    """SHA-256 of all bytes of one evidence. Safe for several threads. ``known`` is it in hex, where it is known;
    ``proven`` are a length and the hash of so many first bytes, to be met on the way when the file is read again."""

    def __init__(
        self, evidence: EvidenceFile, known: str | None, proven: tuple[int, str] | None = None
    ) -> None:
        self._furthest = _Furthest()
        self._evidence = evidence
        self._known = known
        self._proven = (evidence.size, known) if known is not None else proven
        self._marks: Marks | None = None
        self._state: Any = None  # the hash object over all bytes
        self._lock = threading.Lock()

    @property
    def known(self) -> str | None:
        """The hash in hex, None while it would have to be worked out; nothing is read."""
        return self._known

    @property
    def ready(self) -> bool:
        """True when a longer state of the file can go on from here at once."""
        return self._state is not None

    @property
    def unread(self) -> int:
        """Bytes that ``prepare`` would have to read."""
        _, start = self._start()
        return 0 if self.ready else self._evidence.size - start

    def value(self) -> str:
        """The hash in hex; where it is not known the file is read. Raises ``EvidenceError`` (kind ``changed``) where it
        no longer holds the bytes that were scanned."""
        if self._known is None:
            self.prepare()
        return str(self._known)

    def prepare(self) -> None:
        """Read the file, so that the hash is known and can be continued. Raises as ``value`` does."""
        with self._lock:
            if self._state is None:
                self._set(self._read(*self._start()))

    def holds(self) -> bool:
        """True where the file, read now, still holds the bytes that were scanned: the hash is the proof."""
        try:
            state = self._read(hashlib.sha256(), 0)
        except EvidenceError:
            return False
        with self._lock:
            if self._state is None:
                self._set(state)
        return True

    def grown(self, evidence: EvidenceFile, tail: bytes, marks: Marks) -> RunningHash:
        """The hash of ``evidence``, which holds these bytes and then ``tail``; ``marks`` are those of ``evidence``."""
        state = self._state
        if state is None:
            after = RunningHash(evidence, None, self._proven)
            after._marks = marks
            after._furthest = self._furthest
            return after
        state = state.copy()
        state.update(tail)
        after = RunningHash(evidence, state.hexdigest())
        after._state = state
        return after

    def _set(self, state: Any) -> None:
        self._state, self._known = state, state.hexdigest()
        if self._evidence.size > self._furthest.reached[0]:
            self._furthest.reached = (self._evidence.size, state)

    def _start(self) -> tuple[Any, int]:
        """Where to begin: behind what was hashed, and proven, for an earlier state, if there was one."""
        size, state = self._furthest.reached
        least = 0 if self._proven is None else self._proven[0]
        if state is None or not least <= size <= self._evidence.size:
            return hashlib.sha256(), 0
        return state.copy(), size

    def _read(self, digest: Any, at: int) -> Any:
        evidence = self._evidence
        stops = {evidence.size}
        if self._proven is not None and self._proven[0] > at:
            stops.add(self._proven[0])
        for stop in sorted(stops):
            while at < stop:
                part = evidence.read(at, min(_CHUNK, stop - at))
                if not part:
                    raise self._changed()
                digest.update(part)
                at += len(part)
            if self._proven is not None and stop == self._proven[0] and digest.hexdigest() != self._proven[1]:
                raise self._changed()
        # What stands behind the proven part was scanned earlier than it was read here.
        if self._marks is not None and not self._marks.stand(evidence):
            raise self._changed()
        return digest

    def _changed(self) -> EvidenceError:
        name = str(self._evidence.path)
        return EvidenceError("changed", f"{name} was changed while open; open it again", name)
