"""A text as it reads once its escapes are undone, with the way back to the stored bytes.

JSON inside a string hides a key behind ``\\u002b`` or ``\\/``, a query string behind ``%2B``, HTML behind ``&quot;``. A
match in such a view is masked where it is stored.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

# Strings that ask for a view, before any rule speaks: letters, digits or signs in escaped form.
TRIGGER = r"\\u(?:00[2-7]|[4-9][0-9A-Fa-f]{3})|\\x[2-7]|%[2-7][0-9A-Fa-f]|&(?:quot|#39|#34|#x27|amp);"
_ESCAPE = re.compile(
    rb"\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[\"'\\/bfnrt])|%[2-7][0-9A-Fa-f]|%0[0-9A-Fa-f]|&(?:quot|amp|lt|gt|#39|#34|#x27);"
)
_PLAIN = {b"\\b": b"\b", b"\\f": b"\f", b"\\n": b"\n", b"\\r": b"\r", b"\\t": b"\t"}
_ENTITY = {
    b"&quot;": b'"',
    b"&amp;": b"&",
    b"&lt;": b"<",
    b"&gt;": b">",
    b"&#39;": b"'",
    b"&#34;": b'"',
    b"&#x27;": b"'",
}
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


def unescaped(data: bytes) -> View | None:
    """The view of ``data`` (UTF-8), or None where there is nothing to undo."""
    if b"\\" not in data and b"%" not in data and b"&" not in data:
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
    if lead == b"%":
        return bytes((int(escape[1:], 16),))
    if lead == b"&":
        return _ENTITY[escape]
    if escape[1:2] == b"u":
        code = int(escape[2:], 16)
        return chr(0xFFFD if 0xD800 <= code <= 0xDFFF else code).encode()
    if escape[1:2] == b"x":
        return chr(int(escape[2:], 16)).encode()
    return _PLAIN.get(escape, escape[1:])
