"""The session index: everything a page needs to draw tree, rails and totals before it has read a single entry.

Columns come as arrays with a string table, cut into parts so that each answer stays small: part 0 carries the head
(header, branches, compactions, totals, damage) and the first rows, every further part only rows. Entry texts are not
in it. All functions are pure; nothing here knows the web.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Hashable
from dataclasses import dataclass
from itertools import repeat
from operator import add
from typing import Any, cast

import orjson

from inspector.jsontext import dumps
from inspector.packing import gzip_fast
from inspector.session import kinds as k
from inspector.session.index_head import StringTable, head
from inspector.session.load import Session

ID_LIMIT = 200  # characters; a longer id is named by its line, which is always right
PART_ROWS = 120_000
PART_BYTES = 1_900_000  # what a part may take compressed, as far as that can be told beforehand
_ROW_BYTES = 16.0  # compressed size of one row of columns, ids apart (measured: 15.4)
_ID_SHARE = (
    0.62  # compressed share of an id's characters: hexadecimal digits are half a byte, base64 three quarters
)
_SAMPLE = 2_000  # rows compressed in each place to learn what a row takes
_MARGIN = 1.03
_SMALL_HEAD = 100_000  # bytes of a head whose compressed size need not be measured
_LEAST_ROOM = 300_000


@dataclass(frozen=True, slots=True)
class IndexPlan:
    """How an index is cut: rows per part, and the encoded head."""

    rows: int
    parts: int
    head: bytes


def plan(
    session: Session, extra: dict[str, Any] | None = None, columns: ExtraColumns | None = None
) -> IndexPlan:
    """Work out the head once; ``extra`` are keys that the caller adds to it (a key, a state). With ``columns`` the
    size of a row is measured on a few thousand of them instead of guessed, so that parts are fuller."""
    body = dumps({**head(session), **(extra or {})})
    count = session.n
    letters = _letters(session.cols.ids)
    per_row = _ROW_BYTES + _ID_SHARE * letters / max(1, count)
    packed = len(gzip_fast(body)) if len(body) > _SMALL_HEAD else len(body) // 2
    if columns is not None and count > 4 * _SAMPLE:
        per_row = min(per_row, _MARGIN * _measured(session, columns))
    rows = max(1_000, min(PART_ROWS, int(max(_LEAST_ROOM, PART_BYTES - packed) / per_row)))
    return IndexPlan(rows, max(1, math.ceil(count / rows)), body)


def _measured(session: Session, columns: ExtraColumns) -> float:
    """Compressed bytes of a row, from three places in the file; the dearest counts."""
    sizes = []
    for start in (0, (session.n - _SAMPLE) // 2, session.n - _SAMPLE):
        stop = start + _SAMPLE
        body = dumps(_columns(session, columns, start, stop)) + _encode_ids(_ids(session, start, stop))
        sizes.append(len(gzip_fast(body)) / _SAMPLE)
    return max(sizes)


def _letters(ids: list[Hashable]) -> int:
    """Letters of all ids as they are sent; those of a plain session are counted in one go."""
    try:
        letters = len("".join(ids))  # type: ignore[arg-type]
    except TypeError:
        letters = -1
    if 0 <= letters <= 40 * len(ids):
        return letters
    return sum(min(len(key), ID_LIMIT) for key in ids if type(key) is str)


def part(session: Session, cut: IndexPlan, number: int, columns: ExtraColumns) -> bytes:
    """One part as JSON: ``{"part", "parts", "from", "to", "cols", "ids"}``, and the head's keys in part 0."""
    start = number * cut.rows
    stop = min(session.n, start + cut.rows)
    place = {"part": number, "parts": cut.parts, "from": start, "to": stop}
    body = {**place, "cols": _columns(session, columns, start, stop)}
    ids = _ids(session, start, stop)
    pieces = [dumps(body)[:-1], b',"ids":', _encode_ids(ids), b"}"]
    text = b"".join(pieces)
    return cut.head[:-1] + b"," + text[1:] if number == 0 else text


def _encode_ids(ids: list[str | None]) -> bytes:
    try:
        return orjson.dumps(ids)
    except (TypeError, ValueError):
        return dumps(ids)


def whole(session: Session, extra: dict[str, Any] | None = None) -> dict[str, Any]:
    """The index in one piece, for a page that carries its data with it."""
    columns = ExtraColumns(session)
    body = {**head(session), **(extra or {}), "part": 0, "parts": 1, "from": 0, "to": session.n}
    return {**body, "cols": _columns(session, columns, 0, session.n), "ids": _ids(session, 0, session.n)}


