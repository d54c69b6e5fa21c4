"""Rows that are not on the path: stretches that left it, the way from a leaf back to it, and how entries are named."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from inspector.diagnosis.case import Case
from inspector.session import kinds as k
from inspector.session.load import Session
from inspector.session.preview import preview

SHOWN = 8  # places named as evidence of one finding
WALK = 20_000  # entries walked from a leaf up to the path
# Entries that hold talk or stand for it; all else is bookkeeping.
TALK_KINDS = frozenset((k.MESSAGE, k.COMPACTION, k.BRANCH_SUMMARY, k.CUSTOM_MESSAGE))


@dataclass(frozen=True, slots=True)
class Stretch:
    """Rows ``first`` to before ``end``, each the child of the one before; ``anchor`` is the row of the path where
    their branch leaves it, -1 where it has a root of its own."""

    first: int
    end: int
    anchor: int


@dataclass(frozen=True, slots=True)
class Off:
    """Everything that is not on the path: ``later`` lies below the entry asked about, ``left`` on other branches, in file
    order."""

    left: tuple[Stretch, ...]
    later: tuple[Stretch, ...]

    def left_rows(self, low: int = 0, high: int | None = None) -> list[int]:
        """Rows on other branches from ``low`` to before ``high``, in file order."""
        top = high if high is not None else max((one.end for one in self.left), default=0)
        # Stretches lie apart: of thousands only those between the two rows are looked at.
        first = max(0, bisect_right(self.left, low, key=_first) - 1)
        last = bisect_left(self.left, top, key=_first)
        ranges = (range(max(one.first, low), min(one.end, top)) for one in self.left[first:last])
        return [row for rows in ranges for row in rows]


def off_path(case: Case) -> Off:
    """The stretches off the path, worked out once from the runs of the tree."""
    if "branch.off" not in case._memo:
        case._memo["branch.off"] = _off_path(case)
    found = case._memo["branch.off"]
    assert isinstance(found, Off)
    return found


def _off_path(case: Case) -> Off:
    tree, on_path = case.tree, case.on_path
    starts = sorted(start for start, _ in tree.runs)
    anchors: dict[int, int] = {}
    found: list[Stretch] = []
    for start, end in tree.runs:
        parent = tree.parent[start]
        if start in on_path:
            last = _last_on_path(on_path, start, end)
            anchors[start] = last
            if last + 1 < end:
                found.append(Stretch(last + 1, end, last))
            continue
        if parent < 0:
            anchor = -1
        elif parent in on_path:
            anchor = parent
        else:
            anchor = anchors.get(starts[bisect_right(starts, parent) - 1], -1)
        anchors[start] = anchor
        if start not in tree.shadowed:
            found.append(Stretch(start, end, anchor))
    left = sorted((one for one in found if one.anchor != case.at), key=_first)
    return Off(tuple(left), tuple(one for one in found if one.anchor == case.at))


def _first(one: Stretch) -> int:
    return one.first


def _last_on_path(on_path: frozenset[int], start: int, end: int) -> int:
    """The path goes through a run from its start; the last of its rows there."""
    low, high = start, end - 1
    while low < high:
        middle = (low + high + 1) // 2
        if middle in on_path:
            low = middle
        else:
            high = middle - 1
    return low


def way_back(case: Case, leaf: int) -> list[int]:
    """Rows from ``leaf`` up to the path, the path's own not among them, oldest first; at most ``WALK``."""
    rows: list[int] = []
    parent = case.tree.parent
    while leaf >= 0 and leaf not in case.on_path and len(rows) < WALK:
        rows.append(leaf)
        leaf = parent[leaf]
    return rows[::-1]


def talked(session: Session, row: int) -> bool:
    """True for a user message, or a reply that did not fail."""
    role = session.cols.role[row]
    return role == k.USER or (role == k.ASSISTANT and not session.cols.flags[row] & k.FAILED)


def text_of(session: Session, row: int) -> str:
    """One line that names an entry as pi's /tree shows it; its type where it says nothing."""
    return preview(session.value(row)) or session.cols.kind_name(row) or "?"


def last_words(session: Session, rows: list[int]) -> int:
    """The last row with talk among ``rows``, else the last one."""
    return next((row for row in reversed(rows) if talked(session, row)), rows[-1])


def is_bookkeeping(session: Session, row: int) -> bool:
    """True for entries that say nothing to a model: labels, usage, settings, state, types nobody knows."""
    return session.cols.kind[row] not in TALK_KINDS
