"""Text of strangers as parts that a template writes one by one: everything is escaped there, nothing is hidden.

The rules are those of ``static/js/visible-text.js``: what an eye would miss, or a browser would act on, is named.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from inspector.diagnosis.needle import Needle, one_blank
from inspector.diagnosis.words import Said

_SUSPECT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_CONTROLS = (
    "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS "
    "RS US"
).split()
_JOINERS = "\u200c\u200d"
_JOINING = (range(0x0600, 0x0E00), range(0x1780, 0x18B0))  # scripts whose letters need joiners
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_PLACES = re.compile(
    r"\bL(?P<line>[0-9]{1,9})\b"
    r"|\b(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2}) (?P<clock>[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?) UTC\b",
    re.ASCII,
)
_HITS = 8  # marked in one excerpt


class Part(NamedTuple):
    """``kind``: "" plain, ``mark`` a character made visible (``extra`` names it), ``link`` (``extra`` is the address),
    ``code`` a command, ``go`` the page that does what one says, ``hit`` what was asked for, ``time`` an instant
    (``extra`` is it in ISO 8601)."""

    kind: str
    text: str
    extra: str = ""


def parts(text: str, kind: str = "", extra: str = "") -> list[Part]:
    """``text`` as parts of one kind, with marks for what cannot be seen."""
    found: list[Part] = []
    end = 0
    for match in _SUSPECT.finditer(text):
        char, at = match.group(), match.start()
        if char in _JOINERS and _joins(text, at):
            continue
        if at > end:
            found.append(Part(kind, text[end:at], extra))
        found.append(_mark(char, kind, extra))
        end = match.end()
    if end < len(text):
        found.append(Part(kind, text[end:], extra))
    return found


def plain(text: str) -> str:
    """The same as one string, for titles, options and attributes."""
    return "".join(part.text for part in parts(text))


def sentence(text: str, lines: Mapping[str, str] | None = None) -> list[Part]:
    """A sentence of ours: ``L12`` is a link where ``lines`` has an address for it, and an instant in UTC is marked as
    one, so that a script can write it in the reader's zone. What is quoted stays as it was said."""
    found: list[Part] = []
    end = 0
    for match in _PLACES.finditer(text):
        address, at = (lines or {}).get(match["line"] or ""), match.start()
        if match["day"]:
            if text.count("“", 0, at) > text.count("”", 0, at):
                continue
            part = Part("time", match.group(), f"{match['day']}T{match['clock']}Z")
        elif address is not None:
            part = Part("link", match.group(), address)
        else:
            continue
        found += parts(text[end:at])
        found.append(part)
        end = match.end()
    return found + parts(text[end:])


def said_parts(said: Said, lines: Mapping[str, str] | None = None) -> list[Part]:
    """A next step: its command stands out, and nothing else does."""
    return [*sentence(said.before, lines), *parts(said.command, "code"), *sentence(said.after, lines)]


def hits(text: str, needle: Needle) -> list[Part]:
    """An excerpt with what was asked for marked."""
    rest, found = (text if needle.regex else one_blank(text)), list[Part]()
    for _ in range(_HITS):
        span = needle.span(rest)
        if span is None or span[1] <= span[0]:
            break
        found += parts(rest[: span[0]]) + parts(rest[span[0] : span[1]], "hit")
        rest = rest[span[1] :]
        if not needle.regex and rest != one_blank(rest):
            # What follows would lose its blank, and the places would no longer fit.
            blank = len(rest) - len(rest.lstrip())
            found += parts(rest[:blank])
            rest = rest[blank:]
    return found + parts(rest)


def terms(text: str, shared: tuple[str, ...]) -> list[Part]:
    """A near line with the terms that it shares marked."""
    found: list[Part] = []
    end = 0
    for start, stop in _spans(text, shared):
        found += parts(text[end:start]) + parts(text[start:stop], "hit")
        end = stop
    return found + parts(text[end:])


def _spans(text: str, shared: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    words = sorted(filter(None, shared), key=len, reverse=True)
    if not words:
        return
    pattern = "|".join(re.escape(word) for word in words)
    end = 0
    for match in re.finditer(pattern, text, re.IGNORECASE):
        if match.start() >= end:
            yield match.span()
            end = match.end()


def _mark(char: str, kind: str, extra: str) -> Part:
    code = ord(char)
    if 0xD800 <= code <= 0xDFFF:
        return Part(kind, "\ufffd", extra)
    if code < 0x20:
        return Part("mark", f"⟦{_CONTROLS[code]}⟧", f"U+{code:04X}")
    if code == 0x7F:
        return Part("mark", "⟦DEL⟧", "U+007F")
    if code == 0xFEFF:
        return Part(
            "mark", "⟦U+FEFF⟧", "byte order mark"
        )  # what it is in a file; Unicode's name says what it was meant for
    return Part("mark", f"⟦U+{code:04X}⟧", unicodedata.name(char, f"U+{code:04X}").lower())


def _joins(text: str, at: int) -> bool:
    """True for a joiner inside an emoji, or between letters of a script that needs it."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if before == "\ufe0f":
        before = text[at - 2 : at - 1] or before
    if not before or not after:
        return False
    return (_is_picture(before) and _is_picture(after)) or (_is_joining(before) and _is_joining(after))


def _is_picture(char: str) -> bool:
    return unicodedata.category(char) == "So" or ord(char) in _SKIN_TONES


def _is_joining(char: str) -> bool:
    return any(ord(char) in span for span in _JOINING)


def rows_shown(count: int, most: int) -> int:
    """How many of some rows to show where ``most`` are meant to be: what unfolds the others takes as much room as the one
    row it would hide."""
    return count if count - most == 1 else most
