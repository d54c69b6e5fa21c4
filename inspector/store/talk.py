"""What pi's own session list works out from the messages: the last activity, the first words, and whether the row
comes at all (its builder throws on some content, and the session is then missing without a word).

Only user and assistant messages are read again; the bulk of a file, tool results, is not.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from inspector.evidence.ladder import Decoded, decode
from inspector.session import kinds as k
from inspector.session.jsvalue import JS_SPACE, js_string
from inspector.session.load import Session


class _Message(Struct):
    content: Raw | UnsetType = UNSET
    timestamp: float | UnsetType = UNSET


class _Line(Struct):
    message: _Message


LATEST = 8.64e15  # JavaScript's largest date in ms; pi's list shows an invalid date beyond it
_DECODER = msgspec.json.Decoder(_Line)


@dataclass(frozen=True, slots=True)
class Talk:
    """``last`` in ms UTC (None where no user or assistant message has a readable clock), ``first`` the text of the
    first user message with any (None where there is none), ``dropped`` why pi's list leaves the session out,
    ``messages`` how many it counts and ``name`` what it calls the session: it takes U+2028 and U+2029 for the end of a
    line, and passes over the halves."""

    last: float | None
    first: str | None
    dropped: str | None
    messages: int
    name: str | None


def talk(session: Session) -> Talk:
    """Read the user and assistant messages of a session as pi's list does."""
    last: float | None = None
    first: str | None = None
    dropped = _odd_records(session)
    cols, parted = session.cols, session.parted
    for row, role in enumerate(cols.role):
        if role not in (k.USER, k.ASSISTANT) or cols.kind[row] != k.MESSAGE or cols.line[row] in parted:
            continue
        stamp, content = _message(session, row)
        if content is UNSET:
            continue
        at = stamp if stamp is not None else _entry_clock(session, row)
        if at is not None:
            last = max(last or 0.0, at)
        if not _readable(content):
            dropped = (
                dropped
                or f"the content of the message on line {cols.line[row]} is neither text nor a list of blocks"
            )
        elif first is None and role == k.USER:
            first = _text(content) or None
    messages = cols.kind.count(k.MESSAGE) - sum(kind == k.MESSAGE for kind in _parted_kinds(session))
    return Talk(last if last and last <= LATEST else None, first, dropped, messages, _name(session))


def _parted_kinds(session: Session) -> list[int]:
    """Kinds of the entries whose lines pi's list breaks apart."""
    cols = session.cols
    lines = ((bisect_left(cols.line, line), line) for line in session.parted)
    return [cols.kind[row] for row, line in lines if row < len(cols) and cols.line[row] == line]


def _name(session: Session) -> str | None:
    """The name in pi's list: the last one on a line that it reads whole."""
    if k.SESSION_INFO not in _parted_kinds(session):
        return session.name
    cols, name = session.cols, None
    for row, kind in enumerate(cols.kind):
        if kind == k.SESSION_INFO and cols.line[row] not in session.parted:
            stored = session.value(row).get("name")
            name = (stored.strip(JS_SPACE) or None) if isinstance(stored, str) else None
    return name


def first_words(session: Session) -> str | None:
    """``first`` of ``talk``, reading no further than it must."""
    cols = session.cols
    for row, role in enumerate(cols.role):
        if role == k.USER and cols.kind[row] == k.MESSAGE and cols.line[row] not in session.parted:
            content = _message(session, row)[1]
            words = _text(content) if content is not UNSET and _readable(content) else ""
            if words:
                return words
    return None


def _odd_records(session: Session) -> str | None:
    """Records other than messages that make pi's list builder throw, and messages that are null."""
    cols, parted = session.cols, session.parted
    if session.header_line in parted:
        return f"the header on line {session.header_line} holds U+2028 or U+2029, where pi's list ends a line"
    for row in session.scan.null_messages:
        if cols.line[row] not in parted:
            return f"the message on line {cols.line[row]} is null or absent"
    for row, kind in enumerate(cols.kind):
        if kind == k.SESSION_INFO and cols.line[row] not in parted:
            name = session.value(row).get("name")
            if name is not None and not isinstance(name, str):
                return f"the session name on line {cols.line[row]} is no text"
    return None


def _message(session: Session, row: int) -> tuple[float | None, Any]:
    """Timestamp (None where it is no number) and content: raw bytes, a decoded value, or UNSET where absent."""
    raw = session.raw(row)
    try:
        message = _DECODER.decode(raw).message
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return _slow(raw)
    stamp = None if message.timestamp is UNSET else message.timestamp
    return stamp, message.content


def _slow(raw: bytes) -> tuple[float | None, Any]:
    result = decode(raw)
    entry = result.value if isinstance(result, Decoded) else None
    message = entry.get("message") if isinstance(entry, dict) else None
    if not isinstance(message, dict) or "content" not in message:
        return None, UNSET
    stamp = message.get("timestamp")
    if isinstance(stamp, (int, float)) and not isinstance(stamp, bool):
        return float(stamp), message["content"]
    return None, message["content"]


def _entry_clock(session: Session, row: int) -> float | None:
    value = session.cols.instant_or_none(row)
    return None if value is None else float(value)


def _readable(content: Any) -> bool:
    """False for content on which pi's list builder throws: anything but text or a list without null."""
    if isinstance(content, Raw):
        raw = bytes(content)
        if raw[:1] == b'"':
            return True
        if raw[:1] != b"[":
            return False
        return b"null" not in raw or _readable(_value(content))
    return isinstance(content, str) or (isinstance(content, list) and None not in content)


def _text(content: Any) -> str:
    """Text blocks joined by a blank, as pi joins them."""
    value = _value(content)
    if isinstance(value, str):
        return value
    blocks = [block for block in value if isinstance(block, dict) and block.get("type") == "text"]
    texts = (block.get("text") for block in blocks)
    return " ".join("" if text is None else js_string(text) for text in texts)


def _value(content: Any) -> Any:
    if not isinstance(content, Raw):
        return content
    result = decode(bytes(content))
    return result.value if isinstance(result, Decoded) else ""
