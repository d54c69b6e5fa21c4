"""A table on the terminal: as wide as what it holds, cut at the width, written line by line like all else.

Not rich's, which fills every line with blanks up to the full width and ends the program where a reader leaves.
"""

from __future__ import annotations

from inspector.cli.render import Lines, Piece, cells, fit

INDENT, GAP = 2, 2
NARROWEST = {"wide": 24, "left": 8}  # columns of text give way down to this; numbers never do


class Grid:
    """``columns`` are (heading, "left" or "right" or "wide"); a wide one gives way first where room is short. Cells
    are safe single lines, plain or with a style."""

    def __init__(self, *columns: tuple[str, str]) -> None:
        self._kinds = [kind for _, kind in columns]
        self._heads = [(heading, "head") for heading, _ in columns]
        self._rows: list[list[Piece]] = []

    def row(self, *row: str | Piece) -> None:
        """One line of the table."""
        self._rows.append([(cell, "") if isinstance(cell, str) else cell for cell in row])

    def print(self, lines: Lines) -> None:
        """Write heading, rule and rows; a column without any content is left out."""
        widths = self._widths(lines.width - INDENT)
        shown = [at for at, width in enumerate(widths) if width]
        lines.add(*self._line(self._heads, widths, shown))
        rule = sum(widths[at] for at in shown) + GAP * (len(shown) - 1)
        lines.add((" " * INDENT, ""), ("─" * rule, "label"))
        for row in self._rows:
            lines.add(*self._line(row, widths, shown))

    def _widths(self, room: int) -> list[int]:
        widths = [
            max(cells(row[at][0]) for row in (self._heads, *self._rows)) for at in range(len(self._kinds))
        ]
        over = sum(widths) + GAP * (sum(map(bool, widths)) - 1) - room
        giving = [at for at, kind in enumerate(self._kinds) if kind in NARROWEST]
        for at in sorted(giving, key=lambda at: (self._kinds[at] != "wide", -widths[at])):
            given = min(max(0, over), max(0, widths[at] - NARROWEST[self._kinds[at]]))
            widths[at] -= given
            over -= given
        return widths

    def _line(self, row: list[Piece], widths: list[int], shown: list[int]) -> list[Piece]:
        pieces: list[Piece] = [(" " * INDENT, "")]
        for at in shown:
            content, style = row[at]
            content = fit(content, widths[at])
            blanks = " " * (widths[at] - cells(content))
            cell: list[Piece] = [(content, style), (blanks, "")]
            pieces.extend(reversed(cell) if self._kinds[at] == "right" else cell)
            pieces.append((" " * GAP, ""))
        return pieces[:-1]
