"""Why an entry of the path is not on the wire as it stands: one code and one sentence for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, repeat
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


class Omissions:
    """Omissions in path order. Those before the boundary are most of a long path and all alike, so their rows are
    kept and the omissions made when somebody asks."""

    def __init__(self, rows: Sequence[int] = (), why: str = "", rest: Sequence[Omission] = ()) -> None:
        self._rows, self._why, self._rest = rows, why, rest

    def __len__(self) -> int:
        return len(self._rows) + len(self._rest)

    def rows(self) -> Iterator[int]:
        """The rows alone, without making the omissions."""
        return chain(self._rows, (item.row for item in self._rest))

    def __iter__(self) -> Iterator[Omission]:
        lost = map(Omission._make, zip(self._rows, repeat("before-boundary"), repeat(self._why)))
        return chain(lost, self._rest)


def omissions(session: Session, context: Context) -> Omissions:
    """Why entries of the path are not on the wire as they stand, in path order."""
    lost = _before_boundary(session, context)
    why = _why(session, context, context.at, "before-boundary") if lost else ""
    found: list[Omission] = []
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
    return Omissions(context.path[:lost], why, found)


def _before_boundary(session: Session, context: Context) -> int:
    """How many entries at the start of the path the compaction in force took away."""
    boundary = context.boundary
    if boundary is None:
        return 0
    first = boundary.kept_row if boundary.found else boundary.row
    return context.path.index(first)


def _code(session: Session, context: Context, row: int, inside: bool) -> str:
    kind = session.cols.kind[row]
    if not inside:
        return "system-in-kept-range"
    if row in context.edits:
        return "edit-omits" if context.edits[row].omits else "edit-replaces"
    if kind == k.COMPACTION:
        return "older-compaction"
    if kind == k.BRANCH_SUMMARY:
        return "empty-summary"
    if code := never_sent(session, row):
        return code
    return "unreadable" if context.throws else "not-sent"


def never_sent(session: Session, row: int) -> str:
    """Why an entry is sent at no leaf, whatever is cut or kept: its kind, or its own state. A code; "" for one that can
    be sent."""
    return _never_sent(session.cols.kind[row], session.cols.flags[row])


@lru_cache(4096)  # few pairs, asked for every entry behind a cut
def _never_sent(kind: int, flags: int) -> str:
    if kind == k.CUSTOM or kind >= len(k.ENTRY_TYPES):
        return "state"
    if kind == k.BRANCH_SUMMARY and flags & k.EMPTY:
        return "empty-summary"
    if kind not in SPEAKING:
        return "bookkeeping"
    return next((code for flag, code in _FLAG_CODES if flags & flag), "")


def told_apart(session: Session, context: Context) -> Iterator[Omission]:
    """The omissions with what is never sent told apart from what a cut took: behind a cut, too, such an entry keeps
    its own reason."""
    words: dict[str, str] = {}
    for item in context.omitted:
        code = never_sent(session, item.row) if item.code == "before-boundary" else ""
        if code and code not in words:
            words[code] = _why(session, context, item.row, code)
        yield Omission(item.row, code, words[code]) if code else item


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
    taken = context.edits.get(boundary.row) if boundary else None
    gone = (
        f"and context edit {session.entry_name(taken.row)} leaves that out" if taken and taken.omits else ""
    )
    words = {
        "before-boundary": f"before the boundary of compaction {compaction}; "
        + (
            f"only its summary would be sent, {gone}, so nothing of it is"
            if gone
            else "only its summary is sent"
        ),
        "system-in-kept-range": f"a system message before compaction {compaction}; only its checkpoint "
        + (f"would bring a prompt back, {gone}" if gone else "brings a prompt back"),
        "edit-omits": f"left out by context edit {by}",
        "edit-replaces": f"sent with other content by context edit {by}",
        "older-compaction": f"an older compaction; only the last one, {compaction}, "
        + (f"could give a summary, {gone}" if gone else "gives a summary"),
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


def prompt_source(session: Session, context: Context) -> tuple[bool, int]:
    """Whether a system prompt is recorded on the path, and where none is in force, the row of the compaction or
    edit that took it (-1: none did): a system message does not outlive the first compaction behind it."""
    if context.prompt is not None:
        return True, -1
    cols = session.cols
    checkpoints = [row for row in session.scan.kept_ids if cols.flags[row] & k.CHECKPOINT]
    if not checkpoints and k.SYSTEM not in cols.role:
        return False, -1
    later = -1  # the compaction that comes first behind the row looked at
    for row in reversed(context.path):
        if cols.role[row] == k.SYSTEM or (cols.kind[row] == k.COMPACTION and cols.flags[row] & k.CHECKPOINT):
            edit = context.edits.get(row)
            return True, later if later >= 0 else edit.row if edit and edit.omits else -1
        if cols.kind[row] == k.COMPACTION:
            later = row
    return False, -1
