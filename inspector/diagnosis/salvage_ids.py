"""Ids and parents of a salvaged copy: which entries go over, in which order, and how they hang together.

Entries are numbered: rows of the original first, records taken back after them. An id stays wherever it is a text of
its own; all that is made up is made from the session id and the line, so that salvaging twice gives one result.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from inspector.diagnosis.salvage_take import Taken, TakenBack
from inspector.session import Session
from inspector.session.versions import kept_row_of_index, version_words

if TYPE_CHECKING:
    from inspector.diagnosis.salvage import Changes


@dataclass(slots=True)
class Chain:
    """``items`` in the order of the copy: rows, and from ``rows`` on numbers into ``taken``. The dicts say what an
    item's record must hold where that is not what it holds already."""

    rows: int
    items: list[int]
    taken: list[Taken]
    header: Taken | None
    own: list[Any]  # ids of rows as the copy may keep them; no text: none
    ids: dict[int, str] = field(default_factory=dict)
    parents: dict[int, str | None] = field(default_factory=dict)
    kept: dict[int, str] = field(default_factory=dict)
    targets: dict[int, str] = field(default_factory=dict)
    dropped: set[int] = field(default_factory=set)
    numbered: bool = False  # version 1: every record gets its id and parent

    def id_of(self, item: int) -> str:
        """The id of an item in the copy."""
        given = self.ids.get(item)
        if given is not None:
            return given
        return str(self.own[item] if item < self.rows else self.taken[item - self.rows].value["id"])

    def names(self) -> tuple[str | None, ...]:
        """Ids in the copy by row of the original."""
        return tuple(None if row in self.dropped else self.id_of(row) for row in range(self.rows))


def chain(session: Session, back: TakenBack, changes: Changes) -> Chain:
    """Works out what hangs where, and tells what is changed by that."""
    tree = _stored_tree(session)
    own: list[Any] = tree[0] if tree is not None else list(session.cols.ids)
    links = Chain(session.n, [], back.entries, back.header, own)
    _leave_out(session, links, changes)
    links.items = _order(session, links)
    _ids(session, links, changes, tree is not None)
    if session.is_v1 and tree is None:
        _line_up(session, links, changes)
        return links
    known = {links.id_of(item): item for item in links.items}
    if tree is not None:
        words = version_words(session.version_on_disk, session.version_absent)
        text = f"version {words}, yet all entries have ids and parents: they are kept"
        changes.add(session.header_line, f"{text} (pi would number anew and lose the branches)")
        for row, stored in tree[1].items():
            _orphan(session, links, known, row, stored, changes)
    else:
        _parents(session, links, known, changes)
    _taken_parents(session, links, known, changes)
    _references(session, links, changes)
    return links


def _stored_tree(session: Session) -> tuple[list[str], dict[int, str]] | None:
    """Ids as stored, and parents that are nowhere, of a file that pi takes for version 1 although its entries make a
    tree, parents first; None for any other file."""
    if not session.is_v1 or not session.n:
        return None
    seen: dict[str, None] = {}
    orphans: dict[int, str] = {}
    for row in range(session.n):
        value = session.stored(row)
        name = value.get("id") if isinstance(value, dict) else None
        if not isinstance(name, str) or not name or name in seen:
            return None
        parent = value.get("parentId", 0)
        if isinstance(parent, str) and parent not in seen:
            orphans[row] = parent
        elif parent is not None and not isinstance(parent, str):
            return None
        seen[name] = None
    return None if any(parent in seen for parent in orphans.values()) else (list(seen), orphans)


# -- what goes over ------------------------------------------------------------------------------------------


def _leave_out(session: Session, links: Chain, changes: Changes) -> None:
    for damage in session.scan.damage:
        if damage.kind != "not-a-record":
            continue
        try:
            links.dropped.add(session.row_of_line(damage.line))
        except KeyError:
            pass
        changes.add(damage.line, f"left out: {damage.message}")
    for row in sorted(session.tree.shadowed - links.dropped):
        winner = session.scan.index[session.cols.ids[row]]
        if session.raw(row) == session.raw(winner):
            links.dropped.add(row)
            line = session.cols.line[winner]
            changes.add(session.cols.line[row], f"left out: the very same record stands on line {line:,}")


