"""Entries that come nearest to a name that none has: what the pages offer instead of a dead end.

The rules are those of ``static/js/nearest.js``.
"""

from __future__ import annotations

import re

from inspector.session import Session

LINE = re.compile(r"(?:@line|[Ll])?([0-9]{1,12})\Z", re.ASCII)
_SLIPS = 2  # an id may differ in as many characters
_START = 3  # fewer characters than this begin too many ids
_LONGEST = 80


def nearest_rows(session: Session, name: str, limit: int) -> list[int]:
    """At most ``limit`` rows, the nearest first: the lines beside a line, then ids that the name begins or that begin
    it, ids a slip or two away, and those with the longest beginning in common where nothing is nearer."""
    rows: list[int] = []
    match = LINE.match(name.strip())
    if match and session.n:
        line, lines = int(match[1]), session.cols.line
        after = next((at for at, other in enumerate(lines) if other >= line), session.n)
        beside = (after,) if after < session.n and lines[after] == line else (after - 1, after)
        rows = [at for at in beside if 0 <= at < session.n]
    return list(dict.fromkeys((*rows, *_near_ids(session, name))))[:limit]


def offered_rows(session: Session, name: str, limit: int) -> tuple[list[int], bool]:
    """What to offer instead of an entry that is not there: the nearest ones, else the first entry and the active leaf.
    Are they near?"""
    rows = nearest_rows(session, name, limit)
    if rows or not session.n:
        return rows, True
    leaf = session.tree.active_leaf
    return list(dict.fromkeys((0, leaf if leaf >= 0 else session.n - 1))), False


def _near_ids(session: Session, name: str) -> list[int]:
    wanted = name.strip().lower()[:_LONGEST]
    if not wanted:
        return []
    found: list[tuple[int, int]] = []
    for row, key in enumerate(session.cols.ids):
        if type(key) is str and key and (rank := _rank(key.lower(), wanted)) is not None:
            found.append((rank, row))
    found.sort()
    return [row for rank, row in found if rank < 100 or rank == found[0][0]]


def _rank(key: str, wanted: str) -> int | None:
    common = 0
    for a, b in zip(key, wanted, strict=False):
        if a != b:
            break
        common += 1
    if common == len(wanted) or (common == len(key) and common >= _START):
        return 0
    most = _SLIPS if len(wanted) > 4 else 1
    slips = _slips(wanted, key, most)
    if slips <= most:
        return slips
    return 1_000 - common if common >= _START else None


def _slips(a: str, b: str, most: int) -> int:
    """Characters to change, add, leave out or swap with the next; ``most + 1`` stands for more than ``most``."""
    if abs(len(a) - len(b)) > most:
        return most + 1
    above: list[int] = []
    last = list(range(len(b) + 1))
    for i, char in enumerate(a, 1):
        now = [i]
        for j, other in enumerate(b, 1):
            cost = min(last[j] + 1, now[j - 1] + 1, last[j - 1] + (char != other))
            if i > 1 and j > 1 and char == b[j - 2] and a[i - 2] == other:
                cost = min(cost, above[j - 2] + 1)
            now.append(cost)
        if min(now) > most:
            return most + 1
        above, last = last, now
    return min(last[-1], most + 1)
