"""Every record of usage as columns, for charts and tables: what was billed, where, in file order.

Nothing is summed here: sums are the ledger's. A number that the file does not tell, or tells as no number, is None.
"""

from __future__ import annotations

from array import array
from typing import Any

from inspector.session import kinds as k
from inspector.session.index_head import NAMES_LIMIT, STRING_LIMIT, clip
from inspector.session.ledger import whole
from inspector.session.load import Session

SOURCES = ("reply", "tool", "compaction", "branch_summary", "hidden")
"""Who was billed: a reply, a tool result (nested model work), a summary, or an entry that no tree shows."""

COLUMNS = ("row", "source", "key", "input", "output", "cacheRead", "cacheWrite", "cost")
"""Names of the columns, one value per record each."""


def source_of(session: Session, row: int) -> str:
    """Which of ``SOURCES`` an entry with usage is."""
    kind = session.cols.kind[row]
    if kind == k.USAGE:
        return "hidden"
    if kind == k.COMPACTION:
        return "compaction"
    if kind == k.BRANCH_SUMMARY:
        return "branch_summary"
    return "reply" if session.cols.role[row] == k.ASSISTANT else "tool"


def usage_columns(session: Session) -> dict[str, Any]:
    """The records as columns; ``source`` are numbers into ``sources``, ``key`` into ``keys`` (pi's breakdown)."""
    table = session.usages
    names = table.keys.names[:NAMES_LIMIT]
    sources = {name: number for number, name in enumerate(SOURCES)}
    return {
        "n": len(table),
        "sources": list(SOURCES),
        "keys": [clip(name, STRING_LIMIT) for name in names],
        "row": table.row.tolist(),
        "source": [sources[source_of(session, row)] for row in table.row],
        "key": [min(key, len(names) - 1) for key in table.key],
        "input": _numbers(table.input),
        "output": _numbers(table.output),
        "cacheRead": _numbers(table.cache_read),
        "cacheWrite": _numbers(table.cache_write),
        "cost": [value if value is None else round(value, 9) for value in _numbers(table.cost)],
    }


def _numbers(column: array[float]) -> list[float | int | None]:
    return [whole(value) if value - value == 0.0 else None for value in column]
