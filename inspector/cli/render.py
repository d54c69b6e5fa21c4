"""What all commands share to write for people: the console, its styles, instants, numbers, fast safe lines.

Text from sessions reaches the terminal through ``safe`` or ``one_line`` only, and never as rich markup.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from types import TracebackType
from typing import TYPE_CHECKING

from inspector.cli.safetext import safe

if TYPE_CHECKING:
    from rich.console import Console

STYLES = {
    "head": "bold",
    "label": "dim",
    "id": "cyan",
    "user": "bold blue",
    "assistant": "green",
    "tool": "yellow",
    "system": "magenta",
    "compaction": "bold red",
    "summary": "magenta",
    "note": "dim",
    "mark": "bold green",
    "active": "bold green",
    "lane": "dim",
    "tag": "black on yellow",
    "good": "green",
    "bad": "red",
    "warn": "yellow",
    "number": "bold",
    "none": "",
}
ROLE_STYLES = {
    "user": "user",
    "assistant": "assistant",
    "toolResult": "tool",
    "bashExecution": "tool",
    "system": "system",
    "compactionSummary": "compaction",
    "branchSummary": "summary",
    "custom": "summary",
}
Piece = tuple[str, str]
WIDEST = 400  # columns used where nobody asks for more; COLUMNS may say anything
_WORD = re.compile(r"\s*\S+\s*")
# Chinese and Japanese break between any two characters, but for signs that close before them or open behind.
_WIDE = "\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_OPEN, _CLOSE = "（「『《【“‘", "，。；：！？、）」』》】”’…"
_PART = re.compile(
    rf"\s*(?:[{_OPEN}]{{0,3}}(?:[{_WIDE}]|[^\s{_WIDE}{_OPEN}{_CLOSE}]+)[{_CLOSE}]{{0,6}}|\S)\s*"
)
_NARROW = 10  # columns that a text gets at least
_SHORT = 12  # columns of a word that is not taken apart for that


def console() -> Console:
    """A console on standard output: no markup, no highlighting, colours only where wanted (NO_COLOR, no terminal)."""
    from rich.console import Console
    from rich.theme import Theme

    theme = Theme(STYLES)
    return Console(file=sys.stdout, theme=theme, markup=False, highlight=False, emoji=False, soft_wrap=False)


def when(ms: float | None, seconds: bool = False) -> str:
    """An instant with date and zone in local time, "-" where there is none."""
    if ms is None:
        return "-"
    try:
        at = datetime.fromtimestamp(ms / 1000, UTC).astimezone()
    except (OverflowError, OSError, ValueError):
        return "out of range"
    stamp = at.strftime("%Y-%m-%d %H:%M:%S" if seconds else "%Y-%m-%d %H:%M")
    zone = at.strftime("%z")
    return f"{stamp} {zone[:3]}:{zone[3:5]}"


def when_iso(stamp: str | None) -> str:
    """The same for an ISO instant of a report."""
    if stamp is None:
        return "-"
    return when(datetime.fromisoformat(stamp).timestamp() * 1000)


def count(number: float | None) -> str:
    """A whole number with thousands apart, "-" for none."""
    if number is None:
        return "-"
    return f"{int(number):,}" if float(number).is_integer() else f"{number:,}"


def many(number: int, one: str, several: str | None = None) -> str:
    """ "1 branch", "2 branches"."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


BEYOND = 1e15  # dollars: nobody counts the digits


def money(cost: float | None) -> str:
    """A cost in US dollars as pi records it: four digits below one dollar, two above; powers of ten ``BEYOND``."""
    if cost is None:
        return "-"
    if cost == 0:
        return "$0"
    if abs(cost) >= BEYOND:
        return f"${cost:.2e}"
    return f"${cost:,.2f}" if abs(cost) >= 1 else f"${cost:.4f}"


def size(number: int) -> str:
    """Bytes in words."""
    value = float(number)
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if value < 1024 or unit == "GiB":
            return f"{number:,} bytes" if unit == "bytes" else f"{value:.1f} {unit}"
        value /= 1024
    raise AssertionError


def short_path(path: str) -> str:
    """A folder with the home folder as tilde, safe to show."""
    home = os.path.expanduser("~")
    if home != "/" and (path == home or path.startswith(home + os.sep)):
        path = "~" + path[len(home) :]
    return safe(path)


def file_path(path: str) -> str:
    """A file as one would type it here: from the current folder where it lies below, else with the tilde."""
    try:
        here = os.getcwd().rstrip(os.sep) + os.sep
    except OSError:
        return short_path(path)
    if here == os.sep or not path.startswith(here) or path == here:
        return short_path(path)
    shown = safe(path[len(here) :])
    return f".{os.sep}{shown}" if shown.startswith(("-", "~")) else shown


