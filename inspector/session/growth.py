"""What a session file gained while somebody reads it: the rows behind those already loaded, if those still stand."""

from __future__ import annotations

from typing import Any

from inspector.session.index import ExtraColumns, rows_json
from inspector.session.index_head import head
from inspector.session.load import Session


def continues(old: Session, new: Session) -> bool:
    """True where all entries of ``old`` stand in ``new`` at the same bytes under the same ids: the file only grew."""
    count = old.n
    if new.n < count or (old.header is None) != (new.header is None):
        return False
    before, after = old.cols, new.cols
    return (
        before.offset == after.offset[:count]
        and before.length == after.length[:count]
        and before.kind == after.kind[:count]
        and list(map(_comparable, before.ids)) == list(map(_comparable, after.ids[:count]))
    )


def _comparable(key: Any) -> Any:
    return key if isinstance(key, (str, tuple)) else repr(key)


def growth(old: Session, new: Session, extra: dict[str, Any]) -> dict[str, Any]:
    """The head of the index of ``new`` with the columns of the rows that ``old`` has not. ``parents`` are the parents
    of the old rows where a new entry changed them (an id that comes again), else None."""
    count = old.n
    parents = new.tree.parent[:count]
    same = old.tree.parent[:count] == parents
    return {
        "head": {**head(new), **extra},
        "from": count,
        "to": new.n,
        **rows_json(new, ExtraColumns(new), count, new.n),
        "parents": None if same else parents.tolist(),
    }