class ExtraColumns:
    """Columns that the loader does not keep: where edits, labels and compactions point, and what replies measured
    and cost. Worked out once per session; rows that have nothing are absent, and what rows before ``start`` measured
    and cost is left out."""

    def __init__(self, session: Session, start: int = 0) -> None:
        self.link = links(session)
        usages = session.usages
        first = bisect_left(usages.row, start)
        rows = usages.row[first:].tolist()
        self.cost = _costs(rows, usages.cost[first:].tolist())
        self.ctx = _prompts(session, rows, first)


def _costs(rows: list[int], costs: list[float]) -> dict[int, float]:
    """Known costs other than zero, in dollars, rounded to a millionth."""
    known = all(map(math.isfinite, costs))
    rounded = map(round, costs, repeat(6)) if known else [round(x, 6) if x - x == 0.0 else 0 for x in costs]
    return {row: cost for row, cost in zip(rows, rounded, strict=True) if cost}


def _prompts(session: Session, rows: list[int], first: int) -> dict[int, int | float]:
    """Prompt tokens that replies were measured at; counts that are no finite numbers left out."""
    usages, roles = session.usages, session.cols.role
    read = map(add, usages.input[first:], usages.cache_read[first:])
    sizes = list(map(add, read, usages.cache_write[first:]))
    if not all(map(math.isfinite, sizes)):
        sizes = [usages.prompt_size(first + at) for at in range(len(rows))]
    plain = max(map(abs, sizes), default=0) < 2**53 and all(map(float.is_integer, sizes))
    told = map(int, sizes) if plain else map(_whole, sizes)
    return {row: size for row, size in zip(rows, told, strict=True) if size and roles[row] == k.ASSISTANT}


def _whole(size: float) -> int | float:
    return int(size) if size.is_integer() and abs(size) < 2**53 else size


def links(session: Session) -> dict[int, int]:
    """Where rows point: an edit and a label at their target; a compaction at its first kept row, where that stands
    on its path before it. Rows that point nowhere are absent."""
    scan, tree = session.scan, session.tree
    found = {row: session.target_row(row) for row in (*scan.edit_targets, *scan.label_targets)}
    for row in scan.kept_ids:
        kept = session.kept_row(row)
        if kept >= 0 and kept != row and tree.is_ancestor(kept, row):
            found[row] = kept
    return {row: at for row, at in found.items() if at >= 0}


def rows_json(session: Session, extra: ExtraColumns, start: int, stop: int) -> dict[str, Any]:
    """Columns and ids of some rows."""
    return {"cols": _columns(session, extra, start, stop), "ids": _ids(session, start, stop)}


def _columns(session: Session, extra: ExtraColumns, start: int, stop: int) -> dict[str, list[Any]]:
    cols = session.cols
    table = StringTable(cols)
    rows = range(start, stop)
    link, ctx, cost = extra.link, extra.ctx, extra.cost
    instants: list[Any] = cols.instant[start:stop].tolist()
    if k.NO_INSTANT in instants:
        instants = [None if value == k.NO_INSTANT else value for value in instants]
    return {
        "line": cols.line[start:stop].tolist(),
        "parent": session.tree.parent[start:stop].tolist(),
        "time": instants,
        "kind": table.kinds(cols.kind[start:stop]),
        "role": table.roles(cols.role[start:stop]),
        "what": table.whats(cols.what[start:stop]),
        "flags": cols.flags[start:stop].tolist(),
        "link": list(map(link.get, rows, repeat(-1))),
        "ctx": list(map(ctx.get, rows, repeat(0))),
        "cost": list(map(cost.get, rows, repeat(0))),
        "bytes": cols.length[start:stop].tolist(),
    }


def _ids(session: Session, start: int, stop: int) -> list[str | None]:
    """Ids by row; None where the entry is named by its line (no id, an id taken over later, an unwieldy one)."""
    ids = session.cols.ids[start:stop]
    shadowed = session.tree.shadowed
    plain = _plain(ids) if not shadowed else None
    if plain is not None:
        return plain
    return [_id(session, key, row, shadowed) for row, key in enumerate(ids, start)]


def _plain(ids: list[Hashable]) -> list[str | None] | None:
    """The ids as they are, where each can be told without looking at it; that is nearly always so."""
    named = cast(list[str | None], ids)
    try:
        letters = "".join(named)  # type: ignore[arg-type]
    except TypeError:
        return None
    odd = "@" in letters or "" in ids or max(map(len, named), default=0) > ID_LIMIT  # type: ignore[arg-type]
    return None if odd else named


def _id(session: Session, key: Hashable, row: int, shadowed: frozenset[int]) -> str | None:
    if type(key) is not str or not key or len(key) > ID_LIMIT or row in shadowed:
        return None
    return None if key[0] == "@" and session.entry_name(row) != key else key
