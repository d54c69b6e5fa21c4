"""The tree of entries without recursion: parents, children, roots, leaves, segments, loops broken and named.

pi reads the tree in two ways that differ on odd files, and both are kept: the walk from an entry up through
``parentId`` (context, path) and the view of roots and children (/tree). Facts: FORMAT, "Tree".
"""

from __future__ import annotations

import operator
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, compress, pairwise
from typing import TYPE_CHECKING, Any

from inspector.session import kinds as k
from inspector.session.columns import NULL, UNDEFINED, Columns, map_key
from inspector.session.jsvalue import truthy

if TYPE_CHECKING:
    import networkx


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of entries without a fork. ``first`` and ``last`` are rows, ``parent`` a segment number or -1."""

    number: int
    parent: int
    first: int
    last: int
    entries: int
    leaf: bool


class Tree:
    """The tree over the rows of ``columns``. ``parents`` holds the stored parentId of rows whose parent is no
    earlier entry, ``index`` the last row of every id, ``duplicates`` rows that a later row shadows."""

    def __init__(
        self, columns: Columns, parents: dict[int, Any], index: dict[Hashable, int], duplicates: list[int]
    ) -> None:
        self._columns = columns
        self._index = index
        self.orphans: list[int] = []
        self._root_rows: list[int] = []
        self._view_parent: dict[int, int] = {}
        self.shadowed = frozenset(duplicates)
        for row in self.shadowed:
            columns.flags[row] |= k.SHADOWED
        self._link(parents)
        self.cyclic, self.cuts = self._loops()

    # -- links -------------------------------------------------------------------------------------------

    def _link(self, parents: dict[int, Any]) -> None:
        columns, index = self._columns, self._index
        parent = columns.parent
        for row, stored in parents.items():
            key: Hashable = UNDEFINED if stored is not None and not _is_json(stored) else map_key(stored, row)
            at = index.get(key, -1)
            if truthy(stored) and _is_json(stored):
                parent[row] = at
                if at < 0:
                    self.orphans.append(row)
            self._view(row, key, at)
        if self.shadowed:
            ids = columns.ids
            for row, at in enumerate(parent):
                if at in self.shadowed:
                    parent[row] = index[ids[at]]

    def _view(self, row: int, key: Hashable, at: int) -> None:
        """How /tree places an entry: a root where parentId is null, its own id, or unknown."""
        own = self._columns.ids[row]
        if key is NULL or key == own or at < 0:
            self._root_rows.append(row)
        elif self._columns.parent[row] < 0:
            self._view_parent[row] = at

    def _loops(self) -> tuple[list[int], dict[int, int]]:
        """Rows from which pi's walk never ends, and the links cut to make a tree: {row: its parent}."""
        parent = self._columns.parent
        self._forward = all(map(operator.lt, parent, range(len(parent))))  # every parent before its children
        if self._forward:
            return [], {}
        state = bytearray(len(parent))  # 0 new, 1 on the trail, 2 fine, 3 never ends
        cyclic: list[int] = []
        cut: dict[int, int] = {}
        for start in range(len(parent)):
            trail: list[int] = []
            at = start
            while at >= 0 and not state[at]:
                state[at] = 1
                trail.append(at)
                at = parent[at]
            endless = at >= 0 and state[at] in (1, 3)
            if at >= 0 and state[at] == 1:
                head = min(trail[trail.index(at) :])
                cut[head] = parent[head]
            for row in trail:
                state[row] = 3 if endless else 2
            if endless:
                cyclic.extend(row for row in trail if row not in self.shadowed)
        return cyclic, cut

    @cached_property
    def parent(self) -> array[int]:
        """Parent rows, -1 at a root; loops are cut at the entry that stands first in the file."""
        if not self.cuts:
            return self._columns.parent
        parent = array("i", self._columns.parent)
        for row in self.cuts:
            parent[row] = -1
        return parent

    # -- questions ---------------------------------------------------------------------------------------

    @property
    def active_leaf(self) -> int:
        """The last entry of the file, where pi goes on after a restart; -1 without entries, or where that
        entry has no id at all, which leaves pi without a leaf."""
        last = len(self._columns) - 1
        return last if last >= 0 and self._columns.ids[last] not in (UNDEFINED, NULL) else -1

    @cached_property
    def roots(self) -> list[int]:
        """Roots as /tree shows them, in file order; a shadowed root stands as the entry that replaced it."""
        ids = self._columns.ids
        return [self._index[ids[row]] for row in sorted(self._root_rows)]

    @cached_property
    def view_is_endless(self) -> bool:
        """True where pi's /tree walks down from a root into a loop. It links every record, shadowed ones too, to
        the last entries that have the ids, and follows parents that the path walk does not (an empty id)."""
        if not self.shadowed and not self._view_parent:
            return False
        ids, index = self._columns.ids, self._index
        below: dict[int, list[int]] = {}
        for row, at in enumerate(self._columns.parent):
            above = at if at >= 0 else self._view_parent.get(row, -1)
            if above >= 0 and ids[above] != ids[row]:
                below.setdefault(above, []).append(index[ids[row]])
        return _reaches_loop(self.roots, below)

    @cached_property
    def leaves(self) -> list[int]:
        """Entries that no other entry names as parent, one per id, in file order of the ids' first use."""
        columns = self._columns
        ids = columns.ids
        if not self.shadowed and not self._view_parent and not self.cuts:
            parents = set(self._starts.values())
            return sorted(end - 1 for _, end in self.runs if end - 1 not in parents)
        childless = bytearray(b"\1") * len(ids)
        for row, at in enumerate(columns.parent):
            if at >= 0 and at != row and ids[at] != ids[row]:
                childless[at] = 0
        for row, at in self._view_parent.items():
            if ids[at] != ids[row]:
                childless[at] = 0
        seen: dict[Hashable, None] = dict.fromkeys(ids)
        return [row for row in (self._index[key] for key in seen) if childless[row]]

    def path(self, row: int) -> list[int]:
        """Rows from the root to ``row``; a walk that comes back to an entry stops there."""
        if row < 0:
            return []
        parent = self._columns.parent
        if self.cuts:
            seen: dict[int, None] = {}
            while row >= 0 and row not in seen:
                seen[row] = None
                row = parent[row]
            return list(reversed(seen))
        return list(chain.from_iterable(reversed(self._stretches(row))))

    def _stretches(self, row: int) -> list[range]:
        """The path to ``row`` in a file without loops, as stretches of rows, the last one first."""
        parent, stretches = self._columns.parent, []
        while row >= 0:
            start = self._run_starts[bisect_right(self._run_starts, row) - 1]
            stretches.append(range(start, row + 1))
            row = parent[start]
        return stretches

    def on_path(self, row: int) -> bytearray:
        """One byte an entry, 1 where it is on the path to ``row``; a set of rows takes seventy times the room."""
        marks = bytearray(len(self._columns))
        if self.cuts:
            for one in self.path(row):
                marks[one] = 1
            return marks
        for stretch in self._stretches(row):
            marks[stretch.start : stretch.stop] = b"\1" * len(stretch)
        return marks

    @cached_property
    def runs(self) -> list[tuple[int, int]]:
        """The rows cut into stretches (first row, row after the last) in which the parent of every row is the row
        before it; stretches with parents before those with their children. A shadowed entry is one alone. A
        session is a handful of them, so most questions are answered without looking at each entry."""
        parent, starts, n = self.parent, self._run_starts, len(self.parent)
        runs = list(pairwise((*starts, n)))
        if self._forward:
            return runs
        below: dict[int, list[int]] = {}
        todo: list[int] = []
        for number, (start, _) in enumerate(runs):
            at = parent[start]
            (below.setdefault(bisect_right(starts, at) - 1, []) if at >= 0 else todo).append(number)
        done = []
        while todo:
            number = todo.pop()
            done.append(runs[number])
            todo.extend(below.get(number, ()))
        return done

    @cached_property
    def _run_starts(self) -> list[int]:
        parent, n = self.parent, len(self.parent)
        jumps = set(compress(range(n), map(operator.ne, parent, range(-1, n - 1))))
        jumps.update(self.shadowed, (row + 1 for row in self.shadowed if row + 1 < n), (0,) if n else ())
        return sorted(jumps)

    @cached_property
    def depth(self) -> array[int]:
        """Entries from the root down to and with each row."""
        parent = self.parent
        depth = array("i", bytes(4 * len(parent)))
        for start, end in self.runs:
            at = parent[start]
            first = depth[at] + 1 if at >= 0 else 1
            depth[start:end] = array("i", range(first, first + end - start))
        return depth

    @cached_property
    def _starts(self) -> dict[int, int]:
        """First rows of ``runs`` with their parents, in file order; shadowed entries are nobody's children."""
        parent, shadowed = self.parent, self.shadowed
        return {start: parent[start] for start, _ in sorted(self.runs) if start not in shadowed}

    @cached_property
    def forks(self) -> dict[int, list[int]]:
        """Children of every entry that has several, oldest first; unreadable clocks keep their place."""
        ends = {end - 1 for _, end in self.runs}
        found: dict[int, list[int]] = {}
        for start, at in self._starts.items():
            if at >= 0:
                found.setdefault(at, [] if at in ends else [at + 1]).append(start)
        instants = self._columns.instant
        return {at: by_clock(sorted(rows), instants) for at, rows in sorted(found.items()) if len(rows) > 1}

    @cached_property
    def _segment_table(self) -> tuple[list[Segment], array[int]]:
        parent, forking = self.parent, sorted(self.forks)
        leaves = set(self.leaves)
        of = array("i", b"\xff" * 4 * len(parent))
        found: list[list[int]] = []  # parent segment, first row, last row, entries
        for start, end in self.runs:
            if start in self.shadowed:
                continue
            at = parent[start]
            low = bisect_left(forking, start)
            cuts = (row + 1 for row in forking[low : bisect_left(forking, end - 1, low)])
            for first, after in pairwise((start, *cuts, end)):
                number = of[at] if at >= 0 else -1
                if first == start and at >= 0 and at not in self.forks:
                    found[number][2] = after - 1
                    found[number][3] += after - first
                else:
                    found.append([number, first, after - 1, after - first])
                    number = len(found) - 1
                of[first:after] = array("i", [number]) * (after - first)
                at = after - 1
        rows = [
            Segment(number, above, first, last, entries, last in leaves)
            for number, (above, first, last, entries) in enumerate(found)
        ]
        return rows, of

    @property
    def segments(self) -> list[Segment]:
        """Runs without a fork, parents before children."""
        return self._segment_table[0]

    def segments_as_shown(self) -> list[Segment]:
        """The segments in the order of /tree: each before its children, and those oldest first."""
        segments = self.segments
        below: dict[int, list[int]] = {}
        for segment in segments:
            below.setdefault(segment.parent, []).append(segment.number)
        for at, rows in self.forks.items():
            number = self.segment_of(at)
            if number >= 0:
                below[number] = [self.segment_of(row) for row in rows]
        place = {row: at for at, row in enumerate(self.roots)}
        tops = below.get(-1, [])
        tops.sort(key=lambda number: place.get(segments[number].first, len(place)))
        stack, shown = tops[::-1], []
        while stack:
            shown.append(segments[stack.pop()])
            stack.extend(reversed(below.get(shown[-1].number, ())))
        return shown

    def segment_of(self, row: int) -> int:
        """The number of the segment that holds ``row``, -1 for a shadowed entry."""
        return self._segment_table[1][row]

    def is_ancestor(self, upper: int, lower: int) -> bool:
        """True when ``upper`` is on the path to ``lower`` (or is it)."""
        if self.depth[upper] > self.depth[lower]:
            return False
        segments = self.segments
        wanted, at = self.segment_of(upper), self.segment_of(lower)
        if wanted == at:
            return True
        while at >= 0:
            at = segments[at].parent
            if at == wanted:
                return True
        return False

    @cached_property
    def graph(self) -> networkx.DiGraph[int]:
        """The segments as a directed graph: node = segment number, attributes as in ``Segment``."""
        import networkx

        graph: networkx.DiGraph[int] = networkx.DiGraph()
        for segment in self.segments:
            graph.add_node(
                segment.number,
                first=segment.first,
                last=segment.last,
                entries=segment.entries,
                leaf=segment.leaf,
            )
            if segment.parent >= 0:
                graph.add_edge(segment.parent, segment.number)
        return graph


def by_clock(rows: list[int], instants: array[int]) -> list[int]:
    """``rows`` oldest first (stable). Rows without a readable clock keep their position: where they stand
    among their siblings is undefined in pi."""
    readable = sorted((row for row in rows if instants[row] != k.NO_INSTANT), key=lambda row: instants[row])
    if len(readable) == len(rows):
        return readable
    following = iter(readable)
    return [row if instants[row] == k.NO_INSTANT else next(following) for row in rows]


def _is_json(value: Any) -> bool:
    return isinstance(value, (str, int, float, bool, list, dict, type(None)))


def _reaches_loop(starts: list[int], below: dict[int, list[int]]) -> bool:
    """True where following ``below`` from ``starts`` comes back to a row it is under; without recursion."""
    open_rows, done = set[int](), set[int]()
    for start in starts:
        stack = [] if start in done else [(start, iter(below.get(start, ())))]
        open_rows.update(row for row, _ in stack)
        while stack:
            row, children = stack[-1]
            child = next(children, -1)
            if child < 0:
                stack.pop()
                open_rows.discard(row)
                done.add(row)
            elif child in open_rows:
                return True
            elif child not in done:
                open_rows.add(child)
                stack.append((child, iter(below.get(child, ()))))
    return False
