"""Looks for a text in the entries of one session, in what is said and not in how it is written down.

A line of JSON may spell any character as an escape, so a hit is always checked on decoded text; the bytes only
tell which lines are worth decoding.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import re2

from inspector.errors import EvidenceError
from inspector.session.load import Session

ROWS = 2_000  # hits of one answer
SECONDS = 2.0
_UNSAID = frozenset(
    ("type", "role", "timestamp", "thinkingSignature", "textSignature", "thoughtSignature", "parentId")
)


@dataclass(frozen=True, slots=True)
class Hits:
    """Rows with the text, rising. ``searched``: rows looked at, from the start of the file; ``truncated``: it
    stopped before the end, for time or for too many hits."""

    rows: list[int]
    searched: int
    truncated: bool


def find(session: Session, query: str, start: int = 0, rows: int = ROWS, seconds: float = SECONDS) -> Hits:
    """Entries from row ``start`` on that hold ``query`` in any text, whatever the case."""
    wanted = query.lower()
    found: list[int] = []
    if not wanted:
        return Hits(found, session.n, False)
    worth = _filter(query)
    end = time.monotonic() + seconds
    for row in range(start, session.n):
        if not row & 0xFF and time.monotonic() > end:
            return Hits(found, row, True)
        if not worth(session.raw(row)):
            continue
        try:
            held = holds(session.stored(row), wanted)
        except EvidenceError:
            continue  # the file is being rewritten; its page says so at the next question
        if held:
            found.append(row)
            if len(found) >= rows:
                return Hits(found, row + 1, row + 1 < session.n)
    return Hits(found, session.n, False)


def holds(value: Any, wanted: str) -> bool:
    """True when a text inside ``value`` holds ``wanted`` (lower case). Property names, types, signatures and image
    data are not said by anybody and are passed over."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            if wanted in item.lower():
                return True
        elif isinstance(item, dict):
            image = item.get("type") == "image"
            stack.extend(
                inner for key, inner in item.items() if key not in _UNSAID and not (image and key == "data")
            )
        elif isinstance(item, list):
            stack.extend(item)
    return False


def _filter(query: str) -> Callable[[bytes], bool]:
    """A quick look at the bytes of a line: can it hold ``query``? It may say yes in vain, never no: a line with a
    ``\\u`` escape may spell anything."""
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    pattern = re2.compile("".join(_spelled(char) for char in query).encode("utf-8"), options)
    search = pattern.search
    return lambda raw: b"\\u" in raw or search(raw) is not None


def _spelled(char: str) -> str:
    """A pattern for one character as a JSON string spells it without ``\\u``."""
    if char in _SPELLED:
        return _SPELLED[char]
    return r"\\u" if char < " " or "\ud800" <= char <= "\udfff" else str(re2.escape(char))


_SPELLED = {
    '"': r"\\\"",
    "\\": r"\\\\",
    "/": r"\\?/",
    "\n": r"\\n",
    "\r": r"\\r",
    "\t": r"\\t",
    "\b": r"\\b",
    "\f": r"\\f",
}