def _order(session: Session, links: Chain) -> list[int]:
    rows = [row for row in range(links.rows) if row not in links.dropped]
    if not links.taken:
        return rows
    lines = session.cols.line
    places = [(lines[row], 0, row) for row in rows]
    places += [(one.line, one.offset, links.rows + at) for at, one in enumerate(links.taken)]
    return [item for _, _, item in sorted(places)]


# -- ids -----------------------------------------------------------------------------------------------------


def _ids(session: Session, links: Chain, changes: Changes, kept_tree: bool) -> None:
    lines, shadowed = session.cols.line, session.tree.shadowed
    used = {key for key in links.own if type(key) is str}
    used |= {one.value["id"] for one in links.taken if isinstance(one.value.get("id"), str)}
    # Ids that a record taken back must not have; in version 1 none that it could keep.
    row_of = {key: row for row, key in enumerate(links.own) if type(key) is str and row not in shadowed}
    for item in links.items:
        if item >= links.rows:
            _taken_id(session, links, item, row_of if row_of or not session.is_v1 else None, used, changes)
            continue
        key = links.own[item]
        if type(key) is str and key and (kept_tree or item not in shadowed):
            continue
        links.ids[item] = _make_id(session, lines[item], used)
        if item in shadowed and type(key) is str and key:
            winner = session.scan.index[session.cols.ids[item]]
            text = f"id {_shown(key)} is that of line {lines[winner]:,} too, which pi takes; this one is now {links.ids[item]}"
            changes.add(lines[item], text)
        elif not session.is_v1:
            changes.add(lines[item], f"it has no id that pi can use; now {links.ids[item]}")


def _taken_id(
    session: Session,
    links: Chain,
    item: int,
    item_of: dict[Any, int] | None,
    used: set[str],
    changes: Changes,
) -> None:
    """A record taken back keeps its id, unless another entry has it, or ids are given anew (``item_of`` None)."""
    taken = links.taken[item - links.rows]
    name = taken.value.get("id")
    if isinstance(name, str) and name and item_of is not None:
        other = item_of.setdefault(name, item)
        if other == item:
            return
        line = session.cols.line[other] if other < links.rows else links.taken[other - links.rows].line
        links.ids[item] = _make_id(session, taken.line, used)
        text = (
            f"the record taken back has the id {_shown(name)} of line {line:,}; it is now {links.ids[item]}"
        )
        changes.add(taken.line, text)
        return
    links.ids[item] = _make_id(session, taken.line, used)


