"""What each compaction kept and dropped, counted from the columns (FORMAT, step 2 and Compaction)."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate, islice, pairwise
from typing import Any

from inspector.session import kinds as k
from inspector.session.context import reply_size
from inspector.session.load import Session
from inspector.session.tree import Tree


@dataclass(frozen=True, slots=True)
class CompactionFacts:
    """One compaction. ``cut`` is the row before which the context is cut (-1: nothing is kept), ``kept`` counts the
    entries of its path that stay in the context list, ``dropped`` those it took out of it (not those an earlier one
    had taken), ``after`` the prompt tokens of the first good reply behind it (None: no such reply)."""

    row: int
    cut: int
    retain_none: bool
    kept: int
    dropped: int
    on_active_path: bool
    checkpoint: bool
    after: float | None
    previous: int


def compactions(session: Session) -> list[CompactionFacts]:
    """Facts of every compaction in the file, in file order; shadowed ones are left out."""
    rows = [row for row in session.scan.kept_ids if row not in session.tree.shadowed]
    if not rows:
        return []
    tree = session.tree
    above = _last_compaction(session)
    systems = _system_count(session)
    after = _first_replies(session, above)
    active = tree.on_path(tree.active_leaf)
    facts = []
    for row in rows:
        previous = above[tree.parent[row]] if tree.parent[row] >= 0 else -1
        cut = cut_row(session, row)
        kept = _span(tree, systems, cut, row) if cut >= 0 else 0
        dropped = _before(session, systems, row, previous) - _common(session, systems, row, cut, previous)
        facts.append(
            CompactionFacts(
                row,
                cut,
                session.kept_row(row) == row,
                kept,
                dropped,
                bool(active[row]),
                bool(session.cols.flags[row] & k.CHECKPOINT),
                after.get(row),
                previous,
            )
        )
    return facts


def tokens_before(entry: dict[str, Any]) -> int | float | None:
    """The context in tokens that a compaction entry says it found, None where it gives no number that can be counted
    with (JSON's 1e999 is infinite, as in pi)."""
    stored = entry.get("tokensBefore")
    if isinstance(stored, bool) or not isinstance(stored, (int, float)):
        return None
    return stored if stored - stored == 0 else None


def cut_row(session: Session, row: int) -> int:
    """The first kept row of a compaction where it lies on its path before it, else -1."""
    kept = session.kept_row(row)
    return kept if kept >= 0 and kept != row and session.tree.is_ancestor(kept, row) else -1


def _last_compaction(session: Session) -> array[int]:
    """For each row the last compaction on its path, itself included; -1 where there is none."""
    tree = session.tree
    marks = sorted(session.scan.kept_ids)
    last = array("i", bytes(4 * session.n))
    for start, end in tree.runs:
        at = tree.parent[start]
        value = last[at] if at >= 0 else -1
        low = bisect_left(marks, start)
        for first, after in pairwise((start, *marks[low : bisect_left(marks, end, low)], end)):
            value = first if first in session.scan.kept_ids else value
            last[first:after] = array("i", [value]) * (after - first)
    return last


def _system_count(session: Session) -> array[int]:
    """For each row the system messages on its path, itself included."""
    tree, is_system = session.tree, k.SYSTEM.__eq__
    count = array("i", bytes(4 * session.n))
    for start, end in tree.runs:
        at = tree.parent[start]
        found = map(is_system, session.cols.role[start:end])
        count[start:end] = array("i", islice(accumulate(found, initial=count[at] if at >= 0 else 0), 1, None))
    return count


def _first_replies(session: Session, above: array[int]) -> dict[int, float]:
    """The measured size of the first good reply, in file order, behind each compaction."""
    found: dict[int, float] = {}
    roles = session.cols.role
    for start, end in sorted(session.tree.runs):
        row = start
        while row < end:
            compaction = above[row]
            if compaction >= 0 and compaction not in found:
                size = reply_size(session, row) if roles[row] == k.ASSISTANT else 0.0
                if size:
                    found[compaction] = size
                row += 1
            else:  # nothing to look for before the next compaction
                row = min(end, _next(above, row, end))
    return found


def _next(above: array[int], row: int, end: int) -> int:
    """The first row behind ``row`` in its run that stands behind another compaction; ``end`` where none does."""
    return bisect_right(above, above[row], row, end) if above[end - 1] > above[row] else end


def _span(tree: Tree, systems: array[int], first: int, end: int) -> int:
    """Entries from ``first`` up to ``end`` on one path, ``end`` and system messages not counted."""
    parent = tree.parent
    before = systems[parent[first]] if parent[first] >= 0 else 0
    last = parent[end]
    return tree.depth[end] - tree.depth[first] - ((systems[last] if last >= 0 else 0) - before)


def _before(session: Session, systems: array[int], row: int, previous: int) -> int:
    """Entries in the context list right before the compaction at ``row``."""
    depth = session.tree.depth
    if previous < 0:
        return depth[row] - 1
    kept = cut_row(session, previous)
    stays = _span(session.tree, systems, kept, previous) if kept >= 0 else 0
    return 1 + stays + depth[row] - 1 - depth[previous]


def _common(session: Session, systems: array[int], row: int, cut: int, previous: int) -> int:
    """How many of those stay: the kept range, as far as it was in the context before."""
    if cut < 0:
        return 0
    tree = session.tree
    if previous < 0 or tree.depth[cut] > tree.depth[previous]:
        return _span(tree, systems, cut, row)
    older = cut_row(session, previous)
    behind = _span(tree, systems, previous, row)
    if older < 0:
        return behind
    start = older if tree.depth[older] > tree.depth[cut] else cut
    return behind + _span(tree, systems, start, previous)
