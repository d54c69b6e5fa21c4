"""What the model knows of a file from this path: the whole text, parts of it, or something that no file can be held
against.

Facts of pi 1.6.0, checked by running its read tool: a text file comes back as it is, byte for byte as far as it is
UTF-8; a notice in brackets behind a blank line follows where it was cut (2,000 lines or 50 KB, or a limit); pictures
come as a note with an image. A write leaves exactly its content. An edit replaces each old text, which must occur
once, all against the file before the call, and keeps line ends. Older versions wrote the notice a little otherwise.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Literal

from inspector.diagnosis.case import Case
from inspector.diagnosis.source_calls import Call, arguments, content_blocks, result_text
from inspector.diagnosis.source_files import Folders, Story, Touch, attached_text

_NOTICE = re.compile(
    r"\n\n?(?:\[Showing lines \d+-\d+ of \d+[^\]\n]*\]|\[\d+ more lines in file\.[^\]\n]*\]"
    r"|\.\.\. \(\d+ more lines not shown\.[^)\n]*\))\Z"
)
_LONG = re.compile(r"\[Line \d+ is [\d.]+[KMG]?B, exceeds ")
_IMAGE = re.compile(r"Read image file \[")
_NUMBERED = re.compile(r"\s*\d+\s?(?:[\t|→│:]|[a-z0-9]{2}[:|])")
_CHAIN = 60  # touches that are replayed
_PIECES = 20

Why = Literal["image", "long-line", "numbered", "tool", "nested", "omitted"]


@dataclass(frozen=True, slots=True)
class Whole:
    """The text the file had when the model last read or wrote all of it, with the edits that came after."""

    text: str
    row: int


@dataclass(frozen=True, slots=True)
class Piece:
    """Some lines of it: the first line's number, None where only an edit tells the text."""

    first: int | None
    text: str
    row: int


@dataclass(frozen=True, slots=True)
class Parts:
    """What was read in part, or edited without the whole being known."""

    pieces: tuple[Piece, ...]
    row: int


@dataclass(frozen=True, slots=True)
class Dark:
    """Nothing that can be compared, and why."""

    why: Why
    row: int


Known = Whole | Parts | Dark


def known(case: Case, story: Story, folders: Folders) -> Known | None:
    """What the path shows of the file; None where no touch succeeded."""
    chain: list[Touch] = []
    for touch in reversed(story.touches):
        if not touch.ok:
            continue
        chain.append(touch)
        if touch.kind in ("write", "attached") or len(chain) >= _CHAIN:
            break
        if touch.kind == "read" and isinstance(_read(case, touch), Whole):
            break
    state: Known | None = None
    for touch in reversed(chain):
        state = _after(case, story, touch, state, folders)
    return state


def _after(case: Case, story: Story, touch: Touch, state: Known | None, folders: Folders) -> Known:
    if touch.call is None:
        text = attached_text(case, story, touch.row, folders)
        return Dark("image", touch.row) if text is None else Whole(text, touch.row)
    if touch.kind == "read":
        return _joined(state, _read(case, touch))
    if touch.call.name not in ("edit", "write"):
        return Dark("tool", touch.row)
    given = arguments(case.session, touch.call)
    if touch.kind == "write":
        content = given.get("content")
        return Whole(content, touch.row) if isinstance(content, str) else Dark("omitted", touch.row)
    pairs = edits(given)
    if not pairs:
        return Dark("omitted", touch.row)
    text = replaced(state.text, pairs) if isinstance(state, Whole) else None
    if text is not None:
        return Whole(text, touch.row)
    return Parts(tuple(Piece(None, new, touch.row) for _, new in pairs[:_PIECES]), touch.row)


def _read(case: Case, touch: Touch) -> Known:
    call = touch.call
    if call is None or call.nested:
        return Dark("nested", touch.row)
    if call.name != "read":
        return Dark("tool", touch.row)
    message = case.session.value(call.result).get("message")
    text = result_text(message)
    kinds = {block.get("type") for _, block in content_blocks(message if isinstance(message, dict) else {})}
    if "image" in kinds or _IMAGE.match(text):
        return Dark("image", touch.row)
    if _LONG.match(text):
        return Dark("long-line", touch.row)
    return _lines(case, call, text, touch.row)


def _lines(case: Case, call: Call, text: str, row: int) -> Known:
    given = arguments(case.session, call)
    offset, limit = _count(given.get("offset")), _count(given.get("limit"))
    body, cut = _NOTICE.subn("", text)
    lines = body.split("\n")
    if len(lines) > 2 and sum(1 for one in lines if _NUMBERED.match(one)) > 0.8 * len(lines):
        return Dark("numbered", row)
    first = max(offset or 1, 1)
    if not cut and first == 1 and not (limit and len(lines) == limit):
        return Whole(body, row)
    return Parts((Piece(first, body, row),), row)


def _joined(state: Known | None, seen: Known) -> Known:
    if isinstance(seen, Dark) and seen.why == "nested" and state is not None:
        return state  # what a script reads does not reach the model by itself
    if not isinstance(seen, Parts):
        return seen
    piece = seen.pieces[0]
    if isinstance(state, Whole) and holds_at(state.text.split("\n"), piece):
        return state
    if isinstance(state, Parts) and all(one.first is not None for one in state.pieces):
        return Parts((*state.pieces, piece)[-_PIECES:], seen.row)
    return seen


def _count(value: Any) -> int | None:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return int(value) if number and abs(value) < 1e9 else None


def edits(given: dict[str, Any]) -> list[tuple[str, str]]:
    """Pairs of old and new text of an edit call, in the forms that pi takes (a list, its JSON text, a single pair)."""
    stored = given.get("edits")
    if isinstance(stored, str):
        try:
            stored = json.loads(stored)
        except (ValueError, RecursionError):
            stored = None
    members = [stored] if isinstance(stored, dict) else stored if isinstance(stored, list) else []
    pairs = [(one.get("oldText"), one.get("newText")) for one in [*members, given] if isinstance(one, dict)]
    return [(old, new) for old, new in pairs if isinstance(old, str) and isinstance(new, str)]


def replaced(text: str, pairs: list[tuple[str, str]]) -> str | None:
    """``text`` after the edits; None where an old text is not there exactly once, or two overlap."""
    text = plain(text)
    spans = []
    for old, new in pairs:
        old, new = plain(old), plain(new)
        at = text.find(old) if old else -1
        if at < 0 or text.find(old, at + 1) >= 0:
            return None
        spans.append((at, at + len(old), new))
    spans.sort()
    parts, end = [], 0
    for start, after, new in spans:
        if start < end:
            return None
        parts += [text[end:start], new]
        end = after
    return "".join(parts) + text[end:]


def plain(text: str) -> str:
    """Text with LF line ends and without a byte order mark: how two versions are compared."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def holds_at(lines: list[str], piece: Piece) -> bool:
    """True when the piece stands at its own lines of ``lines``."""
    wanted = piece_lines(piece)
    if piece.first is None:
        return False
    start = piece.first - 1
    return [one.rstrip("\r") for one in lines[start : start + len(wanted)]] == wanted


def piece_lines(piece: Piece) -> list[str]:
    """The lines of a piece; a break at its end opens no further line."""
    lines = plain(piece.text).split("\n")
    return lines[:-1] if len(lines) > 1 and not lines[-1] else lines