def _make_id(session: Session, line: int, used: set[str]) -> str:
    """Eight hexadecimal digits as pi's ids have, from session id and line."""
    at = 0
    while True:
        seed = f"{session.session_id}\n{line}\n{at}"
        made = hashlib.sha256(seed.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        if made not in used:
            used.add(made)
            return made
        at += 1


# -- parents -------------------------------------------------------------------------------------------------


def _line_up(session: Session, links: Chain, changes: Changes) -> None:
    """Version 1: every entry hangs on the one before it, and a number names the first kept entry."""
    if not links.items:
        return
    links.numbered = True
    links.parents[links.items[0]] = None
    for above, item in pairwise(links.items):
        links.parents[item] = links.id_of(above)
    lines = session.cols.line
    for row in session.scan.kept_index:
        kept = kept_row_of_index(session.scan, row)
        if row in links.dropped or kept < 0:
            continue
        links.kept[row] = links.id_of(kept)
        text = (
            f"firstKeptEntryIndex {session.scan.kept_index[row]:g} is now firstKeptEntryId {links.kept[row]}"
        )
        changes.add(lines[row], f"{text} (line {lines[kept]:,})")
    _taken_kept(session, links, changes)
    count = len(links.items)
    text = f"version 1 has no ids: {count:,} entr{'y' if count == 1 else 'ies'} got one and the entry before as parent"
    changes.add(session.header_line or 1, text)


def _taken_kept(session: Session, links: Chain, changes: Changes) -> None:
    """The same for compactions that came back: the number counts what pi held, the header as 0."""
    for at, item in enumerate(links.items):
        taken = links.taken[item - links.rows] if item >= links.rows else None
        index = taken.value.get("firstKeptEntryIndex") if taken else None
        if taken is None or type(index) is not int or taken.value.get("type") != "compaction":
            continue
        place = index - (1 if session.header is not None or links.header is not None else 0)
        if 0 <= place <= at:
            links.kept[item] = links.id_of(links.items[place])
            changes.add(taken.line, f"firstKeptEntryIndex {index} is now firstKeptEntryId {links.kept[item]}")


def _parents(session: Session, links: Chain, known: dict[str, int], changes: Changes) -> None:
    """Parents under another name, loops, and parents that are nowhere."""
    parent, lines = session.tree.parent, session.cols.line
    for row in links.items if links.ids else ():
        above = parent[row] if row < links.rows else -1
        if above in links.ids:
            links.parents[row] = links.ids[above]
            changes.add(lines[row], f"its parent is named {links.ids[above]} now")
    cuts = session.tree.cuts
    for row, stored in session.scan.parents.items():
        if parent[row] >= 0 or stored is None or row in links.dropped or row in cuts:
            continue
        _orphan(session, links, known, row, stored, changes)
    for row in cuts:
        if row not in links.dropped:
            links.parents[row] = None
            name = session.entry_name(cuts[row])
            changes.add(lines[row], f"its parent {name} leads back to it; the loop is cut, it begins a tree")


def _orphan(
    session: Session, links: Chain, known: dict[str, int], row: int, stored: Any, changes: Changes
) -> None:
    """An entry whose parent is in no line: it hangs on what came back, or begins a tree."""
    line = session.cols.line[row]
    if isinstance(stored, str) and known.get(stored, -1) >= links.rows:
        came_from = links.taken[known[stored] - links.rows].line
        changes.add(line, f"hangs on {stored} again, which came back from line {came_from:,}")
        return
    links.parents[row] = None
    if stored:
        changes.add(line, f"its parent {_shown(stored)} is nowhere; it begins a tree of its own")
    else:
        changes.add(line, "parentId is null now; it named no entry")


def _taken_parents(session: Session, links: Chain, known: dict[str, int], changes: Changes) -> None:
    for at, taken in enumerate(links.taken):
        item, stored = links.rows + at, taken.value.get("parentId")
        if isinstance(stored, str) and stored in known and known[stored] != item:
            continue
        links.parents[item] = None
        if stored is not None:
            changes.add(
                taken.line,
                f"the parent {_shown(stored)} of {links.id_of(item)} is nowhere; it begins a tree of its own",
            )
    _cut_new_loops(session, links, known, changes)


def _cut_new_loops(session: Session, links: Chain, known: dict[str, int], changes: Changes) -> None:
    """A record that came back may hang on an entry that hangs on it."""
    for at, taken in enumerate(links.taken):
        start = links.rows + at
        item, seen = _above(links, known, start), {start}
        while item >= 0 and item not in seen:
            seen.add(item)
            item = _above(links, known, item) if item >= links.rows else _joined(session, links, known, item)
        if item == start:
            links.parents[start] = None
            changes.add(taken.line, f"the parent of {links.id_of(start)} leads back to it; the loop is cut")


def _above(links: Chain, known: dict[str, int], item: int) -> int:
    if item in links.parents:
        parent = links.parents[item]
        return known.get(parent, -1) if parent is not None else -1
    stored = links.taken[item - links.rows].value.get("parentId")
    return known.get(stored, -1) if isinstance(stored, str) else -1


def _joined(session: Session, links: Chain, known: dict[str, int], row: int) -> int:
    """The record that came back and on which the path of a row hangs; -1 where there is none."""
    root = session.tree.path(row)[0]
    stored = session.scan.parents.get(root)
    item = known.get(stored, -1) if isinstance(stored, str) and root not in links.parents else -1
    return item if item >= links.rows else -1


def _references(session: Session, links: Chain, changes: Changes) -> None:
    """Kept ids and targets that name an entry under another id now."""
    if not links.ids:
        return
    lines = session.cols.line
    for row in session.scan.kept_ids:
        kept = -1 if session.is_v1 else session.kept_row(row)
        if kept in links.ids and row not in links.dropped:
            links.kept[row] = links.ids[kept]
            changes.add(lines[row], f"its firstKeptEntryId is named {links.ids[kept]} now")
    for row in (*session.scan.edit_targets, *session.scan.label_targets):
        target = session.target_row(row)
        if target in links.ids and row not in links.dropped:
            links.targets[row] = links.ids[target]
            changes.add(lines[row], f"its target is named {links.ids[target]} now")


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else text[:59] + "…"
