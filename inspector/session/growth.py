"""What a session file gained while somebody reads it: the rows behind those already loaded, if those still stand."""

from __future__ import annotations

from typing import Any

from inspector.session.index import ExtraColumns, links, rows_json
from inspector.session.index_head import StringTable, head
from inspector.session.load import Session


def continues(old: Session, new: Session) -> bool:
    """True where all entries of ``old`` stand in ``new`` at the same places, under the same ids and roles: the file
    only grew, as far as the columns tell."""
    count = old.n
    if new.n < count or (old.header is None) != (new.header is None):
        return False
    if repr(old.version) != repr(new.version):
        return False
    before, after = old.cols, new.cols
    return (
        before.offset == after.offset[:count]
        and before.length == after.length[:count]
        and before.kind == after.kind[:count]
        and before.role == after.role[:count]
        and _same_ids(before.ids, after.ids[:count])
    )


def _same_ids(before: list[Any], after: list[Any]) -> bool:
    # Those of a session that was read on are the very same objects, which is seen at once.
    return before == after or list(map(_comparable, before)) == list(map(_comparable, after))


def _comparable(key: Any) -> Any:
    return key if isinstance(key, (str, tuple)) else repr(key)


def growth(old: Session, new: Session, extra: dict[str, Any]) -> dict[str, Any]:
    """The head of the index of ``new`` with the columns of the rows that ``old`` has not, and what changed in the rows
    that it has: ``parents`` are all their parents where a new entry changed one (an id that comes again), else None;
    ``changed`` are flags and links by row; ``strings`` by how much their numbers of roles and whats move. The hash is
    None in the head while it is not known."""
    count = old.n
    parents = new.tree.parent[:count]
    same = old.tree.parent[:count] == parents
    columns = ExtraColumns(new, count)
    return {
        "head": {**head(new, wait=False), **extra},
        "from": count,
        "to": new.n,
        **rows_json(new, columns, count, new.n),
        "parents": None if same else parents.tolist(),
        "changed": {"flags": _flags(old, new), "link": _links(old, columns.link)},
        "strings": StringTable(new.cols).moved(StringTable(old.cols)),
    }


def _flags(old: Session, new: Session) -> dict[str, int]:
    """Old rows whose id came again have a flag more."""
    taken = new.tree.shadowed - old.tree.shadowed
    return {str(row): new.cols.flags[row] for row in sorted(taken) if row < old.n}


def _links(old: Session, now: dict[int, int]) -> dict[str, int]:
    """Old rows that point elsewhere now: at an entry that came later, or at the later one of two with the same id."""
    before = links(old)
    rows = sorted(row for row in {*before, *now} if row < old.n)
    return {str(row): now.get(row, -1) for row in rows if now.get(row, -1) != before.get(row, -1)}
