"""Which entries of two sessions are the same: by id and content, what a fork or a migration rewrites apart.

A fork drops labels, chains the rest anew and writes the labels again at the end; pi's JSONL export chains its
branch anew; migration gives ids where there were none (FORMAT, Tree, Versions, Export). None of that is a
difference. Lines are compared as bytes first, and decoded only where the bytes differ.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson

from inspector.jsontext import dumps
from inspector.session import Session
from inspector.session import kinds as k

Pair = tuple[int, int]
_BLOCK = 256  # rows compared as one block of bytes
_KEPT = ("firstKeptEntryId", "firstKeptEntryIndex")


@dataclass(slots=True)
class Match:
    """``b_of``: for each row of A the row of B that is the same entry, or -1; ``a_of`` the other way round. The rest
    are pairs that are alike and not the same: ``rewritten`` one id with other content, ``renamed`` one content under
    another id, ``relabelled`` a label that a fork wrote again under a new id."""

    b_of: array[int]
    a_of: array[int]
    rewritten: list[Pair] = field(default_factory=list)
    renamed: list[Pair] = field(default_factory=list)
    relabelled: list[Pair] = field(default_factory=list)

    def add(self, row_a: int, row_b: int) -> None:
        """Two rows are the same entry."""
        self.b_of[row_a] = row_b
        self.a_of[row_b] = row_a


def match(a: Session, b: Session) -> Match:
    """The pairs of two sessions. One session with itself, or with an equal copy, costs nothing."""
    if a is b or (a.sha256 == b.sha256 and a.size == b.size):
        return Match(array("i", range(a.n)), array("i", range(b.n)))
    found = Match(array("i", [-1]) * a.n, array("i", [-1]) * b.n)
    pairs = list(_by_id(a, b))
    for (row_a, row_b), same in zip(pairs, _equal(a, b, pairs), strict=True):
        if same:
            found.add(row_a, row_b)
        else:
            found.rewritten.append((row_a, row_b))
    _by_content(a, b, found)
    return found


def canonical(value: Any) -> bytes:
    """JSON of ``value`` that is equal for equal values: members sorted, 1.0 written as 1."""
    try:
        text = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
        return orjson.dumps(_whole(value), option=orjson.OPT_SORT_KEYS) if b".0" in text else text
    except (TypeError, ValueError, RecursionError):
        return dumps(value)


def _whole(value: Any) -> Any:
    """``value`` with floats that are whole numbers as integers, as JavaScript writes them. Changes it in place."""
    stack = [value] if isinstance(value, (dict, list)) else []
    while stack:
        box = stack.pop()
        for key, item in list(box.items() if isinstance(box, dict) else enumerate(box)):
            if isinstance(item, (dict, list)):
                stack.append(item)
            elif isinstance(item, float) and item.is_integer() and abs(item) < 2**53:
                box[key] = int(item)
    return value


def _usable(key: Any) -> bool:
    return type(key) is str and bool(key)


def _by_id(a: Session, b: Session) -> Iterator[Pair]:
    index, shadowed = b.scan.index, a.tree.shadowed
    for row, key in enumerate(a.cols.ids):
        if type(key) is str and key in index and key and row not in shadowed:
            yield row, index[key]


def _equal(a: Session, b: Session, pairs: list[Pair]) -> Iterator[bool]:
    """For each pair whether the two entries agree; runs of neighbours are compared as blocks."""
    at = 0
    while at < len(pairs):
        end = _run(a, b, pairs, at)
        if _bytes(a, pairs[at][0], pairs[end - 1][0]) == _bytes(b, pairs[at][1], pairs[end - 1][1]):
            yield from (True for _ in range(at, end))
        else:
            yield from (_same(a, row_a, b, row_b) for row_a, row_b in pairs[at:end])
        at = end


def _run(a: Session, b: Session, pairs: list[Pair], at: int) -> int:
    """The end of the run of pairs from ``at`` on that stand at the same distances in both files."""
    offset_a, offset_b = a.cols.offset, b.cols.offset
    apart = offset_a[pairs[at][0]] - offset_b[pairs[at][1]]
    end = at + 1
    while end < len(pairs) and end - at < _BLOCK:
        row_a, row_b = pairs[end]
        if row_a != pairs[end - 1][0] + 1 or row_b != pairs[end - 1][1] + 1:
            break
        if offset_a[row_a] - offset_b[row_b] != apart:
            break
        end += 1
    return end


def _bytes(session: Session, first: int, last: int) -> bytes:
    offset, length = session.cols.offset, session.cols.length
    return session.evidence.read(offset[first], offset[last] + length[last] - offset[first])


def _same(a: Session, row_a: int, b: Session, row_b: int) -> bool:
    if a.raw(row_a) == b.raw(row_b):
        return True
    one, other = a.cols, b.cols
    if one.instant[row_a] != other.instant[row_b] or one.role_name(row_a) != other.role_name(row_b):
        return False  # told without decoding
    return _content(a, row_a) == _content(b, row_b)


def _content(session: Session, row: int) -> bytes:
    """What an entry says, its place in the chain apart; a kept id that names a label stands for what follows it."""
    value = session.value(row)
    value.pop("parentId", None)
    if session.cols.kind[row] == k.COMPACTION:
        kept = session.kept_row(row)
        path = session.tree.path(row) if kept >= 0 and session.cols.kind[kept] == k.LABEL else []
        if kept in path:
            behind = path[path.index(kept) :]
            kept = next(one for one in behind if session.cols.kind[one] != k.LABEL)
            value["firstKeptEntryId"] = session.entry_name(kept)
    return canonical(value)


def _bare_content(session: Session, row: int) -> bytes:
    """The same without anything that a new id changes; a value that is no record as it is stored."""
    value = session.value(row)
    if not value:
        return canonical(session.stored(row))
    for name in ("id", "parentId", *(_KEPT if session.cols.kind[row] == k.COMPACTION else ())):
        value.pop(name, None)
    return canonical(value)


def _by_content(a: Session, b: Session, found: Match) -> None:
    """Pairs among what no id has brought together: entries without ids, labels of a fork, renumbered entries."""
    other = ({row for row, _ in found.rewritten}, {row for _, row in found.rewritten})
    left_a = _left(a, found.b_of, other[0])
    left_b = _left(b, found.a_of, other[1])
    for sort in left_a.keys() & left_b.keys():
        waiting: dict[bytes, list[int]] = {}
        for row in reversed(left_b[sort]):
            waiting.setdefault(_bare_content(b, row), []).append(row)
        for row in left_a[sort]:
            rows = waiting.get(_bare_content(a, row))
            if rows:
                _pair(a, row, b, rows.pop(), found)
    found.renamed.sort()
    found.relabelled.sort()


def _left(
    session: Session, partner: array[int], taken: Iterable[int]
) -> dict[tuple[str, int, str], list[int]]:
    """Rows without a partner by type, clock and role: only rows that share these can be the same."""
    cols, skip = session.cols, set(taken)
    left: dict[tuple[str, int, str], list[int]] = {}
    for row, at in enumerate(partner):
        if at < 0 and row not in skip:
            sort = (cols.kind_name(row), cols.instant[row], cols.role_name(row))
            left.setdefault(sort, []).append(row)
    return left


def _pair(a: Session, row_a: int, b: Session, row_b: int, found: Match) -> None:
    id_a, id_b = a.cols.ids[row_a], b.cols.ids[row_b]
    if id_a == id_b or not _usable(id_a) or not _usable(id_b):
        found.add(row_a, row_b)
    elif a.cols.kind[row_a] == k.LABEL:
        found.relabelled.append((row_a, row_b))
    else:
        found.renamed.append((row_a, row_b))
