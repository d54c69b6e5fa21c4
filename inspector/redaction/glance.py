"""One look at the stored bytes of a JSON line, before anything is decoded: most lines hold nothing for any rule.

Every string of the line stands in its text once the escapes are undone, between quotation marks; so whatever wakes in a
string wakes in the line as well. The look may wake for nothing; it is never quiet where a string or a property's name
would not be. Where that cannot be said (an escape that spells letters, bytes that are no UTF-8, a pattern of the user's
that asks where a text begins or ends) it does not answer, and the line is decoded.
"""

from __future__ import annotations

import re
from codecs import escape_decode
from collections.abc import Iterable

import re2

from inspector.redaction.contexts import NAME_TRIGGER, PAIR_TRIGGER, PLURALS
from inspector.redaction.walk import DROPPED

# Letters of any system may be spelled so; the one below 0x20 that terminals use everywhere is undone here.
_SPELLED, _COLOUR = b"\\u", b"\\u001b"
_SIMPLE = (
    (b"\\n", b"\n"),
    (b'\\"', b'"'),
    (b"\\t", b"\t"),
    (b"\\r", b"\r"),
    (b"\\/", b"/"),
    (b"\\b", b"\b"),
    (b"\\f", b"\f"),
)
_HELD = b"\xff"  # no byte of UTF-8: stands for a backslash that was escaped, while other escapes are undone
# A pattern of the user's with any of these may match a string and not the line around it.
_ANCHOR = re.compile(r"\\[AzZbBC]|\$|(?<!\[)\^")

# What only the structure of a value tells: names that drop or mask what they hold, pictures, a flag before its value.
STRUCTURE = (
    rf'"(?:{"|".join(sorted(map(re.escape, DROPPED)))})"\s*:',
    r'"signature"\s*:',
    r'"(?:redacted_thinking|reasoning(?:\.encrypted)?)"',
    r'"image["/]',
    NAME_TRIGGER,
    rf'(?i)"(?:{"|".join(sorted(PLURALS))})"\s*:\s*\[',
    PAIR_TRIGGER,
    r'(?i)--?[a-z-]*(?:password|passwd|passphrase|pass|pwd|token|secret|key)"',
)


def readable(raw: bytes, utf8: bool = False) -> bytes | None:
    """The JSON line with the escapes in its strings undone; None where that takes more than a look. ``utf8``: the caller
    knows that it is."""
    if not utf8 and not raw.isascii():
        try:
            raw.decode("utf-8")
        except UnicodeDecodeError:
            return None
    if b"\\" not in raw:
        return raw
    if _SPELLED in raw or b"\\/" in raw:
        return _replaced(raw)
    try:
        return escape_decode(raw)[0]  # of all its escapes JSON has only those that Python has too
    except (ValueError, Warning):
        return None


def _replaced(raw: bytes) -> bytes | None:
    held = b"\\\\" in raw
    text = raw.replace(b"\\\\", _HELD) if held else raw
    if _SPELLED in text:
        text = text.replace(_COLOUR, b"\x1b")
        if _SPELLED in text:
            return None
    for escape, char in _SIMPLE:
        if b"\\" not in text:
            break
        text = text.replace(escape, char)
    return text.replace(_HELD, b"\\") if held else text


class Glance:
    """The look for one set of triggers (RE2). ``structure``: properties are dropped and masked by their names."""

    def __init__(
        self, triggers: Iterable[str], patterns: Iterable[str], structure: bool, options: re2.Options
    ) -> None:
        self._set = re2.Set.SearchSet(options)
        count = 0
        for trigger in (*triggers, *(STRUCTURE if structure else ())):
            self._set.Add(trigger.encode("utf-8"))
            count += 1
        self.count = count
        self._empty = not count
        if count:
            self._set.Compile()
        self.blind = any(_ANCHOR.search(pattern) for pattern in patterns)

    def woken(self, text: bytes) -> list[int]:
        """Numbers of the triggers that match the ``readable`` text of a line; more than there are where that cannot be
        said."""
        if self.blind:
            return [self.count]
        found: list[int] | None = None if self._empty else self._set.Match(text)
        return found or []
