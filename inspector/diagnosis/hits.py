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
    """An entry that holds the phrase: its row and the pieces with it, at most ``EXCERPTS``."""

    row: int
    pieces: tuple[Piece, ...]


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
                found = matching(session.value(row), needle)
            except EvidenceError:
                continue  # rewritten meanwhile; the caller compares identities
            if found:
                hits.rows[row] = Hit(row, found)
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
        if needle.span(piece.text) is not None:
            found.append(piece)
            if len(found) == EXCERPTS:
                break
    return tuple(found)


def _broken(session: Session, needle: Needle, offset: int, length: int) -> str | None:
    """The excerpt from a line that is no JSON, read as text with its escapes undone."""
    text = session.evidence.read(offset, length).decode("utf-8", "replace")
    return needle.excerpt(_ESCAPE.sub(_undone, text))


def _undone(match: re.Match[str]) -> str:
    return str(json.loads(f'"{match.group(0)}"'))
