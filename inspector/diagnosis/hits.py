"""Where a phrase stands in one file: entries by row with the pieces that hold it, and bytes that pi cannot read."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any

from inspector.diagnosis.needle import Needle
from inspector.diagnosis.pieces import Piece, pieces
from inspector.errors import EvidenceError
from inspector.session.load import Session

EXCERPTS = 20  # pieces of one entry that are kept; the others say the same
_ESCAPE = re.compile(r'\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))')


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that holds the phrase: its row and the pieces with it, at most ``EXCERPTS``. ``as_stored``: those of
    them that can reach a model are what is sent, thinking to its own model only, so that the entry need not be looked
    at again. ``made_by``: provider, model and api of a reply, where they are texts."""

    row: int
    pieces: tuple[Piece, ...]
    as_stored: bool = False
    made_by: tuple[str, str, str] | None = None


@dataclass(frozen=True, slots=True)
class BrokenHit:
    """A line that pi cannot read and that holds the phrase: its number and the surroundings."""

    line: int
    excerpt: str


@dataclass(slots=True)
class Hits:
    """Everything found in one file, rows rising."""

    rows: dict[int, Hit] = field(default_factory=dict)
    broken: list[BrokenHit] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.rows or self.broken)


def find_hits(session: Session, needle: Needle) -> Hits:
    """Look through the whole file. Only lines whose bytes may hold the phrase are decoded."""
    hits = Hits()
    offsets, lengths = session.cols.offset, session.cols.length
    for offset in needle.lines(session.evidence):
        row = bisect_right(offsets, offset) - 1
        if row >= 0 and offset < offsets[row] + max(1, lengths[row]):
            try:
                entry = session.value(row)
            except EvidenceError:
                continue  # rewritten meanwhile; the caller compares identities
            found = matching(entry, needle)
            if found:
                as_stored = len(found) < EXCERPTS and _is_as_stored(entry)
                hits.rows[row] = Hit(row, found, as_stored, _made_by(entry))
    for damage in session.scan.damage:
        excerpt = _broken(session, needle, damage.offset, damage.length) if damage.kind in REFUSED else None
        if excerpt is not None:
            hits.broken.append(BrokenHit(damage.line, excerpt))
    return hits


# Kinds of damage whose line gives pi no entry.
REFUSED = frozenset(("not-json", "torn", "joined", "nul", "bom"))


def matching(entry: Any, needle: Needle) -> tuple[Piece, ...]:
    """The pieces of an entry that hold the phrase."""
    found = []
    for piece in pieces(entry):
        if needle.holds(piece.text):
            found.append(piece)
            if len(found) == EXCERPTS:
                break
    return tuple(found)


def _is_as_stored(entry: Any) -> bool:
    """True for messages whose texts go out as they are (FORMAT, steps 3 to 6), to a model that takes images: what
    people and tools say, and replies but for their thinking. Anything that pi may throw on is left to be looked at."""
    message = entry.get("message") if entry.get("type") == "message" else None
    if not isinstance(message, dict):
        return False
    content = message.get("content")
    if message.get("role") in ("user", "toolResult"):
        return isinstance(content, (str, list))
    return (
        message.get("role") == "assistant"
        and isinstance(content, list)
        and all(isinstance(block, dict) for block in content)
    )


def _made_by(entry: Any) -> tuple[str, str, str] | None:
    message = entry.get("message") if entry.get("type") == "message" else None
    if not isinstance(message, dict) or message.get("role") != "assistant":
        return None
    provider, model, api = (message.get(name) for name in ("provider", "model", "api"))
    if isinstance(provider, str) and isinstance(model, str) and isinstance(api, str):
        return provider, model, api
    return None


def _broken(session: Session, needle: Needle, offset: int, length: int) -> str | None:
    """The excerpt from a line that is no JSON, read as text with its escapes undone."""
    text = session.evidence.read(offset, length).decode("utf-8", "replace")
    return needle.excerpt(_ESCAPE.sub(_undone, text))


def _undone(match: re.Match[str]) -> str:
    return str(json.loads(f'"{match.group(0)}"'))
