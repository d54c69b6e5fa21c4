"""The header of a session file, found the way pi's discovery finds it: the first kept record within 1 MiB.

Lines that ``JSON.parse`` refuses and falsy values are passed over; the first other value must be an object of
type ``session`` with an id in text, else the file is no session for pi (FORMAT, "Where sessions are", "Lines").
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspector.errors import EvidenceError
from inspector.evidence.file import EvidenceFile
from inspector.evidence.ladder import Decoded, Refused, decode
from inspector.session.jsvalue import truthy
from inspector.session.verdict import EVENT_LOG, EVENT_TYPES

SCAN_LIMIT = 1 << 20  # bytes that pi reads in search of a header
FIRST_READ = 1 << 13
_BOM = b"\xef\xbb\xbf"
_BLANK = b" \t\r\n"


@dataclass(frozen=True, slots=True)
class Header:
    """What discovery takes from a header; a field that is no text is None."""

    id: str
    cwd: str | None
    created: str | None
    parent_session: str | None


@dataclass(frozen=True, slots=True)
class NoHeader:
    """Why a file is no session for pi. Kinds: those of ``EvidenceError`` for what cannot be read at all, and
    ``empty``, ``binary``, ``header-too-far``, ``not-a-session``."""

    kind: str
    why: str


_UNREADABLE = {
    "missing": "its target does not exist (a dangling link)",
    "folder": "a folder, not a session file",
    "permission": "this user may not read it",
    "not-a-file": "not a regular file (a pipe, a socket or a device); pi's list may wait on it for ever",
}


def read_header(path: Path) -> Header | NoHeader:
    """The header of the file at ``path``, or why pi's discovery sees no session in it. Never raises."""
    try:
        with EvidenceFile(path) as evidence:
            return _scan(evidence)
    except EvidenceError as error:
        return NoHeader(error.kind, _UNREADABLE.get(error.kind, "it cannot be read"))
    except OSError as error:
        return NoHeader("unreadable", f"it cannot be read ({error.strerror})")


def _scan(evidence: EvidenceFile) -> Header | NoHeader:
    if evidence.size == 0:
        return NoHeader("empty", "empty (0 bytes); pi would start a new session in it")
    refused: list[tuple[int, bytes]] = []
    data, line, start, want = b"", 0, 0, FIRST_READ
    while True:
        data += evidence.read(len(data), min(want, SCAN_LIMIT) - len(data))
        at_end = len(data) >= evidence.size or len(data) < min(want, SCAN_LIMIT)
        while True:
            stop = data.find(b"\n", start)
            if stop < 0 and not at_end:
                break
            raw = data[start:] if stop < 0 else data[start:stop]
            line += 1
            result = decode(raw)
            if isinstance(result, Decoded) and truthy(result.value):
                return _judge(result.value, line, refused)
            if isinstance(result, Refused) and not refused and raw.strip(_BLANK):
                refused.append((line, raw[:64]))
            if stop < 0:
                return _nothing(data, refused)
            start = stop + 1
        if len(data) >= SCAN_LIMIT:
            return NoHeader("header-too-far", "no header within the first MiB, where pi stops looking")
        want *= 8


def _judge(value: Any, line: int, refused: list[tuple[int, bytes]]) -> Header | NoHeader:
    if not isinstance(value, dict):
        return NoHeader(
            "not-a-session", f"its first record (line {line}) is no object, so pi finds no session in it"
        )
    kind = value.get("type")
    if kind == "session":
        if not isinstance(value.get("id"), str):
            return NoHeader(
                "not-a-session",
                f"its header (line {line}) has no id in text; pi lists it, but never opens or continues it",
            )
        return Header(
            value["id"], _text(value, "cwd"), _text(value, "timestamp"), _text(value, "parentSession")
        )
    what = f"of type {kind[:40]!r}" if isinstance(kind, str) else "without a type"
    why = f"its first readable record (line {line}) is {what}, not a session header, so pi passes it over"
    if isinstance(kind, str) and kind in EVENT_TYPES:
        why = f"{EVENT_LOG}; it begins with {kind!r} on line {line}, so pi passes it over"
    if refused:
        number, raw = refused[0]
        cause = "has a byte order mark before it" if raw.startswith(_BOM) else "is not JSON"
        why = f"line {number} {cause}; {why}"
    return NoHeader("not-a-session", why)


def _nothing(data: bytes, refused: list[tuple[int, bytes]]) -> NoHeader:
    if not refused:
        return NoHeader("not-a-session", "it holds no record at all")
    sample = data[:FIRST_READ]
    odd = sample.decode("utf-8", "replace").count("\ufffd") + sample.count(b"\0")
    if odd * 10 > len(sample):
        return NoHeader("binary", "binary data, not lines of JSON")
    first = data.partition(b"\n")[0].partition(b"\r")
    result = decode(first[0]) if first[2] else None
    if (
        isinstance(result, Decoded)
        and isinstance(result.value, dict)
        and result.value.get("type") == "session"
    ):
        why = "its lines end in CR alone; pi's list reads them so, but pi never opens or continues it"
        return NoHeader("not-a-session", why)
    number, raw = refused[0]
    cause = (
        "a byte order mark stands before line 1 and"
        if raw.startswith(_BOM)
        else f"line {number} is not JSON and"
    )
    return NoHeader("not-a-session", f"{cause} no other line is a record")


def _text(value: dict[str, Any], field: str) -> str | None:
    item = value.get(field)
    return item if isinstance(item, str) else None
