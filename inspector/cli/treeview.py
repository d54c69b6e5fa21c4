"""The drawing behind ``tree``: segments in drawing order, lanes, folding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from inspector.cli.entryline import kind_piece, name_pieces, tags, words
from inspector.cli.render import Piece, many
from inspector.session import kinds as k

if TYPE_CHECKING:
    from inspector.session import Session

KEEP_SIDES = 4  # side branches drawn at one fork before the rest is folded
KEEP_NOTABLE = 12  # entries named inside one folded run
KEEP_FORKS = 40  # forks drawn at each end of the active path
NOTABLE = (k.COMPACTION, k.BRANCH_SUMMARY)
Line = list[Piece]


class TreeView:
    """Lines of the drawing. ``everything``: no folding at all."""

    def __init__(self, session: Session, everything: bool) -> None:
        self._session = session
        self._everything = everything
        self._tree = session.tree
        self._segments = session.tree.segments
        self._children: list[list[int]] = [[] for _ in self._segments]
        self._tops: list[int] = []
        self._below = [1] * len(self._segments)
        self._entries = [segment.entries for segment in self._segments]
        self._leaves = [1 if segment.leaf else 0 for segment in self._segments]
        self._notable = self._notable_rows()
        self._active = self._active_segments()
        self._link()

    # -- preparation -------------------------------------------------------------------------------------

    def _link(self) -> None:
        for segment in self._segments:
            (self._children[segment.parent] if segment.parent >= 0 else self._tops).append(segment.number)
        for segment in reversed(self._segments):
            if segment.parent >= 0:
                self._below[segment.parent] += self._below[segment.number]
                self._entries[segment.parent] += self._entries[segment.number]
                self._leaves[segment.parent] += self._leaves[segment.number]
        for at, rows in self._tree.forks.items():
            number = self._tree.segment_of(at)
            if number >= 0:
                self._children[number] = [self._tree.segment_of(row) for row in rows]

    def _active_segments(self) -> set[int]:
        found = set()
        leaf = self._tree.active_leaf
        number = self._tree.segment_of(leaf) if leaf >= 0 else -1
        while number >= 0:
            found.add(number)
            number = self._segments[number].parent
        return found

    def _notable_rows(self) -> dict[int, list[int]]:
        """Rows worth a line of their own inside a folded run, by segment: what changes the context, labels, and
        the first words of the user."""
        cols = self._session.cols
        rows = {row for row, kind in enumerate(cols.kind) if kind in NOTABLE}
        opened: set[int] = set()
        for row, role in enumerate(cols.role):
            if role == k.USER and (number := self._tree.segment_of(row)) not in opened:
                opened.add(number)
                rows.add(row)
        rows.update(self._session.labels)
        if self._tree.active_leaf >= 0:
            rows.add(self._tree.active_leaf)
        found: dict[int, list[int]] = {}
        for row in sorted(rows):
            found.setdefault(self._tree.segment_of(row), []).append(row)
        half = KEEP_NOTABLE // 2
        return {
            at: rows if len(rows) <= KEEP_NOTABLE else rows[:half] + rows[-half:]
            for at, rows in found.items()
        }

    # -- drawing -----------------------------------------------------------------------------------------

    def lines(self) -> Iterator[Line]:
        """The whole drawing, line by line."""
        yield from self._heading()
        skip = self._folded_forks()
        for top in self._tops:
            yield from self._from(top, skip)
        yield from self._shadowed()
        if not self._session.n:
            yield [("no entries", "note")]

    def _heading(self) -> Iterator[Line]:
        session, forks = self._session, len(self._tree.forks)
        facts = [
            many(session.n, "entry", "entries"),
            many(forks, "fork"),
            many(len(self._tree.leaves), "leaf", "leaves"),
        ]
        if len(self._tops) > 1:
            facts.append(many(len(self._tops), "root"))
        yield [(" · ".join(facts), "head")]
        yield [("● entry   ◆ fork   ○ end of a branch   ◉ active leaf, where pi goes on", "note")]

    def _folded_forks(self) -> set[int]:
        """Segments in the middle of a long active path that are not drawn."""
        if self._everything:
            return set()
        path = sorted(self._active)
        return set(path[KEEP_FORKS:-KEEP_FORKS]) if len(path) > 2 * KEEP_FORKS + 10 else set()

    def _from(self, top: int, skip: set[int]) -> Iterator[Line]:
        """A root and all below it. The stack holds (segment, lanes to its left, comes from the side)."""
        stack: list[tuple[int, int, bool]] = [(top, 0, False)]
        folding = False
        while stack:
            number, lanes, side = stack.pop()
            if number in skip:
                if not folding:
                    yield self._skipped(skip, lanes)
                folding = True
            else:
                folding = False
                if side:
                    yield [*self._lanes(lanes - 1), ("├─╮", "lane")]
                yield from self._run(number, lanes)
            sides, onward = self._split(number)
            if onward is None:
                continue
            stack.append((onward, lanes, False))
            if number in skip:
                continue
            shown = sides
            if not self._everything and len(sides) > KEEP_SIDES:
                shown = [*sides[: KEEP_SIDES - 1], sides[-1]]
                yield self._left_out(set(sides) - set(shown), lanes)
            stack.extend((child, lanes + 1, True) for child in reversed(shown))

    def _split(self, number: int) -> tuple[list[int], int | None]:
        """Side branches, oldest first, and the child that goes straight on."""
        children = self._children[number]
        if not children:
            return [], None
        onward = next((child for child in children if child in self._active), None)
        if onward is None:
            onward = max(children, key=lambda child: self._below[child])
        return [child for child in children if child != onward], onward

    def _run(self, number: int, lanes: int) -> Iterator[Line]:
        shown = self._shown_rows(number)
        before = -1
        path = self._rows(number) if self._everything else None
        for row in path if path is not None else shown:
            if path is None and before >= 0:
                gap = self._tree.depth[row] - self._tree.depth[before] - 1
                if gap > 0:
                    yield [
                        *self._lanes(lanes),
                        self._bar(number),
                        (f"… {many(gap, 'more entry', 'more entries')}", "note"),
                    ]
            yield self._entry(row, number, lanes)
            before = row

    def _rows(self, number: int) -> list[int]:
        """All rows of a segment, first to last."""
        segment = self._segments[number]
        rows = [segment.last]
        parent = self._tree.parent
        while rows[-1] != segment.first:
            rows.append(parent[rows[-1]])
        rows.reverse()
        return rows

    def _shown_rows(self, number: int) -> list[int]:
        segment = self._segments[number]
        rows = {segment.first, segment.last, *self._notable.get(number, ())}
        depth = self._tree.depth
        return sorted(rows, key=lambda row: depth[row])

    def _entry(self, row: int, number: int, lanes: int) -> Line:
        session, segment = self._session, self._segments[number]
        active = number in self._active
        knot = "●"
        if row == self._tree.active_leaf:
            knot = "◉"
        elif row == segment.last:
            knot = "○" if segment.leaf else "◆" if self._children[number] else "●"
        return [
            *self._lanes(lanes),
            (knot + " ", "active" if active else "lane"),
            kind_piece(session, row),
            *name_pieces(session, row),
            *tags(session, row, self._tree.active_leaf),
            (words(session, row), "" if active else "note"),
        ]

    def _lanes(self, count: int) -> Line:
        return [("│ " * count, "lane")] if count > 0 else []

    def _bar(self, number: int) -> Piece:
        return "│ ", "active" if number in self._active else "lane"

    # -- what is folded ----------------------------------------------------------------------------------

    def _left_out(self, numbers: set[int], lanes: int) -> Line:
        entries = sum(self._entries[number] for number in numbers)
        sides = many(len(numbers), "more side branch", "more side branches")
        words_ = f"├ {sides}, {many(entries, 'entry', 'entries')} (--all shows them)"
        return [*self._lanes(lanes), (words_, "note")]

    def _skipped(self, skip: set[int], lanes: int) -> Line:
        onward = self._segments[max(skip)].number
        last = self._split(onward)[1]
        entries = self._entries[min(skip)] - (self._entries[last] if last is not None else 0)
        leaves = self._leaves[min(skip)] - (self._leaves[last] if last is not None else 0)
        sides = many(leaves, "side branch", "side branches")
        words_ = f"⋮ {len(skip):,} forks, {sides}, {entries:,} entries folded (--all shows them)"
        return [*self._lanes(lanes), (words_, "note")]

    def _shadowed(self) -> Iterator[Line]:
        rows = sorted(self._tree.shadowed)
        if not rows:
            return
        yield [
            (
                f"{many(len(rows), 'entry', 'entries')} whose id a later line repeats (pi never reaches them):",
                "bad",
            )
        ]
        for row in rows if self._everything else rows[:20]:
            yield [
                ("  ", ""),
                kind_piece(self._session, row),
                *name_pieces(self._session, row),
                (words(self._session, row), "note"),
            ]
        if not self._everything and len(rows) > 20:
            yield [(f"  {len(rows) - 20:,} more (--all shows them)", "note")]
