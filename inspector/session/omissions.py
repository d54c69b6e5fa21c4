"""Why an entry of the path is not on the wire as it stands: one code and one sentence for each."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

from inspector.session import kinds as k
from inspector.session.load import Session

if TYPE_CHECKING:
    from inspector.session.context import Context

SPEAKING = frozenset(
    (k.MESSAGE, k.CUSTOM_MESSAGE, k.BRANCH_SUMMARY, k.COMPACTION)
)  # entries of other types never give a message


class Omission(NamedTuple):
    """An entry of the path that does not reach the model as it stands: a code and its words."""

    row: int
    code: str
    why: str


def omissions(session: Session, context: Context) -> list[Omission]:
    """Why entries of the path are not on the wire as they stand, in path order."""
    lost = _before_boundary(session, context)
    why = _why(session, context, context.at, "before-boundary") if lost else ""
    # Most of a long path, so made without a call for each.
    found = list(map(Omission._make, zip(context.path[:lost], repeat("before-boundary"), repeat(why))))
    inside = set(context.rows)
    sent = {row for _, row, _ in context.wire}
    words: dict[tuple[str, int], str] = {}
    for row in context.path[lost:]:
        code = "" if row in sent and row not in context.edits else _code(session, context, row, row in inside)
        if code:
            edit = context.edits.get(row)
            key = (code, edit.row if edit else -1)
            if key not in words:
                words[key] = _why(session, context, row, code)
            found.append(Omission(row, code, words[key]))
    return found


def _before_boundary(session: Session, context: Context) -> int:
    """How many entries at the start of the path the compaction in force took away."""
    boundary = context.boundary
    if boundary is None:
        return 0
    first = boundary.kept_row if boundary.found else boundary.row
    return context.path.index(first)


def _code(session: Session, context: Context, row: int, inside: bool) -> str:
    cols = session.cols
    kind, flags = cols.kind[row], cols.flags[row]
    if not inside:
        return "system-in-kept-range"
    if row in context.edits:
        return "edit-omits" if context.edits[row].omits else "edit-replaces"
    if kind == k.COMPACTION:
        return "older-compaction"
    if kind == k.BRANCH_SUMMARY:
        return "empty-summary"
    if kind in (k.CUSTOM,) or kind >= len(k.ENTRY_TYPES):
        return "state"
    if kind not in SPEAKING:
        return "bookkeeping"
    for flag, code in _FLAG_CODES:
        if flags & flag:
            return code
    return "unreadable" if context.throws else "not-sent"


_FLAG_CODES = (
    (k.UNREADABLE, "unreadable"),
    (k.EXCLUDED, "excluded"),
    (k.FAILED, "failed-reply"),
    (k.UNKNOWN_ROLE, "unknown-role"),
)


def _why(session: Session, context: Context, row: int, code: str) -> str:
    boundary = context.boundary
    compaction = session.entry_name(boundary.row) if boundary else ""
    edit = context.edits.get(row)
    by = session.entry_name(edit.row) if edit else ""
    words = {
        "before-boundary": f"before the boundary of compaction {compaction}; only its summary is sent",
        "system-in-kept-range": f"a system message before compaction {compaction}; only its checkpoint brings a prompt back",
        "edit-omits": f"left out by context edit {by}",
        "edit-replaces": f"sent with other content by context edit {by}",
        "older-compaction": f"an older compaction; only the last one, {compaction}, gives a summary",
        "empty-summary": "a branch summary without text gives no message",
        "state": "state of an extension or another program; never sent",
        "bookkeeping": "bookkeeping; gives no message",
        "unreadable": "has no readable message",
        "excluded": "excluded from the context (!!)",
        "failed-reply": "a reply that failed or was aborted is not sent again",
        "unknown-role": "a role that pi does not pass to a model",
        "not-sent": "no part of it is left on the wire",
    }
    return words[code]
