"""What is wrong with bytes: kinds of damage, and whole records that stand inside a refused line.

A refused line is never joined back into the tree (pi does not see it); a record found inside it is a salvage
note and nothing more.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from inspector.evidence.ladder import Refused, byte_position

MAX_CANDIDATES = 200


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_SCANNER = json.JSONDecoder(parse_constant=_no_constant)
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Salvage:
    """A whole record inside a refused line. ``offset`` is its first byte in the file."""

    type: str
    id: str | None
    offset: int


@dataclass(frozen=True, slots=True)
class Damage:
    """One thing that is wrong. ``line`` counts from 1, ``offset`` and ``length`` are bytes of the file
    (length without the LF); ``kind`` is one of CONTRACT's; line 0 means the file as a whole."""

    line: int
    offset: int
    length: int
    kind: str
    message: str
    salvage: tuple[Salvage, ...] = field(default=())


def refused_line(
    raw: bytes, refused: Refused, line: int, offset: int, is_record: Callable[[Any], bool]
) -> Damage:
    """Damage for a line that ``JSON.parse`` refuses. ``is_record`` says which objects count as whole records."""
    found = _whole_records(raw, refused.text, offset, is_record)
    kind, reason = _classify(raw, refused, found)
    where = f"byte {offset + refused.position}"
    return Damage(line, offset, len(raw), kind, f"{reason} ({where}: {refused.message})", tuple(found))


def _classify(raw: bytes, refused: Refused, found: list[Salvage]) -> tuple[str, str]:
    if raw.startswith(_BOM):
        return "bom", "a byte order mark stands before the record, so pi cannot read the line"
    if b"\0" in raw:
        count = raw.count(b"\0")
        return "nul", f"{count} NUL byte{'s' if count > 1 else ''} in the line, so pi cannot read it"
    starts = refused.text.count('{"type":') if len(found) == 1 else len(found)
    if len(found) > 1 or (found and starts > 1 and not _begins_whole(refused.text)):
        return "joined", "two records share one line, so pi reads neither"
    if _ends_early(raw, refused):
        return "torn", "the record breaks off before its end, so pi cannot read it"
    if found:
        return "joined", "a whole record shares its line with other text, so pi reads neither"
    return "not-json", "not JSON, so pi skips the line"


def _begins_whole(text: str) -> bool:
    try:
        return isinstance(_SCANNER.raw_decode(text)[0], dict)
    except (ValueError, RecursionError):
        return False


def _ends_early(raw: bytes, refused: Refused) -> bool:
    end = len(raw.rstrip(b"\r\n \t"))
    if refused.message.startswith(("Unterminated string", "Invalid \\uXXXX", "Invalid \\escape")):
        return not refused.message.startswith("Invalid") or refused.position >= end - 6
    return refused.position >= end


def _whole_records(raw: bytes, text: str, offset: int, is_record: Callable[[Any], bool]) -> list[Salvage]:
    """Records that decode whole somewhere in ``text``, outermost first, never one inside another."""
    found: list[Salvage] = []
    at, tries = text.find("{"), 0
    while at >= 0 and tries < MAX_CANDIDATES:
        tries += 1
        end = at + 1
        try:
            value, stop = _SCANNER.raw_decode(text, at)
        except (ValueError, RecursionError):
            value = None
        if is_record(value):
            name = value.get("id")
            kind = value.get("type")
            place = offset + byte_position(raw, text, at)
            found.append(Salvage(str(kind), name if isinstance(name, str) else None, place))
            end = stop
        at = text.find("{", end)
    return found
