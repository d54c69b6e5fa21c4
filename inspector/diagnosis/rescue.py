"""Whether a repaired copy would help: the salvage is rehearsed, and the phrase is traced in the copy."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.diagnosis.going_back import tree_text
from inspector.diagnosis.salvage import rehearsed
from inspector.diagnosis.trace import trace
from inspector.diagnosis.traced import Occurrence, Trace
from inspector.errors import InspectorError
from inspector.session import kinds as k
from inspector.session.load import Session, open_session

REHEARSED = 64 << 20  # bytes; of a larger file the kind of damage decides
_MEMO = "rescue"


@dataclass(frozen=True, slots=True)
class Rescue:
    """The phrase can be reached in the copy: at its leaf, or, with ``text``, from the entry that says this, to be
    picked in /tree (``user``: it is a message of the user)."""

    text: str = ""
    user: bool = False


def rescue(result: Trace) -> Rescue | None:
    """What a salvaged copy does for a phrase that is lost at storage; None where it stays out of reach in there too.
    Worked out once for a trace."""
    if _MEMO not in result.memo:
        result.memo[_MEMO] = _rescue(result)
    found = result.memo[_MEMO]
    return found if isinstance(found, Rescue) else None


def _rescue(result: Trace) -> Rescue | None:
    one = result.decided_by
    if one is None:
        return None
    try:
        if one.how != "other-session":
            return _in_copy(result, result.session, result.at, one)
        other = open_session(one.evidence.file)
        try:
            return _in_copy(result, other, other.tree.active_leaf, one)
        finally:
            other.evidence.close()
    except (InspectorError, OSError):
        return None


def _in_copy(result: Trace, session: Session, at: int, one: Occurrence) -> Rescue | None:
    if session.size > REHEARSED:
        return Rescue() if _by_kind(session, one) else None
    with rehearsed(session) as (copy, names):
        row = copy.tree.active_leaf
        if at >= 0 and at != session.tree.active_leaf:
            name = names[at]
            row = row if name is None else copy.find_row(name)
        again = trace(copy, result.needle, row)
        if again.visible:
            return Rescue()
        if again.lost_at != "branch" or again.trouble or again.decided_by is None:
            return None
        back = again.back_row if again.back_row >= 0 else again.decided_by.row
        return Rescue(tree_text(copy, back), copy.cols.role[back] == k.USER)


def _by_kind(session: Session, one: Occurrence) -> bool:
    """Whether the place comes back at all: an entry does, bytes do where a whole record stands in them."""
    if one.where != "damaged-bytes":
        return True
    return any(damage.line == one.evidence.line and damage.salvage for damage in session.scan.damage)
