"""Session text made safe for a terminal: nothing in it moves the cursor, hides itself or turns the line around.

Control characters come out in caret notation, all that is invisible or changes direction as ⟦U+XXXX⟧. A joiner
inside an emoji and the selectors that choose its form stay, they are part of the picture.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

# Invisible without being "format" characters for Unicode: fillers, and the joiner of graphemes.
_BLANK_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"
_SUSPECT = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\ufff0-\ufffb\ud800-\udfff\U000110bd\U000110cd\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    f"\U000e0000-\U000e0fff{_BLANK_LETTERS}]"
)
_JOINER = "\u200d"
_SPACES = re.compile(r"[ \t\n\r]+")
_ZONES = range(0x1F3FB, 0x1F400)  # skin tones


def shown(value: Any) -> str:
    """A stored value of any kind and depth as text, still unsafe: a string as it is, all else as JSON."""
    if isinstance(value, str):
        return value
    from inspector.jsontext import dumps  # not for --help

    return dumps(value).decode("utf-8")


def safe(text: str, newlines: bool = False) -> str:
    """``text`` with every control, bidi, zero-width and half character visible; ``newlines`` keeps line breaks."""
    if text.isascii() and text.isprintable():
        return text
    if not _SUSPECT.search(text):
        return text
    return _SUSPECT.sub(lambda match: _shown(match, newlines), text)


def one_line(text: str, limit: int = 400) -> str:
    """The first ``limit`` characters as one safe line, white space folded; "…" marks a cut."""
    folded = _SPACES.sub(" ", text[: limit * 4]).strip(" ")
    cut = len(folded) > limit or len(text) > limit * 4
    return safe(folded[:limit] + ("…" if cut else ""))


def any_line(value: Any, limit: int = 400) -> str:
    """A stored value of any kind as one safe line: text as it is, all else as JSON."""
    return one_line(shown(value), limit)


def _shown(match: re.Match[str], newlines: bool) -> str:
    char = match.group()
    code = ord(char)
    if char == "\n" and newlines:
        return char
    if char == "\t" and newlines:
        return "    "
    if code < 0x20 or code == 0x7F:
        return "^" + chr(code ^ 0x40)
    if code in (0xFE0E, 0xFE0F) and match.start() and not match.string[match.start() - 1].isspace():
        return char
    if char == _JOINER and _in_emoji(match.string, match.start()):
        return char
    return f"⟦U+{code:04X}⟧"


def _in_emoji(text: str, at: int) -> bool:
    """True for a joiner between two pictures (a family, a flag): there it is no trick."""
    before = text[at - 1] if at else ""
    after = text[at + 1] if at + 1 < len(text) else ""
    if before == "\ufe0f" and at > 1:
        before = text[at - 2]
    return _is_picture(before) and _is_picture(after)


def _is_picture(char: str) -> bool:
    return bool(char) and (unicodedata.category(char) == "So" or ord(char) in _ZONES)
