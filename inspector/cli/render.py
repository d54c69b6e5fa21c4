"""What all commands share to write for people: the console, its styles, instants, numbers, fast safe lines.

Text from sessions reaches the terminal through ``safe`` or ``one_line`` only, and never as rich markup.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any

from inspector.cli.safetext import one_line, safe

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

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


def console() -> Console:
    """A console on standard output: no markup, no highlighting, colours only where wanted (NO_COLOR, no terminal)."""
    from rich.console import Console
    from rich.theme import Theme

    theme = Theme(STYLES)
    return Console(file=sys.stdout, theme=theme, markup=False, highlight=False, emoji=False, soft_wrap=False)


def text(content: str, style: str = "") -> Text:
    """Rich text of one safe line."""
    from rich.text import Text

    return Text(one_line(content), style=style)


def table(title: str, columns: Sequence[tuple[str, str]]) -> Table:
    """An open table; ``columns`` are (heading, "left" or "right" or "wide"). A wide column takes what is left."""
    from rich import box
    from rich.table import Table

    grid = Table(
        title=title or None, box=box.SIMPLE_HEAD, title_justify="left", title_style="head", pad_edge=False
    )
    grid.expand = any(kind == "wide" for _, kind in columns)
    for heading, kind in columns:
        right = kind == "right"
        wide = kind == "wide"
        grid.add_column(
            heading,
            justify="right" if right else "left",
            ratio=1 if wide else None,
            overflow="fold" if wide else "ellipsis",
            no_wrap=not wide,
        )
    return grid


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


def money(cost: float | None) -> str:
    """A cost in US dollars as pi records it: four digits below one dollar, two above."""
    if cost is None:
        return "-"
    if cost == 0:
        return "$0"
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
    """A path with the home folder as tilde, safe to show."""
    home = os.path.expanduser("~")
    if home != "/" and (path == home or path.startswith(home + os.sep)):
        path = "~" + path[len(home) :]
    return safe(path)


class Lines:
    """Writes many single lines fast: pieces of (safe text, style), cut at the width, buffered. A context manager."""

    def __init__(self, target: Console, width: int | None = None) -> None:
        self._target = target
        self.width = max(20, width or target.width)
        self._out: list[str] = []
        self._styles: dict[str, Any] = {}
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

    def wrapped(self, content: str, indent: int, lead: Piece | None = None) -> None:
        """A safe text over as many lines as it needs, ``indent`` columns in, the first one after ``lead``."""
        first: list[Piece] = [lead] if lead is not None else [(" " * indent, "")]
        for part in wrap_cells(content, self.width - indent):
            self.add(*first, (part, ""))
            first = [(" " * indent, "")]

    def wrapped_styled(self, content: str, indent: int, style: str) -> None:
        """A safe text over as many lines as it needs, all of it in one style."""
        for part in wrap_cells(content, self.width - indent):
            self.add((" " * indent, ""), (part, style))

    def flush(self) -> None:
        """Write what has been gathered."""
        self._target.file.write("".join(self._out))
        self._out.clear()

    def _paint(self, content: str, style: str) -> str:
        if not style or self._system is None or not content:
            return content
        known = self._styles.get(style)
        if known is None:
            known = self._styles[style] = self._target.get_style(style)
        return str(known.render(content, color_system=self._system))

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


def wrap_cells(content: str, width: int) -> list[str]:
    """``content`` in lines of at most ``width`` columns, broken at blanks where there are some; nothing is lost."""
    from rich.console import Console
    from rich.text import Text

    plain = Console(width=max(10, width), color_system=None, file=sys.stderr)
    return [line.plain.rstrip() for line in Text(content).wrap(plain, max(10, width), overflow="fold")] or [
        ""
    ]
