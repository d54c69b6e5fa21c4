"""Letters with accents in one form: ``e`` and a combining acute are compared as ``é`` (Unicode's NFC), in a text whose
places can still be named, and in the bytes of a line. macOS and some keyboards write the long form."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import re2

_LAST = 0x30000  # no mark that joins stands in planes behind; the tags of plane 14 join nothing
_JAMO = "\u1161-\u1175\u11a8-\u11c2"  # vowels and finals of Korean syllables


@dataclass(frozen=True, slots=True)
class Joined:
    """``text`` in joined form. ``starts`` and ``origins``: where each stretch begins here and in the text as it was;
    ``changed`` tells the stretches whose length is another."""

    text: str
    starts: list[int]
    origins: list[int]
    changed: list[bool]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The place of ``text[start:end]`` in the text as it was: whole letters."""
        first = bisect_right(self.starts, start) - 1
        last = bisect_right(self.starts, max(start, end - 1)) - 1
        low = self.origins[first] + (0 if self.changed[first] else start - self.starts[first])
        if self.changed[last]:
            return low, self.origins[last + 1]
        return low, self.origins[last] + end - self.starts[last]


def joined(text: str) -> Joined | None:
    """The text in joined form; None where it is in it already, as nearly all text is."""
    if text.isascii() or unicodedata.is_normalized("NFC", text):
        return None
    parts, starts, origins, changed = list[str](), list[int](), list[int](), list[bool]()
    length = at = 0

    def add(part: str, origin: int, is_changed: bool) -> None:
        nonlocal length
        if part:
            parts.append(part)
            starts.append(length)
            origins.append(origin)
            changed.append(is_changed)
            length += len(part)

    for match in _clusters().finditer(text):
        made = unicodedata.normalize("NFC", match.group())
        if made != match.group():
            add(text[at : match.start()], at, False)
            add(made, match.start(), True)
            at = match.end()
    add(text[at:], at, False)
    if not any(changed):
        return None
    origins.append(len(text))
    return Joined("".join(parts), starts, origins, changed)


def spelled(char: str) -> str | None:
    """A pattern (re2) for the spellings of a letter that can be taken apart, or of a mark; None for any other."""
    if unicodedata.category(char)[0] == "M":
        return r"\pM+"
    apart = unicodedata.normalize("NFD", char)
    if len(apart) == 1:
        return None
    ways = {char, apart}
    # Some marks may be joined to the letter already, in any order that Unicode knows as the same.
    begins = {apart[0]} | {unicodedata.normalize("NFC", apart[0] + mark) for mark in apart[1:]}
    begins |= {unicodedata.normalize("NFC", apart[:end]) for end in range(1, len(apart))}
    for cut in range(1, len(apart)):
        ways.add(unicodedata.normalize("NFC", apart[:cut]) + apart[cut:])
    loose = "".join(re2.escape(begin) for begin in sorted(begins) if len(begin) == 1)
    return f"(?:{'|'.join(re2.escape(way) for way in sorted(ways))}|[{loose}]\\pM+)"


@cache
def _clusters() -> re.Pattern[str]:
    """A sign with all that joins it from behind."""
    marks = [code for code in range(0x300, _LAST) if unicodedata.category(chr(code))[0] == "M"]
    breaks = [at for at, (one, next_one) in enumerate(pairwise(marks), 1) if next_one != one + 1]
    ranges = [(marks[low], marks[high - 1]) for low, high in pairwise([0, *breaks, len(marks)])]
    inside = "".join(f"{chr(low)}-{chr(high)}" for low, high in ranges)
    return re.compile(f".[{inside}{_JAMO}]+", re.DOTALL)
