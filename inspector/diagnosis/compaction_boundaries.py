"""The boundaries on a path in order: where each cuts, what it took out, and what could be read right behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from inspector.diagnosis.case import Case
from inspector.diagnosis.compaction_summary import Summary, read_summary
from inspector.diagnosis.compaction_view import Said, View, message_texts, view_of
from inspector.session import kinds as k
from inspector.session.compaction import CompactionFacts, cut_row
from inspector.session.context import reply_size
from inspector.session.omissions import never_sent

KEPT = 600  # entries of a kept range that are compared


@dataclass
class Boundary:
    """One compaction of the path. Positions are places in the path: ``at`` of the compaction, ``cut`` of the first
    kept entry (``at`` itself where nothing is kept), ``start`` of the first entry it could have dropped."""

    case: Case
    facts: CompactionFacts
    at: int
    cut: int
    start: int
    latest: bool

    @property
    def row(self) -> int:
        """The compaction's row."""
        return self.facts.row

    @property
    def name(self) -> str:
        """The compaction's name."""
        return self.case.session.entry_name(self.row)

    @property
    def line(self) -> int:
        """The compaction's line."""
        return self.case.session.cols.line[self.row]

    @cached_property
    def entry(self) -> dict[str, Any]:
        """The compaction as stored."""
        return self.case.session.value(self.row)

    @cached_property
    def summary(self) -> Summary:
        """Its summary, taken apart."""
        text = self.entry.get("summary")
        return read_summary(text if isinstance(text, str) else "")

    @property
    def from_hook(self) -> bool:
        """True where an extension wrote the summary."""
        return self.entry.get("fromHook") is True

    @property
    def omitted_by(self) -> int:
        """The row of the context edit that omits the summary, -1 for none."""
        edit = self.case.frame.edits.get(self.row) if self.latest else None
        return edit.row if edit and edit.omits else -1

    @property
    def dropped(self) -> list[int]:
        """Rows it took out of the context, apart from those an earlier one had taken."""
        return self.case.path[self.start : max(self.start, self.cut)]

    @cached_property
    def lost(self) -> int:
        """How many entries the model was sent before it and is not after it: of ``dropped``, without what is sent at no
        leaf and without the prompt where its checkpoint sends that again; and the summary of the compaction before."""
        session, path = self.case.session, self.case.path
        earlier = self.facts.previous
        before = path.index(earlier, 0, self.at) if earlier in path else -1
        again = self.facts.checkpoint and self.omitted_by < 0
        count = int(before >= self.cut)
        for place, row in enumerate(self.dropped, self.start):
            prompt = session.cols.role[row] == k.SYSTEM
            count += not never_sent(session, row) and not (prompt and (again or place < before))
        return count

    @property
    def kept(self) -> list[int]:
        """Rows of the kept range; system messages are never among them."""
        roles = self.case.session.cols.role
        return [row for row in self.case.path[self.cut : self.at] if roles[row] != k.SYSTEM]

    @cached_property
    def view(self) -> View:
        """What could be read right behind it: summary, checkpoint, kept range (600 entries of it at most)."""
        case = self.case
        edits = {target: edit.row for target, edit in case.frame.edits.items()} if self.latest else {}
        view = view_of(case.session, self.kept[-KEPT:], edits)
        if self.omitted_by < 0:
            view.said.insert(0, Said(self.row, self.summary.text))
            checkpoint = self.entry.get("systemMessage")
            if isinstance(checkpoint, dict):
                view.said.extend(Said(self.row, text, True) for text in message_texts(checkpoint))
        return view

    @cached_property
    def prompt_before(self) -> tuple[float | None, int]:
        """Prompt tokens of the last good reply before it and that reply's row."""
        return _first_size(self.case, reversed(self.case.path[self.start : self.at]))

    @cached_property
    def prompt_after(self) -> tuple[float | None, int]:
        """Prompt tokens of the first good reply behind it on this path, up to the next compaction, and its row."""
        return _first_size(self.case, iter(self.case.path[self.at + 1 :]))

    @cached_property
    def last_reply(self) -> int:
        """The row of the last reply before it that says something, -1 for none: the place to go back to."""
        cols = self.case.session.cols
        for position in range(self.at - 1, max(-1, self.at - 400), -1):
            row = self.case.path[position]
            if cols.role[row] == k.ASSISTANT and not cols.flags[row] & k.FAILED:
                return row
        return -1

    @property
    def automatic(self) -> bool:
        """True where it was made in the middle of a run, which no user can do by hand."""
        roles, path = self.case.session.cols.role, self.case.path
        if self.at and roles[path[self.at - 1]] == k.TOOL_RESULT:
            return True
        for row in path[self.at + 1 : self.at + 6]:
            if roles[row] in (k.USER, k.BASH):
                return False
            if roles[row] == k.ASSISTANT:
                return True
        return False


def boundaries(case: Case) -> list[Boundary]:
    """The compactions on the path, first one first."""
    kinds = case.session.cols.kind
    facts = {one.row: one for one in case.compactions}
    places = [at for at, row in enumerate(case.path) if kinds[row] == k.COMPACTION and row in facts]
    found: list[Boundary] = []
    start = 0
    for at in places:
        one = facts[case.path[at]]
        cut = case.path.index(one.cut, 0, at) if one.cut >= 0 else at
        found.append(Boundary(case, one, at, cut, start, at == places[-1]))
        start = max(start, cut)
    return found


def sibling_view(case: Case, row: int) -> View:
    """What could be read right behind a compaction that is on another branch."""
    session, cut = case.session, cut_row(case.session, row)
    rows: list[int] = []
    at = session.tree.parent[row]
    while cut >= 0 and at >= 0 and len(rows) < KEPT:
        rows.append(at)
        if at == cut:
            break
        at = session.tree.parent[at]
    view = view_of(session, reversed(rows))
    entry = session.value(row)
    view.said[:0] = [Said(row, text) for text in message_texts(entry)]
    return view


def _first_size(case: Case, rows: Iterator[int]) -> tuple[float | None, int]:
    kinds, roles = case.session.cols.kind, case.session.cols.role
    for row in rows:
        if kinds[row] == k.COMPACTION:
            break
        if roles[row] == k.ASSISTANT and (size := reply_size(case.session, row)):
            return size, row
    return None, -1
