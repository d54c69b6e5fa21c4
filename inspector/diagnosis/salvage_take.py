"""Whole records inside lines that pi cannot read, taken back where they stand whole."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from inspector.diagnosis.compare_match import canonical
from inspector.evidence.damage import Damage
from inspector.session import Session
from inspector.session.preview import one_line

if TYPE_CHECKING:
    from inspector.diagnosis.salvage import Changes

_SCANNER = json.JSONDecoder(parse_constant=lambda _name: None)
_SHOWN = 60  # characters of lost text that are quoted


@dataclass(slots=True)
class Taken:
    """A record that comes back: the line and the byte it stands at, and its value."""

    line: int
    offset: int
    value: dict[str, Any]


@dataclass(slots=True)
class TakenBack:
    """What came back: entries in file order, and a header where the file has none that can be read."""

    entries: list[Taken]
    header: Taken | None = None


def take_back(session: Session, changes: Changes) -> TakenBack:
    """Everything that can be taken back; what cannot is told line by line."""
    found = TakenBack([])
    for damage in session.scan.damage:
        if damage.kind in _UNREAD:
            _line(session, damage, found, changes)
    return found


_UNREAD = frozenset(("not-json", "torn", "joined", "nul", "bom"))


def _line(session: Session, damage: Damage, found: TakenBack, changes: Changes) -> None:
    raw = session.evidence.read(damage.offset, damage.length)
    kept: list[tuple[int, int]] = []
    for one in damage.salvage:
        start = one.offset - damage.offset
        value, end = _decode(raw, start)
        if value is None:
            continue
        if not _stands_alone(raw, start, end, value):
            where = f"a record of type {one.type} at byte {one.offset:,} is part of a broken one and does not come back"
            changes.add(damage.line, where)
            continue
        if value.get("type") == "session":
            if session.header is None and found.header is None:
                found.header = Taken(damage.line, one.offset, value)
                kept.append((start, end))
            elif session.header_line == damage.line:
                kept.append((start, end))  # a header behind a byte order mark is known already
            continue
        kept.append((start, end))
        _entry(session, Taken(damage.line, one.offset, value), found, changes)
    _lost(raw, damage, kept, changes)


def _entry(session: Session, taken: Taken, found: TakenBack, changes: Changes) -> None:
    name, kind = taken.value.get("id"), taken.value.get("type")
    row = session.scan.index.get(name, -1) if isinstance(name, str) and not session.is_v1 else -1
    if row >= 0 and canonical(session.value(row)) == canonical(taken.value):
        changes.add(taken.line, f"the record {name} inside stands on line {session.cols.line[row]:,} as well")
        return
    found.entries.append(taken)
    called = f" {name}" if isinstance(name, str) else ""
    changes.add(
        taken.line,
        f"the {kind} record{called} at byte {taken.offset:,}, whole inside the line, is an entry again",
    )


def _decode(raw: bytes, start: int) -> tuple[dict[str, Any] | None, int]:
    """The record that begins at byte ``start`` of the line, and the byte behind it."""
    text = raw[start:].decode("utf-8", "replace")
    try:
        value, stop = _SCANNER.raw_decode(text)
    except (ValueError, RecursionError):
        return None, start
    if not isinstance(value, dict):
        return None, start
    length = len(text[:stop].encode("utf-8", "replace"))
    if "\ufffd" in text[:stop]:  # replaced bytes change the length: the brace at the end is searched
        length = _end_of(raw[start:], text[:stop])
    return value, start + length


def _end_of(raw: bytes, text: str) -> int:
    at, seen = 0, text.count("}")
    for _ in range(seen):
        at = raw.find(b"}", at) + 1
    return at


def _stands_alone(raw: bytes, start: int, end: int, value: dict[str, Any]) -> bool:
    """False where the record is rather a value inside a broken record than one of its own: something that holds values
    stands before it and something that goes on behind."""
    before = raw[:start].rstrip(b" \t\r\0")
    if not before or before[-1:] not in (b":", b",", b"["):
        return True
    return not raw[end:].strip(b" \t\r\0") and isinstance(value.get("id"), str) and "parentId" in value


def _lost(raw: bytes, damage: Damage, kept: list[tuple[int, int]], changes: Changes) -> None:
    """Bytes of the line that belong to no record, quoted."""
    at, rest = 0, []
    for start, end in sorted(kept):
        rest.append(raw[at:start])
        at = end
    rest.append(raw[at:])
    lost = [piece for piece in (piece.strip(b" \t\r\0\xef\xbb\xbf") for piece in rest) if piece]
    if b"\0" in raw:
        changes.add(damage.line, f"{raw.count(0):,} NUL bytes left out")
    if raw.startswith(b"\xef\xbb\xbf"):
        changes.add(damage.line, "the byte order mark is left out")
    for piece in lost:
        quoted = one_line(piece.decode("utf-8", "replace"), _SHOWN)
        changes.add(damage.line, f"{len(piece):,} bytes of a broken record left out: {quoted}")
