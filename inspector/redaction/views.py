"""A text as it reads once its escapes are undone, with the way back to the stored bytes.

JSON inside a string hides a key behind ``\\u002b`` or ``\\/``, a query string behind ``%2B``, HTML behind ``&quot;``, a
terminal behind colours, mail behind ``=2D``; signs that nobody sees may stand anywhere. A match in such a view is masked
where it is stored.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

_UNSEEN = "\\x{ad}\\x{200b}-\\x{200f}\\x{2060}-\\x{2064}\\x{feff}\\x00-\\x08\\x0e-\\x1a\\x1c-\\x1f\\x7f"
_COLOUR = r"\x1b\[[0-?]*[ -/]*[@-~]"
# Strings that ask for a view, before any rule speaks: letters, digits or signs in escaped form, and what is unseen between
# signs that a key is made of.
TRIGGER = (
    r"\\u(?:00[2-7]|[4-9][0-9A-Fa-f]{3}|\{)|\\U000|\\x[2-7]|\\[01][0-7][0-7]|%[2-7][0-9A-Fa-f]|&(?:quot|#[0-9xX]+|amp);?"
    r"|[0-9A-Za-z]=(?:2[BDEF]|3[AD]|5F|40)[0-9A-Za-z]"
    r"|[\x{ff10}-\x{ff19}\x{ff21}-\x{ff3a}\x{ff41}-\x{ff5a}]{3}"
    rf"|[0-9A-Za-z_+/=.-](?:{_COLOUR}|[{_UNSEEN}]|\\\r?\n|=\r?\n)+[0-9A-Za-z_+/=.-]"
)
_ESCAPE = re.compile(
    rb"\\(?:u(?:[0-9A-Fa-f]{4}|\{[0-9A-Fa-f]{1,6}\})|U[0-9A-Fa-f]{8}|x[0-9A-Fa-f]{2}|[01][0-7]{2}|\r?\n|[\"'\\/bfnrt])"
    rb"|%[2-7][0-9A-Fa-f]|%0[0-9A-Fa-f]|&(?:quot|amp|lt|gt|apos|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});"
    rb"|=(?:2[BDEF]|3[AD]|5F|40)(?=[0-9A-Za-z])|=\r?\n(?=[0-9A-Za-z_-])"
    rb"|\x1b\[[0-?]*[ -/]*[@-~]|[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]"
    rb"|\xef\xbc[\x8d\x90-\x99\xa1-\xba\xbf]|\xef\xbd[\x81-\x9a]"
    rb"|\xc2\xad|\xe2\x80[\x8b-\x8f]|\xe2\x81[\xa0-\xa4]|\xef\xbb\xbf"
)
_PLAIN = {b"\\b": b"\b", b"\\f": b"\f", b"\\n": b"\n", b"\\r": b"\r", b"\\t": b"\t"}
_ENTITY = {b"&quot;": b'"', b"&amp;": b"&", b"&lt;": b"<", b"&gt;": b">", b"&apos;": b"'"}
LEVELS = 4  # how often escapes are undone


@dataclass(frozen=True, slots=True)
class View:
    """``data``: UTF-8 of the text with one level of escapes undone. ``at`` and ``came``: where each run begins in the
    view and in what it was made from; odd runs are escapes."""

    data: bytes
    at: list[int]
    came: list[int]

    def back(self, start: int, end: int) -> tuple[int, int]:
        """The span of the view in what it was made from, whole escapes included."""
        return self._start(start), self._end(end)

    def _start(self, offset: int) -> int:
        run = bisect_right(self.at, offset) - 1
        return self.came[run] + (0 if run % 2 else offset - self.at[run])

    def _end(self, offset: int) -> int:
        run = bisect_right(self.at, offset - 1) - 1 if offset else 0
        return self.came[run + 1] if run % 2 else self.came[run] + offset - self.at[run]


def unescaped(data: bytes, woken: bool = True) -> View | None:
    """The view of ``data`` (UTF-8), or None where there is nothing to undo. ``woken``: the trigger spoke; without it only
    the common escapes are worth a look."""
    if not woken and b"\\" not in data and b"%" not in data and b"&" not in data:
        return None
    parts: list[bytes] = []
    at: list[int] = []
    came: list[int] = []
    here = made = 0
    for match in _ESCAPE.finditer(data):
        begin, end = match.span()
        at += (made, made + begin - here)
        came += (here, begin)
        char = _undone(match.group())
        parts += (data[here:begin], char)
        made += begin - here + len(char)
        here = end
    if not at:
        return None
    at.append(made)
    came.append(here)
    parts.append(data[here:])
    return View(b"".join(parts), at, came)


def _undone(escape: bytes) -> bytes:
    lead = escape[:1]
    if lead == b"\xef" and escape[1:2] != b"\xbb":
        return bytes((ord(escape.decode()) - 0xFEE0,))  # a sign of full width
    if lead == b"%" or (lead == b"=" and escape[1:2].isalnum()):
        return bytes((int(escape[1:], 16),))
    if lead == b"&":
        return _entity(escape)
    if lead != b"\\" or escape[1:] in (b"\n", b"\r\n"):
        return b""  # unseen, or a line that goes on
    sign = escape[1:2]
    if sign in (b"u", b"U", b"x"):
        return _char(int(escape[2:].strip(b"{}"), 16))
    if sign.isdigit():
        return _char(int(escape[1:], 8))
    return _PLAIN.get(escape, escape[1:])


def _entity(escape: bytes) -> bytes:
    if escape[1:2] != b"#":
        return _ENTITY[escape]
    digits = escape[2:-1]
    return _char(int(digits[1:], 16) if digits[:1] in (b"x", b"X") else int(digits))


def _char(code: int) -> bytes:
    return chr(0xFFFD if 0xD800 <= code <= 0xDFFF or code > 0x10FFFF else code).encode()