class Lines:
    """Writes many single lines fast: pieces of (safe text, style), cut at the width, buffered. A context manager."""

    def __init__(self, target: Console, width: int | None = None) -> None:
        self._target = target
        self.width = max(20, width or min(target.width, WIDEST))
        self._out: list[str] = []
        self._styles: dict[str, tuple[str, str]] = {}
        self._system = None if target.no_color else target._color_system

    def add(self, *pieces: Piece) -> None:
        """One line. Text beyond the width is cut and marked with "…"."""
        left = self.width
        parts: list[str] = []
        for content, style in pieces:
            fitted = fit(content, left)
            left -= cells(fitted)
            parts.append(self._paint(fitted, style))
            if fitted != content or left <= 0:
                break
        self._out.append("".join(parts).rstrip(" ") + "\n")
        if len(self._out) >= 500:
            self.flush()

    def whole(self, lead: Piece, value: str, style: str = "") -> None:
        """``value`` uncut and unbroken, so that it can be copied: after ``lead``, or on a line of its own where that
        is too narrow."""
        if cells(lead[0]) + cells(value) <= self.width:
            self.add(lead, (value, style))
            return
        if lead[0].strip(" "):
            self.add(lead)
        self._out.append("  " + self._paint(value, style) + "\n")

    def fact(self, name: str, value: str, at: int, style: str = "") -> None:
        """A name, and from column ``at`` on its value, over as many lines as it needs."""
        name += " " * (at - 3 - cells(name))  # a longer one is shown whole, and the value begins behind it
        self.wrapped(value, at, (f"  {name} ", "label"), style)

    def whole_fact(self, name: str, value: str, at: int) -> None:
        """The same for a value that must not be broken."""
        self.whole((f"  {pad(name, at - 3)} ", "label"), value)

    def wrapped(self, content: str, indent: int, lead: Piece | None = None, style: str = "") -> None:
        """A safe text over as many lines as it needs, ``indent`` columns in, the first one after ``lead``."""
        indent = max(0, min(indent, self.width - _NARROW))
        first = lead if lead is not None else (" " * indent, "")
        for part in wrap_cells(content, self.width - indent, cells(first[0]) - indent):
            self.add(first, (part, style))
            first = (" " * indent, "")

    def text(self, content: str, indent: int, style: str = "") -> None:
        """A safe text of many lines as it stands, each one wrapped where it is too long."""
        blank, room = " " * indent, self.width - indent
        plain = not style or self._system is None
        for line in content.split("\n"):
            if 2 * len(line) <= room or (len(line) <= room and line.isascii()):
                shown = (blank + (line if plain else self._paint(line.rstrip(), style))).rstrip()
                self._out.append(shown + "\n")
                if len(self._out) >= 500:
                    self.flush()
            else:
                self.wrapped(line, indent, style=style)

    def flush(self) -> None:
        """Write what has been gathered."""
        gathered = "".join(self._out)
        self._out.clear()
        self._target.file.write(gathered)

    def _paint(self, content: str, style: str) -> str:
        if not style or self._system is None or not content:
            return content
        around = self._styles.get(style)
        if around is None:
            before, _, after = (
                self._target.get_style(style).render("\0", color_system=self._system).partition("\0")
            )
            around = self._styles[style] = (before, after)
        return f"{around[0]}{content}{around[1]}"

    def __enter__(self) -> Lines:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.flush()


def cells(content: str) -> int:
    """Columns that a text takes on a terminal (Chinese characters and emoji take two)."""
    if content.isascii():
        return len(content)
    from rich.cells import cell_len

    return cell_len(content)


def fit(content: str, width: int) -> str:
    """``content`` cut to ``width`` columns, the cut marked with "…"."""
    if width <= 0:
        return ""
    if (content.isascii() and len(content) <= width) or cells(content) <= width:
        return content
    from rich.cells import set_cell_size

    return set_cell_size(content[: width + 1], width - 1).rstrip(" ") + "…"


def pad(content: str, width: int) -> str:
    """``content`` fitted and filled with blanks to exactly ``width`` columns."""
    fitted = fit(content, width)
    return fitted + " " * (width - cells(fitted))


def wrap_cells(content: str, width: int, taken: int = 0) -> list[str]:
    """``content`` in lines of at most ``width`` columns, broken at blanks, and between Chinese characters; nothing is
    lost. ``taken`` columns of the first line are in use already; where no word fits behind them, it is empty."""
    width, taken = max(_NARROW, width), max(0, taken)
    lines: list[str] = []
    for line in content.split("\n"):
        line = line.rstrip()
        if cells(line) + taken <= width:
            lines.append(line)
        else:
            lines.extend(line[start:end].rstrip() for start, end in pairwise(_breaks(line, width, taken)))
        taken = 0
    return lines


def _breaks(line: str, width: int, taken: int) -> list[int]:
    """Where a line is broken, with its begin and end. A word wider than the line is broken inside."""
    breaks, used = [0], taken
    for start, word in _words(line):
        core = word.rstrip()
        if used + cells(core) > width:
            if used:
                breaks.append(start)
            cuts = _cuts(core, width)
            breaks.extend(start + cut for cut in cuts)
            word, used = word[cuts[-1] if cuts else 0 :], 0
        used += cells(word)
    return [*breaks, len(line)]


def _words(line: str) -> Iterator[tuple[int, str]]:
    """The pieces of a line that stay together, each with the blanks around it, and where it starts."""
    for match in _WORD.finditer(line):
        start, word = match.start(), match.group()
        if word.isascii() or cells(word) <= _SHORT:
            yield start, word
        else:
            yield from ((start + part.start(), part.group()) for part in _PART.finditer(word))


def _cuts(word: str, width: int) -> list[int]:
    """Where a word is cut into pieces that fit the width."""
    if word.isascii():
        return list(range(width, len(word), width))
    from rich.cells import get_character_cell_size

    cuts, used = [], 0
    for at, character in enumerate(word):
        size = get_character_cell_size(character)
        if used + size > width:
            cuts.append(at)
            used = 0
        used += size
    return cuts
