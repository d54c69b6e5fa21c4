"""The table that the measurements end in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    what: str
    value: str
    ratio: str = ""
    limit: str = ""
    holds: bool | None = None


def print_table(rows: list[Row]) -> None:
    """Print the rows below a head, columns aligned."""
    table = [
        ("", "median", "ratio", "limit", ""),
        *((r.what, r.value, r.ratio, r.limit, _word(r.holds)) for r in rows),
    ]
    widths = [max(len(line[column]) for line in table) for column in range(5)]
    for line in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def _word(holds: bool | None) -> str:
    return {None: "", True: "holds", False: "OVER"}[holds]
