"""What the Share page keeps in memory while it is open, and nowhere else: secrets to mask, masked values, work under way.

A page has a name of its own (``new_page``), which travels in the bodies of its forms. Secrets that a user pastes are
held under it and never sent back; values that a preview masked are held so that a single one can be looked at, and so
that a tick that was taken away is found without reading the session again. All of it is bounded and ends with the server.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from inspector.errors import BadInput
from inspector.web.pages_frame import WAIT, working

PAGES = 32  # pages whose secrets are held
MOST_SECRETS = 2_000  # of one page: each costs time in every run
VALUES_CHARS = 4 << 20  # of masked values that are held
PREVIEWS = 4
PASSED = 0.94  # of the bar when all passes over the session are done; the rest is the proof
_SECRET = secrets.token_bytes(32)
_lock = threading.Lock()
_one = threading.BoundedSemaphore(1)


def new_page() -> str:
    """A name for a page that nobody can guess."""
    return secrets.token_hex(16)


def is_page(text: str) -> bool:
    """True for what ``new_page`` may have made."""
    return len(text) == 32 and not text.strip("0123456789abcdef")


# -- secrets that a user pasted -------------------------------------------------------------------------------

_held: OrderedDict[tuple[str, str], tuple[str, ...]] = OrderedDict()


def hold(key: str, page: str, more: Iterable[str], forget: bool = False) -> tuple[str, ...]:
    """The secrets of a page of the session ``key`` once ``more`` is added; ``forget`` drops the earlier ones."""
    with _lock:
        before = () if forget else _held.get((key, page), ())
        values = tuple(dict.fromkeys((*before, *more)))
        if len(values) <= MOST_SECRETS:
            _held.pop((key, page), None)
            if values:
                _held[key, page] = values
            while len(_held) > PAGES:
                _held.popitem(last=False)
    return values


# -- values that a preview masked ------------------------------------------------------------------------------


class Values:
    """Masked values by session and mark, the latest ones."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._size = 0
        self._values: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._lock = threading.Lock()

    def remember(self, key: str, value: str) -> str:
        """Hold a value of the session ``key``; its mark."""
        mark = mark_of(value)
        with self._lock:
            if self._values.pop((key, mark), None) is None:
                self._size += len(value)
            self._values[key, mark] = value
            while self._size > self._limit and len(self._values) > 1:
                self._size -= len(self._values.popitem(last=False)[1])
        return mark

    def find(self, key: str, mark: str) -> str | None:
        """The value behind a mark of the session ``key``; None where it is no longer held."""
        with self._lock:
            return self._values.get((key, mark))


masked_values = Values(VALUES_CHARS)


def mark_of(value: str) -> str:
    """What stands for a value on the page: the same while the server runs, and nobody else can work it out."""
    return hashlib.blake2b(value.encode("utf-8", "surrogatepass"), key=_SECRET, digest_size=8).hexdigest()


def is_mark(text: str) -> bool:
    """True for what ``mark_of`` may have made."""
    return len(text) == 16 and not text.strip("0123456789abcdef")


# -- previews --------------------------------------------------------------------------------------------------

_previews: OrderedDict[Hashable, Any] = OrderedDict()


def kept_preview(wanted: Hashable) -> Any:
    """The preview under this key, None where it must be made."""
    with _lock:
        if wanted in _previews:
            _previews.move_to_end(wanted)
        return _previews.get(wanted)


def keep_preview(wanted: Hashable, preview: Any) -> None:
    """Keep a preview, which holds no value."""
    with _lock:
        _previews[wanted] = preview
        while len(_previews) > PREVIEWS:
            _previews.popitem(last=False)


# -- work under way --------------------------------------------------------------------------------------------

_works: OrderedDict[str, Work] = OrderedDict()


@dataclass(slots=True)
class Work:
    """One preview or export of a page: how far it is, and whether somebody still wants it. ``turn`` is how the page
    calls it."""

    turn: str = ""
    passes: int = 1
    replaceable: bool = False  # a later preview of the page ends it
    passed: int = 0
    share: float = 0.0
    stopped: bool = False
    ended: bool = False

    def progress(self, done: int, total: int) -> None:
        """Told by the run. Raises ``BadInput`` (``stopped``) where nobody wants it any more."""
        if self.stopped:
            raise BadInput("stopped", "The work was stopped; nothing was made")
        share = done / total if total else 1.0
        if share < self.share:
            self.passed += 1
        self.share = share

    @property
    def done(self) -> float:
        """Between 0 and 1."""
        if self.ended:
            return 1.0
        return min(PASSED, PASSED * (self.passed + self.share) / self.passes)


@contextmanager
def at_work(page: str, turn: str, passes: int, replaceable: bool = False) -> Iterator[Work]:
    """Room for one preview or export at a time; an earlier preview of the same page ends. Raises ``BadInput``
    (``busy``) where another one is still being made."""
    work = Work(turn, passes, replaceable)
    with _lock:
        if (earlier := _works.pop(page, None)) and earlier.replaceable:
            earlier.stopped = True
        _works[page] = work
        while len(_works) > PAGES:
            _works.popitem(last=False)
    try:
        if not _one.acquire(timeout=WAIT):
            raise BadInput("busy", "Another export is still being made; try again in a moment")
        try:
            with working():
                if work.stopped:
                    work.progress(0, 1)
                yield work
        finally:
            _one.release()
    finally:
        work.ended = True


def how_far(page: str, stop: bool = False) -> dict[str, Any]:
    """How far the work of a page is; ``stop`` ends it."""
    with _lock:
        work = _works.get(page)
        if work is not None and stop:
            work.stopped = True
    if work is None:
        return {"state": "none", "done": 0.0, "turn": ""}
    state = "ended" if work.ended else "checking" if work.done >= PASSED else "working"
    return {"state": state, "done": round(work.done, 3), "turn": work.turn}
