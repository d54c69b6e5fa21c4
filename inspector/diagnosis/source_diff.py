"""A short difference between what the model saw and what a file holds today."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

LINES = 24  # lines of a difference that are shown
WIDTH = 160  # characters of each
_COMPARED = 800  # lines on either side that are compared; more is told by its ends


@dataclass(frozen=True, slots=True)
class Difference:
    """``first``: the first line that differs, from 1; counts of lines; ``text``: the start of a unified difference,
    ``-`` what the model saw, ``+`` today."""

    first: int
    removed: int
    added: int
    text: str
    cut: bool


def binary(text: str) -> bool:
    """True for a text decoded from bytes that are none: NULs in it, or much that is not UTF-8."""
    return "\0" in text or text.count("\ufffd") * 10 > len(text)


def difference(seen: list[str], today: list[str], first: int = 1) -> Difference:
    """The difference of two lists of lines; ``first`` is the number of their first line in the file."""
    start = 0
    while start < min(len(seen), len(today)) and seen[start] == today[start]:
        start += 1
    end = 0
    while end < min(len(seen), len(today)) - start and seen[-1 - end] == today[-1 - end]:
        end += 1
    old, new = seen[start : len(seen) - end], today[start : len(today) - end]
    if max(len(old), len(new)) > _COMPARED:
        lines = [f"-{one}" for one in old[: LINES // 2]] + [f"+{one}" for one in new[: LINES // 2]]
        removed, added = len(old), len(new)
    else:
        lines = list(difflib.unified_diff(old, new, lineterm="", n=1))[2:]
        lines = [_at(one, first + start) if one.startswith("@@") else one for one in lines]
        removed = sum(1 for one in lines if one.startswith("-"))
        added = sum(1 for one in lines if one.startswith("+"))
    shown = [one if len(one) <= WIDTH else one[: WIDTH - 1] + "…" for one in lines[:LINES]]
    return Difference(first + start, removed, added, "\n".join(shown), len(lines) > LINES)


def _at(head: str, shift: int) -> str:
    """A hunk head with line numbers of the file instead of those of the part that was compared."""
    words = head.split()
    moved = []
    for word in words[1:3]:
        number, _, count = word[1:].partition(",")
        moved.append(f"{word[0]}{int(number) + shift - 1}" + (f",{count}" if count else ""))
    return " ".join(("@@", *moved, "@@"))
