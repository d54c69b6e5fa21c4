"""The difference at the end of a finding's detail, told apart from the sentences before it."""

from __future__ import annotations

import re
from typing import NamedTuple

_SHAPE = re.compile(r"\A([^\n]*)\n([^\n]*)\n((?:@@ |[-+])[^\n]*(?:\n(?:(?:@@ |[-+ ])[^\n]*)?)*)\Z")


class Told(NamedTuple):
    """``text``: the sentences; ``caption``: the one that says how to read ``lines``, "" where there are none."""

    text: str
    caption: str
    lines: tuple[str, ...]


def told(detail: str) -> Told:
    """A detail as sentences and the lines of the difference below them. Anything of another shape is all sentences."""
    match = _SHAPE.match(detail)
    if match is None:
        return Told(detail, "", ())
    return Told(match[1], match[2], tuple(match[3].split("\n")))


def sign(line: str) -> str:
    """``+`` for what is there today, ``-`` for what the model saw, ``@`` for a place, "" for what is around."""
    return line[:1].strip(" ") if line[:1] in ("+", "-", "@") else ""
